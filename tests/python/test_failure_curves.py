"""failure_curve and plan: held-out scores as columns fail, and how many columns that takes."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import holdfast as hf


@pytest.fixture(scope="module")
def diabetes():
    return load_diabetes(return_X_y=True, as_frame=True)


def by_definition(model, X, y, tau, folds):
    scores = []
    for train, test in folds:
        fitted = clone(model).fit(X.iloc[train], y.iloc[train])
        scores.append(float(hf.worst_case_score(fitted, X.iloc[test], y.iloc[test], tau)))
    return scores


def test_a_curve_is_the_worst_case_score_of_each_fold(diabetes):
    X, y = diabetes
    model = hf.RobustRegressor(k=4, tau=1, algorithm="greedy")
    curve = hf.failure_curve(model, X, y, cv=3)
    assert curve.losses.tolist() == [0, 1, 2] and curve.scores.shape == (3, 3) and curve.exact
    folds = list(KFold(3).split(X))
    for tau in curve.losses:
        np.testing.assert_allclose(curve.scores[:, tau], by_definition(model, X, y, tau, folds))
    np.testing.assert_allclose(curve.mean, curve.scores.mean(axis=0))
    assert (curve.low <= curve.mean).all() and (curve.mean <= curve.high).all()
    assert not hasattr(model, "selection_")
    assert repr(pickle.loads(pickle.dumps(curve))) == repr(curve)


def test_how_many_losses(diabetes):
    X, y = diabetes
    greedy = hf.RobustRegressor(k=3, tau=0, algorithm="greedy")
    assert hf.failure_curve(greedy, X, y, cv=2).losses.tolist() == [0]
    assert hf.failure_curve(greedy, X, y, losses=2, cv=2).losses.tolist() == [0, 1, 2]
    all_lost = hf.failure_curve(greedy, X, y, losses=99, cv=2)
    assert all_lost.losses.tolist() == [0, 1, 2, 3]
    assert all_lost.mean[-1] < 0.01  # nothing but the mean of the training rows is left
    pipeline = make_pipeline(StandardScaler(), hf.RobustRegressor(k=3, tau=1, algorithm="greedy"))
    assert hf.failure_curve(pipeline, X, y, cv=2).losses.tolist() == [0, 1, 2]
    trees = HistGradientBoostingRegressor(max_iter=5)
    assert hf.failure_curve(trees, X, y, losses=1, cv=2).scores.shape == (2, 2)
    some = hf.failure_curve(greedy, X, y, losses=5, cv=2, columns=["bmi", "bp"])
    assert some.losses.tolist() == [0, 1, 2]


def test_threads_change_nothing(diabetes):
    X, y = diabetes
    model = hf.RobustRegressor(k=4, tau=1, algorithm="greedy")
    alone, together = (
        hf.failure_curve(model, X, y, scoring="neg_mean_absolute_error", n_jobs=n) for n in (1, 2)
    )
    np.testing.assert_array_equal(alone.scores, together.scores)


def test_classes_are_spread_over_the_folds():
    X, y = load_breast_cancer(return_X_y=True)
    model = hf.RobustClassifier(k=3, tau=1, algorithm="greedy")
    curve = hf.failure_curve(model, X, y, losses=1, cv=2, scoring="roc_auc")
    train, test = next(StratifiedKFold(2).split(X, y))
    fitted = clone(model).fit(X[train], y[train])
    worst = hf.worst_case_score(fitted, X[test], y[test], 1, scoring="roc_auc")
    assert curve.scores[0, 1] == pytest.approx(float(worst))


def test_a_curve_can_be_drawn(diabetes):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("Agg")
    curve = hf.failure_curve(hf.RobustRegressor(k=3, tau=1, algorithm="greedy"), *diabetes, cv=2)
    axes = curve.plot()
    np.testing.assert_allclose(axes.lines[0].get_ydata(), curve.mean)
    assert curve.plot(axes) is axes
    assert curve.to_frame()["mean"].tolist() == curve.mean.tolist()
    assert "<table>" in curve._repr_html_()
    plt.close("all")


def test_a_plan_is_a_grid_of_curves(diabetes):
    X, y = diabetes
    model = hf.RobustRegressor(algorithm="greedy")
    plan = hf.plan(X, y, ks=[1, 3], taus=[0, 1, 2], estimator=model, cv=3)
    assert plan.intact.shape == plan.worst.shape == (2, 3)
    folds = list(KFold(3).split(X))
    for i, k in enumerate([1, 3]):
        for j, tau in enumerate([0, 1, 2]):
            one = clone(model).set_params(k=k, tau=tau)
            assert plan.worst[i, j] == pytest.approx(np.mean(by_definition(one, X, y, tau, folds)))
            assert plan.intact[i, j] == pytest.approx(np.mean(by_definition(one, X, y, 0, folds)))
    assert (plan.worst <= plan.intact).all()
    assert plan.smallest_k(tau=0, at_least=0.3) == 1
    assert plan.smallest_k(tau=1, at_least=0.3) == 3
    assert plan.smallest_k(tau=1, at_least=0.99) is None
    with pytest.raises(ValueError, match="tau 7 is not in the plan; there are 0, 1, 2"):
        plan.smallest_k(tau=7, at_least=0.3)


def test_a_plan_can_be_drawn_and_shown(diabetes):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("Agg")
    plan = hf.plan(*diabetes, ks=[2, 4], taus=[0, 1], cv=2)
    axes = plan.plot()
    assert len(axes.texts) == 4 and len(axes.images) == 1
    assert f"{plan.worst[1, 1]:.2f}" in axes.texts[3].get_text()
    assert f"{plan.intact[1, 1]:.2f}" in axes.texts[3].get_text()
    assert len(plan.to_frame()) == 4
    assert "tau = 1" in repr(plan) and "<table>" in plan._repr_html_()
    plt.close("all")


def test_a_plan_for_classes():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    plan = hf.plan(X[X.columns[:6]], y, ks=[2], taus=[1], cv=2, scoring="roc_auc")
    assert 0.5 < plan.worst[0, 0] < plan.intact[0, 0]
    with pytest.raises(ValueError, match="ks and taus need at least one number each"):
        hf.plan(X, y, ks=[], taus=[1])
