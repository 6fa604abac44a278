"""What is said of a table of one's own is what a plain scikit-learn script finds, and no more."""
import json
import subprocess
import sys

import measure as command
import numpy as np
import pandas as pd
import pima
import pytest
import settings
from conftest import ROOT
from experiments import accuracy
from figures import style
from own_table import picture, scores
from own_table.columns import as_column, decimal_mark, read_table
from own_table.page import page
from own_table.placeholders import suspects, unit_of
from own_table.reading import read_cells
from own_table.scores import measure
from own_table.verdict import FEWEST_GROUPS, FEWEST_ROWS, verdict
from sklearn import datasets
from sklearn.impute import SimpleImputer
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.preprocessing import (FunctionTransformer, MinMaxScaler, OneHotEncoder, RobustScaler,
                                   StandardScaler)

PIMA = ROOT / "data" / "diabetes.csv"
THEIRS = {"raw": FunctionTransformer, "minmax": MinMaxScaler, "standard": StandardScaler,
          "robust": RobustScaler}


def of_frame(frame, outcome, folder, **options):
    """The Table of a DataFrame, by way of a file."""
    frame.to_csv(folder / "table.csv", index=False)
    return read_table(*read_cells(folder / "table.csv"), outcome, **options)


def opening(name, folder):
    """One of the five tables of the chapter's opening, as a Table."""
    if name == "pima":
        return read_table(*read_cells(PIMA), "Outcome")
    frame = getattr(datasets, f"load_{name}")(as_frame=True).frame
    return of_frame(frame, "target", folder)


def made(n=120, seed=0):
    """A table of three columns, of which b alone tells the outcome and a is the loudest."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(n, 3)) * [100, 1, 0.1], columns=["a", "b", "c"])
    return frame.assign(y=np.where(frame.b > 0, "yes", "no")).round(6)


# ---- Reading -------------------------------------------------------------------------------------

PLAIN = "name,size,kind,ill\nÅsa,1.5,x,1\nBo,1200.25,y,0\nCi,,x,1\n"


@pytest.mark.parametrize("content, encoding", [
    (PLAIN.encode(), "utf-8"),
    (PLAIN.encode("utf-8-sig"), "utf-8"),
    (PLAIN.encode("cp1252"), "cp1252"),
    (PLAIN.encode("utf-16"), "utf-16"),
    (PLAIN.replace("\n", "\r\n").encode(), "utf-8"),
    (PLAIN.replace("\n", "\n\n").encode(), "utf-8"),
    (PLAIN.replace("1.5", '"1.5"').replace("1200.25", '"1,200.25"').encode(), "utf-8"),
    (PLAIN.replace(",", ";").encode(), "utf-8"),
    (PLAIN.replace(",", ";").replace("1.5", "1,5").replace("200.25", ".200,25").encode(), "utf-8"),
    (PLAIN.replace(",", "\t").replace(".", ",").encode(), "utf-8"),
    (PLAIN.replace(",", " , ").encode(), "utf-8"),
    *((PLAIN.replace(",,", f",{word},").encode(), "utf-8")
      for word in ("NA", "n/a", "NaN", "null", "None", "?", "-", "#N/A")),
])
def test_one_table_in_many_spellings(content, encoding, tmp_path):
    (tmp_path / "a.csv").write_bytes(content)
    columns, lines = read_cells(tmp_path / "a.csv", encoding)
    assert list(columns) == ["name", "size", "kind", "ill"]
    assert columns["name"] == ["Åsa", "Bo", "Ci"]
    _, values, _ = as_column("size", columns["size"], lines, decimal_mark(columns))
    np.testing.assert_array_equal(values, [1.5, 1200.25, np.nan])


GOOD = made().to_csv(index=False)
Y = ["--outcome", "y"]


def line_of(number, cells):
    """The good table with one line replaced."""
    lines = GOOD.split("\n")
    lines[number - 1] = cells
    return "\n".join(lines)


FAULTY = {
    "no rows": (GOOD.split("\n")[0], Y, "a header and no rows"),
    "nothing": ("", Y, "is empty"),
    "only separators": (",,,\n,,,\n", Y, "is empty"),
    "no header": ("\n".join(GOOD.split("\n")[1:]).replace("yes", "1").replace("no", "0"), Y,
                  "begins with numbers"),
    "one column": ("y\n1\n0\n", Y, "one column only"),
    "a short row": (line_of(7, "1,2,yes"), Y, "line 7: 3 cells"),
    "a long row": (line_of(9, "1,2,3,yes,5"), Y, "line 9: 5 cells"),
    "an open quote": (line_of(5, '1,2,"3,yes'), Y, "line 5: a quote"),
    "text after a quote": (line_of(5, '1,2,"3"4,yes'), Y, "line 5: a quote"),
    "a name twice": (line_of(1, "a,a,c,y"), Y, "more than one column 'a'"),
    "infinity": (line_of(4, "inf,2,3,yes"), Y, "line 4, a: inf"),
    "too large": (line_of(4, "1e300,2,3,yes"), Y, "line 4, a: 1e300"),
    "two kinds of decimals": ("a;b;y\n" + "1,5;2.5;x\n2,5;1.25;z\n" * 9, Y, "decimal commas"),
    "no numbers": ("a,y\n" + "p,x\nq,z\n" * 20, Y, "no column of numbers is left"),
    "one class": (GOOD.replace("yes", "no"), Y, "is 'no' in every row"),
    "no outcome at all": (GOOD.replace("yes", "").replace("no", "NA"), Y, "y has no value"),
    "every class once": ("a,y\n" + "".join(f"{i % 7},w{i}\n" for i in range(40)), Y,
                         "fewer than two of them"),
    "too few for k": ("\n".join(GOOD.split("\n")[:16]), Y, "choose a smaller --k"),
    "latin text": (GOOD.replace("yes", "s\xed").encode("latin-1"), Y, "not in utf-8"),
    "utf-16": (GOOD.encode("utf-16"), Y, "--encoding utf-16"),
    "zero bytes": (GOOD.replace("yes", "y\0s"), Y, "zero bytes"),
    "a spreadsheet": (b"PK\x03\x04" + bytes(40), Y, "is a spreadsheet or a zip"),
    "gzip": (b"\x1f\x8b" + bytes(40), Y, "is a gzip archive"),
    "an encoding nobody knows": (GOOD, [*Y, "--encoding", "utf-99"], "no encoding is called"),
    "a misspelt outcome": (GOOD, ["--outcome", "Y"], "no column 'Y'; did you mean 'y'"),
    "an outcome nowhere": (GOOD, ["--outcome", "weight"], "there are a, b, c, y"),
    "a misspelt group": (GOOD, [*Y, "--groups", "bb"], "--groups: the table has no column 'bb'"),
    "a misspelt column": (GOOD, [*Y, "--ignore", "cc"], "--ignore: the table has no column 'cc'"),
    "the outcome ignored": (GOOD, [*Y, "--ignore", "y"], "--ignore names the outcome"),
    "the outcome as group": (GOOD, [*Y, "--groups", "y"], "name the same column"),
    "every column ignored": (GOOD, [*Y, "--ignore", "a", "b", "c"], "no column of numbers is left"),
    "missing without a value": (GOOD, [*Y, "--missing", "a"], "write COLUMN=VALUE"),
    "missing that is not there": (GOOD, [*Y, "--missing", "a=-77"], "no cell of a holds '-77'"),
    "one split": (GOOD, [*Y, "--splits", "1"], "two splits or more"),
    "words as a number": (GOOD, [*Y, "--as", "number"], "is no number that can be predicted"),
    "one group": (GOOD.replace("a,b", "g,b"), [*Y, "--groups", "one"], "no column 'one'"),
    "all in one group": (line_of(1, "a,b,c,y,g").replace("yes", "yes,p").replace("no", "no,p"),
                         [*Y, "--groups", "g"], "one group only"),
}


@pytest.mark.parametrize("content, options, says", FAULTY.values(), ids=FAULTY)
def test_a_faulty_file_or_option_is_one_sentence(content, options, says, tmp_path, capsys):
    path = tmp_path / "faulty.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert command.main([str(path), *options, "--out", str(tmp_path / "out")]) == 2
    out, said = capsys.readouterr()
    assert says in said and said.count("\n") == 1 and not out
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name, says", [("nowhere.csv", "no such file"), (".", "is a folder")])
def test_a_path_that_is_no_file_is_one_sentence(name, says, tmp_path, capsys):
    assert command.main([str(tmp_path / name), *Y]) == 2
    assert says in capsys.readouterr().err


def test_an_out_folder_that_is_a_file_is_one_sentence(tmp_path, capsys):
    (tmp_path / "good.csv").write_text(GOOD)
    assert command.main([str(tmp_path / "good.csv"), *Y, "--splits", "2", "--out",
                         str(tmp_path / "good.csv")]) == 2
    assert "name another folder" in capsys.readouterr().err


# ---- Columns -------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, cells, kind, remark", [
    ("seen", ["2021-03-04", "2021-3-5 10:00"] * 30, "nothing", "dates"),
    ("seen", ["4.3.2021", "05/12/98"] * 30, "nothing", "dates"),
    ("seen", ["Jan 5, 2001", "5 March 2001"] * 30, "nothing", "dates"),
    ("patient_id", [str(7 * i) for i in range(60)], "nothing", "identifier"),
    ("(column 1)", [str(i % 50) for i in range(60)], "nothing", "identifier"),
    ("place", [str(60 - i) for i in range(60)], "nothing", "counts the rows"),
    ("person", [str(i // 4) for i in range(60)], "nothing", "4 rows each: --groups person"),
    ("pig", [str(4601 + 7 * (i // 3)) for i in range(1, 61)], "nothing", "3 rows each"),
    ("city", [str(i // 4 * 7 % 15) for i in range(60)], "number", ""),  # in blocks that do not rise
    ("dose", [str(i // 20) for i in range(60)], "number", ""),  # three blocks only
    ("age", [str(20 + int(i ** 0.7)) for i in range(60)], "number", ""),  # sorted, in uneven blocks
    ("same", ["3"] * 50 + ["3.0"] * 10, "nothing", "one value only"),
    ("gone", ["", "NA"] * 30, "nothing", "no value at all"),
    ("name", [f"w{i}" for i in range(60)], "nothing", "each row another"),
    ("town", [f"w{i % 30}" for i in range(60)], "nothing", "30 different"),
    ("kind", ["p", "q", "NA"] * 20, "category", ""),
    ("smokes", ["True", "FALSE", ""] * 20, "number", ""),
    ("smokes", ["yes", "no"] * 30, "number", ""),
    ("income", [str(3 * i * i) for i in range(60)], "number", ""),
    ("dose", ["1.5"] * 57 + ["<1", "2", "3"], "number", "1 cells that are no number"),
])
def test_what_a_column_is(name, cells, kind, remark):
    found, _, said = as_column(name, cells, range(2, 62), ".")
    assert found == kind and remark in said and bool(remark) == bool(said)


def test_the_zeros_of_this_chapters_table_are_found_and_nothing_else(tmp_path):
    table = opening("pima", tmp_path)
    found = {name: [s["value"] for s in suspects(table.numbers[name].to_numpy())]
             for name in table.numbers}
    hidden = ("Glucose", "BloodPressure", "SkinThickness", "Insulin", "BMI")
    assert found == {name: [0] if name in hidden else [] for name in table.numbers}


@pytest.mark.parametrize("name", ["wine", "breast_cancer", "iris", "digits"])
def test_a_clean_table_raises_no_alarm(name, tmp_path):
    table = opening(name, tmp_path)
    assert not [s for column in table.numbers for s in suspects(table.numbers[column].to_numpy())]


@pytest.mark.parametrize("codes", [[99], [-1], [99, 98], [-9, 999], [-999]])
def test_codes_at_the_edges_are_found(codes):
    ages = np.random.default_rng(0).integers(18, 70, 400).astype(float)
    values = np.concatenate([ages, np.repeat(codes, 5)])
    assert {s["value"] for s in suspects(values)} == set(codes)


@pytest.mark.parametrize("values, n", [
    ([0] * 6 + [*range(100, 200)] * 2, 1),  # a zero far below
    ([5000] * 6 + [*range(18, 90)] * 5, 1),  # no usual code, but far above
    ([0] * 6 + [*range(3, 200)] * 2, 0),  # a zero near the others
    ([0] * 2 + [*range(100, 200)] * 2, 0),  # too rare to be more than one odd value
    ([0] * 3 + [*range(100, 200)] * 7, 0),  # three rows, and under 0.5 % of all
    ([2 ** i for i in range(12) for _ in range(20)], 0),  # a long tail: each value twice the last
    ([*range(0, 1000, 10)] * 8 + [1600] * 12 + [2800] * 10 + [3500] * 7 + [7300] * 18, 0),  # cities
    ([-(2 ** i) for i in range(12) for _ in range(20)], 0),
    ([99] * 6 + [*range(18, 99)] * 5, 0),  # a code among measurements
    ([-1] * 6 + [*range(6)] * 50, 1),  # the only value below zero
    ([-1] * 6 + [-2, *range(6)] * 50, 0),
])
def test_a_suspect_comes_often_and_stands_apart_as_no_tail_does(values, n):
    assert len(suspects(np.array(values, float))) == n


@pytest.mark.parametrize("name, unit", [("sepal length (cm)", "cm"), ("weight [kg]", "kg"),
                                        ("body_mass_g", "g"), ("alcohol", ""), ("vitamin_c", "")])
def test_the_unit_that_a_name_shows(name, unit):
    assert unit_of(name) == unit


def test_a_value_said_to_be_missing_is_so(tmp_path):
    table = read_table(*read_cells(PIMA), "Outcome", missing=["Insulin=0", "BMI=0"])
    assert table.numbers.isna().sum().to_dict() == {
        name: {"Insulin": 374, "BMI": 11}.get(name, 0) for name in table.numbers}


# ---- Scores: a plain scikit-learn script, written anew -------------------------------------------

def plain_scores(numbers, categories, y, k, splits, leaky=False):
    """Name -> one score a split: scikit-learn's own pipeline, and nothing of the chapter's."""
    whole = y.dtype.kind in "iu"
    found = {name: [] for name in THEIRS}
    for seed in range(splits):
        train, test = train_test_split(np.arange(len(y)), test_size=0.25, random_state=seed,
                                       stratify=y if whole else None)
        for name, kind in THEIRS.items():
            scaler = kind().fit(numbers if leaky else numbers[train])
            fill = SimpleImputer(strategy="median").fit(scaler.transform(numbers[train]))
            Z = fill.transform(scaler.transform(numbers))
            if categories is not None:
                dummies = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
                Z = np.hstack([Z, dummies.fit(categories[train]).transform(categories)])
            knn = KNeighborsClassifier(k) if whole else KNeighborsRegressor(k)
            said = knn.fit(Z[train], y[train]).predict(Z[test])
            found[name].append((said == y[test]).mean() if whole else r2_score(y[test], said))
    return found


def assert_same(found, numbers, categories, y, k, splits):
    """What `measure` found is what the plain script finds, split by split."""
    clean = plain_scores(numbers, categories, y, k, splits)
    leaky = plain_scores(numbers, categories, y, k, splits, leaky=True)
    for name in THEIRS:
        assert found["scores"][name]["values"] == pytest.approx(clean[name], abs=1e-9)
    for name in ("minmax", "standard", "robust"):
        difference = np.subtract(leaky[name], clean[name])
        assert found["leak"][name]["values"] == pytest.approx(difference, abs=1e-9)


@pytest.mark.parametrize("name", ["pima", "wine", "breast_cancer", "iris", "digits"])
def test_a_table_of_the_opening_has_the_chapters_numbers(name, tmp_path):
    X, y = (pima.load_data()[:2] if name == "pima"
            else getattr(datasets, f"load_{name}")(return_X_y=True))
    found, chapter = measure(opening(name, tmp_path), splits=2), accuracy.over_splits(X, y, 2)
    assert found["k"] == settings.K and found["n_train"] == chapter["n_train"]
    assert found["scores"]["raw"]["mean"] == chapter["raw"]["mean"]
    for scaler in settings.SCALERS:
        assert found["scores"][scaler]["mean"] == chapter[scaler]["mean"]
        for key, value in found["gains"][scaler].items():
            assert value == pytest.approx(chapter["gains"][scaler][key], abs=1e-12)


def test_a_table_of_the_opening_scores_as_in_a_plain_script(tmp_path):
    X, y = datasets.load_wine(return_X_y=True)
    assert_same(measure(opening("wine", tmp_path), splits=3), X, None, y, 15, 3)


def with_gaps_and_words(n=150):
    """A table with missing numbers and a column of words, one of them rare."""
    rng = np.random.default_rng(1)
    frame = made(n).assign(word=rng.choice(["p", "q", None], n))
    frame.loc[:7, "word"] = "rare"
    frame.loc[rng.random(n) < 0.2, "b"] = np.nan
    return frame


def test_missing_numbers_are_filled_after_the_fit_and_words_are_one_hot(tmp_path):
    frame = with_gaps_and_words()
    found = measure(of_frame(frame, "y", tmp_path), k=5, splits=3)
    words, y = frame[["word"]].fillna("(missing)").to_numpy(), (frame.y == "yes").to_numpy(int)
    assert_same(found, frame[["a", "b", "c"]].to_numpy(), words, y, 5, 3)


def test_a_number_as_outcome_is_scored_by_r2(tmp_path):
    frame = made().assign(y=made().b * 3.7)
    found = measure(of_frame(frame, "y", tmp_path), k=4, splits=3)
    assert found["classes"] is None and found["baseline"] == 0
    assert_same(found, frame[["a", "b", "c"]].to_numpy(), None, frame.y.to_numpy(), 4, 3)


@pytest.mark.parametrize("outcome, kind, classes", [
    ([1, 2, 3] * 40, None, 3), ([1, 2, 3] * 40, "number", None), ([0.5, 1.5] * 60, None, None),
    ([0.5, 1.5] * 60, "classes", 2), (list(range(120)), None, None), (["u", "v"] * 60, None, 2)])
def test_whether_the_outcome_is_classes_or_a_number(outcome, kind, classes, tmp_path):
    table = of_frame(made().assign(y=outcome), "y", tmp_path, kind=kind)
    assert (table.classes and len(table.classes)) == classes


def test_a_large_table_is_a_stratified_sample_with_fewer_splits_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(scores, "MOST_ROWS", 120)
    monkeypatch.setattr(scores, "MANY_ROWS", 100)
    monkeypatch.setattr(scores, "SPLITS_OF_MANY", 3)
    table = of_frame(made(600).assign(y=["u"] * 450 + ["v"] * 150), "y", tmp_path)
    found = measure(table)
    assert (found["rows"], found["rows_measured"], found["splits"]) == (600, 120, 3)
    assert found["baseline"] == 0.75
    assert "a sample of 120 rows" in page(found, "table.csv")


def test_distances_by_products_are_the_same_neighbours_far_from_zero_too(tmp_path, monkeypatch):
    frame = made().assign(a=made().a + 1.6e9)  # as a time in seconds
    few = measure(of_frame(frame, "y", tmp_path), splits=2)
    monkeypatch.setattr(scores, "MANY_ROWS", 10)
    assert measure(of_frame(frame, "y", tmp_path), splits=2)["scores"] == few["scores"]


# ---- Properties ----------------------------------------------------------------------------------

def test_the_order_and_the_names_of_columns_change_no_score(tmp_path):
    frame = with_gaps_and_words()
    found = measure(of_frame(frame, "y", tmp_path), splits=3)
    other = frame[["y", "word", "c", "a", "b"]].set_axis(["out", "w", "r", "s", "t"], axis=1)
    again = measure(of_frame(other, "out", tmp_path), splits=3)
    assert again["scores"] == found["scores"] and again["leak"] == found["leak"]


def test_the_order_of_the_rows_changes_nothing_that_is_said_of_a_column(tmp_path):
    frame = with_gaps_and_words()
    mixed = frame.sample(frac=1, random_state=5)
    found, again = (measure(of_frame(rows, "y", tmp_path), splits=2)["columns"]
                    for rows in (frame, mixed))
    for name, about in found.items():
        shares = [pytest.approx(about.pop(key)) for key in ("share_raw", "share_standard")]
        assert [again[name].pop(key) for key in ("share_raw", "share_standard")] == shares
        assert again[name] == about


def test_another_unit_changes_no_scaled_score(tmp_path):
    tiny, found, huge = (measure(of_frame(made().assign(b=made().b * factor), "y", tmp_path),
                                 splits=3)["scores"] for factor in (1e-9, 1, 1e12))
    for name in ("minmax", "standard", "robust"):
        assert tiny[name] == found[name] == huge[name]
    assert tiny["raw"]["mean"] < found["raw"]["mean"] + 0.2 < huge["raw"]["mean"]


def test_a_column_of_noise_in_nanometres_ruins_raw_and_hardly_standardized(tmp_path):
    frame = made().drop(columns=["a"])
    before = measure(of_frame(frame, "y", tmp_path), splits=4)["scores"]
    noise = np.random.default_rng(3).normal(size=len(frame)) * 1e9
    after = measure(of_frame(frame.assign(noise_nm=noise), "y", tmp_path), splits=4)["scores"]
    assert after["raw"]["mean"] < before["raw"]["mean"] - 0.3
    assert after["standard"]["mean"] > before["standard"]["mean"] - 0.15


def test_the_shares_of_the_distance_are_those_of_all_pairs(tmp_path):
    frame = with_gaps_and_words(40).drop(columns="b")
    about = measure(of_frame(frame, "y", tmp_path), splits=2)["columns"]
    dummies = pd.get_dummies(frame.word.fillna("(missing)")).to_numpy(float)
    for key, divide in (("share_raw", 1), ("share_standard", frame[["a", "c"]].std(ddof=0))):
        Z = (frame[["a", "c"]] / divide).to_numpy()
        parts = [((A[:, None] - A[None]) ** 2).sum() for A in (Z[:, :1], Z[:, 1:], dummies)]
        assert [about[name][key] for name in ("a", "c", "word")] == pytest.approx(
            np.divide(parts, sum(parts)))


# ---- Groups --------------------------------------------------------------------------------------

def in_groups(n_groups=24, each=6):
    """Each group is one point, seen several times, with an outcome drawn at random."""
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.normal(size=(n_groups, 2)), columns=["a", "b"])
    frame = frame.assign(who=[f"p{i}" for i in range(n_groups)], y=rng.permutation([0, 1] * 12))
    seen = frame.loc[np.repeat(frame.index, each)].reset_index(drop=True)
    return seen.assign(a=seen.a + rng.normal(scale=0.01, size=len(seen)))


def test_the_rows_of_a_group_stay_on_one_side_and_flatter_no_score(tmp_path):
    table = of_frame(in_groups(), "y", tmp_path, groups="who")
    for seed in range(10):
        tr, te, _, _ = scores.way_to_split(True, table.groups)(table.groups, table.y, seed)
        assert not set(tr) & set(te) and len(set(te)) == 6
    apart, together = measure(table, k=3, splits=8), measure(
        of_frame(in_groups(), "y", tmp_path, ignore=["who"]), k=3, splits=8)
    assert together["scores"]["raw"]["mean"] > 0.95 > 0.75 > apart["scores"]["raw"]["mean"]


def test_with_groups_the_interval_counts_groups_not_rows():
    values, others = np.random.default_rng(0).random((2, 50))
    rows = scores.gain(values, others, 1 / 3)
    widths = [g["high"] - g["low"] for g in (scores.gain(values, others, 1 / 3, n)
                                             for n in (4, 12, 400))]
    assert widths[0] > widths[1] > widths[2]
    assert widths[2] == pytest.approx(rows["high"] - rows["low"])


# ---- The verdict ---------------------------------------------------------------------------------

def numbers(raw, low, high, won=10, lost=2, rows=500, groups=None):
    """As much of the numbers of `measure` as the rules look at."""
    gain = {"mean": (low + high) / 2, "low": low, "high": high, "won": won, "lost": lost}
    return {"rows_measured": rows, "groups": groups, "scores": {"raw": {"mean": raw}},
            "gains": {"standard": gain}}


@pytest.mark.parametrize("found, rule", [
    (numbers(0.7, 0.151, 0.3), "most"),
    (numbers(0.7, 0.149, 0.3), "helps"),
    (numbers(0.93, 0.001, 0.05), "helps"),
    (numbers(1.0, 0.0, 0.0), "luck"),
    (numbers(0.7, 0.0, 0.3), "luck"),
    (numbers(0.7, -0.3, 0.0), "luck"),
    (numbers(0.7, -0.3, -0.001), "harms"),
    (numbers(0.7, 0, 0, won=0, lost=0), "none"),
    (numbers(-0.2, 0.6, 0.9), "most"),
    (numbers(0.7, 0.2, 0.3, rows=FEWEST_ROWS - 1), "few"),
    (numbers(0.7, 0.2, 0.3, rows=FEWEST_ROWS), "most"),
    (numbers(0.7, 0.2, 0.3, groups=FEWEST_GROUPS - 1), "few"),
    (numbers(0.7, 0.2, 0.3, groups=FEWEST_GROUPS), "most"),
])
def test_the_rules_of_the_verdict(found, rule):
    assert verdict(found) == rule


def test_of_columns_that_only_luck_ties_to_the_outcome_luck_is_said(monkeypatch):
    """Twenty tables without any tie: 'helps' or 'harms' is said of one at most."""
    monkeypatch.setattr(scores, "SCALERS", {"standard": scores.SCALERS["standard"]})
    rules = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        table = read_table({"a": [f"{v:.6f}" for v in 50 * rng.normal(size=80)],
                            "b": [f"{v:.6f}" for v in rng.normal(size=80)],
                            "y": [str(v) for v in rng.permutation([0, 1] * 40)]}, range(80), "y")
        rules.append(verdict(measure(table, splits=6)))
    assert rules.count("luck") >= 19


# ---- The command ---------------------------------------------------------------------------------

def test_the_command_writes_the_same_bytes_each_time_and_says_what_they_hold(tmp_path, capsys):
    path, folders = tmp_path / "my.csv", (tmp_path / "one", tmp_path / "two")
    path.write_text(GOOD)
    command.main([str(path), *Y, "--splits", "3", "--out", str(folders[0])])
    said = capsys.readouterr().out
    run = subprocess.run([sys.executable, "-W", "error", command.__file__, "my.csv", *Y,
                          "--splits", "3", "--out", "two"], cwd=tmp_path, text=True,
                         capture_output=True, timeout=100)
    assert run.returncode == 0 and run.stdout == said
    assert not run.stderr, "no bar where the output is no terminal"
    one, two = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in folders)
    assert sorted(one) == ["numbers.json", "page.txt", "picture.png", "picture.svg"]
    assert one == two and one["page.txt"].decode() == said
    found = json.loads(one["numbers.json"])
    assert f"{found['scores']['standard']['mean']:.3f}" in said
    assert str(tmp_path) not in said + json.dumps(found)


def test_json_is_all_that_is_printed_where_it_is_asked_for(tmp_path, capsys):
    (tmp_path / "my.csv").write_text(GOOD)
    assert command.main([str(tmp_path / "my.csv"), *Y, "--splits", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdicts"]["standard"] in ("most", "helps")


def test_the_page_names_what_was_left_out_and_what_to_look_at(tmp_path):
    frame = made().assign(when="2020-01-01", id=range(120), word="w")
    frame.loc[:9, "c"] = -99
    said = page(measure(of_frame(frame, "y", tmp_path), splits=2), "table.csv")
    for words in ("when: one value only", "id: an identifier", "VERDICT: standardizing",
                  'measure again with\n    --missing "c=-99"'):
        assert words in said
    assert max(map(len, said.splitlines())) <= 90


def test_the_picture_has_the_chapters_colours_and_marks():
    for role, colour in picture.COLOURS.items():
        assert colour == style.colour(role)
    assert all(style.MARK[key] == mark for key, mark in picture.MARKS.items())
