"""Items with prices and a limit on what is spent."""

import itertools

import numpy as np
import pytest

import holdfast as hf


def problem(seed):
    random = np.random.default_rng(seed)
    f = hf.Coverage(random.random((30, 9)) < 0.3, weights=random.random(30))
    return f, random.uniform(0.5, 2.0, 9)


def worst(f, items, tau):
    if tau >= len(items):
        return 0.0
    return min(
        f.value(sorted(set(items) - set(lost))) for lost in itertools.combinations(items, tau)
    )


@pytest.mark.parametrize("tau", [0, 1])
def test_auto_is_near_the_best_that_the_money_buys(tau):
    for seed in range(3):
        f, prices = problem(seed)
        selection = hf.select(f, tau=tau, costs=prices, cost_limit=4.0)
        assert prices[selection.items].sum() <= 4.0 + 1e-6
        assert selection.to_dict()["spent"] == pytest.approx(prices[selection.items].sum())
        best = max(
            worst(f, chosen, tau)
            for size in range(10)
            for chosen in itertools.combinations(range(9), size)
            if prices[list(chosen)].sum() <= 4.0
        )
        assert worst(f, selection.items.tolist(), tau) >= 0.95 * best


@pytest.mark.parametrize("algorithm", ["greedy", "oblivious-greedy", "beta-path", "robust-swap"])
def test_the_limit_is_kept_beside_k(algorithm):
    f, prices = problem(5)
    selection = hf.select(f, k=3, tau=1, costs=prices, cost_limit=4.0, algorithm=algorithm)
    assert len(selection) <= 3
    assert prices[selection.items].sum() <= 4.0 + 1e-6


def test_prices_by_name():
    f = hf.Coverage(np.eye(3), names=["a", "b", "c"])
    chosen = hf.select(f, costs={"c": 1, "a": 3, "b": 1}, cost_limit=2)
    assert sorted(chosen.names) == ["b", "c"]
    assert chosen.to_dict()["constraints"]["cost_limit"] == 2.0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, TypeError, "k is missing"),
        ({"costs": [1, 1, 1]}, TypeError, "k is missing"),
        ({"k": 1, "costs": [1, 1, 1]}, ValueError, "cost_limit is missing"),
        ({"cost_limit": 1.0}, ValueError, "costs is missing"),
        ({"costs": [1, 1], "cost_limit": 1.0}, ValueError, "each of 3 items"),
        ({"costs": [1, -1, 1], "cost_limit": 1.0}, ValueError, "0 or more"),
        ({"costs": {"a": 1, "b": 2}, "cost_limit": 1.0}, ValueError, "no cost for item 'c'"),
        ({"costs": [1, 1, 1], "cost_limit": -1.0}, ValueError, "limit"),
        ({"costs": [9, 1, 1], "cost_limit": 2.0, "must": ["a"]}, ValueError, "must-haves cost"),
    ],
)
def test_wrong_prices_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        hf.select(hf.Coverage(np.eye(3), names=["a", "b", "c"]), **arguments)
