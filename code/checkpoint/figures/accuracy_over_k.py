"""The fixed split at every k: the ranking of the scalers is no fact about the scalers."""

from figures import style


def draw(results):
    """Return the figure: test patients predicted right over k, a line for raw and each scaler."""
    over_k = results["over_k"]
    best_k, best = over_k["raw_best_k"], over_k["raw_best"]
    fig = style.figure(3.75, [f"Raw at k = {best_k} beats every scaler at every k;",
                              "no scaler leads throughout"])
    fig.text(0.1 / style.WIDTH, 3.12 / 3.75, f"predicted right, of {over_k['rows']}")
    ax = style.panel(fig, 0.55, 0.55, 2.95, 2.45)
    for i, scaling in enumerate(reversed(style.SCALINGS)):
        values, colour = over_k[scaling], style.colour(scaling)
        ax.plot(over_k["k"], values, color=colour, linewidth=2.6 if scaling == "raw" else 1.2,
                marker=style.MARK[scaling], markersize=5, markevery=(2 + 3 * i, 12))
    ends = style.apart([over_k[scaling][-1] for scaling in style.SCALINGS], 1.7)
    for scaling, at in zip(style.SCALINGS, ends):
        ax.text(over_k["k"][-1] + 1.5, at, style.LABEL[scaling], va="center_baseline",
                color=style.colour(scaling))
    ax.text(best_k + 1.2, best, f"raw, {best}", va="center_baseline", color=style.colour("raw"))
    ax.set_xlim(0, over_k["k"][-1] + 1)
    ax.set_ylim(min(min(over_k[scaling]) for scaling in style.SCALINGS) - 1, best + 1)
    ax.set_xticks(over_k["k"][::10])
    ax.set_xlabel("k, the number of neighbours")
    ax.grid(axis="y")
    style.bare(ax, "left")
    return fig
