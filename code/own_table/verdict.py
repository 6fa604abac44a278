"""The verdict: what an interval allows to be said, by the same rules for every table.

In this order, for the gain of a scaler over raw:

few     fewer than FEWEST_ROWS rows, or FEWEST_GROUPS groups: nothing is said
none    the scores are equal on every split
most    the interval's lower end is at least HALF of what raw leaves wrong (1 - its score)
helps   the interval lies above 0
harms   the interval lies below 0
luck    the interval holds 0
"""

FEWEST_ROWS = 60  # of fewer, a quarter has under 15: one row more right is 7 points of accuracy
FEWEST_GROUPS = 10
HALF = 0.5
SAYS = {"few": "too few", "none": "no change", "most": "most", "helps": "helps", "harms": "harms",
        "luck": "luck?"}  # each rule as a word in a table


def verdict(found, scaler="standard"):
    """The rule (a key of SAYS) that fits the scaler's gain in the numbers of `scores.measure`."""
    gain = found["gains"][scaler]
    if found["rows_measured"] < FEWEST_ROWS or (found["groups"] or FEWEST_GROUPS) < FEWEST_GROUPS:
        return "few"
    if gain["won"] == gain["lost"] == 0:
        return "none"
    if gain["low"] > 0 and gain["low"] >= HALF * (1 - found["scores"]["raw"]["mean"]):
        return "most"
    if gain["low"] > 0:
        return "helps"
    return "harms" if gain["high"] < 0 else "luck"
