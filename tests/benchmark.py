"""The cost of each function beside the library's: `make bench`, a command and no test.

    make bench                    10^4 to 10^6 rows, 50 x 20,000, and streams
    make bench BENCH=--large      10^7 rows as well: 2 GB of memory, some minutes

Both sides run in one process, turn and turn about, and what counts is the processor's time, so
that what else the machine does matters little. Printed are the medians, their ratio with its bound,
and the most memory that either side held at once beside its input, in copies of the input (the
result of a transform is one copy).
"""
import statistics
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
import river.preprocessing

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "code"))

import plain
import scalers
from reference import FIT, KINDS, LIBRARY, TRANSFORM
from streaming import OnlineMinMax

SHAPES = [(10**4, 8), (10**5, 8), (10**6, 8), (50, 20_000)]
LARGE = (10**7, 8)
BOUNDS = {"fit": 1.5, "transform": 1.1, "stream": 1.1}  # of the careful functions
BOUND_AT = (10**6, 8)
ROW = "{:28} {:>5} {:19} {:>10} {:>10} {:>6} {:>6} {:>7} {:>7}"


def side_by_side(*calls, seconds=2.0):
    """The times of each call, taken in turn for about so long, at least three times each."""
    times = [[] for _ in calls]
    start = time.perf_counter()
    while len(times[0]) < 3 or time.perf_counter() - start < seconds:
        for call, taken in zip(calls, times):
            before = time.process_time()
            call()
            taken.append(time.process_time() - before)
    return times


def peak(call):
    """The most memory that the call holds at once, in bytes, its result included."""
    tracemalloc.start()
    result = call()  # kept until the peak is read
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del result
    return most


def row(what, order, shape, ours, theirs, bound, memory=("", "")):
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(ROW.format(what, order, shape, f"{ours:.3g}", f"{theirs:.3g}", f"{ours / theirs:.2f}",
                     bound or "", *memory), flush=True)


def arrays(shape, order):
    """Each fit and transform on one table, and a copy of the table as the floor."""
    X = np.asarray(np.random.default_rng(0).normal(120, 30, size=shape), order=order)
    size = f"{shape[0]:,d} x {shape[1]:,d}"
    copies, again = side_by_side(lambda: X.copy(order="K"), lambda: X.copy(order="K"))
    row("one copy", order, size, copies, again, None)
    for kind in KINDS:
        scaler = LIBRARY[kind]().fit(X)
        for version in (plain, scalers):
            fit, transform = (getattr(version, f[kind].__name__) for f in (FIT, TRANSFORM))
            stats = fit(X)
            for step, ours, theirs in [
                    ("fit", lambda: fit(X), lambda: LIBRARY[kind]().fit(X)),
                    ("transform", lambda: transform(X, stats), lambda: scaler.transform(X))]:
                memory = [f"{peak(call) / X.nbytes:.2f}" for call in (ours, theirs)]
                bound = BOUNDS[step] if shape == BOUND_AT and version is scalers else None
                row(f"{version.__name__} {kind} {step}", order, size,
                    *side_by_side(ours, theirs), bound, memory)


def streams(n=20_000):
    """Microseconds a record, learned and then transformed, of three features."""
    rng = np.random.default_rng(0)
    floats = rng.normal(120, 30, size=(n, 3))
    for what, table, window in [
            ("floats", floats.tolist(), None),
            ("integers", floats.astype(int).tolist(), None),
            ("each a new maximum", np.sort(floats, axis=0).tolist(), None),
            ("floats, window 100", floats.tolist(), 100),
            ("new maxima, window 100", np.sort(floats, axis=0).tolist(), 100),
            ("new minima, window 100", np.sort(floats, axis=0)[::-1].tolist(), 100)]:
        records = [dict(zip("abc", values)) for values in table]

        def run(new):
            scaler = new(window_size=window) if window else new()
            for record in records:
                scaler.learn_one(record)
                scaler.transform_one(record)
        times = side_by_side(lambda: run(OnlineMinMax),
                             lambda: run(river.preprocessing.MinMaxScaler))
        ours, theirs = ([taken / n * 1e6 for taken in side] for side in times)
        row(what, "", f"{n:,d} records", ours, theirs, BOUNDS["stream"])


def main(large=False):
    print(ROW.format("seconds", "order", "rows x columns", "here", "library", "ratio", "bound",
                     "memory", "library"))
    for shape in SHAPES + [LARGE] * large:
        for order in "CF":
            arrays(shape, order)
    print(ROW.format("microseconds a record", "", "", "here", "river", "ratio", "bound", "", ""))
    streams()


if __name__ == "__main__":
    main("--large" in sys.argv)
