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

from settings import K

from .knn import scaled
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


def target(n_splits=N_SPLITS, net_splits=NET_SPLITS):
    """Who cares about the unit of the target, and how much do the columns' units matter?

    load_diabetes(scaled=False), columns standardized, a quarter for test, R2 on test rows. Keys:
    rows, features, sd (of the target), n_splits, net_splits, passes; knn, least_squares, ridge,
    svr, lasso, net, net_long, each raw, scaled (the target standardized) and gain; columns: the
    same three for the columns, k-NN; lasso_same: lasso at strength 1 / sd on the scaled target.
    """
    X, y = load_diabetes(return_X_y=True, scaled=False)
    scores = {name: {"raw": [], "scaled": []} for name in (*MODELS, *NETS, "columns")}
    same = []
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=0.25, random_state=seed)
        Ztr, Zte = scaled("standard", Xtr, Xtr, Xte)

        def target_scaled(model):
            return TransformedTargetRegressor(model, transformer=StandardScaler())

        for name, model in (MODELS | (NETS if seed < net_splits else {})).items():
            for way, wrapped in (("raw", model), ("scaled", target_scaled(model))):
                scores[name][way].append(r2(wrapped, Ztr, ytr, Zte, yte))
        same.append(r2(target_scaled(Lasso(1 / ytr.std())), Ztr, ytr, Zte, yte))
        for way, (A, B) in (("raw", (Xtr, Xte)), ("scaled", (Ztr, Zte))):
            scores["columns"][way].append(r2(MODELS["knn"], A, ytr, B, yte))
    ratio = len(yte) / len(ytr)
    return {"rows": len(y), "features": X.shape[1], "sd": float(y.std()), "n_splits": n_splits,
            "net_splits": net_splits, "passes": PASSES, "lasso_same": summary(same),
            **{name: two_ways(ways, ratio) for name, ways in scores.items()}}
