"""Why a penalty cares about units: the same column in other units, with and without one."""

import numpy as np
from sklearn.linear_model import Lasso, LinearRegression, Ridge

from pima import split

from .columns import GLUCOSE

RIDGE, LASSO = 100, 0.1
# One unit of each in mg/dL, the unit of the table; glucose has 180.16 g/mol.
UNITS = {"mmol_l": 18.016, "g_l": 100.0}
MODELS = {"none": LinearRegression,
          "l2": lambda: Ridge(RIDGE, solver="svd"),
          "l1": lambda: Lasso(LASSO, tol=1e-12, max_iter=1_000_000)}


def fitted(model, Xtr, ytr, Xte):
    """Predicted values on the test rows, and glucose's coefficient."""
    model = model().fit(Xtr, ytr)
    return model.predict(Xte), float(model.coef_[GLUCOSE])


def other_units(X, y):
    """Do predictions change when glucose is written in mmol/L or g/L instead of mg/dL?

    Least squares onto the outcome 0 or 1, all other columns as they are, fixed split; a prediction
    above 0.5 predicts 1. Keys: alpha_l2, alpha_l1, units (mg/dL in one), test_rows, and one of
    none, l2, l1, each with mg_dl, mmol_l, g_l: right (test rows predicted right), coefficient (per
    mg/dL), largest_change (of a predicted value against mg/dL) and calls_changed.
    """
    Xtr, Xte, ytr, yte = split(X, y)
    found = {"alpha_l2": RIDGE, "alpha_l1": LASSO, "units": UNITS, "test_rows": len(yte)}
    for name, model in MODELS.items():
        usual = fitted(model, Xtr, ytr, Xte)[0]
        found[name] = {}
        for unit, size in {"mg_dl": 1.0, **UNITS}.items():
            factor = np.ones(X.shape[1])
            factor[GLUCOSE] = 1 / size
            values, coefficient = fitted(model, Xtr * factor, ytr, Xte * factor)
            found[name][unit] = {"right": int(((values > 0.5) == yte).sum()),
                                 "coefficient": coefficient / size,
                                 "largest_change": float(np.abs(values - usual).max()),
                                 "calls_changed": int(((values > 0.5) != (usual > 0.5)).sum())}
    return found
