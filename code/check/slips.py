"""The usual slips: what each would give, and what to say if that is what came out.

CAUSES has for each function pairs of a hint and a way to get it wrong. The wrong ways take the
function's arguments; of a fit they may give only the statistic that goes wrong. No two slips of a
function with different hints give the same on all tables (a test says so).
"""
import numpy as np

from asked import CENTRE, OTHER, RIGHT, SPREAD, STREAMS, iqr, knn_scores, running_std, scale_train_test
from submission import odd_fit, odd_transform

ALL = "one number over all columns: measure each column by itself, with axis=0"
ROWS = "this measures along the rows: each column by itself is axis=0"
LAST = "only the last comes back: each turn of the loop writes over the one before"
SHORT = "the last column is left out: range(X.shape[1]) goes through all of them"
LOOP = "only the first comes back right: does `return` stand inside the loop? Move it left"
ROUNDED = "the values are rounded: return them as they are, and round only what you print"
WHOLE = ("whole numbers only: was the array made of integers? np.zeros(X.shape) makes one of floats, "
         "np.zeros_like(X) and X.copy() one of X's own type")
REFIT = "it measures X again: use the numbers in stats, whatever table comes in"
LEFT = ("it uses what a fit has left in a variable or an object: use the numbers in stats, which "
        "may come from another table or another day")
LINEAR = ("other quartiles: np.percentile(X, [25, 75], axis=0) interpolates linearly, as "
          "scikit-learn does")
PERCENT = "np.percentile takes percent, [25, 50, 75]; np.quantile takes [0.25, 0.5, 0.75]"
BRACKETS = "division comes before subtraction: put brackets around the difference"
TINY = ("something small is added to the divisor, which changes every value: divide by the "
        "spread itself, and by 1 where it is 0")
PLACES = range(7)


# ---- Slips of a fit -------------------------------------------------------------------------------

def of_statistics(name):
    """Slips that any fit invites: rounding, integers, loops that miss a column or a row."""
    fit = RIGHT[f"{name}_fit"]

    def each(change):
        return lambda X: {key: change(value) for key, value in fit(X).items()}

    return [*((ROUNDED, each(lambda v, d=d: np.round(v, d))) for d in PLACES),
            (WHOLE, each(np.trunc)),
            ("X[j] is a row: column j is X[:, j]", lambda X: fit(X[:X.shape[1]].T)),
            ("the first row is left out: X holds no row of names", lambda X: fit(X[1:])),
            ("the last row is left out: range(len(X)) goes through all of them",
             lambda X: fit(X[:-1])),
            (LAST, each(lambda v: v[-1])), (SHORT, each(lambda v: v[:-1])),
            (LOOP, each(lambda v: v[:1])),
            (LOOP, each(lambda v: v * (np.arange(len(v)) == 0)))]


def without_zeros(name):
    """The slip of taking 0 for a missing value, as the chapter's table has it."""
    def slip(X):
        columns = [RIGHT[f"{name}_fit"](column[column != 0][:, None]) for column in X.T]
        return {key: np.concatenate([stats[key] for stats in columns]) for key in columns[0]}
    return "0 is left out as if it were missing: here it is a value", slip


def quartiles(*methods):
    """The slips of taking quartiles of other kinds."""
    return [(LINEAR, lambda X, m=m: {"iqr": iqr(X, m)}) for m in methods]


def percentile(q):
    """One percentile of each column."""
    return lambda X: np.percentile(X, q, axis=0)


def between_halves(X, middle_too):
    """The median of the upper half minus that of the lower: quartiles as many schools have them."""
    half, S = (len(X) + middle_too) // 2, np.sort(X, axis=0)
    return np.median(S[len(X) - half:], axis=0) - np.median(S[:half], axis=0)


def middle(X, i):
    """The value at one place of each column in order."""
    return np.sort(X, axis=0)[i]


# ---- Slips of a transform -------------------------------------------------------------------------

def of_formula(part):
    """The slips that (X - centre) / spread invites, with what a beginner calls the two."""
    c, s, right = CENTRE[part], SPREAD[part], RIGHT[f"{part}_transform"]
    centre, spread = {"minmax": ("min", "max - min"), "standardize": ("mean", "std"),
                      "robust": ("median", "iqr")}[part]
    fit = RIGHT[f"{part}_fit"]

    def guarded(X):
        width = s(fit(X))
        return (X - c(fit(X))) / np.where(width > 0, width, 1)

    return [
        (REFIT, lambda X, _: right(X, fit(X))), (REFIT, lambda X, _: guarded(X)),
        (LEFT, lambda X, _: right(X, fit(OTHER))),
        (BRACKETS, lambda X, st: X - c(st) / s(st)),
        (f"divide by {spread}: this multiplies", lambda X, st: (X - c(st)) * s(st)),
        (f"the sign is turned: X - {centre}", lambda X, st: (c(st) - X) / s(st)),
        (f"subtract the {centre}: this adds it", lambda X, st: (X + c(st)) / s(st)),
        (f"subtract the {centre} first", lambda X, st: X / s(st)),
        (f"now divide by {spread}", lambda X, st: X - c(st)),
        ("the sign is lost: what lies below the " + centre + " is below 0",
         lambda X, st: np.abs(X - c(st)) / s(st)),
        ("// drops what is after the point: / divides", lambda X, st: (X - c(st)) // s(st)),
        (WHOLE, lambda X, st: np.trunc(right(X, st))),
        *((ROUNDED, lambda X, st, d=d: np.round(right(X, st), d)) for d in PLACES),
        *((TINY, lambda X, st, p=p: (X - c(st)) / (s(st) + 10.0**-p)) for p in range(3, 9)),
        *first_only(right)]


def first_only(right):
    """What a return inside a loop over columns, or over rows, leaves of a transform."""
    def first(axis, rest):
        def slip(X, st):
            Z, reached = rest(X), (slice(None), 0) if axis else 0
            Z[reached] = right(X, st)[reached]
            return Z
        return slip
    return [*((LOOP, first(axis, rest)) for axis in (1, 0) for rest in (np.zeros_like, np.copy)),
            (LOOP, lambda X, st: right(X, st)[:, :1]), (LOOP, lambda X, st: right(X, st)[:1]),
            (LOOP, lambda X, st: right(X, st)[0]), (LOOP, lambda X, st: right(X, st)[:, 0]),
            (LAST, lambda X, st: right(X, st)[:, -1]), (LAST, lambda X, st: right(X, st)[-1])]


def of_inverse(part):
    """The slips that Z * spread + centre invites."""
    c, s = CENTRE[part], SPREAD[part]
    return [("multiply first, then add: what was done last is undone first",
             lambda Z, st: (Z + c(st)) * s(st)),
            ("this divides: the inverse multiplies by what was divided by",
             lambda Z, st: Z / s(st) + c(st)),
            ("this scales once more: the inverse multiplies, then adds",
             RIGHT[f"{part}_transform"]),
            ("now add what was subtracted", lambda Z, st: Z * s(st)),
            ("multiply first by what was divided by", lambda Z, st: Z + c(st)),
            ("the centre is to be added", lambda Z, st: Z * s(st) - c(st)),
            *((ROUNDED, lambda Z, st, d=d: np.round(Z * s(st) + c(st), d)) for d in (0, 1, 2))]


# ---- Slips of what keeps tables apart -----------------------------------------------------------

def split_slip(fit_on=lambda Xtr, Xte: Xtr, swapped=False, own=False):
    """`scale_train_test` fitted on other rows, or returned in another order."""
    def slip(Xtr, Xte, *_):
        Ztr, Zte, stats = scale_train_test(fit_on(Xtr, Xte), Xte, odd_fit, odd_transform)
        Ztr = odd_transform(Xtr, stats)
        if own:
            Zte = odd_transform(Xte, odd_fit(Xte))
        return (Zte, Ztr, stats) if swapped else (Ztr, Zte, stats)
    return slip


def test_rows_forgotten(Xtr, *_):
    """`scale_train_test` whose second line is a copy of its first."""
    stats = odd_fit(Xtr)
    return odd_transform(Xtr, stats), odd_transform(Xtr, stats), stats


def with_all_before(values):
    """The deviation of these values and those of all streams before them."""
    before = []
    for stream, _ in STREAMS:
        if len(stream) == len(values) and (stream == values).all():
            break
        before += stream.tolist()
    return running_std(np.append(before, values))[len(before):]


def fold_by_fold(prepare):
    """The scores where prepare(numbers, words, train, test) gives the columns of each fold."""
    def slip(numbers, words, y, folds, k, *_):
        alike = np.full_like(words, "a")  # tells no two records apart
        return np.concatenate([
            knn_scores(prepare(numbers, words, train, test), alike, y, [(train, test)], k,
                       scaled=False) for train, test in folds])
    return slip


def standardized(numbers, rows):
    """Columns by the mean and deviation of some rows."""
    return (numbers - numbers[rows].mean(axis=0)) / numbers[rows].std(axis=0)


def one_hot(words, train):
    """A column for each category of the training rows."""
    return 1.0 * (words == np.unique(words[train]))


def each_by_itself(numbers, words, train, test):
    """Training and held-out rows under statistics of their own, and the categories."""
    Z = standardized(numbers, train)
    Z[test] = standardized(numbers, test)[test]
    return np.hstack([Z, one_hot(words, train)])


def by_sums(values):
    """The deviation from sums of x and x*x, as they round."""
    found, total, squares = [], 0.0, 0.0
    for n, x in enumerate(values.tolist(), 1):
        total, squares = total + x, squares + x * x
        found.append(max(squares / n - (total / n) ** 2, 0.0) ** 0.5)
    return np.array(found)


def welford(step):
    """The deviation from a sum of squares that grows wrongly."""
    def slip(values):
        found, mean, m2 = [], 0.0, 0.0
        for n, x in enumerate(values.tolist(), 1):
            before = x - mean
            mean += before / n
            m2 += step(before, x - mean)
            found.append((m2 / n) ** 0.5)
        return np.array(found)
    return slip


MINMAX = RIGHT["minmax_transform"]
CAUSES = {
    "minmax_fit": [
        (ALL, lambda X: {"min": X.min(), "max": X.max()}),
        (ROWS, lambda X: {"min": X.min(axis=1), "max": X.max(axis=1)}),
        ("min and max are swapped", lambda X: {"min": X.max(axis=0), "max": X.min(axis=0)}),
        ("max is the largest value, not the range", lambda X: {"max": np.ptp(X, axis=0)}),
        ("these are the first and the last row: sort, or use X.min(axis=0)",
         lambda X: {"min": X[0], "max": X[-1]}),
        ("the search starts from 0: start it from the first value of the column",
         lambda X: {"min": np.minimum(X.min(axis=0), 0), "max": np.maximum(X.max(axis=0), 0)}),
        ("the sign is lost: a value below 0 is smaller than 0",
         lambda X: {"min": np.abs(X).min(axis=0), "max": np.abs(X).max(axis=0)}),
        without_zeros("minmax"), *of_statistics("minmax")],
    "minmax_transform": [
        *of_formula("minmax"),
        ("it clips: a value outside the fitted range lands outside [0, 1], and has to show",
         lambda X, s: np.clip(MINMAX(X, s), 0, 1)),
        (BRACKETS, lambda X, s: (X - s["min"]) / s["max"] - s["min"]),
        (BRACKETS, lambda X, s: X - s["min"] / s["max"] - s["min"]),
        ("divide by max - min, not by max", lambda X, s: (X - s["min"]) / s["max"]),
        ("this divides each row by its length: asked for is each column, by its range",
         lambda X, _: X / np.linalg.norm(X, axis=1, keepdims=True)),
        ("divide by max - min, not by max, and subtract min", lambda X, s: X / s["max"]),
        ("the smallest value goes to 0: subtract min, not max from it",
         lambda X, s: (s["max"] - X) / (s["max"] - s["min"])),
        ("subtract min, not max", lambda X, s: (X - s["max"]) / (s["max"] - s["min"])),
        ("this goes to [-1, 1]: asked for is [0, 1]", lambda X, s: 2 * MINMAX(X, s) - 1)],
    "standardize_fit": [
        ("this divides by N - 1: the chapter and scikit-learn divide by N (ddof=0)",
         lambda X: {"std": X.std(axis=0, ddof=1)}),
        ("this is the variance: std is its square root", lambda X: {"std": X.var(axis=0)}),
        ("this is the variance, divided by N - 1: std is the square root, with N",
         lambda X: {"std": X.var(axis=0, ddof=1)}),
        ("this is std / sqrt(N), the standard error of the mean: asked for is std",
         lambda X: {"std": X.std(axis=0) / np.sqrt(len(X))}),
        ("this is std / sqrt(N), the standard error of the mean: asked for is std",
         lambda X: {"std": X.std(axis=0, ddof=1) / np.sqrt(len(X))}),
        ("the sum of the squares is not divided by N", lambda X: {
            "std": X.std(axis=0) * np.sqrt(len(X))}),
        ("this is the sum: divide it by N", lambda X: {"mean": X.sum(axis=0)}),
        ("divided by the number of columns: X.shape is (rows, columns), and N = len(X)",
         lambda X: {"mean": X.sum(axis=0) / X.shape[1],
                    "std": X.std(axis=0) * np.sqrt(len(X) / X.shape[1])}),
        ("the sum goes on from one column to the next: set it back to 0 for each",
         lambda X: {"mean": X.mean(axis=0).cumsum(), "std": np.sqrt(X.var(axis=0).cumsum())}),
        (ALL, lambda X: {"mean": X.mean(), "std": X.std()}),
        ("deviations from the grand mean: each column has a mean of its own",
         lambda X: {"std": np.sqrt(((X - X.mean()) ** 2).mean(axis=0))}),
        (ROWS, lambda X: {"mean": X.mean(axis=1), "std": X.std(axis=1)}),
        ("this is the median: asked for is the mean", lambda X: {"mean": np.median(X, axis=0)}),
        ("the mean size of the deviations: square them, average, take the root",
         lambda X: {"std": np.abs(X - X.mean(axis=0)).mean(axis=0)}),
        ("mean and std are swapped", lambda X: {"mean": X.std(axis=0), "std": X.mean(axis=0)}),
        without_zeros("standardize"), *of_statistics("standardize")],
    "standardize_transform": [
        *of_formula("standardize"),
        ("divide by std, not by its square", lambda X, s: (X - s["mean"]) / s["std"] ** 2),
        ("divide by std, not by its square root",
         lambda X, s: (X - s["mean"]) / np.sqrt(s["std"]))],
    "robust_fit": [
        ("the quartiles are swapped: iqr is the upper minus the lower, never below 0",
         lambda X: {"iqr": -iqr(X)}),
        (PERCENT,
         lambda X: {"iqr": percentile(0.75)(X) - percentile(0.25)(X),
                    "median": percentile(0.5)(X)}),
        *quartiles("lower", "higher", "nearest", "midpoint", "weibull", "hazen", "inverted_cdf",
                   "averaged_inverted_cdf", "interpolated_inverted_cdf", "median_unbiased",
                   "normal_unbiased", "closest_observation"),
        (LINEAR, lambda X: {"iqr": middle(X, 3 * len(X) // 4) - middle(X, len(X) // 4)}),
        *((LINEAR, lambda X, m=m: {"iqr": between_halves(X, m)}) for m in (0, 1)),
        ("not the quartiles: they are the percentiles 25 and 75",
         lambda X: {"iqr": percentile(90)(X) - percentile(10)(X)}),
        ("half of it: iqr is the whole width of the middle half",
         lambda X: {"iqr": iqr(X) / 2}),
        ("this is the upper quartile alone: subtract the lower", lambda X: {
            "iqr": percentile(75)(X)}),
        ("this is the whole range: iqr is that of the middle half", lambda X: {
            "iqr": np.ptp(X, axis=0)}),
        ("this is the standard deviation", lambda X: {"iqr": X.std(axis=0)}),
        ("this is the mean: asked for is the median", lambda X: {"median": X.mean(axis=0)}),
        ("the upper of the two middle values: the median of an even number is their mean",
         lambda X: {"median": middle(X, len(X) // 2)}),
        ("the lower of the two middle values: the median of an even number is their mean",
         lambda X: {"median": middle(X, (len(X) - 1) // 2)}),
        ("the middle row of a table that is not in order: sort each column first, axis=0",
         lambda X: {"median": X[len(X) // 2]}),
        ("the middle row of a table that is not in order: sort each column first, axis=0",
         lambda X: {"median": (X[(len(X) - 1) // 2] + X[len(X) // 2]) / 2}),
        ("halfway between the quartiles: the median is the percentile 50",
         lambda X: {"median": (percentile(25)(X) + percentile(75)(X)) / 2}),
        ("the rows were sorted, not the columns: np.sort(X, axis=0)",
         lambda X: {"median": np.median(np.sort(X), axis=0), "iqr": iqr(np.sort(X))}),
        (ALL, lambda X: {"median": np.median(X), "iqr": iqr(X.ravel())}),
        (ROWS, lambda X: {"median": np.median(X, axis=1), "iqr": iqr(X.T)}),
        without_zeros("robust"), *of_statistics("robust")],
    "robust_transform": of_formula("robust"),
    "scale_train_test": [
        ("this is fitted on the test rows: fit(Xtr)", split_slip(lambda Xtr, Xte: Xte)),
        ("this is fitted on training and test rows together: fit(Xtr) alone",
         split_slip(lambda Xtr, Xte: np.vstack([Xtr, Xte]))),
        ("the test rows are scaled by statistics of their own: use those of Xtr for both",
         split_slip(own=True)),
        ("the second is Xtr once more: transform(Xte, stats)", test_rows_forgotten),
        ("the two tables come back in the wrong order", split_slip(swapped=True)),
        ("fitted on the test rows, and returned in the wrong order: are Xtr and Xte swapped?",
         split_slip(lambda Xtr, Xte: Xte, swapped=True)),
        ("the tables come back as they were: return transform(Xtr, stats), "
         "transform(Xte, stats), stats", lambda Xtr, Xte, *_: (Xtr, Xte, odd_fit(Xtr)))],
    "minus_one_to_one": [
        ("this goes to [0, 1]: twice as wide, and one lower", MINMAX),
        ("this goes to [0, 2]: now subtract 1", lambda X, s: 2 * MINMAX(X, s)),
        ("this goes to [-1, 0]: it has to be twice as wide", lambda X, s: MINMAX(X, s) - 1),
        ("this goes to [-2, 0]: multiply first, then subtract 1",
         lambda X, s: 2 * (MINMAX(X, s) - 1)),
        ("this goes to [-0.5, 0.5]: it has to be twice as wide", lambda X, s: MINMAX(X, s) - 0.5),
        ("it clips: a value outside the fitted range lands outside [-1, 1], and has to show",
         lambda X, s: np.clip(2 * MINMAX(X, s) - 1, -1, 1)),
        (REFIT, lambda X, _: 2 * MINMAX(X, RIGHT["minmax_fit"](X)) - 1)],
    "maxabs_fit": [
        ("the largest value, not the largest size: -8 is larger than 3 in size, so abs first",
         lambda X: {"maxabs": X.max(axis=0)}),
        ("the size of the largest value: abs comes before max",
         lambda X: {"maxabs": np.abs(X.max(axis=0))}),
        ("this is the range: nothing is subtracted", lambda X: {"maxabs": np.ptp(X, axis=0)}),
        (ALL, lambda X: {"maxabs": np.abs(X).max()}),
        (ROWS, lambda X: {"maxabs": np.abs(X).max(axis=1)}),
        *of_statistics("maxabs")],
    "maxabs_transform": [
        ("divide by maxabs: this multiplies", lambda X, s: X * s["maxabs"]),
        ("nothing is subtracted: X / maxabs", lambda X, s: (X - s["maxabs"]) / s["maxabs"]),
        (REFIT, lambda X, _: X / np.abs(X).max(axis=0)),
        (LEFT, lambda X, _: X / np.abs(OTHER).max(axis=0)),
        ("the sign is lost: divide X itself", lambda X, s: np.abs(X) / s["maxabs"])],
    **{f"{part}_inverse": of_inverse(part) for part in CENTRE},
    "OnlineStandard": [
        ("this divides by n - 1: np.std divides by n", lambda values: running_std(values) * np.sqrt(
            [n / (n - 1) if n > 1 else 1 for n in range(1, len(values) + 1)])),
        ("this divides by n - 1: np.std divides by n", lambda values: running_std(values) * np.sqrt(
            [n / (n - 1) if n > 1 else np.nan for n in range(1, len(values) + 1)])),
        ("what is set in the class itself is shared by all its objects: set it in __init__, "
         "with self. before it", with_all_before),
        ("this is the variance: std is its square root", lambda v: running_std(v) ** 2),
        ("the sums of x and of x*x drown in rounding far from 0: add up squared deviations, as "
         "Welford does", by_sums),
        ("the square of the deviation from the old mean: old times new is what M grows by",
         welford(lambda old, new: old * old)),
        ("the square of the deviation from the new mean: old times new is what M grows by",
         welford(lambda old, new: new * new))],
    "mixed_folds": [
        ("the scaler has seen the held-out rows: fit it on the training part of each fold",
         lambda *a: knn_scores(*a, fitted=lambda r, t: np.append(r, t))),
        ("the numbers are not scaled: standardize them, by the training part of each fold",
         lambda *a: knn_scores(*a, scaled=False)),
        ("the held-out rows are scaled by statistics of their own: use the training part's",
         fold_by_fold(each_by_itself)),
        ("the categories are left out: one column each, beside the numbers",
         fold_by_fold(lambda numbers, words, train, test: standardized(numbers, train))),
        ("the one-hot columns are scaled too: they stay 0 and 1, only the numbers are scaled",
         fold_by_fold(lambda numbers, words, train, test: standardized(
             np.hstack([numbers, one_hot(words, train)]), train))),
        ("this counts: divide by the number of held-out rows",
         lambda *a: knn_scores(*a) * [len(test) for _, test in a[3]])],
}
