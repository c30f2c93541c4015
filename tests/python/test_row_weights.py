"""sample_weight: a row of weight w counts like w rows, in objectives and in estimators."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn
from sklearn.datasets import load_wine
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import holdfast as hf


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(70, 6)) * [1, 3, 0.2, 1, 1, 1] + 2.0
    weights = rng.integers(0, 4, size=70)
    return X, X @ rng.normal(size=6) + rng.normal(size=70), weights


def classes_of(y, count):
    return np.searchsorted(np.quantile(y, np.arange(1, count) / count), y)


MODELS = {
    "linear": (hf.LinearRegression, lambda y: y),
    "logistic": (hf.LogisticRegression, lambda y: classes_of(y, 2)),
    "softmax": (hf.SoftmaxRegression, lambda y: classes_of(y, 3)),
    "one-vs-rest": (hf.OneVsRestRegression, lambda y: classes_of(y, 3)),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("options", [{}, {"intercept": False}, {"standardize": True, "ridge": 0.3}])
def test_whole_weights_are_repeated_rows(problem, name, options):
    X, y, weights = problem
    make, target = MODELS[name]
    y = target(y)
    weighted = make(X, y, sample_weight=weights, **options)
    repeated = make(np.repeat(X, weights, axis=0), np.repeat(y, weights), **options)
    assert weighted.largest_value == pytest.approx(repeated.largest_value, rel=1e-12)
    for items in ([0], [1, 3], [0, 2, 4, 5]):
        assert weighted.value(items) == pytest.approx(repeated.value(items), rel=1e-7)
    a, b = (hf.select(f, k=4, tau=1) for f in (weighted, repeated))
    assert set(a.items) == set(b.items)
    assert a.worst_case.value == pytest.approx(b.worst_case.value, rel=1e-7)


def test_sparse_data_may_have_weights(problem):
    X, y, weights = problem
    X = np.where(X > 2.0, X, 0.0)
    for options in ({}, {"intercept": False}, {"standardize": True}):
        dense = hf.LinearRegression(X, y, sample_weight=weights, **options)
        sparse = hf.LinearRegression(scipy.sparse.csr_array(X), y, sample_weight=weights, **options)
        assert sparse.value([0, 2, 3]) == pytest.approx(dense.value([0, 2, 3]), rel=1e-9)


def test_linear_is_what_scikit_learn_explains(problem):
    X, y, _ = problem
    weights = np.random.default_rng(3).exponential(size=len(y))
    f = hf.LinearRegression(X, y, sample_weight=weights)
    fitted = LinearRegression().fit(X[:, [1, 4]], y, sample_weight=weights)
    score = fitted.score(X[:, [1, 4]], y, sample_weight=weights)
    assert f.value([1, 4]) / f.largest_value == pytest.approx(score, rel=1e-9)


def test_softmax_is_the_likelihood_that_scikit_learn_attains(problem):
    X, y, _ = problem
    y = classes_of(y, 3)
    weights = np.random.default_rng(3).exponential(size=len(y))
    f = hf.SoftmaxRegression(X, y, sample_weight=weights, ridge=0.5)
    some = X[:, [1, 4]]
    fitted = LogisticRegression(C=2.0, tol=1e-10, max_iter=10_000)
    fitted.fit(some, y, sample_weight=weights)
    likelihood = weights @ fitted.predict_log_proba(some)[np.arange(len(y)), y]
    penalty = 0.25 * np.sum(fitted.coef_**2)
    assert f.value([1, 4]) - f.largest_value == pytest.approx(likelihood - penalty, rel=1e-6)


def test_errors_name_what_is_wrong(problem):
    X, y, weights = problem
    with pytest.raises(ValueError, match="X has 70 rows, but sample_weight has 69 values"):
        hf.LinearRegression(X, y, sample_weight=weights[1:])
    with pytest.raises(ValueError, match=r"sample_weight is -1\.0 in row 0; it must be 0"):
        hf.LinearRegression(X, y, sample_weight=weights - 1.0 - weights[0])
    with pytest.raises(ValueError, match="sample_weight is nan in row 2; every number must be"):
        hf.LinearRegression(X, y, sample_weight=np.where(np.arange(70) == 2, np.nan, 1.0))
    with pytest.raises(ValueError, match="all row weights are 0"):
        hf.LogisticRegression(X, y > y.mean(), sample_weight=0 * weights)
    for model in (hf.RobustRegressor(), hf.RobustSelector()):
        with pytest.raises(ValueError, match="at least one non-zero number"):
            model.fit(X, y, sample_weight=0 * weights)


def with_gaps(X):
    gaps = X.copy()
    gaps[np.random.default_rng(1).random(X.shape) < 0.4] = np.nan
    gaps[0] = np.nan
    return gaps


@pytest.mark.parametrize(
    ("options", "make"),
    [
        ({}, LinearRegression),
        ({"intercept": False}, lambda: LinearRegression(fit_intercept=False)),
        ({"ridge": 3.0}, lambda: Ridge(alpha=3.0)),
    ],
)
def test_each_number_is_that_of_a_weighted_refit(problem, options, make):
    X, y, weights = problem
    model = hf.RobustRegressor(k=4, tau=1, **options).fit(X, y, sample_weight=weights)
    for row, found in zip(with_gaps(X), model.predict(with_gaps(X)), strict=True):
        there = model.support_ & ~np.isnan(row)
        wanted = np.average(y, weights=weights)
        if there.any():
            wanted = make().fit(X[:, there], y, sample_weight=weights).predict(row[None, there])[0]
        assert found == pytest.approx(wanted, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("count", [2, 3])
def test_each_probability_is_that_of_a_weighted_refit(problem, count):
    X, y, weights = problem
    y = classes_of(y, count)
    model = hf.RobustClassifier(k=4, tau=1).fit(X, y, sample_weight=weights)
    gaps = with_gaps(X)[:20]
    for row, found in zip(gaps, model.predict_proba(gaps), strict=True):
        there = model.support_ & ~np.isnan(row)
        wanted = np.bincount(y, weights) / weights.sum()
        if there.any():
            refit = make_pipeline(StandardScaler(), LogisticRegression(tol=1e-8, max_iter=10_000))
            refit.fit(
                X[:, there],
                y,
                standardscaler__sample_weight=weights,
                logisticregression__sample_weight=weights,
            )
            wanted = refit.predict_proba(row[None, there])[0]
        np.testing.assert_allclose(found, wanted, atol=2e-3)


def test_one_vs_rest_is_the_sum_that_scikit_learn_attains():
    X, y = load_wine(return_X_y=True)
    X = X[:, :3] / X[:, :3].std(axis=0)
    weights = np.random.default_rng(3).exponential(size=len(y))
    f = hf.OneVsRestRegression(X, y, sample_weight=weights)
    logistic = LogisticRegression(tol=1e-10, max_iter=10_000)
    parts = [clone_fit(logistic, X, y == c, weights) for c in range(3)]
    assert OneVsRestClassifier(logistic).fit(X, y).n_classes_ == 3
    assert f.value([0, 1, 2]) - f.largest_value == pytest.approx(sum(parts), rel=1e-6)


def clone_fit(model, X, y, weights):
    fitted = sklearn.base.clone(model).fit(X, y, sample_weight=weights)
    likelihood = weights @ fitted.predict_log_proba(X)[np.arange(len(y)), y.astype(int)]
    return likelihood - 0.5 * np.sum(fitted.coef_**2)


def test_weights_are_routed(problem):
    X, y, weights = problem
    wanted = hf.RobustRegressor(k=3).fit(X, y, sample_weight=weights).predict(X)
    with sklearn.config_context(enable_metadata_routing=True):
        model = hf.RobustRegressor(k=3).set_fit_request(sample_weight=True)
        pipeline = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model)
        np.testing.assert_allclose(pipeline.fit(X, y, sample_weight=weights).predict(X), wanted)
        selector = hf.RobustSelector(k=3).set_fit_request(sample_weight=True)
        chain = make_pipeline(selector, LinearRegression().set_fit_request(sample_weight=True))
        np.testing.assert_allclose(chain.fit(X, y, sample_weight=weights).predict(X), wanted)
        scored = model.set_score_request(sample_weight=True)
        params = {"sample_weight": weights + 1.0}
        assert cross_val_score(scored, X, y, params=params).shape == (5,)
        search = GridSearchCV(scored, {"k": [2, 3]}).fit(X, y, **params)
        assert search.best_params_["k"] in (2, 3)


@pytest.mark.parametrize("tau", [0, 1, 2])
def test_a_worst_case_score_may_be_weighted(problem, tau):
    X, y, weights = problem
    model = hf.RobustRegressor(k=4, tau=1).fit(X, y, sample_weight=weights)
    chosen = np.flatnonzero(model.support_)
    scores = {}
    for lost in itertools.combinations(chosen, tau):
        left = [column for column in chosen if column not in lost]
        refit = LinearRegression().fit(X[:, left], y, sample_weight=weights)
        scores[lost] = refit.score(X[:, left], y, sample_weight=weights)
    found = hf.worst_case_score(model, X, y, tau, sample_weight=weights)
    assert found == pytest.approx(min(scores.values()), rel=1e-9)
    assert tuple(found.lost) == min(scores, key=scores.get)
    assert found != pytest.approx(hf.worst_case_score(model, X, y, tau), rel=1e-3)
    errors = hf.worst_case_score(
        model, X, y, tau, scoring="neg_mean_squared_error", sample_weight=weights
    )
    repeated = np.repeat(X, weights, axis=0), np.repeat(y, weights)
    wanted = hf.worst_case_score(model, *repeated, tau, scoring="neg_mean_squared_error")
    assert errors == pytest.approx(wanted, rel=1e-9) and errors.lost == wanted.lost


def test_weights_are_routed_to_a_worst_case_scorer(problem):
    X, y, weights = problem
    weights = weights + 1.0
    folds = list(KFold(3).split(X))
    wanted = []
    for train, test in folds:
        fitted = hf.RobustRegressor(k=3).fit(X[train], y[train], sample_weight=weights[train])
        given = X[test], y[test], 1
        wanted.append(float(hf.worst_case_score(fitted, *given, sample_weight=weights[test])))
    with sklearn.config_context(enable_metadata_routing=True):
        model = hf.RobustRegressor(k=3).set_fit_request(sample_weight=True)
        scorer = hf.worst_case_scorer(1, scoring="r2").set_score_request(sample_weight=True)
        options = {"scoring": scorer, "cv": folds, "params": {"sample_weight": weights}}
        np.testing.assert_allclose(cross_val_score(model, X, y, **options), wanted)
        again = pickle.loads(pickle.dumps(scorer))
        np.testing.assert_allclose(
            cross_val_score(model, X, y, **(options | {"scoring": again})), wanted
        )
        search = GridSearchCV(model, {"k": [3]}, scoring=scorer, cv=folds)
        search.fit(X, y, sample_weight=weights)
        assert search.best_score_ == pytest.approx(np.mean(wanted))
        silent = hf.worst_case_scorer(1, scoring="r2")
        with pytest.raises(UnsetMetadataPassedError, match="sample_weight"):
            cross_val_score(model, X, y, **(options | {"scoring": silent}))
    curve = hf.failure_curve(hf.RobustRegressor(k=3), X, y, cv=folds, sample_weight=weights)
    np.testing.assert_allclose(curve.scores[:, 1], wanted)
    plan = hf.plan(X, y, ks=[3], taus=[1], cv=folds, sample_weight=weights)
    assert plan.worst[0, 0] == pytest.approx(np.mean(wanted))


def test_rows_without_weight_may_be_dropped_with_their_gaps(problem):
    X, y, weights = problem
    gaps = X.copy()
    gaps[5, 1] = np.nan
    weights = np.where(np.arange(70) == 5, 0, weights)
    model = hf.RobustRegressor(k=3).fit(gaps, y, sample_weight=weights)
    np.testing.assert_allclose(
        model.predict(X), hf.RobustRegressor(k=3).fit(X, y, sample_weight=weights).predict(X)
    )
    gaps[6, 1] = np.nan
    dropped = hf.RobustRegressor(k=3, must=[1], missing="drop").fit(gaps, y, weights + 1)
    keep = [row for row in range(70) if row not in (5, 6)]
    wanted = hf.RobustRegressor(k=3, must=[1]).fit(X[keep], y[keep], weights[keep] + 1)
    np.testing.assert_allclose(dropped.predict(X), wanted.predict(X))


@pytest.mark.parametrize("options", [{}, {"ridge": 2.0}, {"standardize": True}])
def test_several_outputs(problem, options):
    X, y, weights = problem
    Y = np.column_stack([y, 3 * np.sin(X[:, 0]) + X[:, 5]])
    f = hf.LinearRegression(X, Y, sample_weight=weights, **options)
    parts = [hf.LinearRegression(X, one, sample_weight=weights, **options) for one in Y.T]
    for items in ([2], [0, 3, 5]):
        assert f.value(items) == pytest.approx(sum(part.value(items) for part in parts), rel=1e-9)
    assert f.largest_value == pytest.approx(sum(part.largest_value for part in parts))
    best = max(
        (min(f.value([i for i in chosen if i != lost]) for lost in chosen), chosen)
        for chosen in [(a, b, c) for a in range(6) for b in range(a) for c in range(b)]
    )
    model = hf.RobustRegressor(k=3, tau=1, **options).fit(X, Y, sample_weight=weights)
    assert model.worst_case_.value == pytest.approx(best[0], rel=1e-9)
    gaps = with_gaps(X)
    found = model.predict(gaps)
    assert found.shape == (70, 2)
    for column in range(2):
        alone = hf.RobustRegressor(k=3, tau=1, must=sorted(model.selection_.items), **options)
        alone.fit(X, Y[:, column], sample_weight=weights)
        np.testing.assert_allclose(found[:, column], alone.predict(gaps), rtol=1e-7)
    frame = hf.RobustRegressor(k=3, tau=1, **options).fit(X, pd.DataFrame(Y), weights)
    np.testing.assert_allclose(frame.predict(gaps), found)
    selector = hf.RobustSelector(k=3, tau=1, **options).fit(X, Y, sample_weight=weights)
    assert selector.support_.tolist() == model.support_.tolist()
