"""Model by model: the score on raw and on standardized columns, on both tables."""

from figures import style

NAME = {"knn": "k-NN", "kmeans": "k-means*", "svm": "RBF SVM", "pca": "PCA + k-NN",
        "logistic": "logistic", "network": "neural net", "ridge": "ridge", "lasso": "lasso",
        "tree": "tree", "forest": "forest", "boosting": "boosting"}
GAP = 0.5  # rows, between the models that measure and the models that only compare


def draw(results, data):
    """Return the figure: mean score with one standard deviation, a row a model, two panels."""
    models = results["models"]
    sensitive, indifferent = (models["settings"][key] for key in ("sensitive", "indifferent"))
    at = {name: len(indifferent) + GAP + i for i, name in enumerate(reversed(sensitive))}
    at |= {name: i for i, name in enumerate(reversed(indifferent))}
    fig = style.figure(5.0, ["On wine the upper eight gain; on Pima, clearly,",
                             "only the two trained by descent"])
    for left, table, title in ((1.0, "pima", "Pima"), (2.85, "wine", "wine")):
        ax = style.panel(fig, left, 0.55, 1.6, 3.35)
        for name, row in at.items():
            draw_model(ax, models[table][name], row)
        style.row_names(ax, [])
        ax.set_ylim(-0.6, max(at.values()) + 0.6)
        ax.set_xlim(0, 1.03)
        ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
        ax.grid(axis="x")
        ax.set_title(title)
    fig.axes[0].set_yticks(list(at.values()), [NAME[name] for name in at])
    name_marks(fig, 4.22)
    fig.text(0.5 + 0.4 / style.WIDTH, 0.1 / 5, "accuracy (* adjusted Rand index)", ha="center")
    return fig


def draw_model(ax, scores, row):
    """Draw the two scores of one model, raw above standardized."""
    for ruler, y in (("raw", row + 0.17), ("standard", row - 0.17)):
        mean, sd, colour = scores[ruler]["mean"], scores[ruler]["sd"], style.colour(ruler)
        ax.plot([mean - sd, mean + sd], [y, y], color=colour, linewidth=1.2)
        ax.plot(mean, y, style.MARK[ruler], color=colour, markersize=5)


def name_marks(fig, height):
    """Say above the panels which mark is which."""
    ax = style.panel(fig, 0, height, style.WIDTH, 0.2, xlim=(0, style.WIDTH), ylim=(-1, 1))
    ax.set_axis_off()
    for x, ruler in ((1.06, "raw"), (1.72, "standard")):
        ax.plot(x, 0, style.MARK[ruler], color=style.colour(ruler), markersize=5)
        ax.text(x + 0.1, 0, style.LABEL[ruler], va="center_baseline", color=style.colour(ruler))
