"""Records that come later, or from somebody else: what shuffled folds promise, and what is kept."""

import numpy as np
import pandas as pd
from sklearn.model_selection import GroupKFold, KFold, TimeSeriesSplit

from settings import K

from .knn import knn_share, scaled
from .spread import paired, summary

N_SEEDS, N_FOLDS = 20, 5


def drifting(seed, n, drift):
    """(X, y): a column that rises by `drift` and one that is noise, in the order of time.

    The outcome is 1 where the first stands above its own slow rise.
    """
    rng = np.random.default_rng(seed)
    rise, above = np.linspace(0, drift, n), rng.normal(size=n)
    return np.column_stack([rise + above, rng.normal(size=n)]), (above > 0).astype(int)


def mean_over(folds, X, y, how):
    """The mean k-NN share right over the folds; how: (training rows, test rows) -> both scaled."""
    return float(np.mean([knn_share(A, y[train], B, y[test])
                          for train, test in folds
                          for A, B in [how(X[train], X[test])]]))


def by_training_rows(Xtr, Xte):
    return scaled("standard", Xtr, Xtr, Xte)


def drift(n=1000, rise=6.0, window=100, n_seeds=N_SEEDS):
    """How should a column that drifts in time be scaled?

    Simulated. k-NN in five folds, each tested on what follows its training rows; seeds 0 and up. Keys: n,
    rise, window, n_seeds, n_folds; shuffled (folds drawn at random: what they promise), all
    (standardized by all rows), past (by the training rows), windowed (each row by the rows just
    before it), one summary each; change (each minus past, paired).
    """
    found = {"shuffled": [], "all": [], "past": [], "windowed": []}
    for seed in range(n_seeds):
        X, y = drifting(seed, n, rise)
        before = pd.DataFrame(X).shift().rolling(window)
        windowed = ((X - before.mean()) / before.std()).to_numpy()
        shuffled = KFold(N_FOLDS, shuffle=True, random_state=seed).split(X)
        found["shuffled"].append(mean_over(shuffled, X, y, by_training_rows))
        # The first rows have no full window before them: nobody trains on them.
        later = [(train[train >= window], test)
                 for train, test in TimeSeriesSplit(N_FOLDS).split(X)]
        for way, table, how in (("all", scaled("standard", X, X)[0], lambda A, B: (A, B)),
                                ("past", X, by_training_rows),
                                ("windowed", windowed, lambda A, B: (A, B))):
            found[way].append(mean_over(later, table, y, how))
    return {"n": n, "rise": rise, "window": window, "n_seeds": n_seeds, "n_folds": N_FOLDS,
            **{way: summary(values) for way, values in found.items()},
            "change": {way: paired(found[way], found["past"]) for way in found if way != "past"}}


def people(n_people=100, each=8, n_seeds=N_SEEDS):
    """What do folds promise that split one person's records?

    Simulated. Each person has own levels of five columns and an outcome drawn without regard to them, so that
    nothing can be known of a new person; a record is the levels plus a little noise. Keys:
    n_people, each (records), n_seeds, n_folds, shuffled and grouped (summaries, k-NN).
    """
    found = {"shuffled": [], "grouped": []}
    for seed in range(n_seeds):
        rng = np.random.default_rng(seed)
        person = np.repeat(np.arange(n_people), each)
        X = rng.normal(size=(n_people, 5))[person] + 0.3 * rng.normal(size=(len(person), 5))
        y = rng.permutation(np.arange(n_people) % 2)[person]
        for way, folds in (("shuffled", KFold(N_FOLDS, shuffle=True, random_state=seed).split(X)),
                           ("grouped", GroupKFold(N_FOLDS).split(X, y, person))):
            found[way].append(mean_over(folds, X, y, by_training_rows))
    return {"n_people": n_people, "each": each, "n_seeds": n_seeds, "n_folds": N_FOLDS, "k": K,
            **{way: summary(values) for way, values in found.items()}}
