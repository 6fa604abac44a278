"""The three scalers against scikit-learn's, exact fractions, and what coursework brings."""
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from library import each_fold
from numpy.testing import assert_allclose, assert_array_equal
from pima import load_data, split
from reference import (CENTRE, FIT, KINDS, TRANSFORM, by_library, column, exact,
                       measured, scaled)
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedKFold

from scalers import (as_matrix, minmax_fit, minmax_transform, robust_fit, scale_train_test,
                     standardize_fit)

nan, inf = np.nan, np.inf
for_each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module")
def pima():
    X, y, names = load_data()
    return split(X, y)


def test_folds_go_by_row_number_whatever_the_index_of_a_table_says(pima):
    Xtr, _, ytr, _ = pima
    folds = list(StratifiedKFold(3).split(Xtr, ytr))
    backwards = range(len(ytr))[::-1]
    tables = pd.DataFrame(Xtr, index=backwards), pd.Series(ytr, index=backwards)
    args = folds, minmax_fit, minmax_transform, 15
    assert each_fold(*tables, *args) == each_fold(Xtr, ytr, *args)


# What a fit measures


def test_statistics_of_a_small_table_worked_out_by_hand():
    X = [[1, 10], [2, nan], [4, 30], [9, 50]]
    low, mean, mid = minmax_fit(X), standardize_fit(X), robust_fit(X)
    assert_array_equal([low["min"], low["max"]], [[1, 10], [9, 50]])
    assert_array_equal(mean["mean"], [4, 30])
    assert_allclose(mean["std"], [9.5**0.5, (800 / 3)**0.5], rtol=1e-15)
    assert_array_equal([mid["median"], mid["iqr"]], [[3, 30], [5.25 - 1.75, 20]])


@pytest.mark.parametrize("ddof", [0, 1, 2])
def test_the_divisor_is_n_minus_ddof_of_the_values_present_as_pandas_has_it(ddof):
    X = pd.DataFrame({"a": [1.0, 2, 4], "b": [nan, 5, 9], "c": [7, nan, nan], "d": [nan] * 3})
    stats = standardize_fit(X, ddof)
    assert_allclose(stats["std"], X.std(ddof=ddof), rtol=1e-15)  # NaN where too few are present
    assert stats["ddof"] == ddof and standardize_fit(X)["ddof"] == 0
    for too_many in (3, 4):
        with pytest.raises(ValueError, match=f"too few rows, 3.*ddof={too_many}"):
            standardize_fit(X, ddof=too_many)


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


ROUNDING = [0.3, 0.1 + 0.2]  # one number, computed twice


@pytest.mark.parametrize("unit", [1, 1e-9, 1e140, 1e-140])
@for_each_kind
def test_a_spread_of_mere_rounding_is_not_divided_by(kind, unit):
    X = column(*ROUNDING * 3) * unit
    assert_allclose(scaled(kind, X, column(5) * unit), (5 - 0.3) * unit, rtol=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_that_is_up_to_ten_times_the_distance_of_neighbouring_numbers(sign):
    for steps, highest in [(10, steps_above_1(10) - 1), (11, 1)]:
        X = sign * column(1, steps_above_1(steps))
        assert scaled("minmax", X).max() == highest


def steps_above_1(n):
    """The n-th float64 number above 1."""
    return 1 + n * 2.0**-52


# Rounding


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
    [-1.7e308, 0, 1.7e308], [1e200, 2e200, 4e200], [1e146, 0, 0], [1e-160, 3e-160, 7e-160],
    [5e-324, 0, 1e-323], [0] * 9 + [1e-170], [1e300, 1e-300, 0]])
def test_beyond_that_a_value_is_refused_and_a_spread_too_small_to_square_counts_as_none(
        kind, values):
    if max(values) > 1e140:
        with pytest.raises(ValueError, match="column 0"):
            scaled(kind, column(*values))
    else:
        stats = FIT[kind](column(*values))
        assert TRANSFORM[kind]([[3.0]], stats) == 3
        assert np.isfinite(TRANSFORM[kind]([[1e145]], stats))


@for_each_kind
def test_the_furthest_value_over_the_smallest_spread_is_finite(kind):
    narrow = FIT[kind](column(0, 1, 3) * 1e-149)
    Z = TRANSFORM[kind](column(1e145, -1e145), narrow)
    assert np.all(1e290 < abs(Z)) and np.isfinite(Z).all()


# What a table brings

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


A = np.array([[1, 0.5], [0, 2], [1, nan], [0, 8]])
SAME = [
    A.tolist(), [tuple(row) for row in A], A.astype(object), A.astype(np.longdouble),
    np.asfortranarray(A), pd.DataFrame(A, columns=["a", "b"]),
    pd.DataFrame({"a": [True, False, True, False], "b": A[:, 1]}),
    pd.DataFrame(A).convert_dtypes(),                                         # Int64 and Float64
    pd.DataFrame(A).convert_dtypes().to_numpy(),                              # objects, with NA
    pd.DataFrame({"a": pd.array([True, False] * 2), "b": pd.array([.5, 2, None, 8], "Float32")}),
    [[1, Fraction(1, 2)], [0, 2], [True, None], [np.float32(0), np.uint8(8)]],
    [[Decimal(1), Decimal("0.5")], [0, 2], [np.True_, pd.NA], [np.int8(0), Decimal(8)]]]


@for_each_kind
@pytest.mark.parametrize("same", SAME)
def test_lists_frames_and_odd_cells_give_what_an_array_gives(kind, same):
    assert_array_equal(scaled(kind, same), scaled(kind, A))


def test_missing_values_in_two_nullable_columns_are_missing_in_each():
    X = pd.DataFrame({"a": [1, None, 3], "b": [4, 5, None]}, dtype="Int64")
    stats = standardize_fit(X)
    assert_array_equal([stats["mean"], stats["std"]], [[2, 4.5], [1, 0.5]])
    assert_array_equal(scaled("standard", X), [[-1, -1], [nan, 1], [1, nan]])


def test_a_float_matrix_is_read_where_it_lies_and_anything_else_as_float64():
    X = np.arange(6.0).reshape(2, 3)
    assert as_matrix(X) is X and as_matrix(X, n_columns=3) is X
    assert as_matrix(largest := column(1e145, -1e145)) is largest
    for other in (X.astype("float32"), X.astype(int), [[None, 1]], [[None, -1e145]], [[10**144]]):
        assert as_matrix(other).dtype == np.float64
    assert_array_equal(as_matrix([[None, 1, 2]]), [[nan, 1, 2]])  # fewer rows than columns


STATS = {"mean": [1, 2], "std": [2, 4], "min": [1, 2], "max": [3, 6], "median": [1, 2],
         "iqr": [2, 4]}
FORMS = {"array": np.array, "list": list, "(1, D)": lambda x: np.array([x]), "Series": pd.Series,
         "named": lambda x: pd.Series(x, index=["a", "b"]), "JSON": lambda x: json.loads(str(x)),
         "nullable": lambda x: pd.Series(x, dtype="Int64")}


@for_each_kind
@pytest.mark.parametrize("form", FORMS)
def test_statistics_may_come_in_any_form_that_holds_one_number_a_column(kind, form):
    stats = {name: FORMS[form](values) for name, values in STATS.items()}
    assert_array_equal(TRANSFORM[kind](pd.DataFrame({"a": [3], "b": [4.0]}), stats), [[1, 0.5]])


@for_each_kind
@pytest.mark.parametrize("change", [
    lambda values: values + [1], lambda values: values[:1], lambda values: [values, values],
    lambda values: [], lambda values: ["1", "2"], lambda values: 1.0])
def test_statistics_of_another_length_or_no_numbers_are_never_stretched(kind, change):
    centre, spread = (list(FIT[kind](A))[i] for i in (0, 1))
    for changed in ([centre], [spread], [centre, spread]):
        stats = STATS | {name: change(STATS[name]) for name in changed}
        with pytest.raises(ValueError, match="length|fitted|shape|column"):
            TRANSFORM[kind](A, stats)


@for_each_kind
def test_a_column_with_no_value_stays_missing_and_so_does_whatever_comes_later(kind):
    X = np.array([[nan, 1], [nan, 2], [nan, 4]])
    stats = FIT[kind](X)
    assert all(np.isnan(stats[name][0]) for name in stats if name != "ddof")
    Z = TRANSFORM[kind]([[7, 1]], stats)
    assert_array_equal(Z, [[nan, scaled(kind, X[:, 1:])[0, 0]]])


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
    [[np.timedelta64(1, "ns")], [1.0]], [[[1, 2]], [[3]]], [[{1}], [2]], [[Decimal("Infinity")]],
    pd.DataFrame({"a": ["x", "y"]}), pd.DataFrame({"a": pd.to_timedelta([1, 2])})])
def test_what_is_no_table_of_finite_numbers_is_refused_by_fit_and_transform(kind, X):
    with pytest.raises(ValueError):
        FIT[kind](X)
    with pytest.raises(ValueError):
        TRANSFORM[kind](X, FIT[kind](column(1, 2)))


def test_a_first_row_far_out_does_not_spoil_the_mean():
    column = [1e8] + [0.1] * 9_999
    mean = sum(map(Fraction, column)) / len(column)
    assert standardize_fit(np.c_[column])["mean"][0] == pytest.approx(float(mean), rel=1e-13)
