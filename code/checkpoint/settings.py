"""What is measured with, and what is compared: each setting stands here and nowhere else.

A fourth scaler is one entry more in SCALERS; its two functions stand in code/. Experiments, parity,
figures, the live scene and tests loop over the entries, and pages print `printed()`.
"""

from typing import NamedTuple
from collections.abc import Callable

from scalers import (minmax_fit, minmax_transform, robust_fit, robust_transform,
                     standardize_fit, standardize_transform)

K = 15  # neighbours
LARGEST_K = 51  # where every k is tried, in a figure and in the scene
N_SPLITS = 200  # stratified splits, seeds 0 and up
N_SPLITS_ASIDE = 50  # for what only explains a result, and for the largest table
N_SPLITS_MODELS = 20  # where there are many models
N_SPLITS_SLOW = 5  # for those of them that take longest
PATIENT = (126, 0.583)  # of the scene: glucose and pedigree of one training record


class SettingError(ValueError):
    """A setting that does not fit the data: says which, and where to change it."""


class Scaling(NamedTuple):
    """One way to have the columns: raw, or under a scaler. `name` is its key in the results."""

    name: str
    fit: Callable
    transform: Callable
    sklearn: str  # the name of scikit-learn's class of the same scaler
    label: str  # in figures and in the scene
    mark: str  # matplotlib's
    light: str  # its colour on the light page, at least 4.5 : 1 on it
    dark: str  # and on the dark page


SCALERS = {scaler.name: scaler for scaler in (
    Scaling("minmax", minmax_fit, minmax_transform, "MinMaxScaler",
          "min-max", "s", "#9d6b02", "#e69f00"),  # orange
    Scaling("standard", standardize_fit, standardize_transform, "StandardScaler",
          "standardized", "D", "#005039", "#3dbd90"),  # bluish green
    Scaling("robust", robust_fit, robust_transform, "RobustScaler",
          "robust", "^", "#853966", "#faa3d2"),  # reddish purple
)}
SCALINGS = {"raw": Scaling("raw", lambda X: None, lambda X, stats: X, "", "raw", "o",
                           "#757575", "#8c8c8c"), **SCALERS}  # grey


def printed():
    """With which settings was the book measured?

    Keys: k, majority (votes of k that make one), largest_k, n_splits, n_splits_aside,
    n_splits_models, n_splits_slow, n_scalers.
    """
    return {"k": K, "majority": K // 2 + 1, "largest_k": LARGEST_K, "n_splits": N_SPLITS,
            "n_splits_aside": N_SPLITS_ASIDE, "n_splits_models": N_SPLITS_MODELS,
            "n_splits_slow": N_SPLITS_SLOW, "n_scalers": len(SCALERS)}
