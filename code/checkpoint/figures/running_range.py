"""A running range against time: one wild reading stretches it for good, or for one window."""

from figures import style


def draw(results):
    """Return the figure: the readings and the range they are scaled by, without and with window."""
    wild = results["streaming"]["wild"]
    fig = style.figure(4.6, ["One wild reading stretches the range for good;",
                             f"a window forgets it after {wild['window']} readings"])
    panels = (("", "no window", wild["after"]), ("window_", f"window of {wild['window']}",
                                                 wild["window_after"]))
    for i, (prefix, name, share) in enumerate(panels):
        ax = style.panel(fig, 0.6, 2.45 - 1.9 * i, 3.85, 1.3)
        ax.plot(wild["readings"], color=style.colour("raw"), linewidth=0.5)
        for end in ("low", "high"):
            ax.plot(wild[prefix + end], color=style.colour("minmax"), linewidth=2,
                    drawstyle="steps-post")
        ax.text(wild["at"] + 12 + wild["window"] * i, wild["wild"] * (0.95 if i else 0.93),
                f"reading {wild['wild']:.0f}", va="top")
        ax.text(wild["n"] - 8, wild["wild"] * 0.5, f"middle half: {share:.0%}",
                ha="right", va="center_baseline")
        ax.set_title(name, pad=5)
        ax.set_xlim(0, wild["n"])
        ax.set_ylim(0, wild["wild"] * 1.06)
        ax.set_yticks([0, 200, 400, 600, 800])
        ax.grid(axis="y")
    ax.set_xlabel("glucose readings, in the order of the table")
    return fig
