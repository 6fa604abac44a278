"""The three scalers against scikit-learn's, exact fractions, and what coursework brings."""
import json
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from library import each_fold, knn_accuracy, sklearn_scale
from numpy.testing import assert_allclose, assert_array_equal
from pima import load_data, split
from reference import (CENTRE, FIT, KINDS, LIBRARY, TRANSFORM, by_library, column, exact,
                       measured, scaled)
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from scalers import (as_matrix, divisor, minmax_fit, minmax_transform, robust_fit, scale_train_test,
                     standardize_fit, standardize_transform)

nan, inf = np.nan, np.inf
for_each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module")
def pima():
    X, y, names = load_data()
    return split(X, y)


@pytest.fixture(params=range(5))
def matrix(request):
    rng = np.random.default_rng(request.param)
    return rng.normal(size=(101, 6)) * 10.0 ** rng.integers(-6, 7, 6) + rng.normal(size=6)


# Parity


@for_each_kind
def test_both_parts_of_the_split_equal_scikit_learns(pima, kind):
    Xtr, Xte, _, _ = pima
    Ztr, Zte, _ = scale_train_test(Xtr, Xte, FIT[kind], TRANSFORM[kind])
    for ours, theirs in zip((Ztr, Zte), sklearn_scale(Xtr, Xte, kind)):
        assert_allclose(ours, theirs, rtol=0, atol=1e-9)


@for_each_kind
def test_random_matrices_equal_scikit_learns(matrix, kind):
    assert_allclose(scaled(kind, matrix[:70], matrix), by_library(kind, matrix[:70], matrix),
                    rtol=1e-9, atol=1e-9)


@for_each_kind
def test_missing_values_are_treated_as_scikit_learn_treats_them(matrix, kind):
    X = np.where(np.random.default_rng(0).random(matrix.shape) < 0.3, nan, matrix)
    assert_allclose(scaled(kind, X[:70], X), by_library(kind, X[:70], X), rtol=1e-9, atol=1e-9)


@for_each_kind
def test_accuracy_of_each_fold_equals_cross_val_score_on_a_pipeline(pima, kind):
    Xtr, _, ytr, _ = pima
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(Xtr, ytr))
    pipeline = make_pipeline(LIBRARY[kind](), KNeighborsClassifier(15))
    assert (each_fold(Xtr, ytr, folds, FIT[kind], TRANSFORM[kind], 15)
            == cross_val_score(pipeline, Xtr, ytr, cv=folds).tolist())


def test_folds_go_by_row_number_whatever_the_index_of_a_table_says(pima):
    Xtr, _, ytr, _ = pima
    folds = list(StratifiedKFold(3).split(Xtr, ytr))
    backwards = range(len(ytr))[::-1]
    tables = pd.DataFrame(Xtr, index=backwards), pd.Series(ytr, index=backwards)
    args = folds, minmax_fit, minmax_transform, 15
    assert each_fold(*tables, *args) == each_fold(Xtr, ytr, *args)


def test_knn_accuracy_is_the_share_that_the_majority_of_k_neighbours_calls_right():
    Xtr, ytr = column(0, 1, 2, 10, 11, 12), [0, 0, 1, 1, 1, 0]
    assert knn_accuracy(Xtr, ytr, column(1, 11, 0.9, 11.1), [0, 1, 1, 0], k=3) == 0.5
    assert knn_accuracy(Xtr, ytr, column(2, 12), [1, 0], k=1) == 1.0


def test_the_library_scales_the_test_table_by_the_training_table():
    for kind, ztr, zte in [("minmax", [0, 0.25, 1], 2), ("standard", None, None),
                           ("robust", [-0.5, 0, 1.5], 3.5)]:
        Ztr, Zte = sklearn_scale(column(1, 2, 5), column(9), kind)
        if kind == "standard":
            ztr, zte = np.array([-5, -2, 7]) / 26**0.5, 19 / 26**0.5
        assert_allclose(Ztr.ravel(), ztr)
        assert_allclose(Zte, [[zte]])


# What a fit measures


def test_statistics_of_a_small_table_worked_out_by_hand():
    X = [[1, 10], [2, nan], [4, 30], [9, 50]]
    low, mean, mid = minmax_fit(X), standardize_fit(X), robust_fit(X)
    assert_array_equal([low["min"], low["max"]], [[1, 10], [9, 50]])
    assert_array_equal(mean["mean"], [4, 30])
    assert_allclose(mean["std"], [9.5**0.5, (800 / 3)**0.5], rtol=1e-15)
    assert_array_equal([mid["median"], mid["iqr"]], [[3, 30], [5.25 - 1.75, 20]])


@pytest.mark.parametrize("ddof", [0, 1])
def test_the_divisor_is_n_minus_ddof_as_pandas_has_it_and_is_recorded(matrix, ddof):
    X = np.where(np.random.default_rng(1).random(matrix.shape) < 0.3, nan, matrix)
    stats = standardize_fit(X, ddof=ddof)
    assert_allclose(stats["std"], pd.DataFrame(X).std(ddof=ddof), rtol=1e-12)
    assert stats["ddof"] == ddof
    assert standardize_fit(X)["ddof"] == 0


def test_a_divisor_of_nothing_is_refused():
    for rows, ddof in [(1, 1), (1, 2), (2, 2)]:
        with pytest.raises(ValueError, match=f"{rows}.*ddof={ddof}"):
            standardize_fit(np.eye(rows), ddof=ddof)


def test_a_column_with_a_single_value_is_constant_under_either_divisor():
    X = [[1, nan], [2, 7], [3, nan]]
    for ddof in (0, 1):
        assert standardize_fit(X, ddof=ddof)["std"][1] == 0


@for_each_kind
def test_statistics_survive_being_saved_as_json(matrix, kind):
    stats = FIT[kind](matrix)
    saved = {name: np.asarray(value).tolist() for name, value in stats.items()}
    loaded = json.loads(json.dumps(saved))
    assert_array_equal(TRANSFORM[kind](matrix, loaded), TRANSFORM[kind](matrix, stats))


@for_each_kind
def test_the_fit_is_called_once_and_on_the_training_rows_alone(kind):
    Xtr, Xte, calls = column(1, 2, 4), column(8, 9), []

    def fit(X):
        calls.append(X)
        return FIT[kind](X)
    Ztr, Zte, stats = scale_train_test(Xtr, Xte, fit, TRANSFORM[kind])
    assert len(calls) == 1 and calls[0] is Xtr
    assert_array_equal(Ztr, TRANSFORM[kind](Xtr, stats))
    assert_array_equal(Zte, TRANSFORM[kind](Xte, stats))


# Nothing to divide by

EQUAL = [-0.087, 45.0**10, 0.1, 1 / 3, 0.0, -7, 1e9 + 0.1, 1e140, -1e-140, 2.5e-310]


@for_each_kind
@pytest.mark.parametrize("n", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("value", EQUAL)
def test_equal_values_become_exactly_zero_and_a_later_value_keeps_its_distance(kind, value, n):
    later = value + 2
    stats = FIT[kind](np.full((n, 1), value))
    assert stats[CENTRE[kind]] == value
    assert not TRANSFORM[kind](np.full((n, 1), value), stats).any()
    assert TRANSFORM[kind]([[later]], stats) == later - value


@for_each_kind
def test_a_constant_column_leaves_its_neighbours_alone_and_keeps_its_missing_values(kind):
    X = np.array([[5, 1], [nan, 2], [5, 4], [5, 9.0]])
    assert_array_equal(scaled(kind, X), np.hstack([[[0], [nan], [0], [0]], scaled(kind, X[:, 1:])]))


@pytest.mark.parametrize("values", [
    [10, 10, 10, 10, 12], [0] * 8 + [94, 543], [3, 3, 3, 3, 3, -1e9], [3, 3, 3, 3, -5, 9]])
def test_where_both_quartiles_are_one_placeholder_robust_scaling_only_centres(values):
    assert_array_equal(scaled("robust", column(*values)).ravel(), np.subtract(values, values[0]))


ROUNDING = [0.3, 0.1 + 0.2]  # one number, computed twice


@pytest.mark.parametrize("unit", [1, 1e-9, 1e140, 1e-140])
@for_each_kind
def test_a_spread_of_mere_rounding_is_not_divided_by(kind, unit):
    X = column(*ROUNDING * 3) * unit
    assert_allclose(scaled(kind, X, column(5) * unit), (5 - 0.3) * unit, rtol=1e-9)


@pytest.mark.parametrize("wild", [5, 1e15, -1e140])
def test_one_absurd_value_does_not_make_rounding_a_spread(wild):
    X = column(*ROUNDING * 2, wild)
    assert_allclose(scaled("robust", X)[-1], wild - 0.3, rtol=1e-15)


@for_each_kind
@pytest.mark.parametrize("n", [3, 10])
def test_a_spread_counts_from_about_ten_roundings_of_the_largest_value(kind, n):
    one = 2.0**-52  # the distance of neighbouring numbers just above 1
    for steps, divides in [(8, False), (200, True)]:
        X = 1 + one * column(*np.linspace(0, steps, n).round())
        assert (np.ptp(scaled(kind, X)) > 1e-3) == divides
        assert (np.ptp(scaled(kind, -1e30 * X)) > 1e-3 * (1 if divides else 1e30)) == divides


@pytest.mark.parametrize("sign", [1, -1])
def test_that_is_up_to_ten_times_the_distance_of_neighbouring_numbers(sign):
    for steps, highest in [(10, steps_above_1(10) - 1), (11, 1)]:
        X = sign * column(1, steps_above_1(steps))
        assert scaled("minmax", X).max() == highest


def steps_above_1(n):
    """The n-th float64 number above 1."""
    return 1 + n * 2.0**-52


# Rounding


def test_training_minima_are_exactly_0_and_maxima_exactly_1():
    tenths = np.arange(-30, 31) / 10
    pairs = np.array([[a, b] for a in tenths for b in tenths if a < b]).T
    assert_array_equal(scaled("minmax", pairs), [[0] * pairs.shape[1], [1] * pairs.shape[1]])


OFFSET = [
    [1700000000.1, 1700000000.2, 1700000000.4], [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16],
    [1e14, 1e14 + 1, 1e14 + 5], [-1e12 + 0.5, -1e12, -1e12 + 3], [1e9, 1, 2, 4, nan],
    [1e-30, 3e-30, 4e-30], [1, 1e-20, 0, -1e-20], [5e-324 * 2**40, 1]]


@for_each_kind
@pytest.mark.parametrize("values", OFFSET)
def test_columns_far_from_zero_are_scaled_as_exact_fractions_scale_them(kind, values):
    X = column(*values)
    half_a_digit = np.spacing(np.nanmax(abs(X))) / 2  # as near as float64 gets to the mean
    error = half_a_digit / measured(kind, X[:, 0])[1] if kind == "standard" else 0
    assert_allclose(scaled(kind, X), exact(kind, X), rtol=1e-9, atol=float(error))


@for_each_kind
@pytest.mark.parametrize("unit", [1e-140, 1e-100, 1e-17, 1e100, 1e140])
def test_the_unit_does_not_matter_from_1e_minus_140_to_1e140(kind, unit):
    X = column(0, 1, 2.5, -4, 7, nan, 0.5)
    assert_allclose(scaled(kind, X * unit), scaled(kind, X), rtol=1e-12, atol=1e-15)


@for_each_kind
@pytest.mark.parametrize("values", [
    [-1.7e308, 0, 1.7e308], [1e200, 2e200, 4e200], [1e-160, 3e-160, 7e-160], [5e-324, 0, 1e-323],
    [1e-200] * 3 + [2e-200] * 3, [0] * 9 + [1e-170], [1e300, 1e-300, 0]])
def test_beyond_that_a_value_is_right_or_an_error(kind, values):
    X = column(*values)
    try:
        Z = scaled(kind, X)
    except ValueError as error:
        assert "column 0" in str(error)
    else:
        assert_allclose(Z, exact(kind, X), rtol=1e-9)


@pytest.mark.parametrize("unit", [1e-160, 1e-155, 1e-152, 1e-140, 1e140])
def test_a_deviation_is_measured_rightly_where_its_square_would_vanish(unit):
    X = unit * np.array([[0, 1, 1], [0, 3, 3], [0, 4, nan], [0, 8, nan]])
    for ddof in (0, 1):
        std = standardize_fit(X, ddof=ddof)["std"]
        assert_allclose((std / unit)**2, [0, 26 / (4 - ddof), 2 / (2 - ddof)], rtol=1e-7)


def test_the_smallest_spread_that_is_divided_by_is_1e_minus_155():
    assert scaled("minmax", column(0, 1e-155)).max() == 1
    with pytest.raises(ValueError):
        scaled("minmax", column(0, 0.999e-155))


@for_each_kind
def test_a_later_value_too_far_for_the_spread_is_no_infinity(kind):
    narrow = FIT[kind](column(0, 1, 3) * 2e-155)
    assert np.isfinite(TRANSFORM[kind]([[1e145], [-1e145]], narrow)).all()
    with pytest.raises(ValueError):
        TRANSFORM[kind]([[1e146]], narrow)


# Types, layouts, missing values

TYPES = ["bool", "uint8", "int8", "uint16", "int32", "int64", "uint64", "float16", "float32",
         "longdouble", ">f8", "<i2", "object"]


@for_each_kind
@pytest.mark.parametrize("dtype", TYPES)
def test_any_real_type_gives_what_float64_gives(kind, dtype):
    X = np.array([[0, 1], [1, 1], [1, 0], [0, 0], [1, 0]]) * (1 if dtype == "bool" else 100)
    assert_array_equal(scaled(kind, X.astype(dtype), X[:2].astype(dtype)),
                       scaled(kind, X.astype(float), X[:2].astype(float)))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_unsigned_integers_do_not_wrap(dtype):
    X, zero = np.array([[10], [200]], dtype), np.array([[0]], dtype)
    assert scaled("minmax", X, zero) == -10 / 190
    assert scaled("robust", X, zero) == -105 / 95


def test_integers_at_both_ends_of_their_type_do_not_wrap():
    assert_array_equal(scaled("minmax", np.array([[-128], [127]], "int8")), [[0], [1]])
    assert_array_equal(scaled("standard", np.array([[-2**63], [2**63 - 1]])), [[-1], [1]])
    assert_array_equal(scaled("robust", np.array([[0], [2**64 - 1]], "uint64")), [[-1], [1]])


def test_sums_of_half_precision_do_not_overflow():
    X = np.tile(np.array([0, 20], "float16"), 50_000).reshape(-1, 1)
    assert_allclose(scaled("standard", X), np.tile([-1, 1], 50_000).reshape(-1, 1), rtol=1e-12)


@for_each_kind
def test_lists_tables_and_mixed_tables_give_what_an_array_gives(kind):
    X = np.array([[1, 0.5], [0, 2], [1, nan], [0, 8]])
    Z = scaled(kind, X)
    for same in [X.tolist(), [tuple(row) for row in X], pd.DataFrame(X, columns=["a", "b"]),
                 pd.DataFrame({"a": [True, False, True, False], "b": X[:, 1]}),
                 pd.DataFrame({"a": pd.array([1, 0, 1, 0], "Int64"), "b": X[:, 1]}),
                 [[1, Fraction(1, 2)], [0, 2], [True, None], [np.float32(0), np.uint8(8)]]]:
        assert_array_equal(scaled(kind, same), Z)


@for_each_kind
def test_the_layout_in_memory_does_not_matter(kind, matrix):
    Z = scaled(kind, matrix)
    wide = np.repeat(np.repeat(matrix, 2, axis=0), 3, axis=1)
    for same in [np.asfortranarray(matrix), wide[::2, ::3], matrix[::-1][::-1],
                 matrix[:, ::-1][:, ::-1]]:
        assert_allclose(scaled(kind, same), Z, rtol=1e-12, atol=1e-13)


def test_a_float_matrix_is_read_where_it_lies_and_anything_else_as_float64():
    X = np.arange(6.0).reshape(2, 3)
    assert as_matrix(X) is X
    assert as_matrix(X, n_columns=3) is X
    assert as_matrix(largest := column(1e145, -1e145)) is largest
    assert_array_equal(as_matrix([[1e145, None, -10**144]]), [[1e145, nan, -1e144]])
    for other in (X.astype("float32"), X.astype(int), X.tolist(), [[None, 1]], X.astype(object)):
        assert as_matrix(other).dtype == np.float64


@for_each_kind
@pytest.mark.parametrize("values", [
    [1, nan, 3, 4], [nan, 1, 3, 4], [1, 3, 4, nan], [nan, nan, 1, 3, nan, 4], [nan, 2, nan], [5]])
def test_missing_values_are_ignored_by_the_fit_and_kept_by_the_transform(kind, values):
    X = column(*values)
    present = X[~np.isnan(X)].reshape(-1, 1)
    Z = scaled(kind, X)
    assert_array_equal(np.isnan(Z), np.isnan(X))
    assert_array_equal(Z[~np.isnan(X)].reshape(-1, 1), scaled(kind, present))
    assert_allclose(Z, exact(kind, X), rtol=1e-12)


@for_each_kind
def test_a_column_with_no_value_stays_missing_and_so_does_whatever_comes_later(kind):
    X = np.array([[nan, 1], [nan, 2], [nan, 4]])
    stats = FIT[kind](X)
    assert all(np.isnan(stats[name][0]) for name in stats if name != "ddof")
    Z = TRANSFORM[kind]([[7, 1]], stats)
    assert_array_equal(Z, [[nan, scaled(kind, X[:, 1:])[0, 0]]])


@for_each_kind
def test_the_input_is_left_as_it_was_and_nothing_returned_shares_its_memory(kind):
    for X in (np.array([[2.0, 4, 4]]), np.array([[1.0, nan, 4], [3, 5, 4]]), np.ones((1, 1))):
        before, stats = X.copy(), FIT[kind](X)
        Z = TRANSFORM[kind](X, stats)
        assert_array_equal(X, before)
        for result in [Z, *(stats[name] for name in stats if name != "ddof")]:
            assert not np.shares_memory(result, X)


@for_each_kind
def test_the_statistics_are_left_as_they_were_and_the_result_does_not_share_their_memory(kind):
    X = np.array([[1.0, 5, 2], [3, 5, 2 + 4e-16]])
    stats = FIT[kind](X)
    before = {name: np.copy(value) for name, value in stats.items()}
    Z = TRANSFORM[kind](X, stats)
    Z[:] = 999
    for name in stats:
        assert_array_equal(stats[name], before[name])


def test_a_divisor_is_a_new_array():
    spread = np.array([1.0, 2.0])
    divisor(spread, spread)[:] = 999
    assert_array_equal(spread, [1, 2])


# Where scikit-learn differs on purpose


@pytest.mark.parametrize("kind", ["minmax", "robust"])
def test_a_column_in_very_small_units_is_scaled_here_and_not_by_scikit_learn(kind):
    X = column(0, 1, 2, 3, 5)
    assert_allclose(scaled(kind, X * 1e-17), scaled(kind, X), rtol=1e-12)
    assert np.abs(by_library(kind, X * 1e-17)).max() < 1e-16


def test_scikit_learns_minmax_loses_digits_on_large_offsets_and_can_exceed_1():
    times = column(1700000000.1, 1700000000.2, 1700000000.4)
    assert np.abs(by_library("minmax", times) - exact("minmax", times)).max() > 1e-8
    assert_array_equal(scaled("minmax", times), exact("minmax", times))
    assert by_library("minmax", column(0.1, 1.3)).max() > 1
    assert scaled("minmax", column(0.1, 1.3)).max() == 1


def test_scikit_learn_misses_that_seven_equal_values_are_constant():
    X = np.full((7, 1), 45.0**10)
    assert by_library("standard", X).any()
    assert not scaled("standard", X).any()


@for_each_kind
def test_single_precision_comes_back_double_here_and_single_from_scikit_learn(kind):
    X = np.array([[1], [2], [4]], "float32")
    assert scaled(kind, X).dtype == np.float64
    assert by_library(kind, X).dtype == np.float32


# One discipline


@for_each_kind
def test_values_outside_the_training_range_stay_outside(kind):
    X, later = column(10, 20, 50, 100), column(5, 120)
    assert_allclose(scaled(kind, X, later), exact(kind, X, later), rtol=1e-12)
    below, above = scaled(kind, X, later).ravel()
    assert below < scaled(kind, X).min() and above > scaled(kind, X).max()


@for_each_kind
def test_refitting_on_the_test_rows_would_give_something_else(kind):
    Xtr, Xte = column(1, 2, 4), column(10, 20, 40)
    assert not np.allclose(scaled(kind, Xtr, Xte), scaled(kind, Xte))


def test_one_table_with_names_and_one_without_go_by_position():
    table = pd.DataFrame({"a": [1.0, 2, 3], "b": [10.0, 20, 40]})
    for Xtr, Xte in [(table, table.to_numpy()), (table.to_numpy(), table), (table, table)]:
        Ztr, Zte, _ = scale_train_test(Xtr, Xte, minmax_fit, minmax_transform)
        assert_array_equal(Ztr, Zte)


def test_a_transform_takes_as_many_columns_as_were_fitted_and_no_others():
    for kind in KINDS:
        stats = FIT[kind](np.arange(6.0).reshape(2, 3))
        for columns in (1, 2, 4, 6):
            with pytest.raises(ValueError, match=f"{columns} columns, 3 were fitted"):
                TRANSFORM[kind](np.ones((2, columns)), stats)


@for_each_kind
@pytest.mark.parametrize("X", [
    np.array([1.0, 2, 4]), 5.0, [], [[]], np.empty((0, 2)), np.zeros((2, 2, 2)), [[1, 2], [3]],
    [["a"], ["b"]], [["1"], ["2"]], [[1], ["2"]], [[1j]], column(1, inf), column(1, -inf),
    np.array([["2020-01-01"], ["NaT"]], "M8[ns]"), np.array([[1], [2]], "m8[ns]"), None, "12",
    pd.Series([1.0, 2]), {"a": [1, 2]}, csr_array(np.eye(2)), [[10**400], [1]],
    np.array([["1e400"], ["1"]], np.longdouble), np.ma.array([[1], [2]], mask=[[0], [1]]),
    [[pd.NA], [1]], pd.DataFrame({"a": ["x", "y"]})])
def test_what_is_no_table_of_finite_numbers_is_refused_by_fit_and_transform(kind, X):
    with pytest.raises(ValueError):
        FIT[kind](X)
    with pytest.raises(ValueError):
        TRANSFORM[kind](X, FIT[kind](column(1, 2)))


def test_transforms_and_fits_say_which_formula_they_are(matrix):
    X = matrix
    centre, spread, _ = zip(*(measured("standard", values) for values in X.T))
    mean, std = np.array(centre, float), np.array(spread, float)
    assert_array_equal(standardize_transform(X, {"mean": mean, "std": std}), (X - mean) / std)
    assert_allclose(scaled("standard", X), (X - mean) / std, rtol=0, atol=1e-9)
    assert_array_equal(standardize_transform(X, {"mean": [1] * 6, "std": [2] * 6}), (X - 1) / 2)
    low, high = X.min(axis=0), X.max(axis=0)
    assert_array_equal(scaled("minmax", X), (X - low) / (high - low))
    q1, median, q3 = np.percentile(X, [25, 50, 75], axis=0)
    assert_array_equal(scaled("robust", X), (X - median) / (q3 - q1))


def test_a_first_row_far_out_does_not_spoil_the_mean():
    column = [1e8] + [0.1] * 9_999
    mean = sum(map(Fraction, column)) / len(column)
    assert standardize_fit(np.c_[column])["mean"][0] == pytest.approx(float(mean), rel=1e-13)
