"""Values that may be missing values in disguise, and units: what a look at a column shows."""
import re

import numpy as np

CODES = (-1, -9, -99, -999, -9999, 9, 88, 98, 99, 888, 998, 999, 8888, 9998, 9999, 99999, 999999)
FILLS = 0.03  # a value in more of the rows than this fills them
OFTEN = 0.005  # a value that comes more than by chance: this share, and AT_LEAST rows
AT_LEAST = 3
USUAL = 5  # apart from the rest: so many usual steps between neighbouring values there,
WIDEST = 2  # and so many of the widest
NEARBY = 20  # distinct values next to the edge, whose steps are looked at
FEWEST_VALUES = 4  # a column of fewer other values has no usual step

SUFFIXES = "nm mm cm m km in ft mg g kg lb lbs oz ml sec ms min hr hours days weeks months years " \
    "yr yrs usd eur gbp chf pct percent hz khz mhz kw kwh pa hpa kpa bar deg celsius m2 km2 m3 " \
    "kmh mph"


def suspects(values):
    """What may be no measurement in a column (N,): a list of {value, rows, share, nearest, why}.

    A value counts at the edge of the column only, the smallest or the largest, where it comes often
    (OFTEN, AT_LEAST) and stands apart from the rest (USUAL, WIDEST): if it "fills" the rows, is
    "far" (further off than the middle half of the rest is wide), or is a "code", one of CODES. A
    code alone below zero need not stand apart.
    """
    values = values[~np.isnan(values)]
    found = []
    for edge in (np.min, np.max):
        rest = values
        while len(rest) and (suspect := at_edge(rest, edge, len(values))):
            found.append(suspect)
            rest = rest[rest != suspect["value"]]
    return found


def at_edge(values, edge, n):
    """The suspect at one edge of the values, or None."""
    value = float(edge(values))
    rest = values[values != value]
    if value in CODES:  # several may stand together, as 98 and 99
        rest = rest[~np.isin(rest, CODES)]
    distinct = np.unique(rest)
    rows = int((values == value).sum())
    if len(distinct) < FEWEST_VALUES or rows < max(AT_LEAST, OFTEN * n):
        return None
    nearest = float(edge(rest))
    apart = stands_apart(value, distinct[:NEARBY] if value < nearest else distinct[-NEARBY:])
    q1, q3 = np.percentile(rest, [25, 75])
    if apart and rows > FILLS * n:
        why = "fills"
    elif apart and abs(nearest - value) > q3 - q1 > 0:
        why = "far"
    elif value in CODES and (apart or value < 0 <= rest.min()):
        why = "code"
    else:
        return None
    return {"value": value, "rows": rows, "share": rows / n, "nearest": nearest, "why": why}


def stands_apart(value, nearby):
    """Whether a value is further from the nearest of the others than those are from each other."""
    if value and 0 < (nearby / value).min() <= (nearby / value).max() < 1:
        value, nearby = 0, np.sort(np.log(nearby / value))  # a long tail's steps are multiples
    steps = np.diff(nearby)
    return np.abs(nearby - value).min() >= max(USUAL * np.median(steps), WIDEST * steps.max())


def unit_of(name):
    """The unit that a column's name shows, in brackets or as its last word, or ""."""
    if bracketed := re.search(r"[(\[]([^()\[\]]{1,12})[)\]]$", name):
        return bracketed[1]
    last = re.search(r"[a-z0-9]_([a-zA-Z0-9]+)$", name)
    return last[1] if last and last[1].lower() in SUFFIXES.split() else ""
