"""How much of the best worst case is proven: a table of certificates, made with the command.

    benchmarks/certificates.py [--command build/bin/holdfast] [--quick]

Each row generates data, lets greedy and oblivious-greedy (beta 0.5 and 1) choose, and certifies the
choice with the best worst case. No figure uses these seeds.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

SEEDS = (101, 102, 103)
ALGORITHMS = (("greedy",), ("oblivious-greedy", "--beta", 0.5), ("oblivious-greedy", "--beta", 1))


def linear(rows, columns):
    return {
        "name": f"linear, {rows} x {columns}",
        "generate": ("linear", "--train-rows", rows, "--test-rows", 1, "--columns", columns),
        "objective": lambda out: ("--data", out / "train.csv", "--target", "y", "--no-intercept"),
    }


VARIANCE_REDUCTION = {
    "name": "variance reduction, 300 candidates",
    "generate": ("variance-reduction",),
    "objective": lambda out: (
        *("--objective", "variance-reduction", "--points", out / "points.csv"),
        *("--targets", out / "targets.txt", "--candidates", out / "candidates.txt"),
    ),
}

CASES = [
    (linear(800, 1000), 20, 5),
    (linear(800, 1000), 40, 10),
    (linear(4000, 200), 20, 5),
    (linear(4000, 200), 40, 10),
    (VARIANCE_REDUCTION, 60, 10),
]


def run(command, *words):
    done = subprocess.run([command, *map(str, words)], check=True, capture_output=True, text=True)
    return done.stdout


def certificate(command, data, k, tau, seed):
    """(seconds, document) of the best choice."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "data"
        run(command, "generate", *data["generate"], "--out", out, "--seed", seed)
        chosen = []
        for number, algorithm in enumerate(ALGORITHMS):
            file = Path(folder) / f"{number}.json"
            run(command, "select", *data["objective"](out), "--algorithm", *algorithm, "--k", k,
                "--tau", tau, "--format", "json", "--output", file)  # fmt: skip
            chosen.append((json.loads(file.read_text())["worst_case"]["value"], file))
        started = time.perf_counter()
        text = run(command, "certify", "--selection", max(chosen)[1], "--format", "json")
        return time.perf_counter() - started, json.loads(text)


def row(command, data, k, tau, seeds):
    found = [certificate(command, data, k, tau, seed) for seed in seeds]
    certificates = [document for _, document in found]
    largest = [document["objective"]["largest_value"] for _, document in found]

    def mean(values):
        return statistics.mean(value / most for value, most in zip(values, largest, strict=True))

    shares = ", ".join(f"{one['proven_share']:.3f}" for one in certificates)
    lower = mean(one["worst_case"]["lower"] for one in certificates)
    upper = mean(one["worst_case"]["upper"] for one in certificates)
    optimum = mean(one["optimum_upper"] for one in certificates)
    methods = ", ".join(sorted({one["bounds"][0]["method"] for one in certificates}))
    slowest = max(seconds for seconds, _ in found)
    return (
        f"| {data['name']} | {k} | {tau} | {shares} | {lower:.3f} | {upper:.3f} | {optimum:.3f} "
        f"| {methods} | {slowest:.1f} s |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default="build/bin/holdfast")
    parser.add_argument("--quick", action="store_true", help="one seed")
    arguments = parser.parse_args()
    print("| data | k | tau | proven share | worst case >= | <= | optimum <= | by | time |")
    print("|---|---:|---:|---|---:|---:|---:|---|---:|")
    for data, k, tau in CASES:
        print(
            row(arguments.command, data, k, tau, SEEDS[: 1 if arguments.quick else None]),
            flush=True,
        )


if __name__ == "__main__":
    main()
