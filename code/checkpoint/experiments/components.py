"""Where the wines lie over their first two principal components."""

from sklearn.datasets import load_wine
from sklearn.decomposition import PCA

from .knn import scaled


def wines():
    """Does PCA see the growers of the wines, raw and standardized?

    Keys: grower (0, 1, 2 a wine), raw and standard, each the first two components (two lists).
    """
    X, y = load_wine(return_X_y=True)
    return {"grower": y.tolist(),
            **{scaling: PCA(2).fit_transform(scaled(scaling, X, X)[0]).T.round(3).tolist()
               for scaling in ("raw", "standard")}}
