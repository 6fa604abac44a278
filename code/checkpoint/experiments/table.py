"""Every measurement of the book by its path in the results, in the order of the text.

To add one: a function here or in a new file, from the table to plain numbers in nested dicts, with
its question as docstring; then a line below. It is measured again when its line, its file or
anything that this imports has changed.
"""

import numpy as np
import settings
from sklearn import config_context

from . import (accuracy, batch, bends, components, contours, descent, encoding, exercises,
               flips, forgets, indifferent, insulin, later, leak, loudest, model_by_model, outlier,
               own_tables, parity, penalty, practice, shapes, split, streaming, tables, targets,
               transforms, trees, tuned, warns, whitening, wine, zeros)

# Begun first, so that no process is idle at the end: four fifths of all the time.
SLOWEST = ("tables.digits", "tuned.kernel", "leak.few_rows", "models.pima", "models.wine",
           "descent.steps")

# Path in the results -> what is measured there, from the table, its outcomes and its names.
EXPERIMENTS = {
    "settings": lambda X, y, names: settings.printed(),
    "tables.cancer": lambda X, y, names: tables.cancer(),
    "tables.iris": lambda X, y, names: tables.iris(),
    "tables.digits": lambda X, y, names: tables.digits(),
    "tables.rare_pixels": lambda X, y, names: tables.rare_pixels(),
    "tables.blocks": lambda X, y, names: tables.blocks(),
    "warns": lambda X, y, names: warns.when_fitted(X, y),
    "split": lambda X, y, names: split.table(X, y, names),
    "shapes": lambda X, y, names: shapes.one_column(X, y),
    "loudest.columns": lambda X, y, names: loudest.columns(X, y),
    "loudest.by_status": lambda X, y, names: loudest.by_status(X, y),
    "loudest.same_status": lambda X, y, names: loudest.same_status(X, y),
    "outlier.one": lambda X, y, names: outlier.one_value(X, y),
    "outlier.breakdown": lambda X, y, names: outlier.breakdown(X, y),
    "forgets": lambda X, y, names: forgets.forgets(),
    "leak.splits": lambda X, y, names: leak.on_splits(X, y),
    "leak.few_rows": lambda X, y, names: leak.few_rows(),
    "leak.wild": lambda X, y, names: leak.wild_reading(X, y),
    "leak.outcome": lambda X, y, names: leak.through_outcome(),
    "batch": lambda X, y, names: batch.refit(X, y),
    "batches": lambda X, y, names: batch.by_size(X, y),
    "scene": lambda X, y, names: flips.scene(X, y),
    "flips": lambda X, y, names: flips.crowd(X, y),
    "parity": lambda X, y, names: parity.parity(X, y),
    "accuracy": lambda X, y, names: accuracy.one_split(X, y),
    "over_k": lambda X, y, names: accuracy.over_k(X, y),
    "splits": lambda X, y, names: accuracy.over_splits(X, y),
    "shared": lambda X, y, names: shapes.shared(X, y),
    "by_k": lambda X, y, names: tables.by_k(X, y),
    "insulin.without": lambda X, y, names: insulin.without(X, y),
    "insulin.by_status": lambda X, y, names: insulin.by_status(X, y),
    "zeros.quartiles": lambda X, y, names: zeros.quartiles(X, y),
    "zeros.repaired": lambda X, y, names: zeros.repaired(X, y),
    "wine": lambda X, y, names: wine.wine(),
    "models.settings": lambda X, y, names: model_by_model.settings(),
    "models.pima": lambda X, y, names: model_by_model.pima(X, y, names),
    "models.wine": lambda X, y, names: model_by_model.wine(),
    "components": lambda X, y, names: components.wines(),
    "indifferent": lambda X, y, names: indifferent.changed(X, y),
    "whitening": lambda X, y, names: whitening.against_standardizing(X, y),
    "tuned.ridge": lambda X, y, names: tuned.ridge(),
    "tuned.kernel": lambda X, y, names: tuned.kernel(X, y),
    "descent.steps": lambda X, y, names: descent.steps_needed(X, y),
    "descent.minmax": lambda X, y, names: descent.why_minmax_is_slow(X, y),
    "descent.contours": lambda X, y, names: contours.contours(X, y),
    "penalty": lambda X, y, names: penalty.other_units(X, y),
    "trees": lambda X, y, names: trees.to_the_bit(X, y),
    "transforms": transforms.run,
    "streaming": streaming.run,
    "encoding": encoding.run,
    "practice.pipeline": practice.pipeline,
    "practice.missing": lambda X, y, names: practice.missing(X, y),
    "practice.dummies": lambda X, y, names: practice.dummies(X, y),
    "practice.insulin": lambda X, y, names: bends.insulin(X, y),
    "practice.bends": lambda X, y, names: bends.accuracy(X, y),
    "practice.target": lambda X, y, names: targets.target(),
    "practice.coefficients": lambda X, y, names: practice.coefficients(X, y),
    "practice.drift": lambda X, y, names: later.drift(),
    "practice.people": lambda X, y, names: later.people(),
    "own": lambda X, y, names: own_tables.run(),
    "exercises": exercises.run,
}


def measure(path, X, y, feature_names):
    """The results of one experiment: plain numbers, strings and lists in nested dicts."""
    # One layout in memory wherever this runs: NumPy's order of summing, and so the last bit of a
    # mean, depends on it. The tables are checked once, when they are loaded, not in each fit.
    with config_context(assume_finite=True, skip_parameter_validation=True):
        return EXPERIMENTS[path](np.ascontiguousarray(X), y, feature_names)
