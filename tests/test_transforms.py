"""The other maps: each against its formula, the library's version, and the cases that go wrong."""
import json
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.special import expit
from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler

from scalers import (minmax_fit, minmax_transform, scale_train_test, standardize_fit,
                     standardize_transform)
from transforms import (center_fit, center_transform, clip_transform, log_transform,
                        row_norm_transform, sigmoid_transform, unit_range_transform)

# The same examples in every run, however slow the machine.
settings.register_profile("chapter", deadline=None, derandomize=True, database=None)
settings.load_profile("chapter")

NUMBERS = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))
TABLES = arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=NUMBERS)
WITH_HOLES = arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=6),
                    elements=NUMBERS | st.just(np.nan))
ANY_SHAPE = arrays(float, array_shapes(min_dims=0, max_dims=3, max_side=4),
                   elements=NUMBERS | st.just(np.nan))
POSITIVE = st.floats(1e-3, 1e3)
ELEMENTWISE = [lambda X: clip_transform(X, 2), sigmoid_transform, lambda X: log_transform(X, 9)]
BY_COLUMN = [lambda X: center_transform(X, center_fit(X)),
             lambda X: unit_range_transform(X, minmax_fit(X), -1, 1)]
ALL = [*ELEMENTWISE, *BY_COLUMN, row_norm_transform]


def column(*values):
    return np.array(values, dtype=float).reshape(-1, 1)


# ---- centering

@given(WITH_HOLES)
def test_centering_is_standard_scaling_without_the_scale(X):
    library = StandardScaler(with_std=False)
    assume(not np.isnan(X).all(axis=0).any())  # scikit-learn warns of a column without a value
    np.testing.assert_allclose(center_transform(X, center_fit(X)), library.fit_transform(X),
                               rtol=1e-9, atol=1e-9)


@given(TABLES)
def test_a_centered_column_has_mean_zero_and_its_old_deviations(X):
    Z = center_transform(X, center_fit(X))
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(Z - Z[0], X - X[0], atol=1e-9)


def test_a_constant_column_is_centered_to_exactly_zero():
    X = np.full((7, 1), 45.0**10)  # whose np.mean is off by 4
    assert not center_transform(X, center_fit(X)).any()


def test_centering_a_later_record_uses_the_fitted_mean():
    assert center_transform([[7.0]], center_fit(column(1, 2, 3))) == 5


def test_the_mean_survives_json():
    stats = center_fit([[1.5, 2], [2.5, 3]])
    saved = json.loads(json.dumps({key: value.tolist() for key, value in stats.items()}))
    assert (center_transform([[1, 2]], saved) == center_transform([[1, 2]], stats)).all()


# ---- unit ranges

ENDS = st.tuples(st.integers(-50, 50), st.integers(-50, 50)).filter(lambda ends: ends[0] < ends[1])


@given(WITH_HOLES, ENDS)
def test_a_unit_range_is_scikit_learns_feature_range(X, ends):
    low, high = (end / 10 for end in ends)
    assume(not np.isnan(X).all(axis=0).any())
    np.testing.assert_allclose(unit_range_transform(X, minmax_fit(X), low, high),
                               MinMaxScaler(feature_range=(low, high)).fit_transform(X),
                               rtol=1e-9, atol=1e-9)


@given(TABLES)
def test_without_ends_the_unit_range_is_min_max_scaling(X):
    stats = minmax_fit(X)
    np.testing.assert_array_equal(unit_range_transform(X, stats), minmax_transform(X, stats))


@given(TABLES, ENDS)
def test_fitted_rows_never_leave_the_unit_range(X, ends):
    low, high = (end / 10 for end in ends)
    Z = unit_range_transform(X, minmax_fit(X), low, high)
    assert Z.min() >= low and Z.max() <= high
    assert (Z.min(axis=0) == low).all()


def test_no_pair_of_one_decimal_ends_is_overstepped():
    stats = minmax_fit(column(0, 1))
    tops = {(low, high): unit_range_transform([[1.0]], stats, low, high).item()
            for low in np.arange(-50, 50) / 10 for high in np.arange(-49, 51) / 10 if low < high}
    assert all(high - 2e-15 <= top <= high for (_, high), top in tops.items())
    assert any(low + (high - low) > high for low, high in tops)  # the bare formula does


@pytest.mark.parametrize("b", [0.1, 1, 3.3, 255, 1e10])
def test_both_ends_of_the_usual_ranges_are_exact(b):
    stats = minmax_fit(column(0.1, 1.3))
    for low in (0, -b):
        assert unit_range_transform(column(0.1, 1.3), stats, low, b).ravel().tolist() == [low, b]


def test_a_column_in_tiny_units_is_stretched_where_scikit_learn_only_moves_it():
    X = column(1e-20, 3e-20)
    assert unit_range_transform(X, minmax_fit(X), -1, 1).ravel().tolist() == [-1, 1]
    assert np.abs(MinMaxScaler(feature_range=(-1, 1)).fit_transform(X) + 1).max() < 1e-15


def test_later_values_go_beyond_the_ends_in_proportion():
    stats = minmax_fit(column(-3, 0, 5))
    assert unit_range_transform(column(1, 7), stats, 0, 10).ravel().tolist() == [5, 12.5]
    assert unit_range_transform(column(1, 7), stats, -10, 10).ravel().tolist() == [0, 15]


def test_a_constant_column_lies_at_the_low_end():
    stats = minmax_fit(column(5, 5))
    assert unit_range_transform(column(5, 7), stats, -1, 1).ravel().tolist() == [-1, 3]


@pytest.mark.parametrize("low, high", [
    (1, 1), (2, 1), (np.nan, 1), (0, None), (0, np.inf), (-np.inf, 0), (0, 1.1e10), (-1.1e10, 0),
    ("0", "2"), (0, "2"), ((0, 1), 2), ((-1, 1), (-1, 1)), ([0], 1), (0, 1j), (0, 10**400)])
def test_a_range_whose_ends_are_no_range_is_refused_by_name(low, high):
    with pytest.raises(ValueError, match=r"^low is .* high is .* low < high|^(low|high) holds "):
        unit_range_transform([[1.0]], minmax_fit([[1.0]]), low, high)


def test_the_widest_range_and_the_furthest_value_are_no_infinity():
    stats = {"min": [0.0], "max": [1.01e-150]}
    Z = unit_range_transform(column(1e145, -1e145), stats, -1e10, 1e10)
    assert np.isfinite(Z).all() and (abs(Z) > 1e300).all()


@given(TABLES)
def test_order_within_a_column_is_kept(X):
    for transform in BY_COLUMN + ELEMENTWISE[:2]:
        for x, z in zip(X.T, transform(X).T, strict=True):
            assert (np.diff(z[np.argsort(x)]) >= 0).all()


# ---- clipping

@given(ANY_SHAPE, POSITIVE)
def test_clipping_is_numpys(X, b):
    np.testing.assert_array_equal(clip_transform(X, b), np.clip(X, -b, b))


@given(ANY_SHAPE, POSITIVE)
def test_clipping_is_the_books_formula_with_min_for_max(X, b):
    np.testing.assert_array_equal(clip_transform(X, b), np.sign(X) * np.minimum(b, np.abs(X)))
    as_printed = np.sign(X) * np.maximum(b, np.abs(X))
    assert not (np.abs(as_printed)[X != 0] < b).any()  # small values pushed out, none clipped


def test_infinities_are_clipped_to_the_bounds():
    assert clip_transform([-np.inf, np.inf], 3).tolist() == [-3, 3]


NO_FLOAT = [10**400, Fraction(10**400), "1", None, pd.NA, 1j, [1.0, 2.0], np.timedelta64(1, "s"),
            np.timedelta64(1, "ns")]


@pytest.mark.parametrize("b", [0, -1, np.nan, np.inf, *NO_FLOAT])
def test_a_bound_that_is_no_positive_number_is_refused_by_name(b):
    for transform in (clip_transform, sigmoid_transform):
        with pytest.raises(ValueError, match="b is .*: pass a float b > 0|b holds "):
            transform([1.0], b)


@pytest.mark.parametrize("b", [np.nan, np.inf, -np.inf, *NO_FLOAT])
def test_a_shift_that_is_no_number_is_refused_by_name(b):
    with pytest.raises(ValueError, match="b is nan|b holds "):
        log_transform([1.0], b)


@pytest.mark.parametrize("b", [2, True, Fraction(1, 2), np.uint8(3), np.float16(0.1), np.int64(7)])
def test_a_bound_of_any_type_is_its_float(b):
    X = np.array([-3.0, 0, 2])
    for transform in (clip_transform, sigmoid_transform, lambda X, b: log_transform(X + 4, b)):
        np.testing.assert_array_equal(transform(X, b), transform(X, float(b)))


# ---- the sigmoid

@given(ANY_SHAPE, POSITIVE)
def test_the_sigmoid_is_scipys_at_any_steepness(X, b):
    np.testing.assert_allclose(sigmoid_transform(X, b), expit(b * X), rtol=1e-12, atol=1e-300)


def test_the_sigmoid_reaches_its_limits_without_a_warning():
    X = np.array([-np.inf, -1e300, -1000, 0, 1000, 1e300, np.inf, np.nan])
    for b in (1, 1e10):
        np.testing.assert_array_equal(sigmoid_transform(X, b), [0, 0, 0, .5, 1, 1, 1, np.nan])


def test_without_a_steepness_the_sigmoid_rises_by_a_quarter_at_0():
    np.testing.assert_allclose(sigmoid_transform([-1.0, 0, 2]), expit([-1, 0, 2]), rtol=1e-12)


@given(ANY_SHAPE)
def test_the_sigmoid_is_symmetric_about_one_half(X):
    np.testing.assert_allclose(sigmoid_transform(X) + sigmoid_transform(-X), 1 + 0 * X, rtol=1e-12)


def test_the_sigmoid_falls_as_the_book_has_it_when_the_sign_is_dropped():
    x = np.linspace(-3, 3, 7)
    np.testing.assert_allclose(sigmoid_transform(-x, 2), 1 / (1 + np.exp(2 * x)), rtol=1e-12)


def test_near_zero_the_sigmoid_is_a_line_of_slope_b_over_four():
    x = np.linspace(-0.01, 0.01, 21)
    np.testing.assert_allclose(sigmoid_transform(x, 2), 0.5 + 2 * x / 4, atol=1e-6)


# ---- the logarithm

@given(arrays(float, array_shapes(min_dims=0, max_dims=3), elements=st.floats(0, 1e6)), POSITIVE)
def test_the_logarithm_is_undone_by_the_exponential(X, b):
    np.testing.assert_allclose(np.exp(log_transform(X, b)) - b, X, rtol=1e-9, atol=1e-9)


def test_the_logarithm_of_one_plus_x_is_zero_at_zero():
    assert log_transform(0, 1) == 0


@pytest.mark.parametrize("x, b", [(-1.0, 1), (-2.0, 1), (0.0, 0), (np.inf, 1), (-np.inf, 1)])
def test_where_there_is_no_logarithm_the_value_and_b_are_named(x, b):
    with pytest.raises(ValueError, match=r"X holds .* and b is .*: the logarithm needs"):
        log_transform([np.nan, x], b)


def test_of_several_values_without_a_logarithm_the_first_is_named():
    with pytest.raises(ValueError, match="X holds -2.0 and b is 1"):
        log_transform([5.0, -2, -3], 1)


# ---- row normalization

@given(TABLES)
def test_row_normalization_is_scikit_learns(X):
    np.testing.assert_allclose(row_norm_transform(X), Normalizer().fit_transform(X),
                               rtol=1e-12, atol=1e-12)


@given(WITH_HOLES)
def test_each_row_has_length_one_or_is_zero(X):
    length = np.sqrt(np.nansum(row_norm_transform(X)**2, axis=1))
    np.testing.assert_allclose(length, np.nan_to_num(X).any(axis=1), rtol=1e-12)


def test_a_zero_row_stays_zero_and_signs_stay():
    assert row_norm_transform([[0, 0], [3, -4]]).tolist() == [[0, 0], [.6, -.8]]


def test_a_missing_value_leaves_the_length_to_the_rest():
    Z = row_norm_transform([[np.nan, 3, 4], [np.nan, np.nan, np.nan], [np.nan, 0, 0]])
    np.testing.assert_array_equal(Z, [[np.nan, .6, .8], [np.nan] * 3, [np.nan, 0, 0]])


def test_a_row_too_short_to_square_stays_as_scikit_learns_does():
    X = [[1e-170, -1e-170], [0, 5e-324]]
    np.testing.assert_array_equal(row_norm_transform(X), Normalizer().fit_transform(X))


def test_a_missing_value_is_taken_where_scikit_learns_normalizer_refuses_it():
    X = [[np.nan, 3, 4]]
    assert row_norm_transform(X)[0, 1:].tolist() == [.6, .8]
    with pytest.raises(ValueError, match="NaN"):
        Normalizer().transform(X)


@pytest.mark.parametrize("power", [-460, -20, -1, 1, 20, 460])
def test_a_row_keeps_its_direction_whatever_its_length(power):
    X = np.random.default_rng(0).normal(size=(50, 3))
    unit = 2.0**power  # multiplying by it rounds nothing, so not a bit may change
    np.testing.assert_array_equal(row_norm_transform(X * unit), row_norm_transform(X))


# ---- all of them

def test_a_row_does_not_depend_on_its_neighbours():
    X = np.random.default_rng(0).normal(size=(20, 3))
    X[3, 1] = np.nan
    for transform in [*ELEMENTWISE, row_norm_transform]:
        np.testing.assert_array_equal(transform(X)[5:6], transform(X[5:6]))


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint64, np.float16, np.float32, bool])
def test_no_dtype_wraps_or_rounds(dtype):
    X = np.array([[1, 200], [3, 4]]).astype(dtype)
    for transform in ALL:
        Z = transform(X)
        assert Z.dtype == float
        np.testing.assert_array_equal(Z, transform(X.astype(float)))


def test_lists_frames_and_memory_layouts_are_all_the_same_numbers():
    X = np.array([[1.0, 200], [3, np.nan], [2, 5]])
    for transform in ALL:
        for same in (X.tolist(), pd.DataFrame(X), np.asfortranarray(X), X[::-1][::-1],
                     X.astype(object), pd.DataFrame(X).convert_dtypes(), X.astype(np.longdouble)):
            np.testing.assert_allclose(transform(same), transform(X), rtol=1e-15)


@given(WITH_HOLES)
def test_the_input_is_neither_changed_nor_handed_back(X):
    for transform in [lambda X: clip_transform(X, 1e9), sigmoid_transform,
                      lambda X: log_transform(X, 2e6), *BY_COLUMN, row_norm_transform]:
        before = X.copy()
        Z = transform(X)
        np.testing.assert_array_equal(X, before)
        assert not np.shares_memory(Z, X)
        np.testing.assert_array_equal(np.isnan(Z), np.isnan(X))


def test_text_is_refused_and_shown():
    for transform in ALL:
        for text in ([["1", "2"]], np.array([[1, "b"]], dtype=object), [[1 + 2j]]):
            with pytest.raises(ValueError, match=r"holds .*pass .*numbers"):
                transform(text)


@pytest.mark.parametrize("x", [10**400, -10**400, Fraction(10**400), np.timedelta64(1, "s"),
                               np.timedelta64(1, "ns"), np.datetime64("2020-01-01", "ns")])
def test_what_no_float_can_hold_and_what_is_a_time_are_refused_and_shown(x):
    for transform in ELEMENTWISE:
        for X in (x, [x], [[1.0, x]]):
            with pytest.raises(ValueError, match="X holds .*pass numbers"):
                transform(X)


@pytest.mark.parametrize("kind", ["m8[s]", "m8[ns]", "M8[s]", "M8[ns]"])
def test_arrays_of_times_are_refused(kind):
    for transform in ALL:
        with pytest.raises(ValueError, match="X holds .*pass numbers"):
            transform(np.array([[1, 20]], kind))


def test_a_masked_array_is_refused_lest_what_is_under_the_mask_counts():
    masked = np.ma.array([[1.0, 2.0]], mask=[[False, True]])
    for transform in ALL:
        for X in (masked, masked.astype(int), masked.astype(object)):
            with pytest.raises(ValueError, match="masked: try .*X.astype.float.*filled.np.nan"):
                transform(X)
        assert np.isnan(transform(masked.astype(float).filled(np.nan))[0, 1])


def test_another_number_of_columns_is_refused():
    for transform, stats in ((center_transform, center_fit([[1, 2, 3]])),
                             (unit_range_transform, minmax_fit([[1, 2, 3]]))):
        with pytest.raises(ValueError, match=r"1 columns.* 3"):
            transform([[1.0]], stats)


def test_maps_combine_standardize_then_clip():
    Xtr, Xte = column(1, 2, 3, 4), column(2.5, 1000)
    _, Zte, _ = scale_train_test(Xtr, Xte, standardize_fit, standardize_transform)
    assert clip_transform(Zte, 3).ravel().tolist() == [0, 3]
