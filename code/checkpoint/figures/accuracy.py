"""Raw and all scalers on the one test set: the scores, and how little one set can tell apart."""

from figures import style


def draw(results):
    """Return the figure: accuracy with its binomial 95 % interval, and the baseline."""
    scores, baseline = results["accuracy"], results["split"]["baseline"]
    high = 0.36 * len(style.SCALINGS)
    fig = style.figure(high + 1.35, ["On one test set raw and scaled beat guessing,",
                              "and none is clear of another"])
    ax = style.panel(fig, 1.2, 0.55, 1.95, high)
    ax.axvline(baseline, linewidth=1.2, color=style.colour("ink"), linestyle=(0, (4, 3)))
    for at, scaling in enumerate(reversed(style.SCALINGS)):
        score, colour = scores[scaling], style.colour(scaling)
        ax.plot([score["low"], score["high"]], [at, at], color=colour)
        ax.plot(score["accuracy"], at, style.MARK[scaling], color=colour, markersize=8)
        ax.annotate(f"{score['accuracy']:.3f}  {score['right']} of {score['rows']}",
                    (1, at), xycoords=("axes fraction", "data"), va="center_baseline", color=colour)
    style.row_names(ax, [style.LABEL[scaling] for scaling in reversed(style.SCALINGS)])
    for text, scaling in zip(ax.get_yticklabels(), reversed(style.SCALINGS)):
        text.set_color(style.colour(scaling))
    ax.set_xlim(0.6, 0.86)
    ax.text(baseline, len(style.SCALINGS) - 0.25, f" always “no”: {baseline:.3f}", va="bottom")
    ax.set_xlabel("share of test patients predicted right")
    return fig
