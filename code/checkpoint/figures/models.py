"""Model by model: what standardizing adds to the score, on both tables."""

from figures import style

NAME = {"knn": "k-NN", "kmeans": "k-means*", "svm": "RBF SVM", "pca": "PCA + k-NN",
        "logistic": "logistic", "network": "neural net", "ridge": "ridge", "lasso": "lasso",
        "tree": "tree", "forest": "forest", "boosting": "boosting"}
GAP = 0.5  # rows, between the models that add columns up and those that ask for thresholds
PANELS = (("pima", "Pima", 1.0, (-0.08, 0.26), (0, 0.1, 0.2)),
          ("wine", "wines", 2.85, (-0.1, 0.95), (0, 0.3, 0.6, 0.9)))


def draw(results):
    """Return the figure: mean gain with its corrected interval, a row a model, two panels."""
    models = results["models"]
    sensitive, indifferent = (models["settings"][key] for key in ("sensitive", "indifferent"))
    at = {name: len(indifferent) + GAP + i for i, name in enumerate(reversed(sensitive))}
    at |= {name: i for i, name in enumerate(reversed(indifferent))}
    fig = style.figure(4.7, ["On the wines all that add columns up gain;",
                             "on Pima, clearly, only the two stopped early"])
    for table, title, left, limits, ticks in PANELS:
        ax = style.panel(fig, left, 0.55, 1.6, 3.4)
        ax.axvline(0, color=style.colour("ink"), linewidth=0.8)
        for name, row in at.items():
            draw_gain(ax, models[table][name]["gain"], row)
        style.row_names(ax, [])
        ax.set_ylim(-0.6, max(at.values()) + 0.6)
        ax.set_xlim(*limits)
        ax.set_xticks(ticks, [style.number(x, 1, sign=True) if x else "0" for x in ticks])
        ax.grid(axis="x")
        ax.set_title(title)
    fig.axes[0].set_yticks(list(at.values()), [NAME[name] for name in at])
    fig.text(0.5 + 0.4 / style.WIDTH, 0.1 / 4.7, "gain in accuracy (* in agreement)", ha="center")
    return fig


def draw_gain(ax, gain, row):
    """Draw one gain with its interval, its mark hollow where the interval contains 0."""
    colour, told = style.colour("standard"), gain["low"] > 0 or gain["high"] < 0
    ax.plot([gain["low"], gain["high"]], [row, row], color=colour)
    ax.plot(gain["mean"], row, style.MARK["standard"], color=colour, markersize=6,
            markerfacecolor=colour if told else style.colour("page"), markeredgewidth=1.3)
