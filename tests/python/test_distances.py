"""Facility location from distances and points; certificates of costs; protection of sites."""

import itertools

import numpy as np
import pytest

import holdfast as hf


def sites(seed, count=8, customers=40):
    random = np.random.default_rng(seed)
    return random.random((count, 2)), random.random((customers, 2)), random.random(customers) + 0.1


def distances_of(places, customers):
    return np.linalg.norm(customers[:, None, :] - places[None, :, :], axis=2)


def test_points_and_distances_say_the_same():
    places, customers, weights = sites(1)
    by_matrix = hf.FacilityLocation(distances=distances_of(places, customers), weights=weights)
    by_points = hf.FacilityLocation(points=places, customers=customers, weights=weights)
    a, b = hf.select(by_matrix, k=4, tau=1), hf.select(by_points, k=4, tau=1)
    assert a.items.tolist() == b.items.tolist()
    assert a.cost == pytest.approx(b.cost)
    nearest = distances_of(places, customers)[:, a.items].min(axis=1)
    assert a.cost == pytest.approx(weights @ nearest)
    assert hf.FacilityLocation(points=places).n_items == 8


def test_kilometres_on_the_earth():
    f = hf.FacilityLocation(points=[[52.52, 13.405], [48.8566, 2.3522]], metric="haversine")
    assert hf.select(f, k=1).cost == pytest.approx(877.5, abs=1.0)


def test_other_objectives_have_no_cost():
    selection = hf.select(hf.FacilityLocation([[1.0, 2.0]]), k=1)
    assert selection.cost is None
    assert selection.worst_case.cost is None


@pytest.mark.parametrize("count", [16, 40, 100])
def test_a_median_is_certified_within_five_percent(count):
    places, customers, weights = sites(count, count, 120)
    f = hf.FacilityLocation(points=places, customers=customers, weights=weights)
    selection = hf.select(f, k=5, certify=True)
    least = selection.certificate.optimum_cost_lower
    assert least <= selection.cost * (1 + 1e-9)
    assert selection.cost <= 1.05 * least


def test_protection_equals_enumeration():
    for seed in range(3):
        places, customers, weights = sites(seed, 7, 30)
        distances = distances_of(places, customers)
        f = hf.FacilityLocation(distances=distances, weights=weights)

        def cost(left, distances=distances, weights=weights):
            return weights @ distances[:, sorted(left)].min(axis=1)

        everything = set(range(7))
        for tau, q in ((2, 1), (3, 2)):
            best = min(
                max(
                    cost(everything - set(lost))
                    for lost in itertools.combinations(everything - set(kept), tau)
                )
                for kept in itertools.combinations(everything, q)
            )
            found = hf.protect(f, range(7), tau, q)
            assert found.proven
            assert found.cost == pytest.approx(best)
            assert found.at_most == pytest.approx(found.value)
            assert len(found) <= q


def test_a_selection_knows_its_tau():
    places, customers, _ = sites(3)
    f = hf.FacilityLocation(points=places, customers=customers)
    selection = hf.select(f, k=5, tau=2)
    found = hf.protect(f, selection, q=1)
    assert found.unprotected == pytest.approx(selection.worst_case.value)
    assert found.value >= found.unprotected
    assert "proven best" in repr(found)
    assert found.to_frame()["protected"].sum() == len(found)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, TypeError, "one of similarity, distances and points"),
        ({"distances": [[1.0]], "points": [[1.0]]}, TypeError, "one of similarity"),
        ({"distances": [[1.0]], "customers": [[1.0]]}, TypeError, "customers go with points"),
        ({"distances": [[-1.0]]}, ValueError, "distance must be finite and 0 or more"),
        ({"distances": [[1.0]], "weights": [1.0, 2.0]}, ValueError, "one for each row"),
        ({"distances": [[1.0]], "weights": [-1.0]}, ValueError, "weight must be finite"),
        ({"points": [[95.0, 0.0]], "metric": "haversine"}, ValueError, "latitude"),
        ({"points": [[1.0, 0.0]], "customers": [[1.0]]}, ValueError, "same columns"),
        ({"points": [[1.0, 0.0]], "metric": "taxi"}, ValueError, "taxi"),
    ],
)
def test_wrong_distances_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        hf.FacilityLocation(**arguments)
