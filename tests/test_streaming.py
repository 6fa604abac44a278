"""A stream against River, a window against its definition, and chunks against the whole."""
import copy
import json
import pickle
import warnings
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import inf, isnan, nan

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from river.preprocessing import MinMaxScaler

from larger_than_memory import made_up, statistics
from pima import load_data
from scalers import (minmax_fit, minmax_transform, robust_fit, standardize_fit,
                     standardize_transform)
from streaming import (OnlineMinMax, WindowedRange, minmax_merge, moments_fit, moments_merge,
                       moments_std)

# The same examples in every run, however slow the machine.
settings.register_profile("chapter", deadline=None, derandomize=True, database=None)
settings.load_profile("chapter")

FLOATS = st.floats(-1e9, 1e9).map(lambda x: x if abs(x) > 1e-100 else 0.0)
MEASURED = FLOATS.map(lambda x: round(x, 6))
RECORDS = st.lists(st.dictionaries(st.sampled_from("abc"), FLOATS), max_size=30)
WINDOWS = st.none() | st.integers(1, 7)


def learned(*values, window_size=None):
    """A scaler that has learned these values of the feature x, in turn."""
    scaler = OnlineMinMax(window_size)
    for value in values:
        scaler.learn_one({"x": value})
    return scaler


def placed(scaler, value):
    return scaler.transform_one({"x": value})["x"]


# ---- River's scaler, record by record

def pima_stream():
    X, _, names = load_data()
    return [dict(zip(names, row, strict=True)) for row in X.tolist()]


@pytest.mark.parametrize("window_size", [None, 1, 2, 50, 768, 1000])
def test_the_pima_rows_as_a_stream_come_out_as_rivers_after_each_record(window_size):
    ours, rivers = OnlineMinMax(window_size), MinMaxScaler(window_size=window_size)
    first, *rest = pima_stream()
    ours.learn_one(first), rivers.learn_one(first)
    for record in rest:
        assert ours.transform_one(record) == rivers.transform_one(record)  # scored, then learned
        ours.learn_one(record), rivers.learn_one(record)
        assert ours.transform_one(record) == rivers.transform_one(record)  # learned, then scored


@given(RECORDS, WINDOWS)
def test_any_stream_of_floats_comes_out_as_rivers(records, window_size):
    ours, rivers = OnlineMinMax(window_size), MinMaxScaler(window_size=window_size)
    for record in records:
        ours.learn_one(record), rivers.learn_one(record)
        assert ours.transform_one(record) == rivers.transform_one(record)


def test_a_feature_never_learned_is_0_where_river_0_26_has_nan():
    assert OnlineMinMax().transform_one({"x": 1.0}) == {"x": 0.0}
    assert isnan(MinMaxScaler().transform_one({"x": 1.0})["x"])


def test_a_missing_value_stays_missing_where_river_has_0_for_want_of_a_range():
    assert isnan(placed(learned(5.0), nan)) and isnan(placed(OnlineMinMax(), nan))
    rivers = MinMaxScaler()
    rivers.learn_one({"x": 5.0})
    assert rivers.transform_one({"x": nan}) == {"x": 0.0}


# ---- the range

@given(st.lists(FLOATS, min_size=1))
def test_learned_then_transformed_lies_between_0_and_1(values):
    scaler = OnlineMinMax()
    for value in values:
        scaler.learn_one({"x": value})
        assert 0 <= placed(scaler, value) <= 1


def test_transformed_before_it_is_learned_a_value_can_leave_the_range():
    assert placed(learned(1.0, 5.0), 9.0) == 2


@given(st.lists(FLOATS, min_size=1))
def test_a_stream_at_its_end_has_the_statistics_of_the_batch(values):
    low, high = learned(*values).ranges["x"]
    batch = minmax_fit(np.reshape(values, (-1, 1)))
    assert [low] == batch["min"] and [high] == batch["max"]


def test_without_a_window_one_wild_reading_squashes_what_follows_for_good():
    calm = [100.0, 120.0] * 50
    assert placed(learned(*calm), 120.0) == 1
    assert placed(learned(10_000.0, *calm), 120.0) < 0.01
    assert placed(learned(10_000.0, *calm, window_size=100), 120.0) == 1


def test_equal_values_become_0_and_so_does_any_other_until_it_is_learned():
    scaler = learned(5.0, 5.0)
    assert placed(scaler, 5.0) == 0 and placed(scaler, 7.0) == 0


def test_a_later_value_of_a_constant_feature_is_0_on_the_stream_and_keeps_its_distance_in_a_batch():
    X = np.array([[5.0], [5], [5]])
    assert placed(learned(*X.ravel()), 7.0) == 0
    assert minmax_transform([[7.0]], minmax_fit(X)) == 2


@given(st.lists(FLOATS, min_size=1), st.integers(1, 9))
def test_a_window_is_the_smallest_and_largest_of_the_last_values(values, size):
    window = WindowedRange(size)
    for n, value in enumerate(values, start=1):
        last = values[max(0, n - size):n]
        assert window.learn(value) == (min(last), max(last))
        assert len(window.lows) <= size and len(window.highs) <= size


def test_a_window_pushes_and_drops_each_value_once_whatever_the_order():
    for values in (range(3000), range(3000, 0, -1), [0, 1] * 1500):
        window, handled = WindowedRange(1000), 0
        for value in values:
            before = len(window.lows) + len(window.highs)
            window.learn(value)
            handled += 2 + (before + 2 - len(window.lows) - len(window.highs))  # in, and out
        assert handled <= 4 * len(values)


def test_memory_grows_with_the_features_and_not_with_the_stream():
    scaler = OnlineMinMax()
    for i in range(1000):
        scaler.learn_one({"a": float(i), "b": float(-i)})
    assert scaler.ranges == {"a": [0, 999], "b": [-999, 0]} and not scaler.windows


# ---- records as they come

def test_a_missing_value_updates_nothing_wherever_it_stands():
    for values in ((nan, 1.0, 3.0), (1.0, nan, 3.0), (1.0, 3.0, nan)):
        for window_size in (None, 2):
            scaler = learned(*values, window_size=window_size)
            assert placed(scaler, 2.0) == 0.5 and isnan(placed(scaler, nan))


def test_features_may_come_and_go():
    scaler = learned(1.0, 5.0)
    assert scaler.transform_one({"x": 3.0, "y": 2.0}) == {"x": 0.5, "y": 0.0}
    scaler.learn_one({"y": 2.0})
    scaler.learn_one({})
    scaler.learn_one({"y": 4.0})
    assert scaler.transform_one({"y": 3.0}) == {"y": 0.5}
    assert placed(scaler, 3.0) == 0.5


def test_asking_for_a_feature_teaches_nothing():
    scaler = OnlineMinMax()
    scaler.transform_one({"x": 1.0})
    assert not scaler.ranges and not scaler.windows


@given(st.lists(st.integers(-10**400, 10**400), min_size=2), st.integers(0, 10**9))
def test_python_integers_of_any_size_are_placed_exactly(values, share):
    scaler = learned(*values)
    low, high = min(values), max(values)
    x = low + (high - low) * share // 10**9
    assert placed(scaler, x) == ((x - low) / (high - low) if low < high else 0)


def test_integers_beyond_float_do_not_overflow():
    assert placed(learned(0, 10**400), 5 * 10**399) == 0.5


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32,
                                  np.int64, np.uint64, np.float16, np.float32, np.float64,
                                  np.longdouble])
def test_numpy_scalars_neither_wrap_nor_warn(kind):
    for window_size in (None, 3):
        scaler = learned(kind(10), kind(110), window_size=window_size)
        assert placed(scaler, kind(0)) == -0.1 and placed(scaler, kind(60)) == 0.5


def test_numpy_integers_use_their_whole_width():
    assert placed(learned(np.int8(-128), np.int8(127)), np.int8(127)) == 1
    assert placed(learned(np.int64(-2**63), np.int64(2**63 - 1)), np.int64(2**63 - 1)) == 1


@given(RECORDS, WINDOWS)
def test_neither_learning_nor_transforming_changes_the_record(records, window_size):
    scaler = OnlineMinMax(window_size)
    for record in records:
        before = dict(record)
        scaler.learn_one(record)
        assert scaler.transform_one(record) is not record and record == before


@pytest.mark.parametrize("bad", ["7", 1 + 2j, [1.0], np.str_("7"), np.array([1.0, 2]), inf,
                                 -inf, 1e200, np.float32(inf), np.datetime64("2020-01-01"),
                                 np.datetime64("2020-01-01", "ns"), np.timedelta64(1, "s"),
                                 np.timedelta64(1, "ns")])
@pytest.mark.parametrize("window_size", [None, 3])
def test_what_is_no_number_is_refused_by_name_and_the_state_is_as_it_was(bad, window_size):
    scaler = learned(1.0, 5.0, window_size=window_size)
    before = copy.deepcopy(scaler.ranges)
    for use in (scaler.learn_one, scaler.transform_one):
        with pytest.raises(ValueError, match="feature 'y' holds .*: pass numbers"):
            use({"x": 9.0, "y": bad})
    assert scaler.ranges == before
    scaler.learn_one({"x": 3.0})
    assert placed(scaler, 3.0) == 0.5


def test_the_farthest_numbers_that_are_taken_are_plus_and_minus_1e145():
    scaler = learned(-1e145, 1e145)
    assert [placed(scaler, x) for x in (-1e145, 0.0, 1e145)] == [0, 0.5, 1]


def test_a_feature_of_which_only_missing_values_were_learned_is_0():
    for window_size in (None, 3):
        assert placed(learned(nan, nan, window_size=window_size), 5.0) == 0


def test_records_may_be_series_and_values_any_real_number_or_gap():
    scaler = OnlineMinMax()
    for value in (pd.Series({"a": 1.0}), {"a": Decimal(3)}, {"a": None}, {"a": pd.NA},
                  {"a": np.uint8(2)}, {"a": True}):
        scaler.learn_one(value)
    assert scaler.transform_one(pd.Series({"a": 2.0})) == {"a": 0.5}
    assert scaler.transform_one({"a": Fraction(5, 2)}) == {"a": 0.75}
    assert isnan(scaler.transform_one({"a": pd.NA})["a"])


def test_a_range_too_small_to_square_counts_as_none():
    assert placed(learned(0.0, 1e-155), 1e145) == 0
    assert placed(learned(0.0, 1e-149), 1e145) == pytest.approx(1e294)


@pytest.mark.parametrize("window_size", [None, 3])
@pytest.mark.parametrize("values, x", [
    ((0, 10**400), 0.5), ((0.5, 10**400), 1), ((-10**400, 1), 0.5), ((0.5, -10**400), 0.5),
    ((10**400, 10**400 + 1), 0), ((0, 1), 10**400)])
def test_integers_beyond_float_beside_floats_are_an_error_that_names_the_feature(
        values, x, window_size):
    scaler = learned(*values, window_size=window_size)
    with pytest.raises(ValueError, match="feature 'x' is too large beside its range"):
        placed(scaler, x)


@pytest.mark.parametrize("size", [0, -1, 2.5, nan, inf, np.float32(inf), "3", [3], 3j])
def test_a_window_that_is_no_whole_number_of_records_is_refused_by_name(size):
    with pytest.raises(ValueError, match="window_size is .*: pass a whole number, at least 1"):
        OnlineMinMax(size)


@pytest.mark.parametrize("window_size", [None, 3])
def test_a_scaler_can_be_saved_and_goes_on(window_size):
    scaler = learned(9.0, 1.0, 5.0, window_size=window_size)
    again = pickle.loads(pickle.dumps(scaler))
    for copied in (scaler, again):
        copied.learn_one({"x": 2.0})
    assert again.ranges == scaler.ranges


def test_a_constant_feature_that_was_saved_is_constant():
    assert placed(pickle.loads(pickle.dumps(learned(5.0, 5.0))), 7.0) == 0


# ---- statistics that merge

def chunks_of(X, cuts, order):
    chunks = [chunk for chunk in np.split(X, sorted(cuts)) if len(chunk)]
    return [chunks[i] for i in np.random.default_rng(order).permutation(len(chunks))]


def as_tree(merge, parts):
    """The parts merged two by two, and the halves again, where reduce merges one after another."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return merge(as_tree(merge, parts[:half]), as_tree(merge, parts[half:]))


TABLE = arrays(float, st.tuples(st.integers(1, 30), st.integers(1, 3)),
               elements=MEASURED | st.just(nan))
CUTS = st.lists(st.integers(0, 30))


@given(TABLE, CUTS, st.integers(0, 99))
def test_chunks_in_any_order_and_grouping_have_the_min_and_max_of_the_whole(X, cuts, order):
    parts = [minmax_fit(chunk) for chunk in chunks_of(X, cuts, order)]
    for together in (reduce(minmax_merge, parts), as_tree(minmax_merge, parts)):
        for key, value in minmax_fit(X).items():
            np.testing.assert_array_equal(together[key], value)


def relative_error(X, cuts, order):
    """How far mean and variance of the merged chunks are from the exact ones of the whole."""
    exact = X.astype(np.longdouble)
    mean = exact.mean(axis=0)
    variance = ((exact - mean)**2).mean(axis=0)
    parts = [moments_fit(chunk) for chunk in chunks_of(X, cuts, order)]
    worst = 0
    for m in (reduce(moments_merge, parts), as_tree(moments_merge, parts)):
        scale = np.maximum(abs(mean), np.sqrt(variance))
        worst = max(worst, *(abs(m["mean"] - mean) / scale), *abs(moments_std(m)**2 / variance - 1))
    return float(worst)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.floats(0, 3), st.sampled_from([1e-100, 1e-3, 1, 1e6, 1e100]))
def test_chunks_in_any_order_have_mean_and_variance_of_the_whole_to_1e_12(seed, power, scale):
    rng = np.random.default_rng(seed)
    N = rng.integers(2, 400)
    X = rng.normal(size=(N, 2))
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    X = scale * (X + rng.choice([-1, 1]) * 10**power)  # |mean| is at most 1,000 std
    for cuts in (range(N), rng.integers(0, N, size=5)):
        assert relative_error(X, cuts, seed) <= 1e-12


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.floats(3, 9))
def test_with_a_mean_of_r_standard_deviations_they_are_right_to_1e_15_r(seed, power):
    rng = np.random.default_rng(seed)
    N = rng.integers(2, 400)
    X = rng.normal(size=(N, 2))
    X = (X - X.mean(axis=0)) / X.std(axis=0) + 10**power
    for cuts in (range(N), rng.integers(0, N, size=5)):
        assert relative_error(X, cuts, seed) <= 1e-15 * 10**power


def test_subtracting_mean_squares_would_lose_what_merging_keeps():
    X = 1e9 + np.array([[4.0], [7], [13], [16]])
    m = moments_merge(moments_fit(X[:1]), moments_fit(X[1:]))
    assert moments_std(m)**2 == pytest.approx(22.5, rel=1e-6)
    assert abs((X**2).mean() - X.mean()**2 - 22.5) > 10


@given(TABLE, CUTS)
def test_missing_values_count_nowhere(X, cuts):
    m = reduce(moments_merge, [moments_fit(chunk) for chunk in chunks_of(X, cuts, 0)])
    np.testing.assert_array_equal(m["n"], (~np.isnan(X)).sum(axis=0))
    np.testing.assert_array_equal(np.isnan(m["mean"]), np.isnan(X).all(axis=0))
    np.testing.assert_array_equal(np.isnan(moments_std(m)), np.isnan(X).all(axis=0))


def test_two_chunks_without_a_value_are_together_without_one():
    m = moments_merge(moments_fit([[nan, 1.0]]), moments_fit([[nan, 3.0], [nan, nan]]))
    assert m["n"].tolist() == [0, 2] and isnan(m["mean"][0]) and m["mean"][1] == 2
    assert isnan(moments_std(m)[0]) and moments_std(m)[1] == 1


@given(FLOATS, st.integers(1, 20), CUTS)
def test_a_constant_column_keeps_its_value_and_has_no_spread(value, N, cuts):
    parts = [moments_fit(chunk) for chunk in chunks_of(np.full((N, 1), value), cuts, 0)]
    m = reduce(moments_merge, parts)
    assert m["mean"] == value and m["m2"] == 0 and moments_std(m) == 0


def test_merged_moments_standardize():
    X = np.random.default_rng(0).normal(3, 2, size=(100, 2))
    m = moments_merge(moments_fit(X[:30]), moments_fit(X[30:]))
    stats = {"mean": m["mean"], "std": moments_std(m, ddof=1)}
    np.testing.assert_allclose(standardize_transform(X, stats),
                               standardize_transform(X, standardize_fit(X, ddof=1)), atol=1e-12)


def test_statistics_of_chunks_survive_json():
    X = np.array([[1.0, 5], [2, 7], [4, 6]])
    for fit, merge in ((minmax_fit, minmax_merge), (moments_fit, moments_merge)):
        a, b = fit(X[:1]), fit(X[1:])
        saved = [json.loads(json.dumps({k: v.tolist() for k, v in s.items()})) for s in (a, b)]
        for key, value in merge(a, b).items():
            np.testing.assert_array_equal(merge(*saved)[key], value)


def test_merging_changes_neither_chunk():
    a, b = moments_fit([[1.0], [2]]), moments_fit([[5.0]])
    before = copy.deepcopy((a, b))
    moments_merge(a, b)
    assert (a, b) == before


def test_chunks_of_different_width_are_refused():
    for fit, merge in ((minmax_fit, minmax_merge), (moments_fit, moments_merge)):
        with pytest.raises(ValueError, match="one chunk has 1 columns, the other 2"):
            merge(fit([[1.0]]), fit([[1.0, 2]]))
        with pytest.raises(ValueError, match="one chunk has 2 columns, the other 1"):
            merge(fit([[1.0, 2]]), fit([[1.0]]))


def test_chunks_of_hundreds_of_columns_merge():
    a, b = np.ones((1, 300)), np.full((1, 300), 3.0)
    assert (minmax_merge(minmax_fit(a), minmax_fit(b))["max"] == 3).all()
    assert (moments_merge(moments_fit(a), moments_fit(b))["mean"] == 2).all()


def test_a_number_for_a_statistic_is_one_column():
    a, b = {"min": 1, "max": 3}, {"min": 0, "max": 2}
    assert minmax_merge(a, b) == {"min": 0, "max": 3}
    with pytest.raises(ValueError, match="one chunk has 1 columns, the other 2"):
        minmax_merge(a, minmax_fit([[1.0, 2]]))


def test_too_few_rows_for_the_divisor_are_refused():
    with pytest.raises(ValueError, match="there are 1 rows: with ddof=1 it takes 2"):
        moments_std(moments_fit([[1.0]]), ddof=1)
    with pytest.raises(ValueError, match="there are 1 rows: with ddof=2 it takes 3"):
        moments_std(moments_fit([[1.0]]), ddof=2)


def test_the_sample_divisor_of_two_values_is_1_and_a_single_value_has_none():
    m = moments_fit([[1.0, 1.0], [3.0, nan]])
    np.testing.assert_allclose(moments_std(m, ddof=1), [2**.5, nan], rtol=1e-15)


@pytest.mark.parametrize("c", [1e-140, 1e-135, -1e-140, 3.0])
def test_a_spread_within_rounding_is_none_in_moments_as_it_is_in_standardizing(c):
    X = np.array([[c], [np.nextafter(c, 1)], [c]])
    for m in (moments_fit(X), moments_merge(moments_fit(X[:1]), moments_fit(X[1:]))):
        Z = standardize_transform(X, {"mean": m["mean"], "std": moments_std(m)})
        np.testing.assert_allclose(Z, standardize_transform(X, standardize_fit(X)), atol=1e-15)


@pytest.mark.parametrize("size", [1e-140, 1e140])
def test_between_1e_140_and_1e140_moments_hold(size):
    with warnings.catch_warnings(action="error"):
        m = moments_merge(moments_fit([[0.0], [size]]), moments_fit([[size], [0.0]]))
    assert moments_std(m) == pytest.approx(size / 2, rel=1e-12)


def test_quartiles_do_not_merge():
    def quartiles(chunk):
        stats = robust_fit(np.reshape(chunk, (-1, 1)))
        return {key: value.tolist() for key, value in stats.items()}
    left, right = ([0, 1, 2, 3, 4], [10, 11, 12, 13, 14]), ([0, 1, 2, 3, 4], [2, 11, 12, 13, 22])
    assert [quartiles(chunk) for chunk in left] == [quartiles(chunk) for chunk in right]
    assert quartiles(sum(left, [])) != quartiles(sum(right, []))


@pytest.mark.parametrize("rows, block", [(1000, 300), (1000, 1000), (7, 1)])
def test_the_blocks_of_a_dask_array_have_the_statistics_of_the_whole(rows, block):
    X = made_up(rows, block)
    minmax, moments = statistics(X)
    whole = X.compute()
    for key, value in minmax_fit(whole).items():
        np.testing.assert_array_equal(minmax[key], value)
    stats = standardize_fit(whole)
    np.testing.assert_allclose(moments["mean"], stats["mean"], rtol=1e-12)
    np.testing.assert_allclose(moments_std(moments), stats["std"], rtol=1e-12)
