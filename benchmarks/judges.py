"""How far `strong` is from the truth, or from the best that anyone finds: a Markdown table.

    benchmarks/judges.py [--command build/bin/holdfast]

For every kind of objective, sets chosen by `auto` (optimized) and by `greedy` (plain), with more
deletions than are always settled. The truth is what `exact` proves with a long budget; where it
proves nothing, the least that `exact` and the other adversaries, improved by exchanges, leave.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from sklearn.datasets import load_digits
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEED = 301
OTHERS = ("paper+ls", "grow-min+ls", "first-greedy-min+ls", "pair-greedy+ls")


def run(command, *words):
    done = subprocess.run([command, *map(str, words)], check=True, capture_output=True, text=True)
    return done.stdout


def make_data(command, folder):
    """The options of each objective, its (k, tau), and the nodes that `exact` may take."""
    for name in ("linear", "logistic", "variance-reduction"):
        run(command, "generate", name, "--out", folder / name, "--seed", SEED)
    linear = ["--data", folder / "linear/train.csv", "--target", "y", "--no-intercept"]
    groups = folder / "groups.csv"
    lines = [f"x{i},g{i // 5}" for i in range(1000)]
    groups.write_text("\n".join(["item,group", *lines]) + "\n")
    points = folder / "variance-reduction"
    kernel = ["--points", points / "points.csv"]
    digits = load_digits()
    pixels = StandardScaler().fit_transform(digits.data)
    pixels = pixels[:, pixels.std(axis=0) > 0]
    np.savetxt(
        folder / "digits.csv",
        np.column_stack([pixels, digits.target]),
        delimiter=",",
        header=",".join([f"p{i}" for i in range(pixels.shape[1])] + ["digit"]),
        comments="",
        fmt="%.6g",
    )
    logistic = ["--data", folder / "logistic/train.csv", "--target", "y", "--no-intercept"]
    softmax = ["--data", folder / "digits.csv", "--target", "digit"]
    reduction = ["--targets", points / "targets.txt", "--candidates", points / "candidates.txt"]
    return [
        ("linear", ["--objective", "linear", *linear], [(20, 5), (40, 10)], 1_000_000),
        (
            "linear, groups of 5",
            ["--objective", "linear", *linear, "--groups", groups],
            [(16, 6)],
            20_000,
        ),
        (
            "variance-reduction",
            ["--objective", "variance-reduction", *kernel, *reduction],
            [(20, 5), (40, 10)],
            50_000,
        ),
        ("logdet", ["--objective", "logdet", *kernel], [(20, 5), (40, 10)], 5_000),
        ("logistic", ["--objective", "logistic", *logistic], [(25, 4), (40, 10)], 5_000),
        ("softmax", ["--objective", "softmax", *softmax], [(25, 4)], 300),
    ]


def measure(command, options, k, tau, nodes, algorithm, file):
    run(command, "select", *options, "--k", k, "--tau", tau, "--algorithm", algorithm,
        "--adversary", "greedy-min", "--format", "json", "--output", file)  # fmt: skip

    def attack(adversary, *more):
        words = ["--selection", file, "--tau", tau, "--adversary", adversary, *more]
        found = json.loads(run(command, "attack", *words, "--format", "json"))
        tried = next((t for t in found["tried"] if t["adversary"] == adversary), found)
        return tried["value"], found

    strong, found = attack("strong")
    exact, proof = attack("exact", "--most-nodes", nodes)
    least = min([strong, exact, *(attack(name)[0] for name in OTHERS)])
    return strong / least - 1.0, proof["proven"], found["proven"], found["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default=ROOT / "build/bin/holdfast", type=pathlib.Path)
    command = parser.parse_args().command.resolve()
    print("| objective | k, tau | set | strong above | the truth is | strong proves it | time |")
    print("|---|---|---|---:|---|---|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for label, options, sizes, nodes in make_data(command, folder):
            for k, tau in sizes:
                for algorithm in ("auto", "greedy"):
                    excess, known, proven, seconds = measure(
                        command, options, k, tau, nodes, algorithm, folder / "chosen.json"
                    )
                    print(
                        f"| {label} | {k}, {tau} | {algorithm} | {100 * excess:.2f} % "
                        f"| {'proven' if known else 'the best known'} "
                        f"| {'yes' if proven else 'no'} | {seconds:.2f} s |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
