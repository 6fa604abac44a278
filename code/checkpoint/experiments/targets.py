"""A number to be predicted: which models care about its unit, and about the columns'."""

import warnings

from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_diabetes
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, LinearRegression, Ridge
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

from compare import paired_splits
from settings import K

from .knn import ways
from .spread import summary, two_ways

N_SPLITS, NET_SPLITS, PASSES = 10, 2, 700
MODELS = {"knn": KNeighborsRegressor(K), "least_squares": LinearRegression(), "ridge": Ridge(),
          "svr": SVR(), "lasso": Lasso()}
NETS = {"net": MLPRegressor(random_state=0),
        "net_long": MLPRegressor(max_iter=PASSES, random_state=0)}


def r2(model, Xtr, ytr, Xte, yte):
    """R2 on the test rows; that a net's passes run out is the finding, no fault."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return float(model.fit(Xtr, ytr).score(Xte, yte))


def quarter(X, y, seed):
    """A quarter of the rows for test; there are no classes to stratify by."""
    return train_test_split(X, y, test_size=0.25, random_state=seed)


def target_scaled(model):
    """The model with its target standardized."""
    return TransformedTargetRegressor(model, transformer=StandardScaler())


def target(n_splits=N_SPLITS, net_splits=NET_SPLITS):
    """Who cares about the unit of the target, and how much do the columns' units matter?

    load_diabetes(scaled=False), columns standardized, a quarter for test, R2 on test rows. Keys:
    rows, features, sd (of the target), n_splits, net_splits, passes; knn, least_squares, ridge,
    svr, lasso, net, net_long, each raw, scaled (the target standardized) and gain; columns: the
    same three for the columns, k-NN; lasso_same: lasso at strength 1 / sd on the scaled target.
    """
    X, y = load_diabetes(return_X_y=True, scaled=False)

    def scores(names, model, n):
        """R2 a split of what model(ytr) gives, with the columns raw or under a scaler."""
        return paired_splits(X, y, ways(names), None, range(n), lambda Ztr, ytr, Zte, yte, k:
                             r2(model(ytr), Ztr, ytr, Zte, yte), quarter)

    def entry(model, n):
        return two_ways({"raw": scores(["standard"], lambda ytr: model, n)["standard"],
                         "scaled": scores(["standard"], lambda ytr: target_scaled(model), n)
                         ["standard"]}, ratio)

    ratio = len(quarter(X, y, 0)[3]) / len(quarter(X, y, 0)[2])
    columns = scores(["raw", "standard"], lambda ytr: MODELS["knn"], n_splits)
    same = scores(["standard"], lambda ytr: target_scaled(Lasso(1 / ytr.std())), n_splits)
    return {"rows": len(y), "features": X.shape[1], "sd": float(y.std()), "n_splits": n_splits,
            "net_splits": net_splits, "passes": PASSES, "lasso_same": summary(same["standard"]),
            "columns": two_ways({"raw": columns["raw"], "scaled": columns["standard"]}, ratio),
            **{name: entry(model, n_splits) for name, model in MODELS.items()},
            **{name: entry(model, net_splits) for name, model in NETS.items()}}
