"""The same three scalers, and the model they are compared on, from scikit-learn."""
import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import MinMaxScaler, RobustScaler, StandardScaler


# region: sklearn_scale
KINDS = {"minmax": MinMaxScaler, "standard": StandardScaler, "robust": RobustScaler}


def sklearn_scale(Xtr, Xte, kind):
    """Both tables under scikit-learn's scaler of that kind, fitted on Xtr alone: (Ztr, Zte).

    kind is "minmax", "standard" or "robust"; anything else is a ValueError.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}: choose one of {', '.join(KINDS)}")
    scaler = KINDS[kind]().fit(Xtr)
    return scaler.transform(Xtr), scaler.transform(Xte)
# endregion


# region: knn_accuracy
def knn_accuracy(Xtr, ytr, Xte, yte, k):
    """Share of the test records that the k nearest training records call right, by majority."""
    return KNeighborsClassifier(n_neighbors=k).fit(Xtr, ytr).score(Xte, yte)
# endregion


# region: each_fold
def each_fold(X, y, folds, fit, transform, k):
    """One k-NN accuracy a fold, each fold scaled by its own training part: a list.

    folds: pairs of row-number arrays (train, test). As cross_val_score of a Pipeline.
    """
    X, y, scores = np.asarray(X), np.asarray(y), []  # row numbers, whatever an index says
    for train, test in folds:
        stats = fit(X[train])
        Ztr, Zte = transform(X[train], stats), transform(X[test], stats)
        scores.append(knn_accuracy(Ztr, y[train], Zte, y[test], k))
    return scores
# endregion
