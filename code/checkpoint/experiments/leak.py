"""What a leak does, four ways: nothing much, flattery, harm, and disaster."""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from pima import split
from settings import N_SPLITS, N_SPLITS_ASIDE, SCALERS

from .columns import GLUCOSE
from .knn import knn_share, scaled, share_right
from .spread import paired, summary

FEW_ROWS = (20, 40, 100, 400)


def on_splits(X, y, n_splits=N_SPLITS):
    """Does a scaler fitted on all rows flatter k-NN here?

    Leaky minus clean. Keys: n_splits, one a scaler (paired summary, values in seed order).
    """
    return compare(X, y, n_splits, wild=False)


def wild_reading(X, y, n_splits=N_SPLITS_ASIDE):
    """Can the leak lower the score? The largest test glucose times ten, all else as above."""
    return compare(X, y, n_splits, wild=True)


def compare(X, y, n_splits, wild):
    """Leaky minus clean for each scaler; wild multiplies the largest test glucose by 10."""
    clean, leaky = ({kind: [] for kind in SCALERS} for _ in range(2))
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        if wild:
            Xte[Xte[:, GLUCOSE].argmax(), GLUCOSE] *= 10
        for kind in SCALERS:
            for found, rows in ((clean, Xtr), (leaky, np.vstack([Xtr, Xte]))):
                Ztr, Zte = scaled(kind, rows, Xtr, Xte)
                found[kind].append(knn_share(Ztr, ytr, Zte, yte))
    return {"n_splits": n_splits,
            **{kind: {**paired(leaky[kind], clean[kind]),
                      "values": (np.array(leaky[kind]) - clean[kind]).tolist()}
               for kind in SCALERS}}


def heavy_tails(rng, n):
    """n rows of two balanced classes: one informative normal column, 20 columns exp(2 N(0, 1))."""
    y = np.repeat([0, 1], n // 2)
    informative = rng.normal(np.where(y == 1, 1.5, -1.5), 1)
    return np.column_stack([informative, np.exp(2 * rng.normal(size=(n, 20)))]), y


def few_rows(n_seeds=N_SPLITS, sizes=FEW_ROWS):
    """Does the leak flatter with few rows and heavy-tailed columns?

    Min-max, logistic regression (C = 1), 70/30 stratified, 1,000 fresh rows of the same kind.
    Keys: n_seeds, sizes, and one a size ("20", ...): clean, leaky, fresh and fresh_clean (the leaky
    and the clean pipeline on the fresh rows), fresh_cut (clean, the fresh values cut to [0, 1]),
    each a summary over the seeds, and gap (leaky minus clean, paired summary).
    """
    found = {}
    for n in sizes:
        scores = np.array([few_rows_once(n, seed) for seed in range(n_seeds)])
        names = dict(zip(("clean", "leaky", "fresh", "fresh_clean", "fresh_cut"), scores.T))
        found[str(n)] = {name: summary(values) for name, values in names.items()}
        found[str(n)]["gap"] = paired(names["leaky"], names["clean"])
    return {"n_seeds": n_seeds, "sizes": list(sizes), **found}


def few_rows_once(n, seed):
    """Five accuracies of one draw: see `few_rows`."""
    rng = np.random.default_rng(seed)
    (X, y), (fresh, fresh_y) = heavy_tails(rng, n), heavy_tails(rng, 1000)
    Xtr, Xte, ytr, yte = split(X, y, seed, test_size=0.3)
    Ztr, Zte, Zfresh = scaled("minmax", Xtr, Xtr, Xte, fresh)
    clean = LogisticRegression(C=1).fit(Ztr, ytr)
    Ytr, Yte, Yfresh = scaled("minmax", X, Xtr, Xte, fresh)
    leaky = LogisticRegression(C=1).fit(Ytr, ytr)
    return (share_right(says_one(clean, Zte), yte), share_right(says_one(leaky, Yte), yte),
            share_right(says_one(leaky, Yfresh), fresh_y),
            share_right(says_one(clean, Zfresh), fresh_y),
            share_right(says_one(clean, np.clip(Zfresh, 0, 1)), fresh_y))


def says_one(model, Z):
    """Where the fitted model predicts 1, without the checks that cost more than the product."""
    return Z @ model.coef_[0] + model.intercept_[0] > 0


def best_columns(X, y, n_best=5):
    """Indices of the columns of X that correlate most with y, either way."""
    Z, u = X - X.mean(axis=0), y - y.mean()
    correlation = np.abs(u @ Z) / np.sqrt((Z ** 2).sum(axis=0))
    return np.argsort(-correlation, kind="stable")[:n_best]


def through_outcome(n_seeds=100):
    """What does the same habit do in a step that sees the outcome?

    The best 5 of 500 columns of pure noise, 100 rows, balanced random outcome, k-NN; chosen before
    the split, or inside it. Keys: n_seeds, split (75/25) and folds (5-fold), each with before,
    inside (summaries) and gap (paired summary of before minus inside).
    """
    one_split, folds = [], []
    for seed in range(n_seeds):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(100, 500)), rng.permutation(np.repeat([0, 1], 50))
        Xtr, Xte, ytr, yte = split(X, y, seed)
        one_split.append(before_and_inside(X, y, Xtr, Xte, ytr, yte))
        five = StratifiedKFold(5, shuffle=True, random_state=seed).split(X, y)
        folds.append(np.mean([before_and_inside(X, y, X[tr], X[te], y[tr], y[te])
                              for tr, te in five], axis=0))
    return {"n_seeds": n_seeds, "split": chosen(one_split), "folds": chosen(folds)}


def before_and_inside(X, y, Xtr, Xte, ytr, yte):
    """Test accuracy with columns chosen on all rows, and with columns chosen on training rows."""
    return [knn_share(Xtr[:, best], ytr, Xte[:, best], yte)
            for best in (best_columns(X, y), best_columns(Xtr, ytr))]


def chosen(pairs):
    """The entry of `through_outcome` for one way of holding out."""
    before, inside = np.array(pairs).T
    return {"before": summary(before), "inside": summary(inside), "gap": paired(before, inside)}
