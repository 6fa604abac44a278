"""Categories as numbers: against scikit-learn's encoders, and on what they leave open."""
import json
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.compose import ColumnTransformer
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

from encoding import one_hot_fit, one_hot_transform, ordinal_fit, ordinal_transform
from scalers import scale_train_test, standardize_fit, standardize_transform

# The same examples in every run, however slow the machine.
settings.register_profile("chapter", deadline=None, derandomize=True, database=None)
settings.load_profile("chapter")

WORDS = st.text("abAB01", max_size=3)
WHOLE = st.integers(-5, 5)


def tables(*columns, min_size=1):
    """Tables of objects whose columns draw from these strategies."""
    rows = st.lists(st.tuples(*columns), min_size=min_size, max_size=12)
    return rows.map(lambda rows: np.array(rows, dtype=object).reshape(len(rows), len(columns)))


def column(*values):
    return np.array(values, dtype=object).reshape(-1, 1)


def one_hot(X, T, unknown="error"):
    return one_hot_transform(T, one_hot_fit(X), unknown)


# ---- scikit-learn's encoders

@given(tables(WORDS, WHOLE))
def test_one_hot_is_scikit_learns(X):
    library = OneHotEncoder(sparse_output=False).fit(X)
    stats = one_hot_fit(X)
    for ours, theirs in zip(stats["categories"], library.categories_, strict=True):
        assert ours.tolist() == theirs.tolist()
    np.testing.assert_array_equal(one_hot_transform(X, stats), library.transform(X))


@given(tables(WORDS, WHOLE), tables(WORDS, WHOLE))
def test_unknown_as_zeros_is_scikit_learns_ignore(X, T):
    library = OneHotEncoder(sparse_output=False, handle_unknown="ignore").fit(X)
    np.testing.assert_array_equal(one_hot(X, T, "zeros"), library.transform(T))


@given(tables(WORDS, WHOLE))
def test_sorted_codes_are_scikit_learns(X):
    np.testing.assert_array_equal(ordinal_transform(X, ordinal_fit(X)),
                                  OrdinalEncoder().fit_transform(X))


@given(st.permutations(["low", "middle", "high", "never seen"]),
       tables(st.just("low") | st.just("high")))
def test_codes_in_a_given_order_are_scikit_learns(order, X):
    library = OrdinalEncoder(categories=[order])
    np.testing.assert_array_equal(ordinal_transform(X, ordinal_fit(X, order=[order])),
                                  library.fit_transform(X))


def test_missing_has_a_code_the_last_where_scikit_learn_keeps_nan():
    X = np.array([[2.0], [np.nan], [1.0]])
    assert ordinal_transform(X, ordinal_fit(X)).ravel().tolist() == [1, 2, 0]
    np.testing.assert_array_equal(OrdinalEncoder().fit_transform(X).ravel(), [1, np.nan, 0])


def test_none_and_nan_are_one_category_where_scikit_learn_has_two():
    X = column("a", None, np.nan)
    assert one_hot(X, X).tolist() == [[1, 0], [0, 1], [0, 1]]
    assert OneHotEncoder(sparse_output=False).fit_transform(X).shape == (3, 3)


# ---- one-hot

@given(tables(WORDS, WHOLE))
def test_each_row_has_one_1_a_feature(X):
    stats = one_hot_fit(X)
    first = len(stats["categories"][0])
    Z = one_hot_transform(X, stats)
    assert set(np.unique(Z)) <= {0.0, 1.0} and Z.shape[1] == sum(map(len, stats["categories"]))
    assert (Z[:, :first].sum(axis=1) == 1).all() and (Z[:, first:].sum(axis=1) == 1).all()


@given(st.sets(WORDS, min_size=2))
def test_any_two_known_categories_lie_root_two_apart(words):
    for a, b in combinations(one_hot(column(*words), column(*words)), 2):
        assert np.linalg.norm(a - b) == 2**.5


def test_all_zeros_lies_nearer_to_every_category_than_they_to_each_other():
    X, T = column("a", "b", "c"), column("new")
    for unknown, distance in (("zeros", 1), ("column", 2**.5)):
        apart = np.linalg.norm(one_hot(X, X, unknown) - one_hot(X, T, unknown), axis=1)
        assert (apart == distance).all()


def test_the_column_for_unknown_is_the_last_of_its_feature_and_0_for_the_known():
    X = np.array([["a", "p"], ["b", "q"]], dtype=object)
    T = np.array([["z", "q"], ["b", "z"]], dtype=object)
    assert one_hot(X, T, "column").tolist() == [[0, 0, 1, 0, 1, 0], [0, 1, 0, 0, 0, 1]]
    assert one_hot(X, X, "column").tolist() == [[1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 0]]


def test_all_rows_may_be_unknown():
    assert one_hot(column("a", "b"), column("z", "y"), "column").tolist() == [[0, 0, 1]] * 2
    assert one_hot(column("a", "b"), column("z", "y"), "zeros").tolist() == [[0, 0]] * 2


def test_a_category_of_the_held_out_fold_only_is_unknown_there():
    Xtr, Xte = column("a", "b", "a"), column("b", "rare")
    with pytest.raises(ValueError, match="'rare', which was not fitted"):
        scale_train_test(Xtr, Xte, one_hot_fit, one_hot_transform)
    _, Zte, stats = scale_train_test(
        Xtr, Xte, one_hot_fit, lambda X, stats: one_hot_transform(X, stats, unknown="zeros"))
    assert Zte.tolist() == [[0, 1], [0, 0]] and stats["categories"][0].tolist() == ["a", "b"]


# ---- exact matching

@pytest.mark.parametrize("known, unknown", [
    (("AA", "BB"), ("A", "AB", "C", "AAA", "aa", "AA ", "AA\0", "")),
    ((3, 5, 7), (4, 3.5, "3", 0, 10**30)),
    ((0.1, 0.5), (np.float32(0.1), 0.1 + 1e-17 + 1e-16, "0.1")),
    (("1", "2"), (1, 2.0)),
    (("nan", "None"), (None, np.nan)),
])
def test_what_merely_resembles_a_category_is_unknown(known, unknown):
    for value in unknown:
        assert not one_hot(column(*known), column(value), "zeros").any(), value
        with pytest.raises(ValueError, match="was not fitted"):
            one_hot(column(*known), column(value))
        with pytest.raises(ValueError, match="was not fitted"):
            ordinal_transform(column(value), ordinal_fit(column(*known)))


def test_text_is_not_cut_to_the_width_that_was_fitted():
    X = np.array([["AA"], ["BB"]])  # NumPy would store what follows in two letters
    assert not one_hot(X, np.array([["AAA"], ["BBx"]]), "zeros").any()


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float16, float, object])
def test_equal_numbers_are_one_category_whatever_their_dtype(dtype):
    X = np.array([[2], [7], [2]])
    np.testing.assert_array_equal(one_hot(X, X.astype(dtype)), [[1, 0], [0, 1], [1, 0]])
    np.testing.assert_array_equal(one_hot(X.astype(dtype), X), [[1, 0], [0, 1], [1, 0]])


def test_whole_numbers_beyond_float_are_told_apart():
    X = column(2**53, 2**53 + 1, None)
    assert one_hot(X, X).tolist() == np.eye(3).tolist()


def test_a_text_is_no_order_even_if_its_letters_are_the_categories():
    with pytest.raises(ValueError, match="order for column 0 is 'ab': list each value"):
        ordinal_fit(column("a", "b"), order=["ab"])


def test_tuples_are_categories():
    places = [(1, 2), (0, 5), (1, 2)]
    for rest, codes in (([], []), ([None], [2])):
        X = pd.DataFrame({"place": places + rest})
        for stats in (one_hot_fit(X), ordinal_fit(X, [[(0, 5), (1, 2)]])):
            assert ordinal_transform(X, stats).ravel().tolist() == [1, 0, 1] + codes


def test_equal_values_are_one_category_as_1_and_true():
    X = column(1, True, 1.0, 0, False)
    assert len(one_hot_fit(X)["categories"][0]) == 2
    assert one_hot(X, X).tolist() == [[0, 1]] * 3 + [[1, 0]] * 2
    assert OneHotEncoder(sparse_output=False).fit_transform(X).tolist() == one_hot(X, X).tolist()


def test_truth_values_are_categories():
    assert one_hot(np.array([[True], [False]]), np.array([[False]])).tolist() == [[1, 0]]


# ---- missing values

@pytest.mark.parametrize("missing", [None, np.nan, float("nan"), np.float32("nan"), pd.NA, pd.NaT])
def test_whatever_says_missing_is_one_category_the_last(missing):
    X = column("b", missing, "a", None)
    assert one_hot(X, X).tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 1]]
    assert ordinal_transform(X, ordinal_fit(X)).ravel().tolist() == [1, 2, 0, 2]


def test_missing_is_unknown_where_none_was_fitted():
    assert one_hot(column(1, 2), np.array([[np.nan]]), "zeros").tolist() == [[0, 0]]
    assert one_hot(column(1, 2), np.array([[np.nan]]), "column").tolist() == [[0, 0, 1]]


def test_a_column_with_no_value_has_one_category():
    X = np.full((2, 1), np.nan)
    assert one_hot(X, X).tolist() == [[1], [1]]


def test_missing_comes_after_a_given_order():
    X = column("low", None, "high")
    stats = ordinal_fit(X, order=[["low", "high"]])
    assert ordinal_transform(X, stats).ravel().tolist() == [0, 2, 1]


# ---- what is refused

@pytest.mark.parametrize("values", [("a", 1), (1.5, "a"), (None, "a", 2), ("a", True), ("a", b"a"),
                                    ("a", [1])])
def test_a_column_of_mixed_kinds_is_refused_at_fit_and_named(values):
    for fit in (one_hot_fit, ordinal_fit):
        with pytest.raises(ValueError, match="column 0 (of X mixes|holds)"):
            fit(pd.DataFrame({0: list(values)}))


def test_mixed_kinds_are_seen_in_lists_that_numpy_would_make_all_text():
    assert one_hot_fit([["a", 1], ["b", 2]])["categories"][1].tolist() == [1, 2]
    with pytest.raises(ValueError, match="column 1 of X mixes"):
        one_hot_fit([["a", 1], ["b", "2"]])


@pytest.mark.parametrize("rule", ["ignore", None, "", "Zeros", 0])
def test_a_rule_for_unknown_that_is_none_of_the_three_is_refused_by_name(rule):
    with pytest.raises(ValueError, match='unknown is .*: pass "error", "zeros" or "column"'):
        one_hot(column("a"), column("a"), rule)


def test_an_unknown_value_is_shown_with_the_name_of_its_column():
    X = pd.DataFrame({"age": ["21-30", "31-40"], "site": ["p", "q"]})
    T = pd.DataFrame({"age": ["21-30"], "site": ["elsewhere"]})
    for transform, stats in ((one_hot_transform, one_hot_fit(X)),
                             (ordinal_transform, ordinal_fit(X))):
        with pytest.raises(ValueError, match="column 'site' of X holds 'elsewhere'.*'p', 'q'"):
            transform(T, stats)


def test_of_several_unknown_values_the_first_is_shown():
    with pytest.raises(ValueError, match="column 0 of X holds 'z'"):
        one_hot(column("a", "b"), column("a", "z", "b", "y"))


@pytest.mark.parametrize("X", [["a", "b"], "a", [], [[]], np.empty((0, 2)), [["a", "b"], ["c"]],
                               [[["a"]]]])
def test_what_is_no_table_is_refused(X):
    for fit in (one_hot_fit, ordinal_fit):
        with pytest.raises(ValueError, match="X has shape .*: pass rows by columns"):
            fit(X)


@pytest.mark.parametrize("X", [np.ma.array([[1], [2]], mask=[[0], [1]]), csr_array([[1], [2]]),
                               np.ma.array([["a"], ["b"]], mask=[[0], [1]])])
def test_masked_and_sparse_input_is_refused_as_what_it_is(X):
    for fit in (one_hot_fit, ordinal_fit):
        with pytest.raises(ValueError, match="X is sparse or masked: try "):
            fit(X)
    for transform in (one_hot_transform, ordinal_transform):
        with pytest.raises(ValueError, match="X is sparse or masked: try "):
            transform(X, one_hot_fit([[1], [2]]))


def test_what_the_sentence_on_masked_input_says_to_try_is_taken():
    for values in ([[1], [2]], [["a"], ["b"]]):
        X = np.ma.array(values, mask=[[0], [1]])
        stats = one_hot_fit(X.astype(object).filled(np.nan))
        assert one_hot_transform([[None]], stats).tolist() == [[0, 1]]
        assert one_hot_transform(values[:1], stats).tolist() == [[1, 0]]


@pytest.mark.parametrize("kind", ["M8[ns]", "M8[s]", "M8[D]", "m8[ns]", "m8[s]"])
def test_arrays_of_times_are_refused_and_as_a_table_they_stay_times(kind):
    X = np.array([[7], ["NaT"], [5]], kind)
    with pytest.raises(ValueError, match="X holds NumPy's times: pass pandas.DataFrame"):
        one_hot_fit(X)
    times = pd.DataFrame(X)
    stats = one_hot_fit(times)
    assert not isinstance(stats["categories"][0][0], int)
    assert one_hot_transform(times, stats).tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]


def test_another_number_of_columns_is_refused_with_both_numbers():
    for transform, stats in ((one_hot_transform, one_hot_fit([["a", "b"]])),
                             (ordinal_transform, ordinal_fit([["a", "b"]]))):
        with pytest.raises(ValueError, match="X has 1 columns, 2 were fitted"):
            transform([["a"], ["a"], ["a"]], stats)


@pytest.mark.parametrize("fit, transform", [(one_hot_fit, one_hot_transform),
                                            (ordinal_fit, ordinal_transform)])
def test_a_frame_with_other_columns_or_in_another_order_is_refused_and_both_are_named(
        fit, transform):
    X = pd.DataFrame({"city": ["a", "b"], "pet": ["a", "c"]})
    stats = fit(X)
    saved = json.loads(json.dumps(stats | {"categories": [c.tolist() for c in stats["categories"]]}))
    for other in (X[["pet", "city"]], X.rename(columns={"pet": "animal"})):
        for known in (stats, saved):
            with pytest.raises(ValueError, match=r"X has .*, fitted were \['city', 'pet'\]"):
                transform(other, known)
    for same in (X, X.to_numpy(), X.to_numpy().tolist()):
        assert (transform(same, saved) == transform(X, stats)).all()
    assert (transform(X, fit(X.to_numpy())) == transform(X, stats)).all()


@pytest.mark.parametrize("cell", [np.array([1, 2]), np.array([1.0]), [1], {1}, {"a": 1}, ([1], 2),
                                  pd.Series([1.0])])
def test_a_cell_that_is_no_single_value_is_refused_by_fit_and_transform_and_named(cell):
    odd = pd.DataFrame({"good": ["a", "b"], "odd": pd.Series(["a", cell], dtype=object)})
    stats = one_hot_fit(odd[["good", "good"]].set_axis(["good", "odd"], axis=1))
    for use in (one_hot_fit, ordinal_fit, lambda X: one_hot_transform(X, stats, "zeros")):
        with pytest.raises(ValueError, match="column 'odd' holds"):
            use(odd)


def test_every_kind_of_gap_is_the_one_missing_category():
    X = column("a", None, np.nan, pd.NA, pd.NaT)
    assert ordinal_transform(X, ordinal_fit(X)).ravel().tolist() == [0, 1, 1, 1, 1]


@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_an_infinite_category_is_refused(infinite):
    with pytest.raises(ValueError, match="column 0 of X holds inf"):
        one_hot_fit([[1.0], [infinite]])


@pytest.mark.parametrize("order, fault", [
    ([["low"]], "list each value exactly once; X has .*'high'"),
    ([["low", "high", "low"]], "exactly once"),
    ([["low", "high"], ["low", "high"]], "order has 2 lists, X has 1 columns"),
    ([[["low"], ["high"]]], "column 0 holds"),
    ([3], "order for column 0 is 3: list each value exactly once"),
    ([None], "order for column 0 is None: list each value exactly once"),
])
def test_an_order_that_does_not_fit_the_column_is_refused(order, fault):
    with pytest.raises(ValueError, match=fault):
        ordinal_fit(column("low", "high"), order)


def test_an_order_is_needed_for_each_column():
    with pytest.raises(ValueError, match="order has 1 lists, X has 2 columns"):
        ordinal_fit([["a", "p"], ["b", "q"]], order=[["a", "b"]])


def test_an_order_may_be_of_hundreds_of_columns_or_categories():
    X = np.arange(300).reshape(-1, 1)
    assert ordinal_transform(X, ordinal_fit(X, order=[range(300)])).tolist() == X.tolist()
    assert ordinal_transform(X.T, ordinal_fit(X.T, order=X.tolist())).tolist() == [[0] * 300]


# ---- all of it

@given(tables(WORDS, WHOLE | st.none()), tables(WORDS, WHOLE | st.none()))
def test_categories_survive_json(X, T):
    stats = one_hot_fit(X)
    saved = json.loads(json.dumps({"categories": [list(known) for known in stats["categories"]]}))
    for unknown in ("zeros", "column"):
        np.testing.assert_array_equal(one_hot_transform(T, saved, unknown),
                                      one_hot_transform(T, stats, unknown))


@given(tables(WORDS, min_size=2))
def test_a_row_does_not_depend_on_its_neighbours_and_the_input_stays(X):
    stats, before = one_hot_fit(X), X.copy()
    assert (one_hot_transform(X, stats)[1:2] == one_hot_transform(X[1:2], stats)).all()
    assert (X == before).all()


@given(tables(WORDS), st.randoms())
def test_the_order_of_the_rows_teaches_nothing(X, random):
    rows = X.tolist()
    random.shuffle(rows)
    assert one_hot_fit(rows)["categories"][0].tolist() == one_hot_fit(X)["categories"][0].tolist()


@given(tables(WORDS, st.floats(-9, 9).map(lambda x: round(x, 2)), min_size=4))
def test_words_and_numbers_together_are_a_column_transformer(X):
    train, test = X[::2], X[1::2]
    assume(set(test[:, 0]) <= set(train[:, 0]))
    ours = [np.hstack(pair) for pair in zip(
        scale_train_test(train[:, :1], test[:, :1], one_hot_fit, one_hot_transform)[:2],
        scale_train_test(train[:, 1:], test[:, 1:], standardize_fit, standardize_transform)[:2],
        strict=True)]
    library = ColumnTransformer([("words", OneHotEncoder(sparse_output=False), [0]),
                                 ("numbers", StandardScaler(), [1])])
    np.testing.assert_allclose(ours[0], library.fit_transform(train), atol=1e-9)
    np.testing.assert_allclose(ours[1], library.transform(test), atol=1e-9)
