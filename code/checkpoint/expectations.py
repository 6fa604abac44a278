"""What must come out before anything is written: the numbers and the claims of the text.

Each row names one result, how it must lie to a bound, and the claim that would be false otherwise.
The bounds are typed here and nowhere else; nothing in the book is printed from them.
"""

import operator
from decimal import Decimal
from typing import NamedTuple

from lookup import look_up


class Expect(NamedTuple):
    """One row: result `path` stands in `relation` to `bound` (a number, a word or another path)."""

    path: str
    relation: str
    bound: object
    reason: str


class Outcome(NamedTuple):
    """What became of one row."""

    row: Expect
    measured: object
    holds: bool

    def __str__(self):
        mark = "ok  " if self.holds else "FAIL"
        return (f"{mark} {self.row.path} = {as_words(self.measured)}, expected {self.row.relation} "
                f"{self.row.bound}: {self.row.reason}")


def as_words(value):
    """A result as the list of checks prints it."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def near(measured, shown):
    """Whether the measured value rounds to the digits shown, a text such as "0.745" or "1.2e6"."""
    half = Decimal(5).scaleb(Decimal(shown).as_tuple().exponent - 1)
    return abs(measured - float(shown)) <= float(half) * (1 + 1e-9)


RELATIONS = {"==": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt,
             ">=": operator.ge, "abs<": lambda a, b: abs(a) < b, "near": near}


def outcome(results, row):
    """The row judged by the results; a bound that is the path of a result stands for its value."""
    measured, bound = look_up(results, row.path), row.bound
    if row.relation != "near" and isinstance(bound, str) and "." in bound:
        bound = look_up(results, bound)
    return Outcome(row, measured, bool(RELATIONS[row.relation](measured, bound)))


def check(results, rows=None):
    """The outcome of every row, in the order of the table."""
    return [outcome(results, row) for row in (EXPECTED if rows is None else rows)]


DATA = [
    Expect("split.rows", "==", 768, "the table has 768 women"),
    Expect("split.features", "==", 8, "eight measurements"),
    Expect("split.no", "==", 500, "500 were not diagnosed within five years"),
    Expect("split.yes", "==", 268, "268 were"),
    Expect("split.train_rows", "==", 576, "the split has 576 training rows"),
    Expect("split.train_yes", "==", 201, "201 of them diagnosed later"),
    Expect("split.test_rows", "==", 192, "and 192 test rows"),
    Expect("split.test_yes", "==", 67, "67 of them diagnosed later"),
    Expect("split.baseline_right", "==", 125, 'always "no" is right for 125 test rows'),
    Expect("split.baseline", "near", "0.651", 'always "no" scores 0.651'),
    Expect("split.zeros.columns.glucose", "==", 5, "five impossible glucose zeros"),
    Expect("split.zeros.columns.blood_pressure", "==", 35, "35 impossible pressure zeros"),
    Expect("split.zeros.columns.skin_thickness", "==", 227, "227 impossible skin zeros"),
    Expect("split.zeros.columns.insulin", "==", 374, "374 impossible insulin zeros"),
    Expect("split.zeros.columns.bmi", "==", 11, "eleven impossible BMI zeros"),
    Expect("split.zeros.insulin_train", "==", 303, "303 training insulins are zero"),
    Expect("split.zeros.insulin_share", "near", "0.526", "52.6 % of the training insulins"),
    Expect("split.zeros.insulin_median", "==", 0, "so their median is exactly 0"),
    Expect("split.sd_ratio", "near", "94.5", "glucose spreads 94.5 times as wide as pedigree"),
    Expect("split.insulin_largest_z", "near", "6.65", "z-scores are not bounded: insulin 6.65"),
    Expect("split.columns.insulin.skew", "near", "2.3", "insulin trails right, skew 2.3"),
    Expect("split.columns.pedigree.skew", "near", "1.9", "pedigree trails right, skew 1.9"),
    Expect("split.columns.insulin.standard.max", ">", 5, "insulin still trails once standardized"),
    Expect("split.columns.pedigree.standard.max", ">", 5, "and so does pedigree"),
    Expect("split.columns.skin_thickness.raw.max", "<=", "split.columns.blood_pressure.raw.max",
           "beside insulin and glucose, no raw column reaches beyond blood pressure"),
    Expect("split.columns.skin_thickness.standard.q1", "<", "split.columns.pregnancies.standard.q1",
           "of the standardized middle halves skin thickness begins lowest"),
    Expect("split.columns.skin_thickness.standard.q3", ">", "split.columns.age.standard.q3",
           "and ends highest"),
]

LOUDEST = [
    Expect("loudest.columns.insulin.share", "near", "0.873", "insulin is 87.3 % of the distance"),
    Expect("loudest.columns.glucose.share", "near", "0.070", "glucose is 7.0 %"),
    Expect("loudest.columns.pedigree.share", "near", "0.000008", "pedigree is 0.0008 %"),
    Expect("loudest.columns.glucose.auc", "near", "0.78", "glucose knows most, 0.78"),
    Expect("loudest.columns.age.auc", "near", "0.69", "age knows 0.69"),
    Expect("loudest.columns.bmi.auc", "near", "0.67", "BMI knows 0.67"),
    Expect("loudest.columns.insulin.auc", "near", "0.54", "insulin with its zeros knows 0.54"),
    Expect("loudest.columns.insulin.auc_measured", "near", "0.75", "where measured it knows 0.75"),
    Expect("loudest.columns.insulin.auc", "<", "loudest.columns.pedigree.auc",
           "the loudest column knows less than the quietest"),
    Expect("loudest.columns.insulin.auc", "<", "loudest.columns.skin_thickness.auc",
           "no column knows less than the loudest"),
    Expect("loudest.columns.glucose.auc", ">", "loudest.columns.age.auc", "none more than glucose"),
    Expect("loudest.columns.glucose.share", ">", "loudest.columns.blood_pressure.share",
           "without insulin glucose is the loudest"),
    *(Expect("loudest.by_status.unmeasured.glucose", ">", f"loudest.by_status.unmeasured.{other}",
             "among unmeasured rows glucose is the loudest")
      for other in ("blood_pressure", "skin_thickness", "age", "bmi", "pregnancies", "pedigree")),
    Expect("loudest.by_status.measured.insulin", ">", 0.9, "among measured rows it is insulin"),
    Expect("loudest.same_status.raw", ">", 0.95,
           "raw k-NN listens mostly to whether insulin was measured"),
    Expect("loudest.same_status.chance", "<", 0.55, "chance would agree in about half"),
    Expect("loudest.same_status.raw", ">", "loudest.same_status.standard",
           "a standardized neighbourhood listens to it less"),
]

OUTLIER = [
    Expect("outlier.one.minmax.shrink", "near", "0.10", "min-max squeezes the others to a tenth"),
    Expect("outlier.one.minmax.after.max", "<", 0.11, "all others end below a tenth"),
    Expect("outlier.one.standard.shrink", "near", "0.38", "standardized, 0.38 of their width"),
    Expect("outlier.one.robust.largest_shift", "==", 0, "robust moves nobody else at all"),
    Expect("outlier.one.robust.wild", ">", "outlier.one.standard.wild",
           "the wild value itself lands further out under robust than standardized"),
    Expect("outlier.breakdown.moved.5", "<", "outlier.breakdown.quarter",
           "143 of 576 is fewer than a quarter"),
    Expect("outlier.breakdown.q3.5", "<=", "outlier.breakdown.rest_max.5",
           "with fewer than a quarter moved, the quartiles stay among the rest"),
    Expect("outlier.breakdown.iqr.5", "<", 100, "and the IQR stays a glucose difference"),
    Expect("outlier.breakdown.iqr.6", ">", 1e5, "at a quarter it follows them away"),
    Expect("outlier.breakdown.std.1", ">", 1000, "one reading carries the standard deviation off"),
    Expect("outlier.breakdown.range.1", ">", 1e5, "and the range"),
]

LEAK = [
    Expect("leak.splits.minmax.mean", "near", "-0.0022", "min-max: leaky minus clean -0.0022"),
    Expect("leak.splits.standard.mean", "near", "-0.0001", "standard: -0.0001"),
    Expect("leak.splits.robust.mean", "near", "-0.0014", "robust: -0.0014"),
    *(Expect(f"leak.splits.{kind}.{key}", relation, bound, reason)
      for kind in ("minmax", "standard", "robust") for key, relation, bound, reason in (
          ("mean", "abs<", 0.005, "the mean leak on this table is smaller than 0.005 in size"),
          ("mean", "<=", 0.0, "and does not flatter"),
          ("won_share", "<", 0.4, "up in about a third of the splits"),
          ("won_share", ">", 0.25, "up in about a third of the splits"),
          ("lost", ">", f"leak.splits.{kind}.won", "down in more"))),
    Expect("leak.few_rows.20.clean.mean", "near", "0.668", "20 rows, clean: 0.668"),
    Expect("leak.few_rows.20.leaky.mean", "near", "0.810", "20 rows, leaky: 0.810"),
    Expect("leak.few_rows.20.fresh.mean", "near", "0.706", "on fresh rows it is worth 0.706"),
    Expect("leak.few_rows.20.gap.mean", "near", "0.142", "20 rows: the leak flatters by 0.142"),
    Expect("leak.few_rows.40.gap.mean", "near", "0.094", "40 rows: by 0.094"),
    Expect("leak.few_rows.100.gap.mean", "near", "0.033", "100 rows: by 0.033"),
    Expect("leak.few_rows.400.gap.mean", "<", 0.006, "at 400 rows the gap has all but gone"),
    Expect("leak.few_rows.400.gap.mean", ">", 0.001, "but not quite"),
    Expect("leak.few_rows.20.leaky.mean", ">", "leak.few_rows.20.fresh.mean",
           "the leak promised what fresh rows do not keep"),
    Expect("leak.few_rows.20.cut.mean", ">", 0.74, "cutting clean test values to [0, 1] mends half"),
    Expect("leak.few_rows.20.gap.won", ">", "leak.few_rows.20.gap.lost",
           "few rows and heavy tails: the leak flatters more often than not"),
    Expect("leak.wild.minmax.mean", "near", "-0.057", "one wild test reading: min-max -0.057"),
    Expect("leak.wild.standard.mean", "near", "-0.027", "standard -0.027"),
    Expect("leak.wild.robust.mean", "near", "-0.001", "robust -0.001"),
    Expect("leak.wild.minmax.lost_share", ">", 0.9, "a leak can lower the score: nearly always"),
    Expect("leak.outcome.split.before.mean", "near", "0.694", "noise chosen before: 0.694"),
    Expect("leak.outcome.split.inside.mean", "near", "0.502", "chosen inside: 0.502"),
    Expect("leak.outcome.folds.before.mean", "near", "0.690", "five folds, before: 0.690"),
    Expect("leak.outcome.folds.inside.mean", "near", "0.503", "five folds, inside: 0.503"),
    Expect("leak.outcome.split.gap.mean", ">", 0.1,
           "choosing columns by the outcome inflates by more than 0.1"),
    Expect("leak.outcome.folds.gap.mean", ">", 0.1,
           "choosing columns by the outcome inflates by more than 0.1"),
    Expect("leak.outcome.folds.gap.min", ">", 0, "every time, in five folds"),
]

BATCH = [
    Expect("batch.minmax.train.mean", "near", "0.504", "training statistics, min-max: 0.504"),
    Expect("batch.minmax.refitted.mean", "near", "0.386", "refitted on the batch: 0.386"),
    Expect("batch.standard.train.mean", "near", "0.510", "training statistics, standard: 0.510"),
    Expect("batch.standard.refitted.mean", "near", "0.260", "refitted: 0.260"),
    Expect("batch.robust.train.mean", "near", "0.525", "training statistics, robust: 0.525"),
    Expect("batch.robust.refitted.mean", "near", "0.225", "refitted: 0.225"),
    Expect("batch.glucose_z.min", ">", 0, "the batch is higher in glucose than the training rows"),
    Expect("batch.standard.change.max", "<", 0, "refitting loses on every split, standard"),
    Expect("batch.robust.change.max", "<", 0, "refitting loses on every split, robust"),
    Expect("batch.minmax.change.lost_share", ">", 0.7, "and on most with min-max"),
]

SCENE = [
    Expect("scene.glucose", "==", 126, "the scene's patient has glucose 126"),
    Expect("scene.pedigree", "==", 0.583, "and pedigree 0.583"),
    Expect("scene.raw_votes", "==", 4, "raw, 4 of 15 were diagnosed later"),
    Expect("scene.standard_votes", "==", 8, "standardized, 8 of 15"),
    Expect("scene.raw_call", "==", 0, "the raw call is no"),
    Expect("scene.standard_call", "==", 1, "the standardized call is yes"),
    Expect("scene.outcome", "==", "scene.standard_call", "in this case the flip is right"),
    Expect("scene.changes", "==", 16, "the neighbourhood changes 16 times"),
    Expect("scene.kept", "==", 4, "four of the first 15 remain"),
    Expect("scene.glucose_reach", "<=", 2, "raw neighbours stand in a nearly vertical column"),
    Expect("flips.rows", "==", 576, "576 training patients, each left out in turn"),
    Expect("flips.flips", "==", 81, "81 calls flip"),
    Expect("flips.to_right", "==", 44, "44 of them to right"),
    Expect("flips.to_wrong", "==", 37, "37 to wrong"),
    Expect("flips.eight.to_right", "<", "flips.eight.to_wrong",
           "on all eight features more calls flip to wrong than to right"),
    *(Expect(f"parity.{version}.{kind}.{part}", "<=", 1e-9, "scratch and scikit-learn agree to 1e-9")
      for version in ("plain", "careful") for kind in ("minmax", "standard", "robust")
      for part in ("train", "test")),
]

ACCURACY = [
    Expect("accuracy.raw.right", "==", 143, "raw is right for 143 of 192"),
    Expect("accuracy.minmax.right", "==", 145, "min-max for 145"),
    Expect("accuracy.standard.right", "==", 148, "standardized for 148"),
    Expect("accuracy.robust.right", "==", 143, "robust for 143"),
    Expect("accuracy.raw.accuracy", "near", "0.745", "raw 0.745"),
    Expect("accuracy.minmax.accuracy", "near", "0.755", "min-max 0.755"),
    Expect("accuracy.standard.accuracy", "near", "0.771", "standardized 0.771"),
    Expect("accuracy.robust.accuracy", "near", "0.745", "robust 0.745"),
    Expect("accuracy.standard.gained", "==", 13, "standardizing gains 13 patients"),
    Expect("accuracy.standard.lost", "==", 8, "and loses 8"),
    *(Expect(f"accuracy.{ruler}.low", ">", "split.baseline",
             "every interval lies above always saying no")
      for ruler in ("raw", "minmax", "standard", "robust")),
    Expect("accuracy.standard.gain", "<", "accuracy.standard.se",
           "the whole difference is smaller than its binomial standard error"),
    Expect("accuracy.standard.low", "<", "accuracy.raw.accuracy",
           "the best of the four is within its uncertainty of raw"),
    *(Expect(f"over_k.compared.{kind}.{word}", "==", count, f"over k, {kind} {word} than raw")
      for kind, counts in (("minmax", (32, 3, 16)), ("standard", (35, 2, 14)),
                           ("robust", (26, 7, 18)))
      for word, count in zip(("better", "tied", "worse"), counts)),
    Expect("over_k.raw_7", "==", 153, "raw at k = 7 is right for 153"),
    Expect("over_k.raw_best", "==", "over_k.raw_7", "raw is best at k = 7"),
    Expect("over_k.raw_7", ">", "over_k.scaled_best", "above every scaled score at any k"),
    Expect("splits.n_splits", "==", 200, "two hundred splits"),
    Expect("splits.gains.minmax.mean", "near", "0.0010", "mean gain of min-max +0.0010"),
    Expect("splits.gains.standard.mean", "near", "0.0040", "of standardizing +0.0040"),
    Expect("splits.gains.robust.mean", "near", "0.0119", "of robust +0.0119"),
    Expect("splits.gains.robust.mean", ">", "splits.gains.standard.mean",
           "robust came out first on the two hundred splits"),
    Expect("splits.gains.minmax.won_share", "near", "0.47", "min-max wins 47 % of the splits"),
    Expect("splits.gains.standard.won_share", "near", "0.52", "standard wins 52 %"),
    Expect("splits.gains.robust.won_share", "near", "0.63", "robust wins 63 %"),
    Expect("splits.gains.robust.lost_share", "<", 0.315, "twice as often as it loses"),
    *(Expect(f"splits.between.{pair}.{key}", relation, 0, "no scaler is clear of another")
      for pair in ("standard_minmax", "robust_minmax", "robust_standard")
      for key, relation in (("low", "<"), ("high", ">"))),
    Expect("splits.between.robust_minmax.mean", ">", "splits.between.robust_standard.mean",
           "robust and min-max differ most"),
    Expect("splits.gains.minmax.low", "near", "-0.034", "min-max's interval from -0.034"),
    Expect("splits.gains.minmax.high", "near", "0.036", "to 0.036"),
    Expect("splits.gains.standard.low", "near", "-0.027", "standard's interval from -0.027"),
    Expect("splits.gains.standard.high", "near", "0.035", "to 0.035"),
    Expect("splits.gains.robust.low", "near", "-0.019", "robust's interval from -0.019"),
    Expect("splits.gains.robust.high", "near", "0.043", "to 0.043"),
    *(Expect(f"splits.gains.{kind}.{key}", relation, bound, reason)
      for kind in ("minmax", "standard", "robust") for key, relation, bound, reason in (
          ("sd", ">", 0.0265, "gains spread by 0.027 to 0.030 from split to split"),
          ("sd", "<", 0.0305, "gains spread by 0.027 to 0.030 from split to split"),
          ("low", "<", 0, "one split of 192 patients cannot rank scalers"),
          ("high", ">", 0, "one split of 192 patients cannot rank scalers"))),
]

ZEROS = [
    *(Expect(f"zeros.quartiles.{name}.{i}", "==", value, f"insulin quartile {i + 1}, zeros {name}")
      for name, quartiles in (("kept", (0, 0, 120)), ("ignored", (76, 125, 185)),
                              ("filled", (125, 125, 125)))
      for i, value in enumerate(quartiles)),
    Expect("zeros.repaired.filled_first.raw.mean", "near", "0.737", "filled, raw: 0.737"),
    Expect("zeros.repaired.filled_first.minmax.mean", "near", "0.760", "filled, min-max: 0.760"),
    Expect("zeros.repaired.filled_first.standard.mean", "near", "0.760", "filled, standard 0.760"),
    Expect("zeros.repaired.filled_first.robust.mean", "near", "0.717", "filled, robust 0.717"),
    Expect("zeros.repaired.fitted_first.raw.mean", "near", "0.737", "fitted first, raw 0.737"),
    Expect("zeros.repaired.fitted_first.minmax.mean", "near", "0.760", "fitted first, min-max"),
    Expect("zeros.repaired.fitted_first.standard.mean", "near", "0.762", "fitted first, standard"),
    Expect("zeros.repaired.fitted_first.robust.mean", "near", "0.762", "fitted first, robust"),
    Expect("zeros.repaired.filled_first.robust.mean", "<", "zeros.repaired.filled_first.raw.mean",
           "filled first, robust falls below raw"),
    Expect("zeros.repaired.filled_first.raw.mean", "<", "zeros.repaired.filled_first.standard.mean",
           "the worst of all: the others are above raw"),
    Expect("zeros.repaired.change.robust.won_share", ">", 0.9,
           "fitting before filling repairs robust on nearly every split"),
    Expect("zeros.repaired.fitted_first.robust.mean", ">",
           "zeros.repaired.fitted_first.minmax.mean",
           "what looked like a choice of scaler was a question of missing values"),
]

WINE = [
    Expect("wine.rows", "==", 178, "178 wines"),
    Expect("wine.features", "==", 13, "13 measurements"),
    Expect("wine.loudest.name", "==", "proline", "proline is the loudest"),
    Expect("wine.loudest.share", "near", "0.998", "with 99.8 % of the total variance"),
    Expect("wine.loudest.alone.mean", "<", "wine.raw.mean", "proline alone is no better than raw"),
    Expect("wine.loudest.alone.mean", ">", "wine.commonest", "and knows something"),
    Expect("wine.others.standard.mean", ">", 0.9, "the twelve quiet columns know more"),
    Expect("wine.raw.mean", "near", "0.703", "wine, raw 0.703"),
    Expect("wine.minmax.mean", "near", "0.970", "min-max 0.970"),
    Expect("wine.standard.mean", "near", "0.964", "standard 0.964"),
    Expect("wine.robust.mean", "near", "0.959", "robust 0.959"),
    Expect("wine.gains.standard.won", "==", "wine.n_splits", "standardizing wins every wine split"),
    Expect("wine.gains.minmax.min", "near", "0.133", "min-max wins by 0.133 at least"),
    Expect("wine.gains.standard.min", "near", "0.133", "standardizing by 0.133 at least"),
    Expect("wine.gains.robust.min", "near", "0.111", "robust by 0.111 at least"),
    Expect("wine.gains.standard.low", "near", "0.199", "wine's interval from 0.199"),
    Expect("wine.gains.standard.high", "near", "0.324", "to 0.324"),
]

MODELS = [
    Expect("models.pima.first_component.name", "==", "Insulin", "raw PCA finds insulin"),
    Expect("models.wine.first_component.name", "==", "proline", "raw PCA finds proline"),
    Expect("models.pima.first_component.weight", ">", 0.95, "its first component is insulin"),
    Expect("models.wine.first_component.weight", ">", 0.99, "its first component is proline"),
    *(Expect(f"models.wine.{model}.gain.{key}", ">", bound, f"on wine {model} {claim}")
      for model in ("knn", "kmeans", "svm", "pca", "logistic", "network")
      for key, bound, claim in (("min", 0, "gains on every split"),
                                ("mean", 0.2, "gains more than 0.2"))),
    *(Expect(f"models.wine.{model}.gain.{key}", ">", bound, f"on wine {model} {claim}")
      for model in ("ridge", "lasso")
      for key, bound, claim in (("mean", 0.01, "gains a little"),
                                ("won", 10, "gains on more than half of the splits"))),
    *(Expect(f"models.pima.{model}.gain.{key}", ">", bound, f"on this table {model} {claim}")
      for model in ("logistic", "network")
      for key, bound, claim in (("min", 0, "gains on every split"),
                                ("mean", 0.05, "gains more than 0.05"))),
    *(Expect(f"models.pima.{model}.gain.{key}", relation, 0,
             f"on this table {model}'s gain cannot be told from luck")
      for model in ("knn", "svm", "pca", "ridge", "lasso")
      for key, relation in (("low", "<"), ("high", ">"))),
    Expect("models.pima.knn.gain.sd", "near", "0.022", "k-NN's gain spreads by 0.022"),
    Expect("models.pima.svm.gain.sd", "near", "0.022", "and the support vector machine's"),
    Expect("models.pima.knn.moved", ">", 0.1, "yet more than a tenth of k-NN's calls change"),
    Expect("models.pima.pca.gain.mean", "<", 0, "two mixtures of eight do worse than two columns"),
    Expect("models.pima.kmeans.standard.mean", "<", 0.25,
           "no ruler makes k-means' clusters the outcomes"),
    Expect("models.pima.kmeans.gain.mean", ">", 0, "though standardized they are nearer to them"),
    *(Expect(f"models.{table}.{model}.{key}", "abs<", bound, f"{model} does not care, {table}")
      for table in ("pima", "wine") for model in ("tree", "forest", "boosting")
      for key, bound in (("gain.mean", 0.005), ("moved", 0.01))),
    *(Expect(f"models.wine.{model}.moved", "==", 0, f"on wine no call of {model} changes")
      for model in ("tree", "forest", "boosting")),
]

DESCENT = [
    Expect("descent.steps.raw.steps", "==", None, "raw does not arrive within the budget"),
    Expect("descent.steps.budget", "==", 1_000_000, "of a million steps"),
    Expect("descent.steps.raw.gap", ">", 0.01, "it is still more than 0.01 above"),
    Expect("descent.steps.centred.steps", "==", 196332, "centred only: 196,332 steps"),
    Expect("descent.steps.minmax.steps", "==", 861, "min-max: 861 steps"),
    Expect("descent.steps.robust.steps", "==", 20, "robust: 20 steps"),
    Expect("descent.minmax.bmi_mean", ">", 4, "min-max BMI lies four deviations above 0"),
    Expect("descent.minmax.centred.steps", "<", 300, "centring min-max saves two steps of three"),
    Expect("descent.steps.standard.steps", "==", 10, "standardized: 10 steps"),
    Expect("descent.steps.raw.condition", "near", "1.2e6", "condition number 1.2e6 raw"),
    Expect("descent.steps.centred.condition", "near", "1.2e5", "1.2e5 centred"),
    Expect("descent.steps.minmax.condition", "near", "263", "263 min-max"),
    Expect("descent.steps.robust.condition", "near", "15", "15 robust"),
    Expect("descent.steps.standard.condition", "near", "4.8", "4.8 standardized"),
    Expect("descent.contours.raw.steps", ">", "descent.contours.standard.steps",
           "on two features, too, standardized descent takes fewer steps"),
]

PENALTY = [
    Expect("penalty.none.mmol_l.largest_change", "<", 1e-9, "without a penalty units are nothing"),
    Expect("penalty.none.mmol_l.calls_changed", "==", 0, "and no call changes"),
    Expect("penalty.none.g_l.calls_changed", "==", 0, "and no call changes"),
    Expect("penalty.none.g_l.largest_change", "<", 1e-9, "without a penalty units are nothing"),
    Expect("penalty.l2.mmol_l.largest_change", ">", 0.01, "under L2 units change predictions"),
    Expect("penalty.l1.mmol_l.largest_change", ">", 0.01, "under L1 units change predictions"),
    Expect("penalty.l2.g_l.calls_changed", ">", 5, "under L2 they change calls"),
    Expect("penalty.l1.g_l.calls_changed", ">", 5, "under L1 they change calls"),
    Expect("penalty.l1.g_l.coefficient", "==", 0, "in g/L the L1 penalty drops glucose"),
]

TREES = [
    *(Expect(f"trees.{kind}.{key}", relation, bound, reason)
      for kind in ("minmax", "standard", "robust") for key, relation, bound, reason in (
          ("train", "==", 0, "a tree is identical on every training row"),
          ("test", "<=", 3, "at most three of the 192 test predictions move"),
          ("on_threshold", "==", f"trees.{kind}.test",
           "each moved row sat exactly on a threshold"))),
    Expect("trees.powers.train", "==", 0, "powers of two move nothing"),
    Expect("trees.powers.test", "==", 0, "powers of two move nothing"),
    Expect("trees.thresholds_differ", "==", 0, "bit for bit the same tree"),
    Expect("trees.seeds.min", ">", "trees.most_moved", "another seed alone moves more"),
]

TRANSFORMS = [
    *(Expect(f"transforms.parity.{name}", "<=", 1e-9, f"{name}: the same as the library's")
      for name in ("center", "unit_range", "row_norm", "sigmoid", "clip")),
    Expect("transforms.curves.line_error", "<", 0.02, "near zero the sigmoid is close to a line"),
    Expect("transforms.columns.unit_range.zero", "<", -1.2, "a hidden zero shows in [-1, 1]"),
    Expect("transforms.columns.unit_range.test_max", "<=", 1, "no test reading is above the range"),
    Expect("transforms.columns.clip.largest", ">", 6, "insulin stands beyond six"),
    Expect("transforms.columns.clip.clipped", ">", 1, "clipping makes several patients equal"),
    *(Expect(f"transforms.columns.{column}.{key}", relation, bound, reason)
      for column in ("pedigree", "insulin") for key, relation, bound, reason in (
          ("before", ">", 2, f"{column} trails right"),
          ("after", "abs<", 0.2, f"the logarithm of {column} does not"))),
    Expect("transforms.columns.row_norm.glucose_share", ">", 0.4,
           "a raw record's length is mostly glucose"),
    Expect("transforms.columns.row_norm.insulin_share", ">", 0.1, "and insulin"),
]

STREAMING = [
    *(Expect(f"streaming.parity.{kind}.{when}", "==", 0, "not a digit differs from River's")
      for kind in ("running", "windowed") for when in ("before", "after")),
    Expect("streaming.wild.after", "<", 0.1, "one wild reading squashes the rest for good"),
    Expect("streaming.wild.before", ">", 0.25, "before it the middle half fills a quarter or more"),
    Expect("streaming.wild.window_after", ">", 0.25, "with a window it does so again at the end"),
    Expect("streaming.trees.scaled.mean", "near", "0.99", "scaled, the trees reach 0.99"),
    Expect("streaming.trees.raw.mean", "<", 0.75, "raw they do not reach 0.75"),
    Expect("streaming.trees.limits.mean", "near", "0.61", "told the ranges they reach 0.61"),
    Expect("streaming.trees.gain.won", "==", "streaming.trees.n_seeds",
           "scaled wins on every seed"),
    Expect("streaming.trees.limits_gain.mean", "<=", 0.0, "telling the ranges does not help"),
    Expect("streaming.merged.minmax", "==", 0, "min and max of merged chunks are exact"),
    Expect("streaming.merged.mean", "<", 1e-12, "so is the mean, to rounding"),
    Expect("streaming.merged.variance", "<", 1e-12, "and the variance"),
]

ENCODING = [
    Expect("encoding.parity.one_hot", "==", 0, "one-hot is scikit-learn's"),
    Expect("encoding.parity.ordinal", "==", 0, "ordinal codes are scikit-learn's"),
    Expect("encoding.parity.together", "<=", 1e-9, "together they are a ColumnTransformer"),
    Expect("encoding.unseen.share", ">", 0.4, "a rare category is often unknown in the test rows"),
    Expect("encoding.knn.one_hot.mean", "<", "encoding.knn.codes.mean",
           "on average one-hot bands do worse than codes"),
    Expect("encoding.knn.codes.mean", "<", "encoding.knn.numeric.mean",
           "and codes worse than the numbers themselves"),
    *(Expect(f"encoding.knn.{pair}.{key}", relation, 0, "but it cannot be told from luck")
      for pair in ("one_hot_gain", "codes_gain", "one_hot_codes")
      for key, relation in (("low", "<"), ("high", ">"))),
]

EXERCISES = [
    *(Expect(f"exercises.breakdown.{name}", "==", m, f"the {name} breaks at {m} bad readings")
      for name, m in (("max", 1), ("mean", 1), ("std", 1), ("q3", 144), ("iqr", 144),
                      ("median", 288))),
    *(Expect(f"exercises.stays.{key}", "<=", 2, "hardly a neighbour stays; the call is no twice")
      for key in ("raw_votes", "standard_votes", "kept")),
    Expect("exercises.stays.around_yes", "<", 0.1, "around this patient few were diagnosed later"),
    Expect("exercises.stays.scene_yes", ">", 0.3, "around the scene's patient many were"),
    *(Expect(f"exercises.beat.{change}.{key}", relation, 0, "no change is told from luck")
      for change in ("clipped", "ranked", "glucose_twice", "by_correlation")
      for key, relation in (("low", "<"), ("high", ">"))),
    Expect("exercises.beat.glucose_twice.won_share", ">", 0.6, "though it wins most splits"),
]

EXPECTED = [*DATA, *LOUDEST, *OUTLIER, *LEAK, *BATCH, *SCENE, *ACCURACY, *ZEROS, *WINE, *MODELS,
            *DESCENT, *PENALTY, *TREES, *TRANSFORMS, *STREAMING, *ENCODING, *EXERCISES]
