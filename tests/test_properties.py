"""What holds for every table: properties of the functions, on tables that Hypothesis makes up.

The same examples on each run; EXAMPLES=5000 in the environment tries more of them.
"""
import os
from fractions import Fraction

import numpy as np
import pandas as pd
import pima
import pytest
from encoding import one_hot_fit, one_hot_transform, ordinal_transform
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from library import each_fold, knn_accuracy, sklearn_scale
from numpy.testing import assert_allclose, assert_array_equal
from reference import (CENTRE, FIT, KINDS, LIBRARY, TRANSFORM, by_library, exact, measured, scaled)
from sklearn.model_selection import KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from streaming import OnlineMinMax
from transforms import clip_transform, log_transform, row_norm_transform, sigmoid_transform

from scalers import divisor, scale_train_test, standardize_fit

EPS = np.finfo(float).eps
kinds = st.sampled_from(KINDS)


def always(*strategies, tried=100):
    """The property holds for each example of the strategies."""
    tried = int(os.environ.get("EXAMPLES", tried))
    examples = settings(max_examples=tried, derandomize=True, deadline=None, database=None)
    return lambda test: examples(given(*strategies)(test))


def divided_by(kind, stats):
    """What the transform divides by, (D,)."""
    spread = {"minmax": lambda: stats["max"] - stats["min"], "standard": lambda: stats["std"],
              "robust": lambda: stats["iqr"]}[kind]()
    return divisor(spread, stats[CENTRE[kind]])


# Tables

tame = st.integers(-10**6, 10**6).map(lambda i: i / 1000)  # equal, or clearly not
few = st.sampled_from([0.0, -1.0, 2.5, 0.1])               # so columns hold many equal values
size = st.floats(1e-140, 1e140)
wild = st.one_of(st.just(0.0), size, size.map(lambda x: -x), few, tame)


@st.composite
def tables(draw, values=tame | few, rows=12, width=None, missing=True):
    """Float64 tables in any layout, with or without missing values."""
    shape = (draw(st.integers(1, rows)), width or draw(st.integers(1, 4)))
    X = draw(hnp.arrays(float, shape, elements=values, fill=st.nothing()))
    if missing and draw(st.booleans()):
        X[draw(hnp.arrays(bool, shape))] = np.nan
    layout = draw(st.sampled_from(["C", "F", "every other", "backwards"]))
    if layout == "every other":
        return np.repeat(np.repeat(X, 2, axis=0), 2, axis=1)[::2, ::2]
    return X[::-1, ::-1] if layout == "backwards" else np.asarray(X, order=layout)


@st.composite
def pairs(draw, **options):
    """A training and a test table with the same columns."""
    Xtr = draw(tables(**options))
    return Xtr, draw(tables(width=Xtr.shape[1], **options))


typed = st.sampled_from(["bool", "int8", "uint8", "<i2", "uint16", "int32", "int64", "uint64",
                         "float16", "float32", ">f4"]).flatmap(lambda dtype: hnp.arrays(
    dtype, hnp.array_shapes(min_dims=2, max_dims=2, max_side=9),
    elements=hnp.from_dtype(np.dtype(dtype), allow_infinity=False)))


# Parity


@always(kinds, pairs())
def test_any_table_is_scaled_as_scikit_learn_scales_it(kind, both):
    assert_allclose(scaled(kind, *both), by_library(kind, *both), rtol=1e-9, atol=1e-9)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # scikit-learn's, on a column with no value
@always(kinds, pairs(), tried=30)
def test_the_library_scales_both_tables_by_the_training_table(kind, both):
    for X, Z in zip(both, sklearn_scale(*both, kind)):
        assert_array_equal(Z, LIBRARY[kind]().fit(both[0]).transform(X))


@always(kinds, typed)
def test_any_type_is_scaled_as_the_same_numbers_in_float64_are(kind, X):
    assert_array_equal(scaled(kind, X), scaled(kind, X.astype(float)))


# The formula


@always(kinds, tables(values=wild))
def test_from_1e_minus_140_to_1e140_every_result_is_that_of_exact_fractions(kind, X):
    X = X[:, ~np.isnan(X).all(axis=0)]
    assume(X.size)
    _, spread, size = zip(*(measured(kind, x) for x in X.T))
    assume(not any(size[j] < spread[j] * 10**15 < 100 * size[j] for j in range(len(size))))
    step = 4 * EPS * np.array([float(max(1, b / a) if a > b * 10 / 2**52 else max(1, b))
                               for a, b in zip(spread, size)])
    Z, expected = scaled(kind, X), exact(kind, X)
    error = 4 * EPS * abs(expected) if kind == "minmax" else step * (1 + abs(expected))
    assert_array_equal(np.isnan(Z), np.isnan(X))
    assert np.all(np.isnan(X) | (abs(Z - expected) <= error))


@always(kinds, tables(missing=False))
def test_the_fitted_rows_have_the_centre_and_the_spread_that_each_scaler_promises(kind, X):
    Z = scaled(kind, X)
    varies = divided_by(kind, FIT[kind](X)) != 1
    if kind == "minmax":
        assert_array_equal(Z.min(axis=0), 0)
        assert_array_equal(Z.max(axis=0), np.ptp(X, axis=0) > 0)
    elif kind == "standard":
        assert_allclose(Z.mean(axis=0), 0, atol=1e-9)
        assert_allclose(Z.std(axis=0)[varies], 1, rtol=1e-9)
    else:
        q1, median, q3 = np.percentile(Z, [25, 50, 75], axis=0)
        assert_allclose(median, 0, atol=1e-9)
        assert_allclose((q3 - q1)[varies], 1, rtol=1e-9)


@always(kinds, pairs())
def test_the_map_can_be_undone(kind, both):
    stats = FIT[kind](both[0])
    for X in both:
        Z = TRANSFORM[kind](X, stats)
        back = Z * divided_by(kind, stats) + stats[CENTRE[kind]]
        assert_allclose(back[:, ~np.isnan(stats[CENTRE[kind]])],
                        X[:, ~np.isnan(stats[CENTRE[kind]])], rtol=1e-9, atol=1e-9)


@always(kinds, tables(), st.integers(-300, 300))
def test_scaled_values_do_not_depend_on_the_unit(kind, X, k):
    unit = 2.0**k  # multiplying by it rounds nothing, so not a bit may change
    undivided = divided_by(kind, FIT[kind](X)) == 1
    assume(not undivided.any())
    assert_array_equal(scaled(kind, X * unit), scaled(kind, X))


@always(kinds, tables(), st.floats(1e-9, 1e9))
def test_nor_on_a_unit_that_rounds(kind, X, unit):
    assume((divided_by(kind, FIT[kind](X)) != 1).all())
    assert_allclose(scaled(kind, X * unit), scaled(kind, X), rtol=1e-6, atol=1e-6)


@always(kinds, tables(values=st.integers(-99, 99).map(float)), st.integers(-10**6, 10**6))
def test_scaled_values_do_not_depend_on_where_zero_lies(kind, X, origin):
    assert_allclose(scaled(kind, X + origin), scaled(kind, X), rtol=1e-8, atol=1e-8)


@always(kinds, tables(missing=False))
def test_turning_a_column_round_turns_its_scaled_values_round(kind, X):
    Z, turned = scaled(kind, X), scaled(kind, -X)
    constant = np.ptp(X, axis=0) == 0
    assert_allclose(turned, np.where(constant, 0, 1 - Z) if kind == "minmax" else -Z,
                    rtol=1e-9, atol=1e-9)


@always(kinds, pairs(values=wild))
def test_order_within_a_column_stays(kind, both):
    Xtr, Xte = both
    for x, z in zip(Xte.T, scaled(kind, Xtr, Xte).T):
        assert not np.any(np.diff(z[np.argsort(x)]) < 0)


# Missing values, neighbours, chunks


@always(kinds, pairs(values=wild))
def test_missing_stays_missing_and_nothing_else_becomes_so(kind, both):
    Xtr, Xte = both
    empty = np.isnan(Xtr).all(axis=0)
    assert_array_equal(np.isnan(scaled(kind, Xtr, Xte)), np.isnan(Xte) | empty)


@always(kinds, tables(), st.integers(0, 12))
def test_a_row_with_no_value_changes_nothing(kind, X, place):
    Z = scaled(kind, X)
    wider = np.insert(X, min(place, len(X)), np.nan, axis=0)
    assert_allclose(scaled(kind, wider, X), Z, rtol=1e-9, atol=1e-9)


@always(kinds, tables())
def test_each_column_is_scaled_as_if_it_were_alone(kind, X):
    alone = np.hstack([scaled(kind, X[:, [j]]) for j in range(X.shape[1])])
    assert_allclose(scaled(kind, X), alone, rtol=1e-12, atol=1e-12)


@always(kinds, tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(kind, X, random):
    order = random.sample(range(len(X)), len(X))
    assert_allclose(scaled(kind, X[order]), scaled(kind, X)[order], rtol=1e-9, atol=1e-9)


@always(kinds, tables(), st.integers(2, 4))
def test_repeating_every_row_changes_neither_range_nor_mean_nor_deviation(kind, X, times):
    assume(kind != "robust")
    assert_allclose(scaled(kind, np.repeat(X, times, axis=0), X), scaled(kind, X),
                    rtol=1e-9, atol=1e-9)


@always(kinds, pairs(values=wild), st.integers(1, 5))
def test_a_row_does_not_depend_on_its_neighbours_nor_a_table_on_how_it_is_cut(kind, both, size):
    Xtr, Xte = both
    stats = FIT[kind](Xtr)
    pieces = [TRANSFORM[kind](Xte[i:i + size], stats) for i in range(0, len(Xte), size)]
    assert_array_equal(np.vstack(pieces), TRANSFORM[kind](Xte, stats))


@always(kinds, pairs(values=wild), st.data())
def test_no_test_table_touches_what_the_training_table_gives(kind, both, data):
    Xtr, Xte = both
    other = data.draw(tables(values=wild, width=Xtr.shape[1]))
    Z, _, stats = scale_train_test(Xtr, Xte, FIT[kind], TRANSFORM[kind])
    Z_other, _, stats_other = scale_train_test(Xtr, other, FIT[kind], TRANSFORM[kind])
    assert_array_equal(Z, Z_other)
    for name in stats:
        assert_array_equal(stats[name], stats_other[name])


@always(kinds, pairs())
def test_named_columns_give_what_an_array_gives(kind, both):
    named = [pd.DataFrame(X).add_prefix("column ") for X in both]
    for ours, plain in zip(scale_train_test(*named, FIT[kind], TRANSFORM[kind])[:2],
                           scale_train_test(*both, FIT[kind], TRANSFORM[kind])[:2]):
        assert_allclose(ours, plain, rtol=1e-12, atol=1e-12)


@always(kinds, pairs(values=wild))
def test_inputs_and_statistics_stay_as_they_were_and_share_no_memory_with_results(kind, both):
    Xtr, Xte = both
    before = Xtr.copy(), Xte.copy()
    Ztr, Zte, stats = scale_train_test(Xtr, Xte, FIT[kind], TRANSFORM[kind])
    arrays = [value for name, value in stats.items() if name != "ddof"]
    kept = [value.copy() for value in arrays]
    for Z in (Ztr, Zte):
        assert not any(np.may_share_memory(Z, other) for other in [Xtr, Xte, *arrays])
        Z[:] = 999
    for now, then in zip([Xtr, Xte, *arrays], [*before, *kept]):
        assert_array_equal(now, then)
    for value in arrays:
        assert not np.may_share_memory(value, Xtr)


# Anything at all

anything = st.one_of(
    st.floats(), st.integers(), st.booleans(), st.none(), st.text(max_size=3), st.fractions(),
    st.sampled_from([10**400, -10**150, 5e-324, 1e308, np.uint8(255), np.float16(6e4), np.True_,
                     np.int64(-2**63), np.float32(np.inf), np.longdouble("1e400")]))


@always(kinds, st.lists(st.lists(anything | st.floats(-9, 9), min_size=1, max_size=2), max_size=5))
def test_whatever_comes_in_the_result_is_finite_or_an_error_is_raised(kind, rows):
    try:
        Z = scaled(kind, rows)
    except ValueError as error:
        assert any(word in str(error) for word in ("column", "shape", "rows"))
        return
    missing = [[value is None or value != value for value in row] for row in rows]
    empty = np.all(missing, axis=0)
    assert_array_equal(np.isfinite(Z), ~(np.array(missing) | empty))


@always(kinds, hnp.arrays(float, st.tuples(st.integers(1, 6), st.just(1)), elements=st.floats(
    allow_infinity=False)))
def test_at_any_magnitude_the_result_is_right_or_an_error_is_raised(kind, X):
    assume(not np.isnan(X).all())
    centre, spread, size = measured(kind, X[:, 0])
    assume(spread == 0 or spread * 10**9 > size)
    try:
        Z = scaled(kind, X)
    except ValueError:
        assert np.nanmax(abs(X)) > 1e145
        return
    expected = X - float(centre) if spread < Fraction(1e-150) else exact(kind, X)
    assert_allclose(Z, expected, rtol=1e-6, atol=1e-6 * np.nanmax(abs(expected)))

def is_missing(value):
    return value is None or value != value


few_things = st.lists(anything | st.floats(-9, 9), max_size=4)


@always(few_things)
def test_maps_of_one_value_take_whatever_is_a_number_and_refuse_the_rest(values):
    for transform, low, high in [(lambda X: clip_transform(X, 2), -2, 2), (sigmoid_transform, 0, 1),
                                 (lambda X: log_transform(X, 9), -40, 800)]:
        try:
            Z = transform(values)
        except ValueError as error:
            assert "X" in str(error)
            continue
        assert_array_equal(np.isnan(Z), [is_missing(value) for value in values])
        assert np.all(np.isnan(Z) | ((low <= Z) & (Z <= high)))


@always(st.lists(st.lists(anything | st.floats(-9, 9), min_size=2, max_size=2), max_size=4))
def test_every_row_has_length_1_or_0_or_is_refused(rows):
    try:
        Z = row_norm_transform(rows)
    except ValueError:
        return
    missing = np.array([[is_missing(value) for value in row] for row in rows])
    zero = [all(is_missing(value) or abs(value) < 1e-150 for value in row) for row in rows]
    assert_array_equal(np.isnan(Z), missing)
    assert_allclose(np.linalg.norm(np.where(missing, 0, Z), axis=1), np.where(zero, 0, 1),
                    rtol=1e-12, atol=1e-149)


# Whole numbers of any size are for streams of whole numbers only.
in_streams = anything.filter(lambda x: not isinstance(x, int) or abs(x) < 10**145)


@always(st.lists(st.tuples(st.booleans(), st.dictionaries(
    st.sampled_from("ab"), in_streams | st.floats(-9, 9))), max_size=8),
    st.sampled_from([None, 1, 3]))
def test_a_stream_goes_on_after_whatever_comes(steps, window_size):
    scaler, calm = OnlineMinMax(window_size), OnlineMinMax(window_size)
    for learns, record in steps:
        before = dict(record)
        try:
            result = scaler.learn_one(record) if learns else scaler.transform_one(record)
        except ValueError as error:
            assert "feature 'a'" in str(error) or "feature 'b'" in str(error)
        else:
            if learns:
                calm.learn_one(record)
            else:
                assert [is_missing(z) for z in result.values()] == [
                    is_missing(x) for x in record.values()]
                assert all(abs(z) < np.inf for z in result.values() if z == z)
        assert list(map(repr, record.values())) == list(map(repr, before.values()))
    probe = {"a": 0.5, "b": 2}
    assert outcome(scaler, probe) == outcome(calm, probe)


def outcome(scaler, record):
    """What a scaler makes of a record, an error being an outcome."""
    try:
        return scaler.transform_one(record)
    except ValueError as error:
        return str(error)


@always(st.lists(st.lists(anything, min_size=2, max_size=2), max_size=5),
        st.sampled_from(["error", "zeros", "column"]))
def test_every_value_of_the_fitted_rows_has_its_one_column_and_its_code_or_is_refused(rows, rule):
    try:
        stats = one_hot_fit(rows)
    except ValueError as error:
        assert "column" in str(error) or "shape" in str(error)
        return
    Z, codes = one_hot_transform(rows, stats, rule), ordinal_transform(rows, stats)
    assert set(np.unique(Z)) <= {0, 1}
    assert_array_equal(Z.sum(axis=1), 2)
    for j, categories in enumerate(stats["categories"]):
        for row, code in zip(rows, codes[:, j]):
            known = categories[int(code)]
            assert known == row[j] or (is_missing(known) and is_missing(row[j]))


# Divisors


@always(tables(), st.sampled_from([0, 1]))
def test_the_divisor_is_n_minus_ddof_as_pandas_has_it(X, ddof):
    assume(len(X) > ddof)
    expected = pd.DataFrame(X).std(ddof=ddof)
    assert_allclose(standardize_fit(X, ddof=ddof)["std"], expected, rtol=1e-9, atol=1e-9)


# The library's model, and folds


@always(st.integers(0, 2**32 - 1), st.integers(1, 9), tried=50)
def test_knn_accuracy_is_that_of_a_vote_among_the_k_nearest(seed, k):
    rng = np.random.default_rng(seed)
    Xtr, Xte = rng.normal(size=(20, 3)), rng.normal(size=(10, 3))
    ytr, yte = rng.integers(0, 2, 20), rng.integers(0, 2, 10)
    distance = np.linalg.norm(Xte[:, None] - Xtr, axis=2)
    votes = ytr[np.argsort(distance, axis=1)[:, :k]].mean(axis=1)
    assert knn_accuracy(Xtr, ytr, Xte, yte, k) == np.mean((votes > 0.5) == yte)


@always(kinds, st.integers(0, 2**32 - 1), st.integers(2, 5), tried=20)
def test_each_fold_is_scaled_by_its_own_training_part_as_in_a_pipeline(kind, seed, parts):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 3)) * [1, 10, 100], rng.integers(0, 2, 60)
    folds = list(KFold(parts, shuffle=True, random_state=seed).split(X))
    pipeline = make_pipeline(LIBRARY[kind](), KNeighborsClassifier(5))
    assert_array_equal(each_fold(X, y, folds, FIT[kind], TRANSFORM[kind], 5),
                       cross_val_score(pipeline, X, y, cv=folds))


# The patients' table

cells = st.floats(allow_infinity=False).map(repr)
outcomes = st.sampled_from(["0", "1"])
records = st.lists(st.tuples(*[cells] * 8, outcomes), min_size=1, max_size=5)


@always(records, st.sampled_from(["utf-8", "utf-8-sig"]), st.sampled_from(["\n", "\r\n"]), tried=50)
def test_a_table_that_was_written_is_read_back_to_the_last_bit(tmp_path_factory, rows, code, end):
    path = tmp_path_factory.mktemp("written") / "table.csv"
    lines = [",".join(row) for row in [[*pima.FEATURES, pima.OUTCOME], *rows]]
    path.write_bytes((end.join(lines) + end).encode(code))
    X, y, _ = pima.load_data(path)
    table = np.array([[float(cell) for cell in row] for row in rows])
    assert_array_equal(X, table[:, :-1])
    assert_array_equal(y, table[:, -1])


@always(st.integers(8, 200), st.integers(2, 6), st.integers(0, 2**32 - 1), tried=30)
def test_the_split_shares_out_every_record_once_and_each_outcome_alike(n, least, seed):
    y = np.random.default_rng(seed).permutation([1] * least + [0] * max(n - least, 2 * least))
    rows = np.arange(len(y))
    train, test, ytr, yte = pima.split(rows, y)
    assert_array_equal(np.sort(np.concatenate([train, test])), rows)
    assert len(test) == -(-len(y) // 4)
    assert abs(yte.sum() - y.sum() / 4) <= 1
    assert_array_equal(ytr, y[train])
