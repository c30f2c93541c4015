"""What selection in parts loses against the search among all items: a table in Markdown.

    .venv/bin/python benchmarks/partitioned.py

Values are shares of what the whole search reaches: f(S) of partitioned-greedy against greedy, the
worst case of partitioned-robust against auto. Times are those of choosing, on one thread.
"""

import time

import numpy as np

import holdfast as hf

SEEDS = range(3)
PARTS = (2, 5, 10)


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
    """Mean shares and seconds: whole and for each number of parts, greedy and robust."""
    rows = []
    for seed in SEEDS:
        objective = make(seed)
        greedy, greedy_seconds = chosen(objective, "greedy", k, 0)
        robust, robust_seconds = chosen(objective, "auto", k, tau)
        row = [greedy_seconds, robust_seconds]
        for parts in PARTS:
            quick, quick_seconds = chosen(objective, "partitioned-greedy", k, 0, parts=parts)
            safe, safe_seconds = chosen(objective, "partitioned-robust", k, tau, parts=parts)
            row += [
                quick.value / greedy.value,
                quick_seconds,
                safe.worst_case.value / robust.worst_case.value,
                safe_seconds,
            ]
        rows.append(row)
    return np.array(rows)


def main():
    print("| problem | parts | greedy | seconds | robust | seconds |")
    print("|---|---|---|---|---|---|")
    problems = {
        "facility location, 1,000 items": facilities,
        "linear, 500 columns": columns,
        "variance reduction, 500 points": sensors,
    }
    for name, make in problems.items():
        found = losses(make, k=20, tau=4)
        means, least = found.mean(axis=0), found.min(axis=0)
        print(f"| {name} | whole | 1 | {means[0]:.2f} | 1 | {means[1]:.2f} |", flush=True)
        for i, parts in enumerate(PARTS):
            at = 2 + 4 * i
            print(
                f"| | {parts} | {means[at]:.4f} (least {least[at]:.4f}) | {means[at + 1]:.2f} "
                f"| {means[at + 2]:.4f} (least {least[at + 2]:.4f}) | {means[at + 3]:.2f} |"
            )


if __name__ == "__main__":
    main()
