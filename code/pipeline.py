"""From a table with names, gaps and words to predictions: one pipeline, fitted and saved as one."""
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler


# region: named_pipeline
def named_pipeline(numbers, words, model):
    """A pipeline for data frames, not yet fitted: numbers scaled, then filled; words one-hot.

    numbers, words: names of columns; others are dropped. model: any of scikit-learn's.
    """
    scaled_then_filled = make_pipeline(StandardScaler(), SimpleImputer(strategy="median"))
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    columns = ColumnTransformer([("numbers", scaled_then_filled, numbers),
                                 ("words", one_hot, words)], verbose_feature_names_out=False)
    return make_pipeline(columns, model)
# endregion
