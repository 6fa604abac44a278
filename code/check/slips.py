"""The usual slips: what each would give, and the hint if that is what came out.

CAUSES has for each function pairs of a hint and a way to get it wrong. The wrong ways take the
arguments of the function; of a fit they may give only the statistic that goes wrong.
"""
import numpy as np

from process import range_fit, range_transform


def scale_train_test(Xtr, Xte, fit, transform):
    """The rule that leaves no leak, in its plain form."""
    stats = fit(Xtr)
    return transform(Xtr, stats), transform(Xte, stats), stats


def iqr(X, method="linear"):
    """The interquartile range of each column, under one of NumPy's kinds of quartile."""
    q1, q3 = np.percentile(X, [25, 75], axis=0, method=method)
    return q3 - q1


def quartiles(method):
    """The slip of taking quartiles of another kind."""
    return lambda X: {"iqr": iqr(X, method)}


def refitted(centre, spread):
    """The slip of measuring the table that is to be transformed, without and with a guard."""
    return (REFIT, lambda X, stats: (X - centre(X, axis=0)) / spread(X)), (
        REFIT, lambda X, stats: (X - centre(X, axis=0)) / np.where(spread(X) > 0, spread(X), 1))


def shifted(centre, spread):
    """The slips that the formula (X - centre) / spread invites."""
    return [
        (BRACKETS, lambda X, s: X - s[centre] / s[spread]),
        (f"divide by {spread}: this multiplies", lambda X, s: (X - s[centre]) * s[spread]),
        (f"the sign is turned: X - {centre}", lambda X, s: (s[centre] - X) / s[spread]),
        (f"subtract the {centre} first", lambda X, s: X / s[spread]),
        (f"now divide by {spread}", lambda X, s: X - s[centre])]


REFIT = "it measures X again: use the numbers in stats, whatever table comes in"
ALL = "one number over all columns: measure each column by itself, with axis=0"
ROWS = "this measures along the rows: each column by itself is axis=0"
LINEAR = ("other quartiles: np.percentile(X, [25, 75], axis=0) interpolates linearly, as "
          "scikit-learn does")
BRACKETS = "division comes before subtraction: put brackets around the difference"
CAUSES = {
    "minmax_fit": [
        (ALL, lambda X: {"min": X.min(), "max": X.max()}),
        (ROWS, lambda X: {"min": X.min(axis=1), "max": X.max(axis=1)}),
        ("min and max are swapped", lambda X: {"min": X.max(axis=0), "max": X.min(axis=0)}),
        ("max is the largest value, not the range", lambda X: {"max": np.ptp(X, axis=0)})],
    "minmax_transform": [
        *refitted(np.min, lambda X: np.ptp(X, axis=0)),
        ("it clips: a value outside the fitted range lands outside [0, 1], and has to show",
         lambda X, s: np.clip(range_transform(X, s), 0, 1)),
        (BRACKETS, lambda X, s: X - s["min"] / (s["max"] - s["min"])),
        (BRACKETS, lambda X, s: (X - s["min"]) / s["max"] - s["min"]),
        ("divide by max - min, not by max", lambda X, s: (X - s["min"]) / s["max"]),
        ("divide by max - min, not by max, and subtract min", lambda X, s: X / s["max"]),
        ("the smallest value goes to 0: subtract min, not max from it",
         lambda X, s: (s["max"] - X) / (s["max"] - s["min"])),
        ("this goes to [-1, 1]: asked for is [0, 1]", lambda X, s: 2 * range_transform(X, s) - 1)],
    "standardize_fit": [
        ("this divides by N - 1: the chapter and scikit-learn divide by N (ddof=0)",
         lambda X: {"std": X.std(axis=0, ddof=1)}),
        ("this is the variance: std is its square root", lambda X: {"std": X.var(axis=0)}),
        (ALL, lambda X: {"mean": X.mean(), "std": X.std()}),
        ("deviations from the grand mean: each column has a mean of its own",
         lambda X: {"std": np.sqrt(((X - X.mean()) ** 2).mean(axis=0))}),
        (ROWS, lambda X: {"mean": X.mean(axis=1), "std": X.std(axis=1)}),
        ("this is the median: asked for is the mean", lambda X: {"mean": np.median(X, axis=0)}),
        ("the mean size of the deviations: square them, average, take the root",
         lambda X: {"std": np.abs(X - X.mean(axis=0)).mean(axis=0)})],
    "standardize_transform": [
        *refitted(np.mean, lambda X: X.std(axis=0)),
        ("divide by std, not by its square", lambda X, s: (X - s["mean"]) / s["std"] ** 2),
        *shifted("mean", "std")],
    "robust_fit": [
        ("the quartiles are swapped: iqr is the upper minus the lower, never below 0",
         lambda X: {"iqr": -iqr(X)}),
        *((LINEAR, quartiles(method)) for method in (
            "lower", "higher", "nearest", "midpoint", "weibull", "hazen", "inverted_cdf",
            "averaged_inverted_cdf", "interpolated_inverted_cdf", "median_unbiased",
            "normal_unbiased", "closest_observation")),
        ("not the quartiles: they are the percentiles 25 and 75",
         lambda X: {"iqr": np.subtract(*np.percentile(X, [90, 10], axis=0))}),
        ("half of it: iqr is the whole width of the middle half",
         lambda X: {"iqr": iqr(X) / 2}),
        ("this is the standard deviation", lambda X: {"iqr": X.std(axis=0)}),
        ("this is the mean: asked for is the median", lambda X: {"median": X.mean(axis=0)}),
        (ALL, lambda X: {"median": np.median(X), "iqr": iqr(X.ravel())}),
        (ROWS, lambda X: {"median": np.median(X, axis=1)})],
    "robust_transform": [*refitted(np.median, iqr), *shifted("median", "iqr")],
    "scale_train_test": [
        ("this is fitted on the test rows: fit(Xtr)", lambda Xtr, Xte, *_: scale_train_test(
            Xtr, Xte, lambda X: range_fit(Xte), range_transform)),
        ("this is fitted on training and test rows together: fit(Xtr) alone",
         lambda Xtr, Xte, *_: scale_train_test(
             Xtr, Xte, lambda X: range_fit(np.vstack([Xtr, Xte])), range_transform)),
        ("the test rows are scaled by statistics of their own: use those of Xtr for both",
         lambda Xtr, Xte, *_: (range_transform(Xtr, range_fit(Xtr)),
                               range_transform(Xte, range_fit(Xte)), range_fit(Xtr))),
        ("the two tables come back in the wrong order",
         lambda Xtr, Xte, *_: (range_transform(Xte, range_fit(Xtr)),
                               range_transform(Xtr, range_fit(Xtr)), range_fit(Xtr)))],
}
