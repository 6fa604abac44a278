"""The Pima diabetes table, and the one split that the chapter uses wherever one split is meant."""
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

DATA = Path(__file__).resolve().parent.parent / "data" / "diabetes.csv"
FEATURES = ["Pregnancies", "Glucose", "BloodPressure", "SkinThickness", "Insulin", "BMI",
            "DiabetesPedigreeFunction", "Age"]
OUTCOME = "Outcome"


def load_data(path=DATA):
    """(X, y, feature_names): float (N, 8), units in data/README.md, a cell "nan" missing; int (N,).

    Raises a FileNotFoundError or a ValueError that says what is wrong, where, and what to do.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"no file {path}: the chapter's own is data/diabetes.csv")
    try:  # without a header, so that no row may be longer and no column becomes an index
        cells = pd.read_csv(path, header=None, dtype=str, encoding="utf-8-sig", compression=None,
                            keep_default_na=False, skip_blank_lines=False)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as fault:
        raise ValueError(f"{path} is not a text of comma-separated numbers from its first line on "
                         f"({str(fault).strip()}): save it again as such") from None
    cells = cells[(cells != "").any(axis=1)].apply(lambda column: column.str.strip())
    if len(cells) < 2 or list(cells.iloc[0]) != FEATURES + [OUTCOME]:
        raise ValueError(f"{path} begins with {list(cells.iloc[0])}: its first line must be "
                         f"{','.join(FEATURES + [OUTCOME])}, one record a line below it")
    cells = cells.iloc[1:].set_axis(FEATURES + [OUTCOME], axis=1)
    numbers = cells.apply(pd.to_numeric, errors="coerce")
    wrong = ~np.isfinite(numbers) & (cells.apply(lambda column: column.str.lower()) != "nan")
    wrong[OUTCOME] = ~numbers[OUTCOME].isin([0, 1])
    for line, column in zip(*np.nonzero(wrong.to_numpy())):
        raise ValueError(f"{path}, line {wrong.index[line] + 1}, {wrong.columns[column]}: "
                         f"{cells.iat[line, column]!r}; it must be a number with a decimal point, "
                         f"nan where it is missing, and {OUTCOME} must be 0 or 1")
    X = np.array(numbers[FEATURES], dtype=float, order="C")
    return X, np.array(numbers[OUTCOME], dtype=int), list(FEATURES)


def split(X, y, seed=0, test_size=0.25):
    """(Xtr, Xte, ytr, yte), stratified by outcome: the chapter's split, or one by another seed."""
    return train_test_split(X, y, test_size=test_size, stratify=y, random_state=seed)
