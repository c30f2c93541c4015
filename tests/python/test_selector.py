"""RobustSelector and VarianceReductionDesign as scikit-learn estimators."""

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import holdfast as hf


@parametrize_with_checks(
    [
        hf.RobustSelector(),
        hf.RobustSelector(k=2, tau=1, algorithm="greedy", adversary="greedy-min"),
        hf.VarianceReductionDesign(),
    ]
)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)


def test_the_kind_of_y_decides():
    cases = {
        "linear": load_diabetes(return_X_y=True),
        "logistic": load_breast_cancer(return_X_y=True),
        "softmax": load_wine(return_X_y=True),
    }
    for name, (X, y) in cases.items():
        X = StandardScaler().fit_transform(X)
        selector = hf.RobustSelector(k=4, tau=1).fit(X, y)
        assert selector.selection_.to_dict()["objective"]["name"] == name
        again = hf.RobustSelector(k=4, tau=1, objective=name).fit(X, y)
        assert again.selection_ == selector.selection_
    words = np.array(["a", "b", "c"])[cases["softmax"][1]]
    X = StandardScaler().fit_transform(cases["softmax"][0])
    assert hf.RobustSelector(k=4).fit(X, words).support_.tolist() == selector.support_.tolist()


def test_attributes_agree():
    X, y = load_diabetes(return_X_y=True)
    selector = hf.RobustSelector(k=4, tau=2).fit(X, y)
    chosen = selector.selection_.items
    assert selector.support_.sum() == 4
    assert selector.get_support(indices=True).tolist() == sorted(chosen)
    assert selector.ranking_[chosen].tolist() == [1, 2, 3, 4]
    assert (selector.ranking_[~selector.support_] == 5).all()
    assert selector.worst_case_ == selector.selection_.worst_case
    assert set(selector.worst_case_.items) <= set(chosen)
    np.testing.assert_array_equal(selector.transform(X), X[:, selector.support_])


def test_in_a_pipeline_with_names():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    pipeline = make_pipeline(
        StandardScaler().set_output(transform="pandas"),
        hf.RobustSelector(k=4, tau=1).set_output(transform="pandas"),
        LinearRegression(),
    ).fit(X, y)
    names = pipeline[1].get_feature_names_out()
    assert set(names) <= set(X.columns)
    assert isinstance(pipeline[:2].transform(X), pd.DataFrame)
    assert list(pipeline[:2].transform(X).columns) == list(names)
    assert set(pipeline[1].selection_.names) == set(names)


def test_in_a_column_transformer():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    chooser = ColumnTransformer(
        [("some", hf.RobustSelector(k=2, tau=1), ["bmi", "bp", "s1", "s5"])],
        remainder="drop",
    ).fit(X, y)
    assert chooser.transform(X).shape == (len(X), 2)


def test_a_grid_over_tau_and_beta():
    X, y = load_breast_cancer(return_X_y=True)
    pipeline = make_pipeline(
        StandardScaler(), hf.RobustSelector(k=5), LogisticRegression(max_iter=1000)
    )
    grid = {"robustselector__tau": [1, 2], "robustselector__beta": [0.5, 1.0]}
    search = GridSearchCV(pipeline, grid, cv=2, n_jobs=2).fit(X, y)
    assert search.best_score_ > 0.9


def test_clones_and_pickles():
    X, y = load_diabetes(return_X_y=True)
    selector = hf.RobustSelector(k=3, tau=1, ridge=0.1, random_state=4)
    assert clone(selector).get_params() == selector.get_params()
    fitted = pickle.loads(pickle.dumps(selector.fit(X, y)))
    np.testing.assert_array_equal(fitted.transform(X), selector.transform(X))


def test_nothing_is_validated_before_fit():
    selector = hf.RobustSelector(k=-1, tau="two", objective="cubic", beta=None)
    X, y = load_diabetes(return_X_y=True)
    with pytest.raises(ValueError, match="cubic"):
        selector.fit(X, y)
    for wrong in ({"k": -1}, {"tau": 1.5}, {"beta": -0.5}, {"algorithm": "gready"}):
        with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
            hf.RobustSelector(**wrong).fit(X, y)


def test_degenerate_sizes():
    X, y = load_diabetes(return_X_y=True)
    assert hf.RobustSelector(k=99, tau=50).fit(X, y).support_.all()
    assert hf.RobustSelector(k=3, tau=9).fit(X, y).worst_case_.value == 0.0
    assert hf.RobustSelector(k=4, tau=3, beta=5.0).fit(X, y).support_.sum() == 4


def test_sparse_linear():
    rng = np.random.default_rng(0)
    X = scipy.sparse.random(80, 12, density=0.3, random_state=0, format="csr")
    y = X @ rng.normal(size=12)
    dense = hf.RobustSelector(k=4, tau=1).fit(X.toarray(), y)
    sparse = hf.RobustSelector(k=4, tau=1).fit(X, y)
    assert dense.support_.tolist() == sparse.support_.tolist()


def test_not_fitted():
    with pytest.raises(NotFittedError):
        hf.RobustSelector().transform(np.ones((2, 2)))
    with pytest.raises(NotFittedError):
        hf.VarianceReductionDesign().get_support()


def test_one_class_is_an_error():
    with pytest.raises(ValueError, match="class"):
        hf.RobustSelector(objective="logistic").fit(np.eye(4), np.zeros(4, dtype=int))


@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("matern32", 2.0 * Matern(length_scale=0.7, nu=1.5)),
        ("matern12", ConstantKernel(2.0) * Matern(length_scale=0.7, nu=0.5)),
        ("squared-exponential", 2.0 * RBF(length_scale=0.7)),
    ],
)
def test_kernels_of_scikit_learn_mean_the_same(name, kernel):
    X = np.random.default_rng(2).normal(size=(40, 2))
    ours = hf.VarianceReductionDesign(
        k=5, tau=1, kernel=name, lengthscale=0.7, output_variance=2.0, noise=0.3
    ).fit(X)
    theirs = hf.VarianceReductionDesign(k=5, tau=1, kernel=kernel, noise=0.3).fit(X)
    assert ours.items_.tolist() == theirs.items_.tolist()
    assert ours.selection_.value == pytest.approx(theirs.selection_.value, rel=1e-8)


def test_a_design_for_other_targets():
    rng = np.random.default_rng(3)
    X, targets = rng.normal(size=(30, 2)), rng.normal(size=(10, 2)) + 2.0
    design = hf.VarianceReductionDesign(k=4, tau=1, noise=0.1).fit(X, targets=targets)
    np.testing.assert_array_equal(design.points_, X[design.items_])
    assert design.get_support(indices=True).tolist() == sorted(design.items_)
    assert (
        np.linalg.norm(design.points_ - 2.0, axis=1).mean() < np.linalg.norm(X - 2.0, axis=1).mean()
    )
    with pytest.raises(ValueError, match="features"):
        design.fit(X, targets=np.ones((3, 5)))


def test_a_kernel_of_the_wrong_shape_is_an_error():
    design = hf.VarianceReductionDesign(k=3, kernel=lambda points: np.eye(5))
    with pytest.raises(ValueError, match=r"shape \(5, 5\) for 12 points"):
        design.fit(np.arange(12.0)[:, None])


@pytest.mark.parametrize("beta", ["a", -1.0, True])
def test_a_bad_beta_is_named(beta):
    with pytest.raises(ValueError, match="beta must be a number of 0 or more"):
        hf.VarianceReductionDesign(k=3, beta=beta).fit(np.arange(12.0)[:, None])
