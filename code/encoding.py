"""Numbers for categories: one-hot columns and ordinal codes, in NumPy.

X is a table of N records by D categorical features. A fit lists the categories of each column, and
the columns' names where X is a data frame; a transform looks each value up in that list, exactly. A
missing value (None, NaN) is one category of its own, the last.
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
        raise ValueError(f"X has {table.shape[1]} columns, {n_columns} were fitted: pass those")
    names = list(getattr(X, "columns", range(table.shape[1])))
    values = (plain_value(*cell) for row in table for cell in zip(row, names))
    return np.fromiter(values, dtype=object).reshape(table.shape), names


def as_objects(X):
    """X as an array of objects, or a ValueError where that would lose what X says."""
    if hasattr(X, "toarray") or np.ma.isMaskedArray(X):
        raise ValueError("X is sparse or masked: try X.toarray() or "
                         "X.astype(object).filled(np.nan)")
    if getattr(getattr(X, "dtype", None), "kind", "O") in "mM":  # nanoseconds become integers
        raise ValueError("X holds NumPy's times: pass pandas.DataFrame(X), or X.astype(str)")
    return np.array(X, dtype=object)


def plain_value(value, column):
    """The value as Python's own, None where it is missing (NaN, pandas' NA), or a ValueError."""
    try:
        hash(value)
    except TypeError:  # an array, a list, a set, a dict
        raise ValueError(f"column {column!r} holds {value!r:.40}: pass one text or number a "
                         "cell, np.nan where it is missing") from None
    if type(value).__name__ == "NAType" or value != value:
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


def with_names(X, categories):
    """The statistics: the categories of each column, and their names where X is a data frame."""
    names = {"columns": list(X.columns)} if hasattr(X, "columns") else {}
    return {"categories": categories} | names


def category_codes(X, stats, unknown):
    """The place (N, D) of each value among its column's K categories; K for an unknown one.

    A ValueError where a data frame has other columns than the fitted one, or in another order;
    under unknown="error" also where a value is unknown: it names the column and the value.
    """
    table, names = as_table(X, len(stats["categories"]))
    fitted = list(stats.get("columns", names))
    if hasattr(X, "columns") and names != fitted:
        raise ValueError(f"X has columns {names}, fitted were {fitted}: pass them in that order")
    return np.column_stack([codes_of_column(column, known, name, unknown) for column, known, name
                            in zip(table.T, stats["categories"], names)])


def codes_of_column(column, known, name, unknown):
    """The place of each value (N,) of one column among its categories."""
    place = {plain_value(value, name): k for k, value in enumerate(known)}
    codes = np.array([place.get(value, len(known)) for value in column])
    new = codes == len(known)
    if unknown == "error" and new.any():
        raise ValueError(f"column {name!r} of X holds {column[new][0]!r}, which was "
                         f"not fitted: the categories are {list(known)}")
    return codes
# endregion


# region: one_hot
def one_hot_fit(X):
    """The categories of each column of X (N, D), sorted, missing last: {"categories"}."""
    table, names = as_table(X)
    return with_names(X, [find_categories(*column) for column in zip(table.T, names)])


def one_hot_transform(X, stats, unknown="error"):
    """One column a category: 1 where the value is that category, else 0, (N, K) in all.

    unknown: "error" raises a ValueError, "zeros" gives a new value no 1 at all, "column"
    gives it the 1 of one more column, the last of its feature.
    """
    if unknown not in ("error", "zeros", "column"):
        raise ValueError(f'unknown is {unknown!r}: pass "error", "zeros" or "column"')
    codes = category_codes(X, stats, unknown)
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
        return with_names(X, found)
    if len(order) != len(names):
        raise ValueError(f"order has {len(order)} lists, X has {len(names)} columns: "
                         "pass one list a column")
    return with_names(X, [in_order(*column) for column in zip(found, order, names)])


def in_order(found, given, name):
    """The categories of one column as the given list has them, NaN last if one is missing."""
    found = [plain_value(value, name) for value in found]
    known = set(found) - {None}
    try:
        listed = [v for v in (plain_value(value, name) for value in given) if v is not None]
        right = known <= set(listed) and len(set(listed)) == len(listed)
    except TypeError:  # a number in place of a list
        right = False
    if not right or isinstance(given, str):
        raise ValueError(f"order for column {name!r} is {given!r}: "
                         f"list each value exactly once; X has {sorted(known)}")
    return np.fromiter(listed + [np.nan] * (None in found), dtype=object)


def ordinal_transform(X, stats):
    """The place of each value among its column's categories, 0.0 to K - 1, as (N, D) floats.

    A ValueError where a value is unknown.
    """
    return category_codes(X, stats, "error").astype(float)
# endregion
