"""Speed of logistic and softmax selection, as ratios to refitting candidates with scikit-learn.

A greedy run of k steps over d features asks for d + (d-1) + ... + (d-k+1) fits, too many to time.
So a few candidates are fitted at several sizes of S, the S of our own run, and the mean time of a
fit is interpolated between these sizes and added up over all of them. For each size the fastest of
scikit-learn's solvers is taken, at the loosest tolerance with which it comes within 1e-6 of the
maximum, relative to -l(0); Holdfast is at least as accurate. All on one thread.

    benchmarks/classification.py             the table of ratios
    benchmarks/classification.py --growth    how the time grows with the sizes of the problem
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import tempfile
import time
import typing
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = ROOT / "build/bin/holdfast"
SOLVERS = {"lbfgs": (1e-4, 1e-6, 1e-8), "newton-cholesky": (1e-4, 1e-6, 1e-8)}
ACCURACY = 1e-6


def save(folder, name, design, labels):
    """The options that name the data to the command."""
    np.save(folder / f"{name}.npy", np.asfortranarray(design, dtype=float))
    np.save(folder / f"{name}-labels.npy", np.asarray(labels, dtype=float))
    return ["--data", folder / f"{name}.npy", "--target-file", folder / f"{name}-labels.npy"]


def report(arguments, threads=1, repetitions=1):
    """The report of the fastest of several runs of the command."""
    command = [COMMAND, *map(str, arguments), "--format", "json", "--quiet"]
    command += ["--threads", str(threads)]
    runs = []
    for _ in range(repetitions):
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        runs.append(json.loads(done.stdout))
    return min(runs, key=lambda run: run["seconds"])


def select(options, k, **how):
    return report(["select", *options, "--k", k, "--tau", 0, "--algorithm", "greedy"], **how)


def attack(options, items, tau, **how):
    chosen = ["--items", ",".join(map(str, items)), "--tau", tau, "--adversary", "greedy-min"]
    return report(["attack", *options, *chosen], **how)


def objective_of(model, design, labels, ridge):
    likelihood = model.predict_log_proba(design)[np.arange(len(labels)), labels].sum()
    return likelihood - 0.5 * ridge * np.sum(model.coef_**2)


def fit(design, labels, ridge, solver, tolerance):
    model = LogisticRegression(
        C=1 / ridge, fit_intercept=False, solver=solver, tol=tolerance, max_iter=10_000
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.perf_counter()
        model.fit(design, labels)
        seconds = time.perf_counter() - start
    return seconds, objective_of(model, design, labels, ridge)


def seconds_of_a_fit(design, labels, ridge, chosen, candidates):
    """Mean time of the fastest sufficient solver, and its name."""
    scale = len(labels) * np.log(len(np.unique(labels)))
    first = np.ascontiguousarray(design[:, [*chosen, candidates[0]]])
    best = max(fit(first, labels, ridge, solver, 1e-10)[1] for solver in SOLVERS)
    offers = []
    for solver, tolerances in SOLVERS.items():
        for tolerance in tolerances:
            seconds, attained = fit(first, labels, ridge, solver, tolerance)
            if best - attained <= ACCURACY * scale:
                offers.append((seconds, solver, tolerance))
                break
    _, solver, tolerance = min(offers)
    times = []
    for candidate in candidates:
        columns = np.ascontiguousarray(design[:, [*chosen, candidate]])
        times.append(fit(columns, labels, ridge, solver, tolerance)[0])
    return float(np.mean(times)), solver


def refit_estimate(design, labels, ridge, order, sizes, samples):
    """Seconds that refitting every candidate at every step would take."""
    rng = np.random.default_rng(0)
    useful = np.flatnonzero(design.std(axis=0) > 0)
    means = []
    for size in sizes:
        candidates = rng.choice(np.setdiff1d(useful, order[:size]), samples, replace=False)
        means.append(seconds_of_a_fit(design, labels, ridge, order[:size], candidates)[0])
    steps = np.arange(len(order))
    return float(np.sum(np.interp(steps, sizes, means) * (design.shape[1] - steps)))


class Job(typing.NamedTuple):
    name: str
    objective: str
    k: int
    tau: int
    samples: int  # fits to time at each size of S
    bars: tuple[str, str]  # of the ratios to refits and to one thread


def compare(job, data, sizes, folder):
    design, labels = data
    options = ["--objective", job.objective, "--no-intercept"]
    options += save(folder, job.objective, design, labels)
    ours = select(options, job.k, repetitions=3)
    order = [item["index"] for item in ours["items"]]
    theirs = refit_estimate(design, labels, 1.0, order, sizes, job.samples)
    removal = attack(options, order, job.tau, repetitions=3)["seconds"]
    two = select(options, job.k, threads=2, repetitions=3)["seconds"]
    one = ours["seconds"]
    refits = "scikit-learn refits, sampled and added up"
    removing = f"{job.name}, greedy-min tau = {job.tau} of {job.k}"
    return [
        (f"{job.name}, greedy k = {job.k}", refits, one, theirs, job.bars[0]),
        (removing, "selecting them", removal, one, "at most 0.5"),
        (f"{job.name}, two threads", "one thread", two, one, job.bars[1]),
    ]


def logistic_data(rows=600, features=200, seed=0):
    """Neighbouring columns correlate, as in the figures on logistic regression."""
    rng = np.random.default_rng(seed)
    design = np.empty((rows, features))
    design[:, 0] = rng.normal(size=rows)
    for j in range(1, features):
        design[:, j] = np.sqrt(0.91) * design[:, j - 1] + 0.3 * rng.normal(size=rows)
    weights = np.zeros(features)
    weights[rng.choice(features, features // 2, replace=False)] = rng.uniform(-1, 1, features // 2)
    return design, (1 / (1 + np.exp(design @ weights)) > 0.5).astype(int)


def softmax_data(rows, features, classes, seed=0):
    design, _ = logistic_data(rows, features, seed)
    rng = np.random.default_rng(seed + 1)
    weights = rng.normal(size=(features, classes)) / np.sqrt(features)
    return design, np.argmax(design @ weights + rng.gumbel(size=(rows, classes)), axis=1)


def mnist_sample():
    folder = ROOT / "data/mnist"
    pixels = gzip.decompress((folder / "train-images-idx3-ubyte.gz").read_bytes())[16:]
    labels = gzip.decompress((folder / "train-labels-idx1-ubyte.gz").read_bytes())[8:]
    design = np.frombuffer(pixels, dtype=np.uint8).reshape(-1, 784) / 255.0
    return design, np.frombuffer(labels, dtype=np.uint8).astype(int)


def harder(folder, k=30):
    """Small ridges and raw pixels, against ridge 1 on pixels from 0 to 1, taking turns."""
    design, labels = mnist_sample()
    options = ["--objective", "softmax", "--no-intercept"]
    unit = options + save(folder, "unit", design, labels)
    raw = options + save(folder, "raw", 255.0 * design, labels)
    cases = ([*unit, "--ridge", 1], [*unit, "--ridge", 0.01], [*raw, "--ridge", 1])
    turns = [[select(case, k)["seconds"] for case in cases] for _ in range(3)]
    easy, small, of_raw = np.min(turns, axis=0)
    name, peer = f"softmax, MNIST sample, greedy k = {k}", "ridge 1, pixels from 0 to 1"
    return [
        (f"{name}, ridge 0.01", peer, small, easy, "at most 5"),
        (f"{name}, ridge 1, pixels from 0 to 255", peer, of_raw, easy, "at most 5"),
    ]


def rows(folder):
    """The jobs and their peers, in seconds, and the limit of the ratio."""
    sizes = (0, 10, 30, 59)
    logistic = Job("logistic 600 x 200", "logistic", 60, 30, 8, ("at most 0.0033", "at most 0.62"))
    digits = "softmax, MNIST sample 2000 x 784, 10 classes"
    softmax = Job(digits, "softmax", 60, 45, 3, ("at most 0.004", "at most 0.62"))
    return [
        *compare(logistic, logistic_data(), sizes, folder),
        *compare(softmax, mnist_sample(), sizes, folder),
        *harder(folder),
    ]


def growth(folder):
    """Time of a greedy run when one of its sizes changes, and the slope in logarithms."""
    base = {"rows": 1000, "features": 200, "k": 20, "classes": 4, "ridge": 1.0}
    grid = {
        "rows": (500, 1000, 2000, 4000),
        "features": (100, 200, 400, 800),
        "k": (10, 20, 40, 80),
        "classes": (2, 4, 8, 16),
        "ridge": (10.0, 1.0, 0.1, 0.01),
    }
    print("| what grows | sizes | seconds | slope |\n|---|---|---|---:|")
    for what, sizes in grid.items():
        seconds = []
        for size in sizes:
            p = base | {what: size}
            data = save(folder, "growth", *softmax_data(p["rows"], p["features"], p["classes"]))
            options = ["--objective", "softmax", "--no-intercept", "--ridge", p["ridge"], *data]
            seconds.append(select(options, p["k"], repetitions=3)["seconds"])
        slope = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
        times = ", ".join(f"{s:.3g}" for s in seconds)
        print(f"| {what} | {', '.join(map(str, sizes))} | {times} | {slope:.2f} |")


def main():
    global COMMAND
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--growth", action="store_true", help="how the time grows instead")
    parser.add_argument("--command", type=pathlib.Path, default=COMMAND, help="what to measure")
    arguments = parser.parse_args()
    COMMAND = arguments.command
    with tempfile.TemporaryDirectory() as name, threadpool_limits(1):
        if arguments.growth:
            growth(pathlib.Path(name))
            return
        print("| job | against | Holdfast | peer | ratio | bar |\n|---|---|---:|---:|---:|---|")
        for what, peer, ours, theirs, bar in rows(pathlib.Path(name)):
            times = f"{ours:.4g} s | {theirs:.4g} s | {ours / theirs:.3g}"
            print(f"| {what} | {peer} | {times} | {bar} |")


if __name__ == "__main__":
    main()
