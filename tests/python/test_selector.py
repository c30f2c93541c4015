"""RobustSelector and VarianceReductionDesign as scikit-learn estimators."""

import pickle
import warnings

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
@pytest.mark.filterwarnings("ignore:y holds a few different whole numbers")
def test_scikit_learn_is_content(estimator, check):
    check(estimator)


def target(kind):
    """60 values that are easy to tell: y, or the names of classes."""
    counts = np.arange(60) % 5
    return {
        "numbers": np.sin(np.arange(60.0)),
        "many whole numbers": np.arange(60) * 3,
        "whole floats": np.arange(60) * 2.0,
        "two numbers": counts % 2,
        "two texts": np.where(counts % 2, "yes", "no"),
        "truth values": counts % 2 == 1,
        "texts": np.array(list("abcde"))[counts],
        "categories": pd.Series(counts, dtype="category"),
        "few whole numbers": counts,
        "few whole floats": counts.astype(float),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "objective", "is_doubtful"),
    [
        ("numbers", "linear", False),
        ("many whole numbers", "linear", False),
        ("whole floats", "linear", False),
        ("two numbers", "logistic", False),
        ("two texts", "logistic", False),
        ("truth values", "logistic", False),
        ("texts", "softmax", False),
        ("categories", "softmax", False),
        ("few whole numbers", "softmax", True),
        ("few whole floats", "softmax", True),
    ],
)
def test_y_decides_and_doubt_is_told(kind, objective, is_doubtful):
    X = np.random.default_rng(0).normal(size=(60, 4))
    selector = hf.RobustSelector(k=2, algorithm="greedy")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        selector.fit(X, target(kind))
    doubts = [str(one.message) for one in caught]
    assert len(doubts) == is_doubtful
    assert all("pass objective='softmax' if" in doubt for doubt in doubts)
    assert selector.objective_ == objective
    assert selector.selection_.to_dict()["objective"]["name"] == objective


@pytest.mark.filterwarnings("error")
def test_an_objective_that_is_said_is_not_doubted():
    X = np.random.default_rng(0).normal(size=(60, 4))
    for objective in ("linear", "softmax", "one-vs-rest"):
        selector = hf.RobustSelector(k=2, objective=objective, algorithm="greedy")
        assert selector.fit(X, target("few whole numbers")).objective_ == objective


def test_the_kind_of_y_decides():
    cases = {
        "linear": load_diabetes(return_X_y=True),
        "logistic": load_breast_cancer(return_X_y=True),
    }
    for name, (X, y) in cases.items():
        X = StandardScaler().fit_transform(X)
        selector = hf.RobustSelector(k=4, tau=1).fit(X, y)
        assert selector.selection_.to_dict()["objective"]["name"] == name
        again = hf.RobustSelector(k=4, tau=1, objective=name).fit(X, y)
        assert again.selection_ == selector.selection_
    X, y = load_wine(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    by_words = hf.RobustSelector(k=4).fit(X, np.array(["a", "b", "c"])[y])
    by_numbers = hf.RobustSelector(k=4, objective="softmax").fit(X, y)
    assert by_words.support_.tolist() == by_numbers.support_.tolist()


def test_standardize_is_passed_on():
    X, y = load_wine(return_X_y=True)
    common = {"k": 3, "objective": "softmax", "algorithm": "greedy"}
    inside = hf.RobustSelector(standardize=True, **common).fit(X, y)
    scaled = StandardScaler().fit_transform(X)
    outside = hf.RobustSelector(standardize=False, **common).fit(scaled, y)
    plain = hf.RobustSelector(standardize=False, **common).fit(X, y)
    assert inside.support_.tolist() == outside.support_.tolist()
    assert inside.selection_.value == pytest.approx(outside.selection_.value)
    assert inside.selection_.value != pytest.approx(plain.selection_.value)
    np.testing.assert_array_equal(inside.transform(X), X[:, inside.support_])


def test_groups_are_kept_and_lost_together():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    blood = ["s1", "s2", "s3", "s4", "s5", "s6"]
    selector = hf.RobustSelector(k=3, tau=1, groups={"blood": blood}).fit(X, y)
    assert set(blood) < set(selector.get_feature_names_out())
    assert selector.support_.sum() == 8
    assert sorted(set(selector.ranking_)) == [1, 2, 3, 4]
    assert len(set(selector.ranking_[4:])) == 1
    assert "blood" in selector.selection_.names
    f = hf.Grouped(hf.LinearRegression(X, y), {"blood": blood})
    assert selector.selection_.value == pytest.approx(f.value(selector.selection_))
    everything = hf.RobustSelector(k=99, tau=50, groups={"blood": blood}).fit(X, y)
    assert len(everything.selection_) == 5 and everything.support_.all()
    must = hf.RobustSelector(k=2, tau=1, groups={"blood": blood}, must=["age"]).fit(X, y)
    assert "age" in must.get_feature_names_out()
    with pytest.raises(ValueError, match="'s1' is a member of group 'blood'"):
        hf.RobustSelector(k=2, groups={"blood": blood}, must=["s1"]).fit(X, y)


@pytest.mark.parametrize("kind", [hf.RobustSelector, hf.VarianceReductionDesign])
def test_limits_reach_the_search_and_nothing_else(kind):
    X, y = load_diabetes(return_X_y=True)
    X, y = X[:40], y[:40]
    fitted = kind(k=4, tau=1, budget=50, seconds=30.0).fit(X, y)
    algorithm = fitted.selection_.to_dict()["algorithm"]
    assert (algorithm["budget"], algorithm["seconds"]) == (50, 30.0)
    for limit in ({"seconds": 1.0}, {"budget": 10}):
        with pytest.raises(ValueError, match=f"{next(iter(limit))} limits a search, and 'greedy'"):
            kind(k=4, algorithm="greedy", **limit).fit(X, y)
    with pytest.raises(ValueError, match="budget"):
        kind(k=4, budget=-1).fit(X, y)


def test_beta_is_ignored_by_algorithms_without_a_guard():
    X, y = load_diabetes(return_X_y=True)
    default = hf.RobustSelector(k=4, tau=1).fit(X, y)
    assert hf.RobustSelector(k=4, tau=1, beta=0.5).fit(X, y).selection_ == default.selection_
    guarded = hf.RobustSelector(k=4, tau=1, algorithm="oblivious-greedy", beta=0.5).fit(X, y)
    assert guarded.selection_.to_dict()["algorithm"]["beta"] == 0.5


def test_a_design_keeps_the_labels_of_the_index():
    sites = pd.DataFrame({"x": np.arange(8.0), "y": 0.0}, index=[f"site {i}" for i in range(8)])
    design = hf.VarianceReductionDesign(k=3, tau=1, noise=0.1).fit(sites)
    assert design.selection_.names == [f"site {item}" for item in design.items_]
    assert design.worst_case_.names == [f"site {item}" for item in design.worst_case_]
    elsewhere = design.fit(sites, targets=[[2.0, 1.0], [3.0, 1.0]])
    assert elsewhere.selection_.names == [f"site {item}" for item in design.items_]
    by_kernel = hf.VarianceReductionDesign(k=2, tau=0, kernel=RBF()).fit(sites)
    assert by_kernel.selection_.names == [f"site {item}" for item in by_kernel.items_]
    doubled = sites.set_axis(["same"] * 8)
    assert design.fit(doubled).selection_.names == [str(item) for item in design.items_]


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


def test_a_grid_over_k():
    X, y = load_breast_cancer(return_X_y=True)
    pipeline = make_pipeline(
        StandardScaler(),
        hf.RobustSelector(k=5, algorithm="greedy"),
        LogisticRegression(max_iter=1000),
    )
    search = GridSearchCV(pipeline, {"robustselector__k": [3, 5]}, cv=2, n_jobs=2).fit(X, y)
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
    common = {"k": 5, "tau": 1, "noise": 0.3, "algorithm": "oblivious-greedy"}
    ours = hf.VarianceReductionDesign(
        kernel=name, lengthscale=0.7, output_variance=2.0, **common
    ).fit(X)
    theirs = hf.VarianceReductionDesign(kernel=kernel, **common).fit(X)
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
