"""The table is read right or not at all, and the split is the one that the chapter states."""
import csv

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from pima import DATA, FEATURES, OUTCOME, load_data, split
from sklearn.model_selection import train_test_split

HEAD = ",".join([*FEATURES, OUTCOME])
ROWS = ["6,148,72,35,0,33.6,0.627,50,1", "1,85,66,29,0,26.6,0.351,31,0"]
VALUES = [[6, 148, 72, 35, 0, 33.6, 0.627, 50], [1, 85, 66, 29, 0, 26.6, 0.351, 31]]


@pytest.fixture
def saved(tmp_path):
    def save(text, encoding="utf-8"):
        path = tmp_path / "patients.csv"
        path.write_bytes(text.encode(encoding))
        return path
    return save


def lines(*rows, head=HEAD):
    return "\n".join([head, *rows]) + "\n"


def with_cell(text, place=1):
    """A table whose second record has that text as its cell at that place."""
    cells = ROWS[1].split(",")
    cells[place] = text
    return lines(ROWS[0], ",".join(cells))


# The chapter's file


def test_the_chapters_table_is_what_the_file_says_number_by_number():
    X, y, names = load_data()
    with open(DATA, newline="") as file:
        head, *rows = csv.reader(file)
    assert head == [*names, "Outcome"]
    assert_array_equal(np.column_stack([X, y]), [[float(cell) for cell in row] for row in rows])
    assert X.shape == (768, 8) and np.bincount(y).tolist() == [500, 268]
    assert X.dtype == np.float64 and y.dtype == np.int64


def test_the_table_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(load_data()[0]) == 768


def test_what_is_loaded_may_be_written_to_and_is_new_each_time(saved):
    for path in (DATA, saved(lines("0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,1"))):
        X, y, names = load_data(path)
        X[:], y[:] = 7, 7
        names.clear()
        again, outcome, names = load_data(path)
        assert not (again == 7).all() and not (outcome == 7).any() and names == FEATURES


def test_the_split_is_576_and_192_records_with_the_same_share_of_outcomes():
    X, y, _ = load_data()
    Xtr, Xte, ytr, yte = split(X, y)
    assert (len(Xtr), ytr.sum(), len(Xte), yte.sum()) == (576, 201, 192, 67)
    together = np.column_stack([np.vstack([Xtr, Xte]), np.concatenate([ytr, yte])])
    assert sorted(together.tolist()) == sorted(np.column_stack([X, y]).tolist())


def test_the_split_is_scikit_learns_with_a_quarter_for_test_stratified_and_seed_0():
    X, y, _ = load_data()
    expected = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
    for part, same in zip(split(X, y), expected, strict=True):
        assert_array_equal(part, same)


def test_the_split_goes_by_row_number_and_outcome_alone():
    X, y, _ = load_data()
    Xtr, Xte, ytr, yte = split(X, y)
    train, test, _, _ = split(np.arange(768), y)
    for rows, table, outcome in [(train, Xtr, ytr), (test, Xte, yte)]:
        assert_array_equal(table, X[rows])
        assert_array_equal(outcome, y[rows])


# Files of that layout


@pytest.mark.parametrize("text", [
    lines(*ROWS), lines(*ROWS).rstrip("\n"), lines(*ROWS).replace("\n", "\r\n"),
    lines(*ROWS).replace("\n", "\r"), lines(*ROWS) + "\n\n", lines(ROWS[0], "", ROWS[1]),
    lines(*ROWS) + ",,,,,,,,\n", lines(*ROWS).replace(",", " , "),
    lines(*ROWS).replace("148", '"148"'), lines(*ROWS).replace("148", "1.48e2"),
    lines(*ROWS).replace(",1\n", ",1.0\n")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_any_file_of_the_layout_is_read(saved, text, encoding):
    X, y, names = load_data(saved(text, encoding))
    assert_array_equal(X, VALUES)
    assert_array_equal(y, [1, 0])
    assert names == FEATURES


@pytest.mark.parametrize("word", ["nan", "NaN", " nan "])
def test_a_cell_nan_is_a_missing_value(saved, word):
    X, _, _ = load_data(saved(with_cell(word)))
    assert_array_equal(np.argwhere(np.isnan(X)), [[1, 1]])


def test_numbers_are_read_to_the_last_bit(saved):
    numbers = np.random.default_rng(0).random((50, 8)) * 10.0 ** np.arange(-3, 5)
    rows = [",".join([*map(repr, row), "1"]) for row in numbers.tolist()]
    assert_array_equal(load_data(saved(lines(*rows)))[0], numbers)


# Files that are not


@pytest.mark.parametrize("text", [
    "", "\n", HEAD, lines(), "nothing here", lines(*ROWS, head=HEAD.lower()),
    lines(*ROWS, head=HEAD.replace("Age,", "")), lines(*ROWS, head=HEAD + ",Extra"),
    lines(*ROWS, head=HEAD.replace("Glucose,BloodPressure", "BloodPressure,Glucose")),
    "\n".join(ROWS), lines(*ROWS).replace(",", ";"), lines(*ROWS).replace(",", "\t"),
    lines(*ROWS).replace(",", ";").replace(".", ","), lines(ROWS[0] + ",99", ROWS[1]),
    lines(ROWS[0], ROWS[1] + ",99"), lines(ROWS[0] + ",", ROWS[1] + ","), lines(ROWS[0], "6,148"),
    lines(ROWS[0], "6"), lines(*ROWS, HEAD), lines(*ROWS).replace("148", '"148')])
def test_another_layout_is_refused(saved, text):
    with pytest.raises(ValueError, match="patients.csv"):
        load_data(saved(text))


@pytest.mark.parametrize("cell", [
    "", " ", "NA", "null", "?", "abc", "33,6", '"33,6"', "1,000", '"1,000"', "1_000", "0x10",
    "True", "inf", "-Infinity", "1e400", "50%", "\u22125", "\u0661\u0664", "5 mg", "1.2.3", "--5",
    "#DIV/0!"])
def test_a_cell_that_is_no_number_is_refused_with_its_line(saved, cell):
    with pytest.raises(ValueError, match="line 3"):
        load_data(saved(with_cell(cell)))


def test_blank_lines_count_in_the_number_of_a_line(saved):
    for text in (lines("", "", ROWS[0], "x" + ROWS[1]), lines(ROWS[0], "", "", "x" + ROWS[1])):
        with pytest.raises(ValueError, match="line 5, Pregnancies: 'x1'"):
            load_data(saved(text))


@pytest.mark.parametrize("outcome", ["2", "-1", "0.5", "nan", "yes", "", "True", "10"])
def test_an_outcome_other_than_0_and_1_is_refused_with_its_line(saved, outcome):
    with pytest.raises(ValueError, match="line 3.*Outcome"):
        load_data(saved(with_cell(outcome, place=-1)))


def test_a_file_in_another_encoding_is_refused(saved):
    for encoding in ("utf-16", "utf-32"):
        with pytest.raises(ValueError, match="patients.csv"):
            load_data(saved(lines(*ROWS), encoding))


def test_a_missing_file_and_a_folder_are_no_tables(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path, str(tmp_path / "none.csv")):
        with pytest.raises(FileNotFoundError, match="data/diabetes.csv"):
            load_data(path)
