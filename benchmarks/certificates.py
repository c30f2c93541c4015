"""How much of the best worst case is proven: a table of certificates, made with the command.

    benchmarks/certificates.py [--command build/bin/holdfast] [--quick]

Each row generates data, lets an algorithm choose and certifies the choice. Seeds are those of no
figure.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

SEEDS = (101, 102, 103)
NO_INTERCEPT = ("--no-intercept",)


def linear(rows, columns):
    return {
        "name": f"linear, {rows} x {columns}",
        "generate": ("linear", "--train-rows", rows, "--test-rows", 1, "--columns", columns),
        "objective": lambda out: ("--data", out / "train.csv", "--target", "y", *NO_INTERCEPT),
        "algorithm": ("--algorithm", "oblivious-greedy"),
    }


VARIANCE_REDUCTION = {
    "name": "variance reduction, 300 candidates",
    "generate": ("variance-reduction",),
    "objective": lambda out: (
        *("--objective", "variance-reduction", "--points", out / "points.csv"),
        *("--targets", out / "targets.txt", "--candidates", out / "candidates.txt"),
    ),
    "algorithm": ("--algorithm", "oblivious-greedy", "--beta", 0.5),
}

CASES = [
    (linear(800, 1000), 20, 5),
    (linear(800, 1000), 40, 10),
    (linear(4000, 200), 20, 5),
    (linear(4000, 200), 40, 10),
    (VARIANCE_REDUCTION, 60, 10),
]


def certificate(command, data, k, tau, seed):
    """(share, seconds, document) of one choice."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "data"
        run = lambda *words: subprocess.run(  # noqa: E731
            [command, *map(str, words)], check=True, capture_output=True, text=True
        ).stdout
        run("generate", *data["generate"], "--out", out, "--seed", seed)
        started = time.perf_counter()
        text = run("select", *data["objective"](out), *data["algorithm"], "--k", k, "--tau", tau,
                   "--certify", "--format", "json")  # fmt: skip
        return time.perf_counter() - started, json.loads(text)


def row(command, data, k, tau, seeds):
    found = [certificate(command, data, k, tau, seed) for seed in seeds]
    certificates = [document["certificate"] for _, document in found]
    shares = [one["proven_share"] for one in certificates]
    largest = [document["objective"]["largest_value"] for _, document in found]
    mean = lambda key: statistics.mean(  # noqa: E731
        key(one) / most for one, most in zip(certificates, largest)
    )
    return (
        f"| {data['name']} | {k} | {tau} | {', '.join(f'{share:.3f}' for share in shares)} "
        f"| {mean(lambda one: one['worst_case']['lower']):.3f} "
        f"| {mean(lambda one: one['worst_case']['upper']):.3f} "
        f"| {mean(lambda one: one['optimum_upper']):.3f} "
        f"| {', '.join(sorted({one['bounds'][0]['method'] for one in certificates}))} "
        f"| {max(seconds for seconds, _ in found):.1f} s |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default="build/bin/holdfast")
    parser.add_argument("--quick", action="store_true", help="one seed")
    arguments = parser.parse_args()
    print("| data | k | tau | proven share, one a seed | worst case >= | <= | optimum <= | by | time |")
    print("|---|---:|---:|---|---:|---:|---:|---|---:|")
    for data, k, tau in CASES:
        print(row(arguments.command, data, k, tau, SEEDS[: 1 if arguments.quick else None]), flush=True)


if __name__ == "__main__":
    main()
