"""Everything survives being stored, copied, and sent to another process."""

import copy
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone

import holdfast as hf

RNG = np.random.default_rng(4)
X = np.asfortranarray(RNG.normal(size=(40, 6)))
Y = X @ [3.0, 2.0, 1.0, 0.5, 0.0, 0.0] + RNG.normal(size=40)
FRAME = pd.DataFrame(X, columns=list("abcdef"))


def worth(items):
    return float(np.sqrt(len(items)))


def gains(items, candidates):
    return [worth([*items, candidate]) - worth(items) for candidate in candidates]


OBJECTIVES = {
    "linear": lambda: hf.LinearRegression(FRAME, Y, ridge=0.5, standardize=True),
    "sparse": lambda: hf.LinearRegression(scipy.sparse.csc_matrix(X), Y, names=list("abcdef")),
    "logistic": lambda: hf.LogisticRegression(X, np.where(Y > 0, "up", "down"), ridge=2.0),
    "softmax": lambda: hf.SoftmaxRegression(X, np.digitize(Y, [-1, 1]), intercept=False),
    "one-vs-rest": lambda: hf.OneVsRestRegression(X, np.digitize(Y, [-1, 1]), ridge=0.5),
    "points": lambda: hf.VarianceReduction(X, noise=0.5, candidates=range(3, 20), targets=[0, 1]),
    "kernel": lambda: hf.VarianceReduction(kernel_matrix=X @ X.T + np.eye(40), noise=2.0),
    "logdet": lambda: hf.LogDet(X, kernel="matern12", lengthscale=2.0),
    "facility": lambda: hf.FacilityLocation(np.abs(X), names=list("uvwxyz")),
    "coverage": lambda: hf.Coverage(X > 0, weights=np.arange(40.0)),
    "function": lambda: hf.SetFunction(6, worth, gains, submodular=True, names=list("abcdef")),
    "grouped": lambda: hf.Grouped(hf.LinearRegression(FRAME, Y), {"g": ["a", "b"], "h": [4]}),
}


@pytest.mark.parametrize("name", OBJECTIVES)
def test_objectives(name):
    objective = OBJECTIVES[name]()
    again = pickle.loads(pickle.dumps(objective))
    assert type(again) is type(objective)
    assert again.item_names == objective.item_names
    assert again.is_submodular == objective.is_submodular
    assert again.largest_value == objective.largest_value
    some = objective.item_names[:3]
    assert again.value(some) == objective.value(some)
    assert hf.select(again, 3, 1) == hf.select(objective, 3, 1)


def test_every_kind_of_objective_is_tried_here():
    tried = {type(make()) for make in OBJECTIVES.values()}
    everything = {getattr(hf, name) for name in [*hf.objectives.__all__, "Grouped"]}
    assert tried == everything - {hf.Objective}


def test_a_copy_shares_the_data():
    objective = hf.LinearRegression(X, Y, intercept=False)
    assert copy.deepcopy(objective).value([1]) == objective.value([1])
    assert copy.deepcopy({"f": objective})["f"] is objective
    assert copy.copy(objective) is objective
    assert objective.__reduce__()[1][1][0] is X


def test_a_subclass_with_a_constructor_of_its_own():
    again = pickle.loads(pickle.dumps(Roots(9)))
    assert type(again) is Roots
    assert again.value(range(4)) == 2.0
    assert again.most == 9


class Roots(hf.SetFunction):
    def __init__(self, most):
        super().__init__(most, worth)
        self.most = most


def test_a_function_that_cannot_be_pickled_says_so():
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(hf.SetFunction(3, lambda items: float(len(items))))


def chosen(objective, k):
    return hf.select(objective, k, 1, algorithm="greedy").names


def test_joblib_sends_objectives():
    objective = OBJECTIVES["linear"]()
    jobs = (joblib.delayed(chosen)(objective, k) for k in (2, 3))
    assert joblib.Parallel(n_jobs=2)(jobs) == [chosen(objective, k) for k in (2, 3)]


RESULTS = {
    "Selection": lambda f: hf.select(f, 3, 1, explain=True, certify=True),
    "Deletion": lambda f: hf.attack(f, [0, 1, 2], 1),
    "Deletion of a selection": lambda f: hf.select(f, 3, 1).worst_case,
    "Certificate": lambda f: hf.certify(f, [0, 1, 2], 1),
    "Certificate of a selection": lambda f: hf.select(f, 3, 1, certify=True).certificate,
    "Curve": lambda f: hf.curve(f, 3, 1),
    "Ratios": lambda f: hf.ratios(f),
    "Guarantee": lambda f: hf.guarantee(40, 10, gamma=0.9, nu_check=0.5),
    "Repair": lambda f: hf.repair(f, [0, 1, 2], [0], refill=1),
    "Repair of a plan": lambda f: hf.replan(f, [0, 1, 2], [[0], [1]], refill=1)[1],
}


@pytest.mark.parametrize("name", RESULTS)
def test_results(name):
    result = RESULTS[name](hf.LinearRegression(FRAME, Y))
    assert type(result).__name__ == name.split()[0]
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert again == result
        assert repr(again) == repr(result)
        assert again.to_dict() == result.to_dict()


@pytest.mark.parametrize(
    "estimator",
    [
        hf.RobustSelector(k=3, tau=1, groups={"g": ["a", "b"]}, objective="linear"),
        hf.VarianceReductionDesign(k=3, tau=1),
    ],
)
def test_fitted_estimators(estimator):
    fitted = clone(estimator).fit(FRAME, Y)
    again = pickle.loads(pickle.dumps(fitted))
    assert again.get_support().tolist() == fitted.get_support().tolist()
    assert again.selection_ == fitted.selection_
    assert again.worst_case_ == fitted.worst_case_
