"""Two splits of one table: most of their training rows are the same."""

import numpy as np

from figures import style


def draw(results):
    """Return the figure: a strip a split, one thin bar a row, training rows filled."""
    shared = results["shared"]
    fig = style.figure(1.75, f"Two splits share {shared['train_share']:.0%} of their training rows")
    ax = style.panel(fig, 0.75, 0.42, 3.75, 0.95)
    order = np.lexsort(shared["train"])[::-1]  # rows of one fate side by side
    for at, train in zip((1, 0), shared["train"]):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], np.array(train)[order], [0]])))
        for begin, end in zip(edges[::2], edges[1::2]):
            ax.fill_between([begin, end], at - 0.32, at + 0.32, color=style.colour("standard"),
                            linewidth=0)
        ax.plot([0, shared["rows"], shared["rows"], 0, 0],
                [at - 0.32, at - 0.32, at + 0.32, at + 0.32, at - 0.32],
                color=style.colour("ink"), linewidth=0.8)
    style.row_names(ax, ["split 2", "split 1"])
    ax.set_xlim(0, shared["rows"])
    ax.set_xlabel(f"the {shared['rows']} rows; filled: training, empty: test")
    ax.set_xticks([])
    return fig
