"""More is not better: what happens if columns are also made independent."""

from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.decomposition import PCA

from compare import paired_splits
from scalers import standardize_fit, standardize_transform
from settings import K, N_SPLITS_ASIDE

from .knn import knn_share, ways
from .spread import ratio, two_ways


def whiten_fit(X):
    """Statistics of the columns, and the principal components of the standardized ones."""
    stats = standardize_fit(X)
    return stats, PCA(whiten=True).fit(standardize_transform(X, stats))


def whiten_transform(X, stats):
    """The standardized rows along the components, each divided by its standard deviation."""
    return stats[1].transform(standardize_transform(X, stats[0]))


def against_standardizing(X, y, n_splits=N_SPLITS_ASIDE):
    """Does it help k-NN to whiten the columns, after standardizing?

    Whitening: principal components of the training rows, each divided by its standard deviation.
    Keys: pima, wine, cancer, each with n_splits, standard, whitened (summaries), gain.
    """
    compared = ways(["standard"]) | {"whitened": (whiten_fit, whiten_transform)}
    tables = {"pima": (X, y), "wine": load_wine(return_X_y=True),
              "cancer": load_breast_cancer(return_X_y=True)}
    return {name: {"n_splits": n_splits,
                   **two_ways(paired_splits(*table, compared, K, range(n_splits), knn_share),
                              ratio(*table))}
            for name, table in tables.items()}
