"""What selection in parts loses against the search among all items: a table in Markdown.

    .venv/bin/python benchmarks/partitioned.py

Values are shares of what the whole search reaches: f(S) of partitioned-greedy against greedy, the
worst case of partitioned-robust against auto; "samples" is with epsilon 0.1, in one part
stochastic-greedy. Gains are those that were asked for, as a share of greedy's. Times are those of
choosing, on one thread.
"""

import itertools
import time

import numpy as np

import holdfast as hf

SEEDS = range(3)
PARTS = (2, 5, 10)
EPSILON = 0.1
# What greedy looks at in a part: everything, or samples.
WAYS = {"all": 0.0, "samples": EPSILON}


def facilities(seed):
    random = np.random.default_rng(seed)
    places = random.random((1000, 2))
    squares = ((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2)
    return hf.FacilityLocation(np.exp(-30.0 * squares))


def columns(seed):
    random = np.random.default_rng(seed)
    factors = random.normal(size=(400, 40))
    X = factors @ random.normal(size=(40, 500)) + 2.0 * random.normal(size=(400, 500))
    return hf.LinearRegression(X, factors[:, :10].sum(axis=1) + random.normal(size=400))


def sensors(seed):
    points = np.random.default_rng(seed).random((500, 2))
    return hf.VarianceReduction(points, lengthscale=0.15, noise=0.1)


def chosen(objective, algorithm, k, tau, **options):
    began = time.perf_counter()
    found = hf.select(objective, k=k, tau=tau, algorithm=algorithm, n_jobs=1, **options)
    return found, time.perf_counter() - began


def losses(make, k, tau):
    """For each kind, algorithm and number of parts: shares, shares of gains asked for, seconds."""
    found = {}

    def note(kind, way, parts, share, asked, seconds):
        found.setdefault((kind, way, parts), []).append((share, asked, seconds))

    for seed in SEEDS:
        objective = make(seed)
        greedy, seconds = chosen(objective, "greedy", k, 0)
        note("greedy", "whole", 1, 1.0, 1.0, seconds)
        robust, seconds = chosen(objective, "auto", k, tau)
        note("robust", "whole", 1, 1.0, 1.0, seconds)
        sampled, seconds = chosen(objective, "stochastic-greedy", k, 0, epsilon=EPSILON)
        asked = sampled.evaluations / greedy.evaluations
        note("greedy", "samples", 1, sampled.value / greedy.value, asked, seconds)
        for parts, (way, epsilon) in itertools.product(PARTS, WAYS.items()):
            options = {"parts": parts, "epsilon": epsilon}
            quick, seconds = chosen(objective, "partitioned-greedy", k, 0, **options)
            asked = quick.evaluations / greedy.evaluations
            note("greedy", way, parts, quick.value / greedy.value, asked, seconds)
            safe, seconds = chosen(objective, "partitioned-robust", k, tau, **options)
            share = safe.worst_case.value / robust.worst_case.value
            note("robust", way, parts, share, 1.0, seconds)
    return {kind: np.array(rows) for kind, rows in found.items()}


def cell(rows):
    return f"{rows[:, 0].mean():.4f} (least {rows[:, 0].min():.4f})"


def line(name, parts, found):
    cells = [name, str(parts)]
    for kind, way in itertools.product(("greedy", "robust"), WAYS):
        rows = found.get((kind, way, parts))
        cells.append("" if rows is None else cell(rows))
        if rows is not None and kind == "greedy":
            cells.append(f"{rows[:, 1].mean():.2f}")
        elif kind == "greedy":
            cells.append("")
        cells.append("" if rows is None else f"{rows[:, 2].mean():.2f}")
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    greedy = ["greedy", "gains", "seconds", "greedy, samples", "gains", "seconds"]
    robust = ["robust", "seconds", "robust, samples", "seconds"]
    header = ["problem", "parts", *greedy, *robust]
    print("| " + " | ".join(header) + " |")
    print("|---" * len(header) + "|")
    problems = {
        "facility location, 1,000 items": facilities,
        "linear, 500 columns": columns,
        "variance reduction, 500 points": sensors,
    }
    for name, make in problems.items():
        found = losses(make, k=20, tau=4)
        line(
            name,
            1,
            {
                **found,
                ("greedy", "all", 1): found["greedy", "whole", 1],
                ("robust", "all", 1): found["robust", "whole", 1],
            },
        )
        for parts in PARTS:
            line("", parts, found)


if __name__ == "__main__":
    main()
