"""What it costs that `auto` searches only a pool where there are more than 3000 items.

    .venv/bin/python benchmarks/pool.py [--items N] [--seeds N]

Problems of at most 3000 items are searched twice: all items, and only those of a pool made in the
same way, 400 of largest value alone and what greedy and oblivious-greedy choose. Prints the worst
case left by the pool, as a share of the one left by the full search.
"""

import argparse
import statistics

import numpy as np

import holdfast as hf

POOL, K, TAU = 400, 20, 5


def correlated(items, seed):
    """Columns in groups that share a factor; a tenth of them has weights."""
    random = np.random.default_rng(seed)
    factors = random.normal(size=(600, items // 10))
    X = factors[:, np.arange(items) % (items // 10)] + random.normal(size=(600, items))
    weights = np.where(random.random(items) < 0.1, random.normal(size=items), 0.0)
    return np.asfortranarray(X), X @ weights + 3.0 * random.normal(size=600)


def linear(items, seed):
    X, y = correlated(items, seed)
    return lambda pool: hf.LinearRegression(X[:, pool], y)


def places(items, seed):
    points = np.random.default_rng(seed).random((items, 2))
    distances = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
    similarity = np.asfortranarray(np.exp(-10.0 * distances))
    return lambda pool: hf.FacilityLocation(np.asfortranarray(similarity[:, pool]))


def share_of_pool(made, items):
    everything = np.arange(items)
    full = made(everything)
    alone = np.array([full.value([item]) for item in range(items)])
    starts = [
        hf.select(full, K, TAU, algorithm=name, adversary="greedy-min").items
        for name in ("greedy", "oblivious-greedy")
    ]
    pool = np.unique(np.concatenate([np.argsort(-alone)[:POOL], *starts]))
    chosen = pool[np.asarray(hf.select(made(pool), K, TAU).items)]
    best = hf.select(full, K, TAU)
    left = hf.attack(full, [int(item) for item in chosen], TAU).value
    return left / best.worst_case.value


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=800)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    for make in (linear, places):
        shares = [
            share_of_pool(make(arguments.items, seed), arguments.items)
            for seed in range(arguments.seeds)
        ]
        told = ", ".join(f"{share:.4f}" for share in shares)
        print(f"{make.__name__}: {told}; median {statistics.median(shares):.4f}", flush=True)


if __name__ == "__main__":
    main()
