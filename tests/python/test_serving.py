"""RobustRegressor and RobustClassifier: each row is answered by the model of what it has."""

import concurrent.futures
import copy
import itertools
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from holdfast._linear_models import least_squares
from holdfast._patterns import ModelCache, rows_by_pattern
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import holdfast as hf


@parametrize_with_checks(
    [
        hf.RobustRegressor(),
        hf.RobustRegressor(k=2, ridge=0.5, standardize=True, missing="drop", algorithm="greedy"),
        hf.RobustClassifier(),
        hf.RobustClassifier(k=2, standardize=False, missing="drop", algorithm="greedy"),
    ]
)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)


def numbers(rows=80, columns=8, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, columns)) * rng.uniform(0.1, 10, size=columns) + 3.0
    return X, X @ rng.normal(size=columns) + rng.normal(size=rows) + 7.0


def with_gaps(X, share=0.4, seed=1):
    rng = np.random.default_rng(seed)
    gaps = X.copy()
    gaps[rng.random(X.shape) < share] = np.nan
    gaps[0], gaps[1] = np.nan, X[1]
    return gaps


def refitted(make, model, X, y, gaps, answer):
    """Row by row: scikit-learn, fitted to the columns that the row has."""
    for row in gaps:
        there = model.support_ & ~np.isnan(row)
        if there.any():
            yield getattr(make().fit(X[:, there], y), answer)(row[None, there])[0]
        else:
            yield None


@pytest.mark.parametrize(
    ("options", "make"),
    [
        ({}, LinearRegression),
        ({"intercept": False}, lambda: LinearRegression(fit_intercept=False)),
        ({"ridge": 3.0}, lambda: Ridge(alpha=3.0)),
        ({"standardize": True}, LinearRegression),
        (
            {"standardize": True, "ridge": 2.0},
            lambda: make_pipeline(StandardScaler(), Ridge(alpha=2.0)),
        ),
        ({"groups": [[0, 1, 2], [3, 4]]}, LinearRegression),
    ],
)
def test_each_number_is_that_of_a_refit(options, make):
    X, y = numbers()
    model = hf.RobustRegressor(k=5, tau=2, **options).fit(X, y)
    gaps = with_gaps(X)
    expected = refitted(make, model, X, y, gaps, "predict")
    for found, wanted in zip(model.predict(gaps), expected, strict=True):
        assert found == pytest.approx(y.mean() if wanted is None else wanted, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("standardize", [True, False])
@pytest.mark.parametrize("intercept", [True, False])
def test_each_probability_is_that_of_a_refit(classes, standardize, intercept):
    X, y = load_wine(return_X_y=True)
    X, y = X[:, :7] / X[:, :7].std(axis=0), np.array(["b", "a", "c"])[np.minimum(y, classes - 1)]
    model = hf.RobustClassifier(
        k=5, tau=2, ridge=0.7, standardize=standardize, intercept=intercept
    ).fit(X, y)
    gaps = with_gaps(X)[:25]

    def make():
        fit = LogisticRegression(C=1 / 0.7, fit_intercept=intercept, tol=1e-8, max_iter=10_000)
        return make_pipeline(StandardScaler(), fit) if standardize else fit

    shares = pd.Series(y).value_counts(normalize=True).sort_index().to_numpy()
    found = model.predict_proba(gaps)
    for row, wanted in zip(found, refitted(make, model, X, y, gaps, "predict_proba"), strict=True):
        np.testing.assert_allclose(row, shares if wanted is None else wanted, atol=2e-3)
    np.testing.assert_allclose(np.exp(model.predict_log_proba(gaps)), found, atol=1e-12)
    assert model.predict(gaps).tolist() == model.classes_[found.argmax(axis=1)].tolist()
    assert model.classes_.tolist() == sorted(set(y))


@pytest.mark.parametrize("unit", [1.0, 1e-4])
def test_columns_that_depend_on_each_other(unit):
    """scikit-learn takes the shortest of all weights, and new rows show which were taken."""
    X, y = numbers(columns=5)
    X = np.column_stack([X, X[:, 0], 2 * X[:, 1] - X[:, 2], np.ones(len(X)), np.zeros(len(X))])
    X[:, 3] *= unit
    model = hf.RobustRegressor(k=99, tau=2).fit(X, y)
    assert model.support_.all()
    served = np.random.default_rng(5).normal(size=(60, 9)) * X.std(axis=0) + X.mean(axis=0)
    gaps = with_gaps(served)
    expected = list(refitted(LinearRegression, model, X, y, gaps, "predict"))
    expected[0] = y.mean()
    np.testing.assert_allclose(model.predict(gaps), expected, rtol=1e-7, atol=1e-7)


def test_units_decide_nothing():
    X, y = numbers(columns=4)
    tiny = X * [1.0, 1e-12, 1e9, 1.0]
    a, b = (hf.RobustRegressor(k=4).fit(data, y) for data in (X, tiny))
    np.testing.assert_allclose(a.predict(X), b.predict(tiny), rtol=1e-7)


def test_more_columns_than_rows():
    X, y = numbers(rows=6, columns=9)
    model = hf.RobustRegressor(k=9, tau=0).fit(X, y)
    served = numbers(rows=20, columns=9, seed=4)[0]
    wanted = LinearRegression().fit(X, y).predict(served)
    np.testing.assert_allclose(model.predict(served), wanted, rtol=1e-7)


def test_least_squares_is_the_shortest():
    rng = np.random.default_rng(0)
    for rows, columns, rank in [(9, 5, 5), (9, 5, 3), (5, 9, 5), (5, 9, 2), (4, 4, 0)]:
        A = rng.normal(size=(rows, rank)) @ rng.normal(size=(rank, columns))
        b = rng.normal(size=(rows, 2))
        wanted = np.linalg.pinv(A, rcond=1e-9) @ b
        np.testing.assert_allclose(least_squares(A, b), wanted, atol=1e-9)


@pytest.mark.parametrize("rows", [1, 2, 500])
@pytest.mark.parametrize("columns", [0, 1, 8, 64, 65, 130])
def test_rows_are_grouped_by_pattern(rows, columns):
    rng = np.random.default_rng(rows + columns)
    kinds = rng.random((5, columns)) < 0.5
    is_there = kinds[rng.integers(5, size=rows)]
    met = np.zeros(rows, dtype=int)
    patterns = []
    for pattern, members in rows_by_pattern(is_there):
        patterns.append(pattern.tobytes())
        met[members] += 1
        assert (is_there[members] == pattern).all()
    assert (met == 1).all()
    assert len(set(patterns)) == len(patterns)


def test_a_cache_forgets_what_was_not_asked_for_lately():
    fitted = []
    cache = ModelCache(lambda columns: fitted.append(columns.tolist()), most=2)
    patterns = np.eye(3, dtype=bool)
    for number in (0, 1, 0, 2, 0, 1):
        cache.model(patterns[number])
    assert fitted == [[0], [1], [2], [1]]
    assert cache.fitted == 4


def test_a_pattern_is_fitted_once():
    X, y = numbers()
    model = hf.RobustRegressor(k=4, tau=1).fit(X, y)
    assert model.n_models_ == 0
    gaps = with_gaps(X)
    model.predict(gaps)
    there = ~np.isnan(gaps[:, model.support_])
    assert model.n_models_ == len(np.unique(there, axis=0))
    model.predict(gaps)
    assert model.n_models_ == len(np.unique(there, axis=0))


@pytest.mark.parametrize("kind", [hf.RobustRegressor, hf.RobustClassifier])
def test_warm_fits_all_patterns_beforehand(kind):
    X, y = numbers()
    y = y if kind is hf.RobustRegressor else y > y.mean()
    model = kind(k=4, tau=1).fit(X, y)
    assert model.warm() is model and model.n_models_ == 5
    assert model.warm(2).n_models_ == 11
    for lost in itertools.combinations(np.flatnonzero(model.support_), 2):
        gaps = X.copy()
        gaps[:, lost] = np.nan
        model.predict(gaps)
    assert model.n_models_ == 11
    assert model.warm(99).n_models_ == 16
    grouped = kind(k=3, tau=1, groups=[[0, 1, 2], [3, 4, 5]], must=["group 0"]).fit(X, y)
    assert grouped.warm().n_models_ == 4
    assert clone(model).fit(X, y).warm(0).n_models_ == 1


def test_too_much_to_warm():
    X, y = numbers(columns=40)
    model = hf.RobustRegressor(k=40, tau=1, algorithm="greedy").fit(X, y)
    with pytest.raises(ValueError, match=r"warm\(5\) would fit 760,099 models, and at most 10,000"):
        model.warm(5)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_a_column_may_be_absent_from_a_frame(frame):
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = hf.RobustRegressor(k=4, tau=1).fit(frame(X.to_dict("list")), y)
    chosen = list(model.feature_names_in_[model.support_])
    others = [name for name in X.columns if name not in chosen]
    wanted = LinearRegression().fit(X[chosen[1:]], y).predict(X[chosen[1:]])

    def served(names):
        return model.predict(frame(X[names].to_dict("list")))

    np.testing.assert_allclose(served(chosen[1:]), wanted, rtol=1e-9)
    np.testing.assert_allclose(served(others + chosen[:0:-1]), wanted, rtol=1e-9)
    np.testing.assert_allclose(served(others[:1]), y.mean(), rtol=1e-9)
    with pytest.raises(ValueError, match="a column 'BMI' that was not there during fit"):
        model.predict(frame(X.rename(columns={"bmi": "BMI"}).to_dict("list")))


def test_what_frames_call_missing():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = hf.RobustRegressor(k=3, tau=1, must=["bmi", "bp", "s5"]).fit(X, y)
    wanted = model.predict(X.assign(bmi=np.nan)[:2])
    part = X[:2][["bp", "s5"]]
    frames = [
        part.assign(bmi=pd.array([None, None], dtype="Float64")),
        part.assign(bmi=[None, None]),
        part.assign(bmi=pd.NA),
        pl.DataFrame(part.to_dict("list") | {"bmi": [None, None]}),
    ]
    for frame in frames:
        np.testing.assert_array_equal(model.predict(frame), wanted)
    with pytest.raises(ValueError, match="column 'bmi' must hold numbers"):
        model.predict(part.assign(bmi=["high", "low"]))


def test_only_chosen_columns_matter():
    X, y = numbers()
    model = hf.RobustRegressor(k=3, tau=1).fit(X, y)
    other = X.copy()
    other[:, ~model.support_] = np.nan
    np.testing.assert_array_equal(model.predict(other), model.predict(X))
    other[:, ~model.support_] = np.inf
    np.testing.assert_array_equal(model.predict(other), model.predict(X))
    place = model.get_support(indices=True)[1]
    other[4, place] = np.inf
    with pytest.raises(ValueError, match=f"X is infinity in row 4, column {place};"):
        model.predict(other)


@pytest.mark.parametrize("kind", [hf.RobustRegressor, hf.RobustClassifier])
def test_gaps_in_training_data(kind):
    X, y = numbers()
    y = y if kind is hf.RobustRegressor else y > y.mean()
    gaps = X.copy()
    gaps[7, 2] = gaps[9, 1] = gaps[9, 2] = np.nan
    left = np.delete(np.arange(80), [7, 9])
    wanted = kind(k=3, must=[1, 2]).fit(X[left], y[left])
    for data in (gaps, scipy.sparse.csr_array(gaps)):
        with pytest.raises(ValueError, match="X has NaN in 2 of 80 rows, the first is row 7; "):
            kind(k=3).fit(data, y)
        found = kind(k=3, must=[1, 2], missing="drop").fit(data, y)
        np.testing.assert_allclose(found.predict(X), wanted.predict(X))
        # Gaps outside the chosen columns do not keep a row from the models.
        other = kind(k=2, must=[1, 4], missing="drop").fit(data, y)
        without_9 = np.delete(np.arange(80), 9)
        refit = kind(k=2, must=[1, 4]).fit(X[without_9], y[without_9])
        np.testing.assert_allclose(other.predict(X), refit.predict(X))
        chosen_on = kind(k=2, must=[1, 4]).fit(X[left], y[left])
        assert other.selection_.value == pytest.approx(chosen_on.selection_.value)
    gaps[:, 4] = np.nan
    with pytest.raises(ValueError, match="leaves 0 of 80 rows"):
        kind(missing="drop").fit(gaps, y)
    with pytest.raises(ValueError, match="missing must be 'error' or 'drop', got 'fill'"):
        kind(missing="fill").fit(X, y)


@pytest.mark.parametrize("kind", [hf.RobustRegressor, hf.RobustClassifier])
def test_sparse_and_single_precision(kind):
    rng = np.random.default_rng(0)
    X = scipy.sparse.random(80, 12, density=0.4, random_state=0, format="csr")
    y = X @ rng.normal(size=12)
    y = y if kind is hf.RobustRegressor else y > np.median(y)
    dense = kind(k=4, tau=1, algorithm="greedy").fit(X.toarray(), y)
    sparse = kind(k=4, tau=1, algorithm="greedy").fit(X, y)
    gaps = with_gaps(X.toarray(), share=0.1)
    np.testing.assert_allclose(sparse.predict(X), dense.predict(X.toarray()), atol=1e-9)
    answers = dense.predict(gaps)
    np.testing.assert_allclose(sparse.predict(scipy.sparse.csc_array(gaps)), answers, atol=1e-9)
    np.testing.assert_allclose(sparse.predict(gaps.astype(np.float32)), answers, atol=1e-5)
    single = kind(k=4, tau=1, algorithm="greedy").fit(X.toarray().astype(np.float32), y)
    np.testing.assert_allclose(single.predict(gaps.astype(np.float32)), answers, atol=1e-4)


def test_one_row_and_no_row():
    X, y = numbers()
    model = hf.RobustRegressor(k=3).fit(X, y)
    gaps = with_gaps(X)
    together = model.predict(gaps)
    for row, wanted in zip(gaps, together, strict=True):
        assert model.predict(row[None])[0] == pytest.approx(wanted, rel=1e-12)
    with pytest.raises(ValueError, match="0 sample"):
        model.predict(X[:0])


@pytest.mark.parametrize("kind", [hf.RobustRegressor, hf.RobustClassifier])
def test_several_threads_meet_new_patterns(kind):
    X, y = numbers(rows=300)
    y = y if kind is hf.RobustRegressor else y > y.mean()
    gaps = with_gaps(X)
    wanted = kind(k=6, tau=1, algorithm="greedy").fit(X, y).predict(gaps)
    model = kind(k=6, tau=1, algorithm="greedy").fit(X, y)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(model.predict, [gaps] * 8))
    for answer in answers:
        np.testing.assert_array_equal(answer, wanted)


@pytest.mark.parametrize("kind", [hf.RobustRegressor, hf.RobustClassifier])
def test_pickles_and_copies_answer_alike(kind):
    X, y = numbers()
    y = y if kind is hf.RobustRegressor else np.array(["no", "yes"])[(y > y.mean()).astype(int)]
    model = kind(k=4, tau=1).fit(X, y)
    gaps = with_gaps(X)
    model.predict(gaps[:10])
    fitted = model.n_models_
    for other in [pickle.loads(pickle.dumps(model)), copy.deepcopy(model)]:
        assert other.n_models_ == fitted
        np.testing.assert_array_equal(other.predict(gaps), model.predict(gaps))
    with pytest.raises(NotFittedError):
        clone(model).predict(X)


def test_in_pipelines_and_searches():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    pipeline = make_pipeline(StandardScaler().set_output(transform="pandas"), hf.RobustRegressor())
    search = GridSearchCV(pipeline, {"robustregressor__k": [2, 5]}, cv=3).fit(X, y)
    assert search.best_params_ == {"robustregressor__k": 5}
    fitted = search.best_estimator_
    gaps = X.assign(bmi=np.nan)
    wanted = fitted[1].predict(fitted[0].transform(X).drop(columns="bmi"))
    np.testing.assert_allclose(fitted.predict(gaps), wanted)
    X, y = load_breast_cancer(return_X_y=True)
    scores = cross_val_score(hf.RobustClassifier(k=4, algorithm="greedy"), X, y, scoring="roc_auc")
    assert scores.min() > 0.95


def test_the_choice_is_that_of_the_selector():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = hf.RobustRegressor(k=4, tau=2).fit(X, y)
    selector = hf.RobustSelector(k=4, tau=2).fit(X, y)
    assert model.selection_ == selector.selection_
    assert model.worst_case_ == selector.worst_case_
    assert model.get_support().tolist() == selector.get_support().tolist()
    assert model.get_support(indices=True).tolist() == sorted(model.selection_.items)
    assert model.ranking_.tolist() == selector.ranking_.tolist()


def test_what_the_worst_case_says_is_what_happens():
    """The R squared that is promised after the worst loss is that of the answers."""
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = hf.RobustRegressor(k=4, tau=2).fit(X, y)
    left = X.drop(columns=model.worst_case_.names)
    assert model.score(left, y) == pytest.approx(model.worst_case_.share, rel=1e-9)
    assert model.score(X, y) == pytest.approx(model.selection_.share, rel=1e-9)


def test_no_columns_at_all():
    X, y = numbers()
    assert hf.RobustRegressor(k=0).fit(X, y).predict(X) == pytest.approx(y.mean())
    classes = y > y.mean()
    model = hf.RobustClassifier(k=0).fit(X, classes)
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], classes.mean())
