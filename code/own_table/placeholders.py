"""Values that may be missing values in disguise, and units: what a look at a column shows."""
import re

import numpy as np

CODES = {-1, -9, -99, -999, -9999, 9, 88, 98, 99, 888, 998, 999, 8888, 9998, 9999, 99999, 999999}
FEW_PER_CENT = 0.03  # a value that fills more rows than this
OFTEN = 0.005  # a value that comes more than by chance: this share, and AT_LEAST rows
AT_LEAST = 3
STEPS = 5  # far from the rest: this many usual steps between neighbouring values there
NEARBY = 20  # distinct values next to the edge, whose steps are the usual ones
FEWEST_VALUES = 4  # a column of fewer other values has no usual step

SUFFIXES = "nm mm cm m km in ft mg g kg lb lbs oz ml sec ms min hr hours days weeks months years " \
    "yr yrs usd eur gbp chf pct percent hz khz mhz kw kwh pa hpa kpa bar deg celsius m2 km2 m3 " \
    "kmh mph"


def suspects(values):
    """What may be no measurement in a column (N,): a list of {value, rows, share, nearest, why}.

    A value counts at the edge of the column only, the smallest or the largest, by three rules:
    "fills" (more than FEW_PER_CENT of the rows, and far from the rest), "far" (it comes often and
    stands further off than the middle half of the rest is wide), "code" (one of CODES, far from the
    rest, or the only one below zero).
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
        rest = rest[~np.isin(rest, list(CODES))]
    distinct = np.unique(rest)
    rows = int((values == value).sum())
    if len(distinct) < FEWEST_VALUES or rows < max(AT_LEAST, OFTEN * n):
        return None
    nearest = float(edge(rest))
    gap = abs(nearest - value)
    nearby = distinct[:NEARBY] if edge is np.min else distinct[-NEARBY:]
    far = gap >= STEPS * np.median(np.diff(nearby))
    q1, q3 = np.percentile(rest, [25, 75])
    if far and rows > FEW_PER_CENT * n:
        why = "fills"
    elif gap > q3 - q1 > 0:
        why = "far"
    elif value in CODES and (far or value < 0 <= rest.min()):
        why = "code"
    else:
        return None
    return {"value": value, "rows": rows, "share": rows / n, "nearest": nearest, "why": why}


def unit_of(name):
    """The unit that a column's name shows, in brackets or as its last word, or ""."""
    if bracketed := re.search(r"[(\[]([^()\[\]]{1,12})[)\]]$", name):
        return bracketed[1]
    last = re.search(r"[a-z0-9]_([a-zA-Z0-9]+)$", name)
    return last[1] if last and last[1].lower() in SUFFIXES.split() else ""
