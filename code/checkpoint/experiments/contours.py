"""Gradient descent on two features, small enough to draw."""

import numpy as np

from pima import split

from .columns import COLUMNS
from .descent import TOLERANCE, loss, minimize, with_ones

PAIR = (COLUMNS.index("glucose"), COLUMNS.index("bmi"))


def contours(X, y, n_grid=33):
    """What do two descents look like, over raw weights and over standardized ones?

    Glucose and BMI, centred, intercept at its best value. Standardized weights are the raw ones
    times sd, so one grid of losses draws both panels. Keys: features, sd, loss (n_grid x n_grid,
    row = second weight), least, and raw and standard, each with x, y (grid axes: first and second
    weight), best (the two weights of least loss), path (weights step by step, from 0 to within 1e-3
    of the least), steps, condition.
    """
    Xtr, _, ytr, _ = split(X, y)
    pair = Xtr[:, PAIR] - Xtr[:, PAIR].mean(axis=0)
    sd = pair.std(axis=0)
    best = minimize(with_ones(pair / sd), ytr)
    axes = [np.linspace(-0.4 * b, 1.8 * b, n_grid) for b in best[1:]]
    grid = np.stack([m.ravel() for m in np.meshgrid(*axes)])
    weights = np.vstack([np.full(grid.shape[1], best[0]), grid])
    losses = loss(with_ones(pair / sd), ytr, weights).reshape(n_grid, n_grid)
    return {"features": [COLUMNS[j] for j in PAIR], "sd": sd.tolist(), "loss": losses.tolist(),
            "least": float(loss(with_ones(pair / sd), ytr, best)),
            **{name: panel(pair / unit, ytr, best, axes, unit / sd)
               for name, unit in (("raw", np.ones(2)), ("standard", sd))}}


def panel(columns, y, best, axes, stretch):
    """One panel of `contours`; stretch takes standardized weights to this panel's."""
    best_here = best[1:] * stretch
    return {"x": (axes[0] * stretch[0]).tolist(), "y": (axes[1] * stretch[1]).tolist(),
            "best": best_here.tolist(),
            **path(columns, y, best[0], best_here),
            "condition": float(np.linalg.cond(columns.T @ columns))}


def path(columns, y, intercept, best):
    """The weights from 0 on, step 1/L, until the loss is within 1e-3 of that of best; how many."""
    def above(w):
        return at(w) - at(best)

    def at(w):
        return loss(with_ones(columns), y, np.concatenate([[intercept], w]))

    L = np.linalg.eigvalsh(columns.T @ columns)[-1] / (4 * len(y))
    walked = [np.zeros(2)]
    while above(walked[-1]) > TOLERANCE:
        p = 1 / (1 + np.exp(-intercept - columns @ walked[-1]))
        walked.append(walked[-1] - columns.T @ (p - y) / (len(y) * L))
    return {"path": np.array(walked).tolist(), "steps": len(walked) - 1}
