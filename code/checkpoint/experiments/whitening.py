"""More is not better: what happens if columns are also made independent."""

from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.decomposition import PCA

from pima import split

from .rulers import knn_share, scaled
from .spread import gain, summary

N_SPLITS = 50


def against_standardizing(X, y, n_splits=N_SPLITS):
    """Does it help k-NN to whiten the columns, after standardizing? k-NN, seeds 0-49.

    Whitening: principal components of the training rows, each divided by its standard deviation.
    Keys: pima, wine, cancer, each with n_splits, standard, whitened (summaries), gain.
    """
    return {name: one_table(*X_y, n_splits) for name, X_y in
            (("pima", (X, y)), ("wine", load_wine(return_X_y=True)),
             ("cancer", load_breast_cancer(return_X_y=True)))}


def one_table(X, y, n_splits):
    """One table's entry."""
    found = {"standard": [], "whitened": []}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        Ztr, Zte = scaled("standard", Xtr, Xtr, Xte)
        pca = PCA(whiten=True).fit(Ztr)
        for way, (A, B) in (("standard", (Ztr, Zte)),
                            ("whitened", (pca.transform(Ztr), pca.transform(Zte)))):
            found[way].append(knn_share(A, ytr, B, yte))
    return {"n_splits": n_splits, **{way: summary(values) for way, values in found.items()},
            "gain": gain(found["whitened"], found["standard"], len(yte) / len(ytr))}
