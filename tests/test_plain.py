"""The plain functions are the formulas: on tables without gaps they equal the careful ones."""
import numpy as np
import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from reference import FIT, KINDS, TRANSFORM

import scalers

PLAIN = {kind: [getattr(plain, function[kind].__name__) for function in (FIT, TRANSFORM)]
         for kind in KINDS}
TENTHS = st.integers(-1000, 1000).map(lambda n: n / 10)
TABLES = st.tuples(st.integers(2, 9), st.integers(1, 4)).flatmap(
    lambda shape: arrays(float, shape, elements=TENTHS))


@pytest.mark.parametrize("kind", KINDS)
@settings(derandomize=True, deadline=None, database=None)
@given(X=TABLES)
def test_where_every_column_has_a_spread_plain_is_careful(kind, X):
    fit, transform = PLAIN[kind]
    stats, careful = fit(X), FIT[kind](X)
    assert list(stats) == list(careful)
    for name in stats:
        assert_allclose(stats[name], careful[name], rtol=1e-12, atol=1e-12)
    spread = stats["max"] - stats["min"] if kind == "minmax" else list(stats.values())[1]
    spread_out = spread > 1e-9
    assert_allclose(transform(X[:, spread_out], fit(X[:, spread_out])),
                    TRANSFORM[kind](X, careful)[:, spread_out], rtol=1e-9, atol=1e-9)


def test_both_divisors_are_numpys():
    X = np.array([[1.0], [2], [6]])
    for ddof in (0, 1):
        stats = plain.standardize_fit(X, ddof)
        assert stats["std"] == X.std(ddof=ddof) and stats["ddof"] == ddof


@pytest.mark.parametrize("kind", KINDS)
def test_the_fit_sees_the_training_rows_alone(kind):
    Xtr, Xte = np.array([[1.0], [2], [4]]), np.array([[8.0], [9]])
    for ours, careful in zip(plain.scale_train_test(Xtr, Xte, *PLAIN[kind])[:2],
                             scalers.scale_train_test(Xtr, Xte, FIT[kind], TRANSFORM[kind])[:2]):
        assert_array_equal(ours, careful)
