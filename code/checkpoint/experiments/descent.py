"""Why gradient descent wants scaled columns: how many steps it takes to the same loss."""

import numpy as np

from pima import split
from settings import SCALERS

from .columns import COLUMNS
from .knn import scaled

TOLERANCE = 1e-3
BUDGET = 200_000


def with_ones(Z):
    """Z with a first column of ones: the intercept."""
    return np.column_stack([np.ones(len(Z)), Z])


def loss(A, y, w):
    """Mean logistic loss of the weights w, or of each column of w."""
    z = A @ w
    return (np.logaddexp(0, z) - (y if z.ndim == 1 else y[:, None]) * z).mean(axis=0)


def minimize(A, y, n_steps=25):
    """The weights of least logistic loss, by Newton's method (A well scaled)."""
    w = np.zeros(A.shape[1])
    for _ in range(n_steps):
        p = 1 / (1 + np.exp(-A @ w))
        w -= np.linalg.solve((A.T * (p * (1 - p))) @ A, A.T @ (p - y))
    return w


def stepper(A, y):
    """A function that takes n steps of gradient descent on the logistic loss, in place.

    The step is 1/L, with L = largest eigenvalue of A'A / (4 N), the steepest the gradient can get.
    Each writes into the same memory: ten microseconds, so that hundreds of thousands can be run
    rather than guessed.
    """
    N = len(A)
    L = np.linalg.eigvalsh(A.T @ A)[-1] / (4 * N)
    minus_A, G, c = np.asfortranarray(-A), A.T / (N * L), A.T @ y / (N * L)
    p, g = np.empty(N), np.empty(A.shape[1])

    def descend(w, n):
        for _ in range(n):
            np.exp(np.dot(minus_A, w, out=p), out=p)
            np.reciprocal(np.add(p, 1, out=p), out=p)  # 1 / (1 + exp(-A w))
            w += np.subtract(c, np.dot(G, p, out=g), out=g)
        return w
    return descend


def count_steps(A, y, target, budget=BUDGET):
    """(steps from 0 until the loss is at most target, or None if the budget ends first; weights).

    With step 1/L the loss never rises: so walk in blocks, and go singly only through the last one.
    """
    descend, w, steps, block = stepper(A, y), np.zeros(A.shape[1]), 0, 1000
    while steps < budget:
        before = w.copy()
        descend(w, min(block, budget - steps))
        if loss(A, y, w) > target:
            steps += min(block, budget - steps)
        elif block == 1:
            return steps + 1, w
        else:
            w, block = before, 1
    return None, w


def steps_needed(X, y, budget=BUDGET):
    """How many steps to within 1e-3 of the least logistic loss, from 0, raw and under each scaler?

    Eight features and an intercept, 576 training rows. Keys: tolerance, budget, least (the loss),
    one of raw, centred and each scaler with steps (None: not within the budget), gap
    (loss above the least where it stopped) and condition (of A'A, A = ones and columns).
    """
    Xtr, _, ytr, _ = split(X, y)
    tables = {"raw": Xtr, "centred": Xtr - Xtr.mean(axis=0),
              **{kind: scaled(kind, Xtr, Xtr)[0] for kind in SCALERS}}
    A = with_ones(tables["standard"])
    least = float(loss(A, ytr, minimize(A, ytr)))
    found = {"tolerance": TOLERANCE, "budget": budget, "least": least}
    for name, table in tables.items():
        A = with_ones(table)
        steps, w = count_steps(A, ytr, least + TOLERANCE, budget)
        found[name] = {"steps": steps, "gap": float(loss(A, ytr, w)) - least,
                       "condition": float(np.linalg.cond(A.T @ A))}
    return found


def why_minmax_is_slow(X, y):
    """Why does descent take longer on min-max columns than on robust ones? What does centring do?

    Training rows. Keys: bmi_mean (of the min-max column, in its standard deviations), largest_sd
    (of a min-max column), centred (steps and condition of the min-max columns, each centred), wide
    (steps where those are then made five times as wide).
    """
    Xtr, _, ytr, _ = split(X, y)
    Z, = scaled("minmax", Xtr, Xtr)
    sd = Z.std(axis=0)
    A = with_ones(Z - Z.mean(axis=0))
    wide = with_ones(5 * A[:, 1:])
    least = loss(A, ytr, minimize(A, ytr))
    return {"bmi_mean": float((Z.mean(axis=0) / sd)[COLUMNS.index("bmi")]),
            "largest_sd": float(sd.max()),
            "wide": {"steps": count_steps(wide, ytr, least + TOLERANCE)[0]},
            "centred": {"steps": count_steps(A, ytr, least + TOLERANCE)[0],
                        "condition": float(np.linalg.cond(A.T @ A))}}
