"""worst_case_score and worst_case_scorer: what is left when the worst columns are missing."""

import itertools
import pickle

import numpy as np
import polars as pl
import pytest
import scipy.sparse
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import holdfast as hf
from holdfast import scoring


@pytest.fixture(scope="module")
def diabetes():
    return load_diabetes(return_X_y=True, as_frame=True)


def by_definition(X, y, held_out, truth, chosen, tau):
    """The least R squared of all refits, and what is lost then."""
    scores = {}
    for lost in itertools.combinations(chosen, tau):
        left = [name for name in chosen if name not in lost]
        fitted = LinearRegression().fit(X[left], y)
        scores[lost] = r2_score(truth, fitted.predict(held_out[left]))
    worst = min(scores, key=scores.get)
    return scores[worst], sorted(worst), len(scores)


@pytest.mark.parametrize("tau", [0, 1, 2])
def test_it_is_the_least_score_of_all_refits(diabetes, tau):
    X, y = diabetes
    train, test = slice(0, 300), slice(300, None)
    model = hf.RobustRegressor(k=5, tau=1).fit(X[train], y[train])
    chosen = list(X.columns[model.support_])
    found = hf.worst_case_score(model, X[test], y[test], tau)
    if tau == 0:
        assert found == model.score(X[test], y[test])
        assert found.lost == [] and found.exact and found.tried == 1
        return
    value, lost, count = by_definition(X[train], y[train], X[test], y[test], chosen, tau)
    assert found == pytest.approx(value, rel=1e-9)
    assert sorted(found.lost) == lost and found.exact and found.tried == count
    assert repr(found).startswith(f"{value:.6g} without {', '.join(found.lost)} (the worst of all")


def test_all_kinds_of_data_give_the_same(diabetes):
    X, y = diabetes
    frame = hf.worst_case_score(hf.RobustRegressor(k=4).fit(X, y), X, y, 2)
    polars = pl.DataFrame(X.to_dict("list"))
    fitted = hf.RobustRegressor(k=4).fit(polars, y)
    assert hf.worst_case_score(fitted, polars, y, 2) == pytest.approx(frame)
    array = X.to_numpy()
    fitted = hf.RobustRegressor(k=4).fit(array, y)
    score = hf.worst_case_score(fitted, array, y, 2)
    assert score == pytest.approx(frame)
    assert [X.columns[number] for number in score.lost] == frame.lost
    sparse = scipy.sparse.csr_array(array)
    assert hf.worst_case_score(fitted, sparse, y, 2) == pytest.approx(frame)
    assert not np.isnan(array).any()


def test_more_than_can_be_tried_is_searched(diabetes, monkeypatch):
    X, y = diabetes
    model = hf.RobustRegressor(k=8, tau=1).fit(X, y)
    exact = hf.worst_case_score(model, X, y, 3)
    monkeypatch.setattr(scoring, "_MOST_TRIED", 55)
    found = hf.worst_case_score(model, X, y, 3)
    assert exact.exact and not found.exact
    assert found.tried <= 55 + 21 and found >= exact
    assert "a search among" in repr(found)
    # It is a local optimum: no exchange of one column makes it worse.
    chosen = list(X.columns[model.support_])
    for goes, comes in itertools.product(found.lost, set(chosen) - set(found.lost)):
        lost = [name for name in found.lost if name != goes] + [comes]
        assert model.score(X.drop(columns=lost), y) >= found - 1e-12


def test_groups_are_lost_together(diabetes):
    X, y = diabetes
    groups = {"blood": ["s1", "s2", "s3"], "body": ["bmi", "bp"]}
    model = hf.RobustRegressor(k=3, tau=1, groups=groups, must=list(groups)).fit(X, y)
    found = hf.worst_case_score(model, X, y, 1)
    losses = [["s1", "s2", "s3"], ["bmi", "bp"], [model.selection_.names[-1]]]
    losses[2] = [name for name in model.selection_.names if name not in groups]
    wanted = min(model.score(X.drop(columns=lost), y) for lost in losses)
    assert found == pytest.approx(wanted) and found.tried == 3
    some = hf.worst_case_score(model, X, y, 1, columns=["s1", ["bmi", "bp"]])
    assert some.tried == 2


def test_any_scoring(diabetes):
    X, y = diabetes
    model = hf.RobustRegressor(k=4, tau=1).fit(X, y)
    error = hf.worst_case_score(model, X, y, 1, scoring="neg_mean_absolute_error")
    own = hf.worst_case_score(
        model, X, y, 1, scoring=lambda model, X, y: -np.abs(y - model.predict(X)).mean()
    )
    assert error == own < 0
    with pytest.raises(ValueError, match="scoring must be one score, got"):
        hf.worst_case_score(model, X, y, 1, scoring=["r2", "neg_max_error"])
    X, y = load_breast_cancer(return_X_y=True)
    model = hf.RobustClassifier(k=4, tau=1, algorithm="greedy").fit(X, y)
    worst = hf.worst_case_score(model, X, y, 2, scoring="roc_auc")
    assert 0.5 < worst < hf.worst_case_score(model, X, y, 0, scoring="roc_auc")


def test_other_models_must_accept_nan(diabetes):
    X, y = diabetes
    with pytest.raises(ValueError, match="LinearRegression does not accept NaN, so it has no"):
        hf.worst_case_score(LinearRegression().fit(X, y), X, y, 1)
    pipeline = make_pipeline(hf.RobustSelector(k=4), LinearRegression()).fit(X, y)
    with pytest.raises(ValueError, match="Pipeline does not accept NaN"):
        hf.worst_case_score(pipeline, X, y, 1)
    trees = HistGradientBoostingRegressor(max_iter=20).fit(X, y)
    assert hf.worst_case_score(trees, X, y, 1).tried == 10
    imputed = make_pipeline(SimpleImputer(keep_empty_features=True), *pipeline).fit(X, y)
    found = hf.worst_case_score(imputed, X, y, 1)
    assert found.tried == 4  # only what the selector has chosen
    refitted = hf.RobustRegressor(k=4).fit(X, y)
    assert found < hf.worst_case_score(refitted, X, y, 1)


def test_in_pipelines_and_searches(diabetes):
    X, y = diabetes
    pipeline = make_pipeline(StandardScaler(), hf.RobustRegressor(k=4, tau=1))
    alone = hf.worst_case_score(hf.RobustRegressor(k=4, tau=1).fit(X, y), X, y, 1)
    assert hf.worst_case_score(pipeline.fit(X, y), X, y, 1) == pytest.approx(alone)
    scorer = pickle.loads(pickle.dumps(hf.worst_case_scorer(tau=1, scoring="r2")))
    assert repr(scorer) == "worst_case_scorer(tau=1, scoring='r2')"
    scores = cross_val_score(pipeline, X, y, scoring=scorer, n_jobs=2)
    model = hf.RobustRegressor(algorithm="greedy")
    search = GridSearchCV(model, {"k": [1, 4], "tau": [0, 1]}, scoring=scorer, cv=3).fit(X, y)
    assert search.best_params_["k"] == 4 and scores.shape == (5,)
    assert search.cv_results_["mean_test_score"][0] < 0.01  # the only column is lost
    assert hf.worst_case_score(search, X, y, 1).tried == 4


def test_a_score_is_a_number_that_can_be_stored(diabetes):
    X, y = diabetes
    score = hf.worst_case_score(hf.RobustRegressor(k=3).fit(X, y), X, y, 1)
    again = pickle.loads(pickle.dumps(score))
    assert again == score and again.lost == score.lost and again.exact
    assert isinstance(score, float) and np.mean([score, score]) == score
