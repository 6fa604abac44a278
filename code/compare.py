"""Two ways compared fairly: on the same splits, with an interval that knows that they overlap."""
import numpy as np
from scipy.stats import t
from sklearn.model_selection import train_test_split

from library import knn_accuracy


# region: paired_splits
RAW = (lambda X: None, lambda X, stats: X)  # no scaler: nothing is measured, nothing changes


def quarter(X, y, seed):
    """(Xtr, Xte, ytr, yte): a quarter of the rows for test, stratified by y."""
    return train_test_split(X, y, test_size=0.25, stratify=y, random_state=seed)


def paired_splits(X, y, ways, k, seeds, accuracy=knn_accuracy, split=quarter):
    """One k-NN accuracy a split for each way, all ways on the same splits: {name: list}.

    ways: {name: (fit, transform)}. Each seed draws one split. accuracy: another function of
    (Ztr, ytr, Zte, yte, k), for another model. split: another of (X, y, seed), for other splits.
    """
    scores = {name: [] for name in ways}
    for seed in seeds:
        Xtr, Xte, ytr, yte = split(X, y, seed)
        for name, (fit, transform) in ways.items():
            stats = fit(Xtr)
            Ztr, Zte = transform(Xtr, stats), transform(Xte, stats)
            scores[name].append(accuracy(Ztr, ytr, Zte, yte, k))
    return scores
# endregion


# region: corrected_interval
def corrected_interval(gains, test_to_train, level=0.95):
    """Nadeau and Bengio's interval for the mean of paired gains from J overlapping splits.

    (low, high) = mean -+ t sqrt((1/J + test_to_train) s^2), t with J - 1 degrees of freedom.
    test_to_train is n_test / n_train: splits of one table share rows, so s^2 / J is too little.
    """
    gains = np.asarray(gains, float)
    error = np.sqrt((1 / len(gains) + test_to_train) * gains.var(ddof=1))
    half = t.ppf((1 + level) / 2, len(gains) - 1) * error
    return float(gains.mean() - half), float(gains.mean() + half)
# endregion
