"""Selection in parts: against its definition, written once more from values of sets."""

import itertools

import numpy as np
import pytest

import holdfast as hf


def similarity(seed, rows=40, items=24):
    return np.random.default_rng(seed).random((rows, items)) ** 3


def greedy(value, items, k):
    chosen = []
    for _ in range(min(k, len(items))):
        left = [item for item in items if item not in chosen]
        chosen.append(max(left, key=lambda item: value([*chosen, item])))
    return chosen


def in_parts(value, n, k, parts):
    cuts = [n * part // parts for part in range(parts + 1)]
    offers = [greedy(value, list(range(a, b)), k) for a, b in itertools.pairwise(cuts)]
    union = sorted(item for offer in offers for item in offer)
    return max([greedy(value, union, k), *offers], key=lambda chosen: (value(chosen), len(chosen)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("parts", [1, 3, 5, 24])
def test_greedy_in_parts_is_its_definition(seed, parts):
    objective = hf.FacilityLocation(similarity(seed))
    for k in (1, 4, 7):
        chosen = hf.select(objective, k=k, algorithm="partitioned-greedy", parts=parts)
        expected = in_parts(objective.value, 24, k, parts)
        assert sorted(chosen.items.tolist()) == sorted(expected)
        assert chosen.value == pytest.approx(objective.value(expected), rel=1e-12)


def test_one_part_is_greedy():
    objective = hf.FacilityLocation(similarity(1))
    whole = hf.select(objective, k=6, tau=2, algorithm="greedy")
    one = hf.select(objective, k=6, tau=2, algorithm="partitioned-greedy", parts=1)
    assert one.items.tolist() == whole.items.tolist()


@pytest.mark.parametrize("algorithm", ["partitioned-greedy", "partitioned-robust"])
def test_parts_that_look_at_samples(algorithm):
    objective = hf.FacilityLocation(similarity(5, rows=80, items=120))
    options = {"k": 6, "tau": 2, "algorithm": algorithm, "parts": 3}
    whole = hf.select(objective, **options)
    # Samples so large that they are everything.
    all_looked_at = hf.select(objective, epsilon=1e-300, **options)
    assert all_looked_at.items.tolist() == whole.items.tolist()
    sampled = [hf.select(objective, epsilon=0.5, n_jobs=jobs, **options) for jobs in (1, 2, 4)]
    for other in sampled[1:]:
        assert other.items.tolist() == sampled[0].items.tolist()
        assert other.evaluations == sampled[0].evaluations
    seeds = {
        tuple(hf.select(objective, epsilon=0.9, random_state=seed, **options).items.tolist())
        for seed in range(6)
    }
    assert len(seeds) > 1


def test_samples_ask_for_fewer_gains():
    X = np.random.default_rng(6).normal(size=(60, 200))
    objective = hf.LinearRegression(X, X[:, ::20].sum(axis=1))
    options = {"k": 10, "algorithm": "partitioned-greedy", "parts": 4}
    whole = hf.select(objective, **options)
    sampled = hf.select(objective, epsilon=0.1, **options)
    assert sampled.evaluations < whole.evaluations * 0.6
    assert sampled.value > 0.8 * whole.value


@pytest.mark.parametrize("seed", range(3))
def test_the_robust_one_searches_what_the_parts_offer(seed):
    objective = hf.FacilityLocation(similarity(seed))
    k, tau, parts = 6, 2, 3
    offered = set()
    for part in range(parts):
        own = list(range(8 * part, 8 * part + 8))
        alone = sorted(own, key=lambda item: -objective.value([item]))
        offered |= {*greedy(objective.value, own, k), *alone[:tau]}
    chosen = hf.select(objective, k=k, tau=tau, algorithm="partitioned-robust", parts=parts)
    assert set(chosen.items.tolist()) <= offered
    others = [item for item in range(24) if item not in offered]
    within = hf.select(objective, k=k, tau=tau, algorithm="auto", must_not=others)
    assert chosen.worst_case.value == within.worst_case.value
    assert chosen.worst_case.proven


def test_conditions_hold():
    objective = hf.FacilityLocation(similarity(2))
    kinds = [item % 4 for item in range(24)]
    prices = np.linspace(1.0, 3.0, 24)
    algorithms = ("partitioned-greedy", "partitioned-robust")
    for algorithm, epsilon in itertools.product(algorithms, (0.0, 0.3)):
        chosen = hf.select(
            objective,
            k=6,
            tau=1,
            algorithm=algorithm,
            parts=4,
            epsilon=epsilon,
            must=[5],
            must_not=[0, 1],
            kinds=kinds,
            at_most=dict.fromkeys(range(4), 2),
        )
        items = chosen.items.tolist()
        assert len(items) == 6
        assert 5 in items
        assert not {0, 1} & set(items)
        assert max(np.bincount([kinds[item] for item in items])) <= 2
        own = {"algorithm": algorithm, "epsilon": epsilon}
        spent = hf.select(objective, k=8, tau=1, costs=prices, cost_limit=9.0, **own)
        assert prices[spent.items].sum() <= 9.0 * (1 + 1e-9)
        assert len(spent.items) >= 3


def test_edges():
    objective = hf.FacilityLocation(similarity(3))
    for algorithm in ("partitioned-greedy", "partitioned-robust"):
        assert len(hf.select(objective, k=0, algorithm=algorithm).items) == 0
        everything = hf.select(objective, k=24, tau=3, algorithm=algorithm)
        assert sorted(everything.items.tolist()) == list(range(24))
        assert len(hf.select(objective, k=5, algorithm=algorithm, parts=1000).items) == 5
    with pytest.raises(ValueError, match="parts"):
        hf.select(objective, k=5, algorithm="partitioned-greedy", parts=-1)
    with pytest.raises(ValueError, match="epsilon must be a number of at least 0 and below 1"):
        hf.select(objective, k=5, algorithm="partitioned-greedy", epsilon=1.0)
