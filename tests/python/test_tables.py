"""Frames with columns of categories, which are one column each, and with dates."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import holdfast as hf


@pytest.fixture(scope="module")
def houses():
    rng = np.random.default_rng(0)
    n = 150
    town = rng.choice(["Ahlen", "Bonn", "Celle", "Düren"], size=n)
    frame = pd.DataFrame(
        {
            "area": rng.uniform(50, 200, size=n),
            "town": pd.Categorical(town),
            "garden": rng.choice(["no", "yes"], size=n),
            "noise": rng.normal(size=n),
            "rooms": rng.integers(1, 9, size=n),
            "sold": rng.random(size=n) < 0.5,
        }
    )
    price = (
        2.0 * frame["area"]
        + 40 * frame["town"].cat.codes.isin([1, 2])
        + 70 * (frame["garden"] == "yes")
        + rng.normal(size=n, scale=10)
    )
    return frame, price


def as_polars(frame):
    columns = {
        name: frame[name].astype(str).to_list()
        if isinstance(frame[name].dtype, pd.CategoricalDtype)
        else frame[name].to_list()
        for name in frame.columns
    }
    made = pl.DataFrame(columns)
    if "town" in columns:
        made = made.with_columns(pl.col("town").cast(pl.Categorical))
    return made


def one_hot():
    encoder = OneHotEncoder(drop="if_binary", sparse_output=False)
    texts = make_column_selector(dtype_include=["category", "object", "str"])
    return ColumnTransformer([("one", encoder, texts)], remainder="passthrough")


def test_a_column_of_categories_is_one_column(houses):
    X, y = houses
    model = hf.RobustRegressor(k=3, tau=1).fit(X, y)
    assert model.n_features_in_ == 6 and model.get_support().shape == (6,)
    assert set(model.selection_.names) == {"area", "town", "garden"}
    assert model.ranking_.max() == 4
    assert list(model.feature_names_in_) == list(X.columns)
    assert [X.columns[item] for item in model.selection_.items] == model.selection_.names


@pytest.mark.parametrize("convert", [lambda X: X, as_polars])
def test_each_number_is_that_of_a_refit(houses, convert):
    X, y = houses
    model = hf.RobustRegressor(k=3, tau=1).fit(convert(X), y)
    chosen = X[sorted(model.selection_.names)]
    for lost in ([], ["town"], ["garden"], ["area", "town"]):
        left = chosen.drop(columns=lost)
        wanted = make_pipeline(one_hot(), LinearRegression()).fit(left, y).predict(left)
        np.testing.assert_allclose(model.predict(convert(left)), wanted, rtol=1e-7)
    assert model.worst_case_.share == pytest.approx(
        min(
            make_pipeline(one_hot(), LinearRegression()).fit(left, y).score(left, y)
            for left in (chosen.drop(columns=name) for name in chosen)
        ),
        rel=1e-7,
    )


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_a_missing_or_unknown_category_is_a_missing_column(houses, missing):
    X, y = houses
    model = hf.RobustRegressor(k=3, tau=1).fit(X, y)
    some = X[:5].astype({"town": object})
    wanted = model.predict(some.drop(columns="town"))
    some["town"] = [missing] * 5
    np.testing.assert_allclose(model.predict(some), wanted)
    some["town"] = ["Essen", missing, "Fulda", "", "Essen"]
    np.testing.assert_allclose(model.predict(some), wanted)
    mixed = X[:2].astype({"town": object})
    mixed.loc[0, "town"] = missing
    assert model.predict(mixed)[0] == pytest.approx(wanted[0])
    assert model.predict(mixed)[1] == pytest.approx(model.predict(X[1:2])[0])


def test_gaps_in_training(houses):
    X, y = houses
    gaps = X.astype({"town": object})
    gaps.loc[7, "town"] = None
    with pytest.raises(ValueError, match="X has NaN in 1 of 150 rows, the first is row 7"):
        hf.RobustRegressor(k=3).fit(gaps, y)
    found = hf.RobustRegressor(k=3, must=["town"], missing="drop").fit(gaps, y)
    wanted = hf.RobustRegressor(k=3, must=["town"]).fit(X.drop(index=7), y.drop(index=7))
    np.testing.assert_allclose(found.predict(X), wanted.predict(X))


def test_classes(houses):
    X, y = houses
    y = np.array(["low", "high"])[(y > y.median()).astype(int)]
    model = hf.RobustClassifier(k=3, tau=1).fit(X, y)
    chosen = X[sorted(model.selection_.names)]
    for lost in ([], model.selection_.names[:1]):
        left = chosen.drop(columns=lost)
        logistic = LogisticRegression(tol=1e-8, max_iter=10_000)
        refit = make_pipeline(one_hot(), StandardScaler(), logistic).fit(left, y)
        np.testing.assert_allclose(model.predict_proba(left), refit.predict_proba(left), atol=2e-3)
    assert model.warm().n_models_ == 4
    assert cross_val_score(model, X, y, scoring=hf.worst_case_scorer(tau=1)).shape == (5,)


def test_groups_of_columns(houses):
    X, y = houses
    groups = {"place": ["town", "garden"]}
    model = hf.RobustRegressor(k=2, tau=1, groups=groups, must=["place"]).fit(X, y)
    assert set(model.selection_.names) == {"place", "area"}
    assert model.get_support().tolist() == [True, True, True, False, False, False]
    score = hf.worst_case_score(model, X, y, tau=1)
    assert sorted(score.lost) in (["area"], ["garden", "town"])
    assert model.warm().n_models_ == 3
    with pytest.raises(ValueError, match="'noise' is the name of a column outside that group"):
        hf.RobustRegressor(k=2, groups={"noise": ["town"]}).fit(X, y)


def test_categories_may_be_numbers(houses):
    X, y = houses
    codes = X.assign(town=X["town"].cat.codes)
    named = hf.RobustRegressor(k=3, columns=["town", "garden"]).fit(codes, y)
    np.testing.assert_allclose(named.predict(codes), hf.RobustRegressor(k=3).fit(X, y).predict(X))
    typed = codes.astype({"town": "category"})
    np.testing.assert_allclose(
        hf.RobustRegressor(k=3).fit(typed, y).predict(typed), named.predict(codes)
    )
    with pytest.raises(ValueError, match="columns: there is no column named 'twon'; did you mean"):
        hf.RobustRegressor(columns=["twon"]).fit(X, y)
    with pytest.raises(ValueError, match="columns must be 'auto' or a list of column names"):
        hf.RobustRegressor(columns="all").fit(X, y)
    with pytest.raises(ValueError, match="X is no frame"):
        hf.RobustRegressor(columns=["town"]).fit(X[["area", "rooms"]].to_numpy(), y)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("dtype", ["datetime64[ms]", "timedelta64[ms]", "object"])
def test_dates_are_refused_by_name(houses, frame, dtype):
    X, y = houses
    when = np.arange(150).astype("datetime64[ms]" if dtype == "object" else dtype)
    data = frame({"area": X["area"].to_list(), "when": when.astype(dtype)})
    for model in (hf.RobustRegressor(), hf.RobustSelector(), hf.RobustClassifier()):
        with pytest.raises(ValueError, match="X: column 'when' holds dates or times, which are no"):
            model.fit(data, y > y.mean() if isinstance(model, hf.RobustClassifier) else y)


def test_periods_and_time_zones_are_dates_too(houses):
    X, y = houses
    days = pd.date_range("2020-01-01", periods=150, tz="Europe/Berlin")
    for when in (days, pd.period_range("2020-01-01", periods=150)):
        with pytest.raises(ValueError, match="column 'when' holds dates"):
            hf.RobustRegressor().fit(X.assign(when=when), y)


def test_the_selector_keeps_columns_as_they_are(houses):
    X, y = houses
    selector = hf.RobustSelector(k=3, tau=1).fit(X, y)
    assert sorted(selector.get_feature_names_out()) == ["area", "garden", "town"]
    kept = selector.set_output(transform="pandas").transform(X)
    pd.testing.assert_frame_equal(kept, X[["area", "town", "garden"]])
    assert clone(selector).fit(X, y).support_.tolist() == selector.support_.tolist()


def test_a_frame_is_needed_where_there_was_one(houses):
    X, y = houses
    model = hf.RobustRegressor(k=3).fit(X, y)
    with pytest.raises(ValueError, match="X must be a frame, as it was during fit: some columns"):
        model.predict(X.to_numpy())


def test_a_column_transformer_keeps_names(houses):
    X, y = houses
    columns = ColumnTransformer(
        [
            ("scaled", StandardScaler(), ["area", "noise", "rooms"]),
            ("town", OneHotEncoder(sparse_output=False), ["town"]),
        ],
        verbose_feature_names_out=False,
    )
    plain = make_pipeline(clone(columns), hf.RobustSelector(k=2, tau=1)).fit(X, y)
    assert "area" in plain.get_feature_names_out()
    named = make_pipeline(columns, hf.RobustSelector(k=2, tau=1)).set_output(transform="pandas")
    chosen = list(named.fit_transform(X, y).columns)
    assert chosen == plain.get_feature_names_out().tolist()
    assert sorted(named[-1].selection_.names) == sorted(chosen)


def test_class_models_standardize_by_default(houses):
    X, y = houses
    data, classes = X[["area", "noise", "rooms"]], y > y.median()
    by_default = hf.RobustSelector(k=2).fit(data, classes)
    assert (
        by_default.selection_
        == hf.RobustSelector(k=2, standardize=True).fit(data, classes).selection_
    )
    assert (
        hf.RobustSelector(k=2).fit(data, y).selection_
        == hf.RobustSelector(k=2, standardize=False).fit(data, y).selection_
    )
