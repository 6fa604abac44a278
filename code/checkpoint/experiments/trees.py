"""Trees to the bit: what a decision tree makes of other units."""

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from pima import split
from settings import SCALERS

from .knn import scaled

SEED = 0
TINY = 2.0**-20
POWERS = (-3, 5, 1, -7, 10, 2, 8, -1)


def grow(Xtr, ytr, seed=SEED):
    """A full decision tree: no limit on depth or leaves."""
    return DecisionTreeClassifier(random_state=seed).fit(Xtr, ytr)


def on_threshold(tree, row):
    """Whether the row meets a node on its way whose threshold is exactly its value.

    The tree compares single-precision values with its thresholds: so does this.
    """
    nodes = tree.decision_path(row[None]).indices
    inner = nodes[tree.tree_.children_left[nodes] != -1]
    value = row.astype(np.float32)[tree.tree_.feature[inner]]
    return bool((value == tree.tree_.threshold[inner]).any())


def to_the_bit(X, y, n_seeds=20):
    """How many predictions of a full tree move when only the units change?

    The tree's seed is 0; 576 training and 192 test rows. Keys: train_rows, test_rows, tiny (test
    predictions moved where every column is multiplied by 2^-20), and one a
    scaler, and powers (each column times a power of two) with train and test
    (predictions moved) and on_threshold (how many of those test rows sit exactly on a threshold of
    the raw tree); thresholds_differ (in how many nodes the threshold under powers is not the raw
    one times the power); most_moved (of the scalers, test); seeds: n, mean, min, max (test
    predictions moved by another seed alone), values.
    """
    Xtr, Xte, ytr, yte = split(X, y)
    raw = grow(Xtr, ytr)
    tiny = grow(Xtr * TINY, ytr).predict(Xte * TINY)
    powers = 2.0 ** np.array(POWERS)
    tables = {**{kind: scaled(kind, Xtr, Xtr, Xte) for kind in SCALERS},
              "powers": (Xtr * powers, Xte * powers)}
    found = {"train_rows": len(ytr), "test_rows": len(yte),
             "tiny": int((tiny != raw.predict(Xte)).sum())}
    for name, (Ztr, Zte) in tables.items():
        tree = grow(Ztr, ytr)
        moved = np.flatnonzero(tree.predict(Zte) != raw.predict(Xte))
        found[name] = {"train": int((tree.predict(Ztr) != raw.predict(Xtr)).sum()),
                       "test": len(moved),
                       "on_threshold": sum(on_threshold(raw, Xte[i]) for i in moved)}
    found["thresholds_differ"] = thresholds_differ(raw, grow(Xtr * powers, ytr), powers)
    found["most_moved"] = max(found[kind]["test"] for kind in SCALERS)
    return found | {"seeds": other_seeds(raw, Xtr, Xte, ytr, n_seeds)}


def thresholds_differ(raw, other, powers):
    """In how many inner nodes the other tree asks another question than raw, units aside."""
    inner = raw.tree_.feature >= 0
    feature = raw.tree_.feature[inner]
    return int(((other.tree_.feature[inner] != feature)
                | (other.tree_.threshold[inner] != raw.tree_.threshold[inner] * powers[feature])
                ).sum())


def other_seeds(raw, Xtr, Xte, ytr, n_seeds):
    """Test predictions moved by seeds 1 to n_seeds against the tree raw."""
    moved = [int((grow(Xtr, ytr, seed).predict(Xte) != raw.predict(Xte)).sum())
             for seed in range(1, n_seeds + 1)]
    return {"n": n_seeds, "mean": float(np.mean(moved)), "min": min(moved), "max": max(moved),
            "values": moved}
