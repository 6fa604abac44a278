"""The wines over their first two principal components, raw and standardized."""

import numpy as np

from figures import style

GROWERS = (("o", True), ("^", False), ("s", True))  # mark, and whether it is filled


def draw(results):
    """Return the figure: two panels, each mark a grower, both components on one scale a panel."""
    found = results["components"]
    fig = style.figure(3.15, ["Raw, PCA shows the loudest column;",
                              "standardized, it shows the growers"])
    for left, scaling in ((0.25, "raw"), (2.5, "standard")):
        ax = style.panel(fig, left, 0.5, 1.95, 1.8)
        for grower, (mark, filled) in enumerate(GROWERS):
            who = np.array(found["grower"]) == grower
            first, second = np.array(found[scaling])[:, who]
            ax.plot(first, second, mark, color=style.colour("ink"), markersize=3.5,
                    markeredgewidth=0.7, label=f"grower {grower + 1}",
                    markerfacecolor=style.colour("ink" if filled and grower else "page"))
        ax.set_title(style.LABEL[scaling], color=style.colour(scaling))
        ax.set(xticks=[], yticks=[], xlabel="first component", ylabel="second")
        if scaling == "raw":
            ax.set_aspect("equal", adjustable="datalim")
    return fig
