"""Certificates: what is proven about a set."""

import itertools
import pickle

import numpy as np
import pytest

import holdfast as hf

RNG = np.random.default_rng(5)
X = RNG.normal(size=(60, 8))
Y = X[:, :4] @ np.array([3.0, -2.0, 1.0, 1.0]) + RNG.normal(size=60)


def worst_by_hand(objective, items, tau):
    return min(
        objective.value(sorted(set(items) - set(gone)))
        for gone in itertools.combinations(items, tau)
    )


@pytest.fixture(name="objective")
def linear():
    return hf.LinearRegression(X, Y)


def test_every_number_is_true(objective):
    items, tau = [0, 1, 2, 3], 1
    certificate = hf.certify(objective, items, tau)
    worst = worst_by_hand(objective, items, tau)
    best = max(
        worst_by_hand(objective, list(others), tau)
        for others in itertools.combinations(range(8), 4)
    )
    assert certificate.lower == pytest.approx(worst)
    assert certificate.upper == pytest.approx(worst)
    assert certificate.optimum_upper == pytest.approx(best)
    assert certificate.optimum_upper >= best * (1 - 1e-12)
    assert certificate.proven_share == pytest.approx(worst / best)


def test_document(objective):
    certificate = hf.certify(objective, ["0", "1"], tau=1, k=4)
    document = certificate.to_dict()
    assert document["schema"] == "holdfast.certificate/1"
    assert (document["k"], document["tau"]) == (4, 1)
    assert document["worst_case"] == certificate.worst_case
    assert document["proven_share"] == certificate.proven_share
    assert [bound["value"] for bound in certificate.bounds] == sorted(
        bound["value"] for bound in certificate.bounds
    )
    assert certificate.a_priori is None or 0 < certificate.a_priori <= 1
    assert (certificate.a_priori is None) == (certificate.a_priori_why is not None)


def test_selection_with_a_certificate(objective):
    selection = hf.select(objective, k=4, tau=1, certify=True)
    assert selection.certificate.upper == pytest.approx(selection.worst_case.value)
    assert selection.certificate == hf.select(objective, k=4, tau=1, certify=True).certificate
    assert hf.select(objective, k=4, tau=1).certificate is None


def test_shown_pickled_and_compared(objective):
    certificate = hf.certify(objective, [0, 1, 2], tau=1)
    assert repr(certificate).startswith("Certificate: at least ")
    assert "<table>" in certificate._repr_html_()
    assert pickle.loads(pickle.dumps(certificate)) == certificate
    assert certificate.to_frame()["method"].iloc[0] == certificate.bounds[0]["method"]


def test_a_function_of_the_user():
    weights = np.array([4.0, 1.0, 3.0, 2.0, 5.0])
    f = hf.SetFunction(5, lambda items: float(np.sqrt(weights[list(items)].sum())))
    certificate = hf.certify(f, [0, 2, 4], tau=1)
    assert certificate.upper == pytest.approx(np.sqrt(7))
    assert certificate.proven_share == pytest.approx(1)


def test_beta_names_whose_promise_it_is(objective):
    own = hf.certify(objective, [0, 1, 2, 3], tau=1, beta=2.0).to_dict()
    if own["a_priori"] is not None:
        assert own["a_priori_of"] == "oblivious-greedy with beta = 2"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"items": [0, 1, 2], "tau": 1, "k": 2}, ValueError),
        ({"items": [0, 0], "tau": 1}, ValueError),
        ({"items": [99], "tau": 0}, ValueError),
        ({"items": [0], "tau": -1}, ValueError),
        ({"items": [0], "tau": 0.5}, TypeError),
        ({"items": [0, 1], "tau": 1, "adversary": "nobody"}, ValueError),
        ({"items": [0, 1], "tau": 1, "nosuch": 1}, TypeError),
    ],
)
def test_errors(objective, arguments, error):
    with pytest.raises(error):
        hf.certify(objective, **arguments)
