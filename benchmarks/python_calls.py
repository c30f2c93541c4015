"""What the Python package adds to a call, as rows of the table: JSON on standard output.

The package knows how long the last call computed inside C++; the rest is the way there and back:
checks, conversions, the result as JSON and as an object.
"""

import json
import time

import numpy as np

import holdfast as hf
from holdfast import _core


def time_of_call(make_objective, k, repetitions):
    """(seconds of the whole call, seconds inside C++), each the best of a few first runs."""
    whole, inside = [], []
    for _ in range(repetitions):
        objective = make_objective()
        started = time.perf_counter()
        hf.select(objective, k=k, algorithm="greedy", n_jobs=1)
        whole.append(time.perf_counter() - started)
        inside.append(_core.seconds_of_work())
    return min(whole), min(inside)


def linear(rows, columns):
    rng = np.random.default_rng(0)
    X = np.asfortranarray(rng.normal(size=(rows, columns)))
    y = X[:, :20].sum(axis=1) + rng.normal(size=rows)
    return lambda: hf.LinearRegression(X, y, n_jobs=1)


def main():
    whole, inside = time_of_call(linear(800, 1000), k=100, repetitions=30)
    table = [
        (
            "Python: linear greedy 800 x 1000, k = 100",
            "the C++ part of the same call",
            whole,
            inside,
            "at most 1.02",
        )
    ]
    whole, inside = time_of_call(linear(20, 5), k=2, repetitions=2000)
    table.append(
        (
            "Python: what is added to a tiny call (20 x 5, k = 2)",
            "50 microseconds",
            whole - inside,
            50e-6,
            "at most 1",
        )
    )
    print(json.dumps(table))


if __name__ == "__main__":
    main()
