"""Is our stream River's, what does one wild reading do, and what do trees make of it?"""

from functools import reduce

import numpy as np
from river import anomaly, preprocessing
from sklearn.metrics import roc_auc_score

from scalers import minmax_fit, standardize_fit
from streaming import OnlineMinMax, minmax_merge, moments_fit, moments_merge, moments_std

from .columns import GLUCOSE
from .spread import paired, summary

WINDOW = 100
WILD_AT = 250  # the record, counted from 0, whose reading gains a digit
N_SEEDS, N_RECORDS, N_ANOMALIES, WARM_UP = 6, 2000, 40, 250


def parity(X, y, names):
    """How far, at most, is the stream from River's on the 768 rows, after each record?

    Keys: records, window, and for "running" and "windowed" the largest difference when a record is
    transformed before it is learned ("before", from the second record on) and after it.
    """
    records = [dict(zip(names, row)) for row in X.tolist()]
    found = {"records": len(records), "window": WINDOW}
    for key, window in (("running", None), ("windowed", WINDOW)):
        ours, theirs = OnlineMinMax(window), preprocessing.MinMaxScaler(window_size=window)
        apart = {"before": 0.0, "after": 0.0}
        for i, record in enumerate(records):
            if i:
                apart["before"] = max(apart["before"], difference(ours, theirs, record))
            ours.learn_one(record)
            theirs.learn_one(record)
            apart["after"] = max(apart["after"], difference(ours, theirs, record))
        found[key] = apart
    return found


def difference(ours, theirs, record):
    """The largest difference between the two scalers' values of one record."""
    a, b = ours.transform_one(record), theirs.transform_one(record)
    return max(abs(a[name] - b[name]) for name in record)


def wild_reading(X):
    """What does one glucose reading with a digit too many do to a running range, and to a window?

    The measured readings in the order of the table. Keys: window, at, value, wild, n; readings,
    low, high, window_low, window_high (lists, after each reading), and before, after, window_after:
    how much of [0, 1] the middle half of the last `window` readings takes up just before the wild
    one, and at the end, without and with a window.
    """
    glucose = X[X[:, GLUCOSE] > 0, GLUCOSE].tolist()
    value, glucose[WILD_AT] = glucose[WILD_AT], 10 * glucose[WILD_AT]
    running, windowed = OnlineMinMax(), OnlineMinMax(WINDOW)
    found = {"low": [], "high": [], "window_low": [], "window_high": []}
    for i, reading in enumerate(glucose):
        if i == WILD_AT:
            before = middle_half(running, glucose[i - WINDOW:i])
        for scaler, prefix in ((running, ""), (windowed, "window_")):
            scaler.learn_one({"glucose": reading})
            low, high = scaler.ranges["glucose"]
            found[prefix + "low"].append(low)
            found[prefix + "high"].append(high)
    return found | {"readings": glucose, "window": WINDOW, "at": WILD_AT, "n": len(glucose),
                    "value": value, "wild": glucose[WILD_AT], "before": before,
                    "after": middle_half(running, glucose[-WINDOW:]),
                    "window_after": middle_half(windowed, glucose[-WINDOW:])}


def middle_half(scaler, readings):
    """Width of the middle half of these readings under the scaler as it stands."""
    z = [scaler.transform_one({"glucose": reading})["glucose"] for reading in readings]
    q1, q3 = np.percentile(z, [25, 75])
    return float(q3 - q1)


def half_space_trees():
    """Do trees that assume [0, 1] find planted anomalies in raw values, and in scaled ones?

    River's default Half-Space Trees on streams of 2,000 records: glucose N(120, 30), pedigree
    N(0.47, 0.33), except 40 anomalies with pedigree N(2.2, 0.1). A record is scored, then learned;
    the scaler learns it first. The first 250, which all score 0, are left out. One seed for stream
    and trees alike. Keys: settings, raw, limits (raw, with each feature's range given to the
    trees) and scaled (summary of the ROC AUC), gain (scaled minus raw), limits_gain.
    """
    auc = {way: [area(way, seed) for seed in range(N_SEEDS)] for way in ("raw", "limits", "scaled")}
    return {"n_seeds": N_SEEDS, "records": N_RECORDS, "anomalies": N_ANOMALIES, "warm_up": WARM_UP,
            **{way: summary(values) for way, values in auc.items()},
            "gain": paired(auc["scaled"], auc["raw"]),
            "limits_gain": paired(auc["limits"], auc["raw"])}


def planted(seed):
    """A stream as a list of records, and which of them are anomalies."""
    rng = np.random.default_rng(seed)
    is_anomaly = np.zeros(N_RECORDS, dtype=bool)
    is_anomaly[rng.choice(N_RECORDS, N_ANOMALIES, replace=False)] = True
    glucose = rng.normal(120, 30, N_RECORDS)
    pedigree = rng.normal(0.47, 0.33, N_RECORDS)
    pedigree[is_anomaly] = rng.normal(2.2, 0.1, N_ANOMALIES)
    return [{"glucose": g, "pedigree": p}
            for g, p in zip(glucose.tolist(), pedigree.tolist())], is_anomaly


def area(way, seed):
    """ROC AUC of the trees' scores on one stream."""
    records, is_anomaly = planted(seed)
    limits = {name: (min(r[name] for r in records), max(r[name] for r in records))
              for name in records[0]} if way == "limits" else None
    trees, scaler, scores = anomaly.HalfSpaceTrees(limits=limits, seed=seed), OnlineMinMax(), []
    for record in records:
        if way == "scaled":
            scaler.learn_one(record)
            record = scaler.transform_one(record)
        scores.append(trees.score_one(record))
        trees.learn_one(record)
    return float(roc_auc_score(is_anomaly[WARM_UP:], scores[WARM_UP:]))


def merged(X):
    """Do chunks of the table, in any order, have the statistics of the whole?

    Ten random cuts into 20 chunks, merged in a random order. Keys: chunks, minmax (largest
    difference), mean and variance (largest error relative to standard deviation, and to variance).
    """
    whole, minmax, worst = standardize_fit(X), minmax_fit(X), {"minmax": 0.0, "mean": 0.0,
                                                               "variance": 0.0}
    for seed in range(10):
        rng = np.random.default_rng(seed)
        chunks = np.split(X, np.sort(rng.choice(np.arange(1, len(X)), 19, replace=False)))
        chunks = [chunks[i] for i in rng.permutation(len(chunks))]
        ends = reduce(minmax_merge, map(minmax_fit, chunks))
        m = reduce(moments_merge, map(moments_fit, chunks))
        errors = {"minmax": max(np.abs(ends[key] - minmax[key]).max() for key in minmax),
                  "mean": np.abs((m["mean"] - whole["mean"]) / whole["std"]).max(),
                  "variance": np.abs(moments_std(m)**2 / whole["std"]**2 - 1).max()}
        worst = {key: max(worst[key], float(error)) for key, error in errors.items()}
    return {"chunks": len(chunks), "cuts": 10, **worst}


def run(X, y, names):
    """All results of this topic."""
    return {"parity": parity(X, y, names), "wild": wild_reading(X), "trees": half_space_trees(),
            "merged": merged(X)}
