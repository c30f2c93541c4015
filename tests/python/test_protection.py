"""Choosing and protecting at once."""

import itertools

import numpy as np
import pytest

import holdfast as hf


def problem(seed):
    random = np.random.default_rng(seed)
    return hf.FacilityLocation(distances=random.random((20, 8)), weights=random.random(20))


def worst(f, items, kept, tau):
    others = sorted(set(items) - set(kept))
    return min(
        f.value(sorted(set(items) - set(lost)))
        for lost in itertools.combinations(others, min(tau, len(others)))
    )


@pytest.mark.parametrize(("k", "tau", "q"), [(4, 1, 1), (4, 2, 2)])
def test_the_pair_is_near_the_best_of_all(k, tau, q):
    for seed in range(3):
        f = problem(seed)
        found = hf.select(f, k=k, tau=tau, protect=q)
        pair = found.protection
        assert set(pair.items) <= set(found.items) and len(pair) <= q
        assert pair.value == pytest.approx(worst(f, found.items, pair.items, tau))
        assert pair.unprotected == pytest.approx(found.worst_case.value)
        best = max(
            worst(f, items, kept, tau)
            for items in itertools.combinations(range(8), k)
            for kept in itertools.combinations(items, q)
        )
        assert 0.97 * best <= pair.value <= best + 1e-9
        apart = hf.protect(f, hf.select(f, k=k, tau=tau), q=q)
        assert pair.value >= apart.value - 1e-9


def test_it_is_shown():
    f = problem(1)
    found = hf.select(f, k=4, tau=1, protect=1)
    assert f"with {found.protection.names[0]} protected" in repr(found)
    frame = found.protection.to_frame()
    assert frame["protected"].sum() == 1 and frame["deleted"].sum() == 1
    document = found.to_dict()
    assert document["protect"] == 1
    assert document["protection"]["protected"] == found.protection.items.tolist()
    assert document["protection"]["cost"] <= document["worst_case"]["cost"]
    assert hf.select(f, k=4, tau=1).protection is None
    with pytest.raises(ValueError, match="protect"):
        hf.select(f, k=4, tau=1, protect=-1)
