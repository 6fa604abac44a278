"""What the live k-NN scene is given, and its ruler: the reference that the page must equal.

The scene needs the 576 training records, the 192 test records, both outcomes, one spread a feature
and scaler, and the figures' names and colours. It computes the rest in the page, by the same
operations in the same order as `ruler` here and `neighbours` of experiments/flips.py, so that they
agree exactly: a test compares.
"""

import json

import numpy as np
from experiments.columns import COLUMNS, GLUCOSE, PEDIGREE
from experiments.flips import row_of
from figures.style import PALETTE
from pima import split
from settings import K, LARGEST_K, PATIENT, SCALERS

STEPS = 500  # positions of the slider from raw to the far end, besides the first
UNITS = ("", "mg/dL", "mm Hg", "mm", "µU/mL", "kg/m²", "", "years")


def ruler(spread, t):
    """The unit of each feature at t: 1 where t = 0 (raw), the spread where t = 1, both exactly."""
    return (1 - t) + t * spread


def spreads(Xtr):
    """What each scaler, fitted on Xtr, divides the columns by: {scaler: (D,)}."""
    ends = np.stack([Xtr.min(axis=0), Xtr.max(axis=0)])
    return {name: np.ptp(ends, axis=0) / np.ptp(transform(ends, fit(Xtr)), axis=0)
            for name, fit, transform, *_ in SCALERS.values()}


def scene_data(X, y):
    """Everything the scene is given, as plain lists and numbers; tables are lists of columns."""
    Xtr, Xte, ytr, yte = split(X, y)
    return {"k": K, "largestK": LARGEST_K,
            "features": [feature(*named) for named in zip(COLUMNS, UNITS, Xtr.T, X.T)],
            "patient": row_of(PATIENT, Xtr[:, [GLUCOSE, PEDIGREE]]),
            "train": [plain(column) for column in Xtr.T], "outcome": ytr.tolist(),
            "test": [plain(column) for column in Xte.T], "testOutcome": yte.tolist(),
            "spread": {scaler: plain(spread) for scaler, spread in spreads(Xtr).items()},
            "labels": {name: scaler.label for name, scaler in SCALERS.items()}, "colours": PALETTE}


def feature(key, unit, train, everybody):
    """Names of a feature, its range over the training records, and how finely it was measured."""
    label = "BMI" if key == "bmi" else key.replace("_", " ")
    digits = max(len(repr(value).partition(".")[2]) for value in plain(everybody))
    return {"key": key.replace("_", "-"), "label": label, "unit": unit, "digits": digits,
            "low": plain(train.min()), "high": plain(train.max())}


def plain(values):
    """Numbers as JSON prints them shortest: whole ones without a point, others in full."""
    values = np.asarray(values)
    if values.ndim:
        return [plain(value) for value in values]
    return int(values) if values == int(values) else float(values)


def scene_script(X, y):
    """The data as a script that a page can load from disk, in bytes."""
    text = json.dumps(scene_data(X, y), separators=(",", ":"), ensure_ascii=False)
    return f"window.knnSceneData = {text};\n".encode()
