"""Scale a table larger than memory: fit each block, merge the statistics, never hold the whole.

    python code/larger_than_memory.py

A Dask array of 12,500,000 records by 8 features (10^8 values, 800 MB as float64), made block by
block, is measured by a program that may hold 300 MB at most. Prints the statistics and the peak
memory; fails where the limit is reached. For Linux, which enforces it, and macOS.
"""
import os
import resource
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else it sets memory aside for every core

import dask
import dask.array as da
import numpy as np

from scalers import minmax_fit, standardize_transform
from streaming import minmax_merge, moments_fit, moments_merge, moments_std

N, D, BLOCK = 12_500_000, 8, 100_000
LIMIT = 300_000_000  # bytes


def measured(block):
    """The statistics of one block of rows."""
    return minmax_fit(block), moments_fit(block)


def merged(a, b):
    """The statistics of two blocks, or of what was merged before, together."""
    return minmax_merge(a[0], b[0]), moments_merge(a[1], b[1])


def statistics(X):
    """The statistics of a Dask array (N, D) cut into blocks of rows, one pass, two by two."""
    parts = [dask.delayed(measured)(block) for block in X.to_delayed().ravel()]
    while len(parts) > 1:
        pairs = [parts[i:i + 2] for i in range(0, len(parts), 2)]
        parts = [dask.delayed(merged)(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return dask.compute(parts[0], scheduler="threads", num_workers=2)[0]


def made_up(rows=N, block=BLOCK):
    """Normal draws around 0, 10, 20, ..., 70 with standard deviations 1, 2, 4, ..., 128."""
    draws = da.random.default_rng(0).normal(size=(rows, D), chunks=(block, D))
    return draws * 2.0**np.arange(D) + 10 * np.arange(D)


def peak_memory():
    """The most memory this program has held, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main():
    """Measure, print, and return the exit status."""
    if sys.platform.startswith("linux"):
        resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT))
    X, began, imported = made_up(), time.perf_counter(), peak_memory()
    minmax, moments = statistics(X)
    print(f"{X.shape[0]:,} records x {X.shape[1]} features, {X.nbytes / 1e6:,.0f} MB, in "
          f"{X.npartitions} blocks of {X.nbytes / X.npartitions / 1e6:.0f} MB")
    for name, values in {"min": minmax["min"], "max": minmax["max"], "mean": moments["mean"],
                         "std": moments_std(moments)}.items():
        print(f"{name:5}", *(f"{value:10.4f}" for value in values))
    first = standardize_transform(X[:5].compute(),
                                  {"mean": moments["mean"], "std": moments_std(moments)})
    print("first record, standardized:", first[0].round(3))
    print(f"peak memory {peak_memory() / 1e6:.0f} MB, {imported / 1e6:.0f} MB of it before the "
          f"first block; {time.perf_counter() - began:.1f} s")
    return int(peak_memory() > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
