"""Numbers for categories: one-hot columns and ordinal codes, in NumPy.

X is a table of N records by D categorical features. A fit lists the categories of each column; a
transform looks each value up in that list, exactly. A missing value (None, NaN) is one category of
its own, the last.
"""
import numpy as np


# region: categories
def as_table(X, n_columns=None):
    """X as (table, names): an (N, D) array of Python values, missing ones None; its columns.

    Raises a ValueError unless X has rows and columns, n_columns of them where that is given.
    """
    table = as_objects(X)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(f"X has shape {table.shape}: pass rows by columns, at least one of "
                         "each, rows equally long; one feature is X.reshape(-1, 1)")
    if n_columns not in (None, table.shape[1]):
        raise ValueError(f"X has {table.shape[1]} columns, the statistics have {n_columns}: "
                         "pass the columns that were fitted, in the same order")
    names = list(getattr(X, "columns", range(table.shape[1])))
    return np.vectorize(plain_value, otypes=[object])(table), names


def as_objects(X):
    """X as an array of objects, or a ValueError where that would lose what X says."""
    if hasattr(X, "toarray") or np.ma.isMaskedArray(X):
        raise ValueError("X is sparse or masked: try X.toarray() or "
                         "X.astype(object).filled(np.nan)")
    if getattr(getattr(X, "dtype", None), "kind", "O") in "mM":  # nanoseconds become integers
        raise ValueError("X holds NumPy's times: pass pandas.DataFrame(X), or X.astype(str)")
    return np.array(X, dtype=object)


def plain_value(value):
    """The value as Python's own; None where it is missing: None, or not equal to itself."""
    equal = value == value  # False for NaN, neither True nor False for pandas' NA
    if value is None or not isinstance(equal, (bool, np.bool_)) or not equal:
        return None
    return value.item() if isinstance(value, np.generic) else value


def find_categories(column, name):
    """The distinct values of a column (N,) in sorted order, then NaN if any is missing.

    Equal values are one category: 1, 1.0 and True.
    """
    try:
        found = set(column) - {None}
        known = sorted(found)
    except TypeError:
        raise ValueError(f"column {name!r} of X mixes text, numbers or other kinds of value: "
                         "make them all of one kind, as with astype(str)") from None
    if found & {np.inf, -np.inf}:
        raise ValueError(f"column {name!r} of X holds inf: pass np.nan where one is missing")
    return np.fromiter(known + [np.nan] * (None in column), dtype=object)


def category_codes(X, categories, unknown):
    """The place (N, D) of each value among its column's K categories; K for an unknown one.

    Under unknown="error" that is a ValueError, which names the column and the value.
    """
    table, names = as_table(X, len(categories))
    codes = np.empty(table.shape, dtype=int)
    for j, known in enumerate(categories):
        place = {plain_value(value): k for k, value in enumerate(known)}
        codes[:, j] = [place.get(value, len(known)) for value in table[:, j]]
        new = codes[:, j] == len(known)
        if unknown == "error" and new.any():
            raise ValueError(f"column {names[j]!r} of X holds {table[new, j][0]!r}, which was "
                             f"not fitted: the categories are {list(known)}")
    return codes
# endregion


# region: one_hot
def one_hot_fit(X):
    """The categories of each column of X (N, D), sorted, missing last: {"categories"}."""
    table, names = as_table(X)
    return {"categories": [find_categories(*column) for column in zip(table.T, names)]}


def one_hot_transform(X, stats, unknown="error"):
    """One column a category: 1 where the value is that category, else 0, (N, K) in all.

    unknown: "error" raises a ValueError, "zeros" gives a new value no 1 at all, "column"
    gives it the 1 of one more column, the last of its feature.
    """
    if unknown not in ("error", "zeros", "column"):
        raise ValueError(f'unknown is {unknown!r}: pass "error", "zeros" or "column"')
    codes = category_codes(X, stats["categories"], unknown)
    widths = [len(known) + (unknown == "column") for known in stats["categories"]]
    blocks = [codes[:, [j]] == range(width) for j, width in enumerate(widths)]
    return np.hstack(blocks).astype(float)
# endregion


# region: ordinal
def ordinal_fit(X, order=None):
    """The categories of each column of X (N, D), sorted or in the given order: {"categories"}.

    order: one list a column, without repeats, that holds each value of it. Missing comes last.
    """
    table, names = as_table(X)
    found = [find_categories(*column) for column in zip(table.T, names)]
    if order is None:
        return {"categories": found}
    if len(order) != len(names):
        raise ValueError(f"order has {len(order)} lists, X has {len(names)} columns: "
                         "pass one list a column")
    return {"categories": [in_order(*column) for column in zip(found, order, names)]}


def in_order(found, given, name):
    """The categories of one column as the given list has them, NaN last if one is missing."""
    found = list(map(plain_value, found))
    known = set(found) - {None}
    try:
        listed = [value for value in map(plain_value, given) if value is not None]
        right = known <= set(listed) and len(set(listed)) == len(listed)
    except TypeError:  # a number in place of a list, or a list within the list
        right = False
    if not right or isinstance(given, str):
        raise ValueError(f"order for column {name!r} is {given!r}: "
                         f"list each value exactly once; X has {sorted(known)}")
    return np.fromiter(listed + [np.nan] * (None in found), dtype=object)


def ordinal_transform(X, stats):
    """The place of each value among its column's categories, 0.0 to K - 1, as (N, D) floats.

    A ValueError where a value is unknown.
    """
    return category_codes(X, stats["categories"], "error").astype(float)
# endregion
