"""Prints the speed of Holdfast as ratios to named peers, all measured in this run.

A time is the best of several repetitions: the machine may be shared, and noise only adds. Peers get
the same data and one thread. Holdfast's time is the `seconds` of its own report, which leaves out
reading the file, as the peers' times leave out making the arrays.
"""

import argparse
import importlib
import json
import pathlib
import subprocess
import tempfile
import time

import classification
import covering
import failures
import numpy as np
from threadpoolctl import threadpool_limits

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = ROOT / "build/bin/holdfast"
PAGE = ROOT / "docs/benchmarks.md"


def best_of(repetitions, job):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - start)
    return min(times), result


def holdfast_select(options, repetitions=5, threads=1):
    """The best time and the last result of `holdfast select`."""
    command = [COMMAND, "select", *map(str, options), "--algorithm", "greedy", "--format", "json"]
    command += ["--tau", "0", "--threads", str(threads), "--quiet"]
    reports = []
    for _ in range(repetitions):
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        reports.append(json.loads(done.stdout))
    return min(report["seconds"] for report in reports), reports[-1]


def engine_benchmarks():
    """Each in-process benchmark with its counters, the best of its repetitions, in seconds."""
    report = json.loads((ROOT / "build/bench-engine.json").read_text())
    units = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    best = {}
    for row in report["benchmarks"]:
        if row["run_type"] != "iteration":
            continue
        name = row["name"].replace("/real_time", "")
        row["seconds"] = row["real_time"] * units[row["time_unit"]]
        if name not in best or row["seconds"] < best[name]["seconds"]:
            best[name] = row
    return best


def engine_rows():
    t = {name: row["seconds"] for name, row in engine_benchmarks().items()}
    first = t["first_greedy_run/1"]
    rows = [
        (
            "linear greedy 800 x 1000, k = 100: two threads",
            "one thread",
            t["first_greedy_run/2"],
            first,
            "help",
        ),
        (
            "one greedy step (a pass over X)",
            "reading an array of that size",
            t["greedy_step"],
            t["memory_to_core"],
            "at most 1.43",
        ),
        (
            "second run on the same objective",
            "its first run",
            t["second_greedy_run/1"],
            first,
            "at most 0.1",
        ),
        (
            "greedy-min, 30 of 100 items",
            "selecting the 100",
            t["greedy_min_30_of_100"],
            first,
            "at most 0.1",
        ),
        (
            "all four adversaries, 30 of 100 (22 attacks)",
            "selecting the 100",
            t["all_adversaries_30_of_100"],
            first,
            "",
        ),
    ]
    return rows


def theory_rows():
    best = engine_benchmarks()
    rows = []
    for items, threads, limit, seconds in (
        (12, 1, "a second", 1.0),
        (14, 1, "a minute", 60.0),
        (14, 2, "one thread", None),
    ):
        row = best[f"exact_ratios_of_a_table/items:{items}/threads:{threads}"]
        what = f"exact ratios of a table, n = {items}, {row['pairs'] / 1e6:.0f} M pairs a second"
        if seconds is None:
            what += ", two threads"
            seconds = best[f"exact_ratios_of_a_table/items:{items}/threads:1"]["seconds"]
        rows.append((what, limit, row["seconds"], seconds, "" if threads > 1 else "at most 1"))
    return rows


def linear_rows(folder):
    from sklearn.linear_model import orthogonal_mp

    subprocess.run(
        [COMMAND, "generate", "linear", "--out", folder / "linear", "--quiet"], check=True
    )
    table = np.genfromtxt(folder / "linear/train.csv", delimiter=",", skip_header=1)
    header = (folder / "linear/train.csv").open().readline().strip().split(",")
    target = header.index("y")
    x = np.asfortranarray(np.delete(table, target, axis=1))
    y = table[:, target].copy()
    ours, _ = holdfast_select(
        [
            "--objective",
            "linear",
            "--data",
            folder / "linear/train.csv",
            "--target",
            "y",
            "--no-intercept",
            "--k",
            100,
        ],
        repetitions=10,
    )
    theirs, _ = best_of(10, lambda: orthogonal_mp(x, y, n_nonzero_coefs=100))
    return [
        (
            "linear greedy 800 x 1000, k = 100 (exact forward selection)",
            "scikit-learn orthogonal_mp",
            ours,
            theirs,
            "at most 0.75",
        )
    ]


def numpy_variance_reduction(candidates, covariances, noise, k):
    """Greedy by rank-one updates of the joint posterior, vectorized over the candidates."""
    posterior = candidates.copy()
    with_targets = covariances.copy()
    left = np.ones(len(candidates), dtype=bool)
    chosen = []
    for _ in range(k):
        variance = np.diag(posterior) + noise
        gains = np.einsum("ij,ij->j", with_targets, with_targets) / variance
        best = int(np.argmax(np.where(left, gains, -np.inf)))
        chosen.append(best)
        left[best] = False
        with_targets -= np.outer(with_targets[:, best], posterior[best] / variance[best])
        posterior -= np.outer(posterior[:, best], posterior[best] / variance[best])
    return chosen


def variance_reduction_rows(folder):
    points = np.random.default_rng(0).normal(size=(600, 20)) * 0.3
    distance = np.sqrt(3.0) * np.linalg.norm(points[:, None] - points[None], axis=2)
    kernel = (1 + distance) * np.exp(-distance)
    np.save(folder / "kernel.npy", kernel)
    ours, report = holdfast_select(
        [
            "--objective",
            "variance-reduction",
            "--kernel-matrix",
            folder / "kernel.npy",
            "--noise",
            1,
            "--targets",
            "300-599",
            "--candidates",
            "0-299",
            "--k",
            100,
        ]
    )
    theirs, chosen = best_of(
        5, lambda: numpy_variance_reduction(kernel[:300, :300], kernel[300:, :300], 1.0, 100)
    )
    assert [item["index"] for item in report["items"]] == chosen
    return [
        (
            "variance reduction, 300 candidates, 300 targets, k = 100",
            "NumPy rank-one updates (same choice)",
            ours,
            theirs,
            "at most 0.2",
        )
    ]


def facility_location_rows(folder, size, k):
    rng = np.random.default_rng(1)
    points = rng.normal(size=(size, 16))
    similarity = np.empty((size, size))
    squares = (points**2).sum(axis=1)
    for begin in range(0, size, 1000):
        rows = slice(begin, begin + 1000)
        distance = np.maximum(squares[rows, None] + squares[None] - 2 * points[rows] @ points.T, 0)
        similarity[rows] = np.exp(-distance / 32)
    similarity = (similarity + similarity.T) / 2
    np.save(folder / "similarity.npy", similarity)
    ours, report = holdfast_select(
        ["--objective", "facility-location", "--similarity", folder / "similarity.npy", "--k", k],
        repetitions=3,
    )
    what = f"facility location {size} x {size}, k = {k}"
    rows = []
    for peer, job in (
        ("apricot-select, lazy greedy", apricot),
        ("submodlib, lazy greedy", submodlib),
    ):
        try:
            theirs, value = job(similarity, k)
        except Exception as error:
            rows.append(
                (
                    what,
                    f"{peer}: {type(error).__name__}: {error}",
                    ours,
                    float("nan"),
                    "at most 0.33",
                )
            )
            continue
        share = value / report["value"]
        rows.append((what, f"{peer} (value {share:.6f} of ours)", ours, theirs, "at most 0.33"))
    return rows


def apricot(similarity, k):
    module = importlib.import_module("apricot")
    warm = module.FacilityLocationSelection(2, metric="precomputed", optimizer="lazy")
    warm.fit(similarity[:50, :50].copy())  # compiles its kernels
    selector = module.FacilityLocationSelection(k, metric="precomputed", optimizer="lazy")
    seconds, _ = best_of(1, lambda: selector.fit(similarity))
    return seconds, similarity[:, selector.ranking].max(axis=1).sum()


def submodlib(similarity, k):
    module = importlib.import_module("submodlib")
    function = module.FacilityLocationFunction(
        n=len(similarity), mode="dense", sijs=similarity, separate_rep=False
    )
    seconds, chosen = best_of(
        1, lambda: function.maximize(budget=k, optimizer="LazyGreedy", show_progress=False)
    )
    return seconds, similarity[:, [item for item, _ in chosen]].max(axis=1).sum()


def python_rows():
    """Measured by the environment in which the package is installed."""
    rows = []
    for script in ("python_calls.py", "serving.py", "large.py"):
        command = [ROOT / ".venv/bin/python", ROOT / "benchmarks" / script]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows += json.loads(done.stdout)
    return rows


def shown(seconds):
    return (
        "-"
        if np.isnan(seconds)
        else f"{seconds:.0f} s"
        if seconds >= 100
        else f"{seconds:.3g} s"
        if seconds >= 1
        else f"{seconds * 1e3:.3g} ms"
        if seconds >= 1e-4
        else f"{seconds * 1e6:.3g} us"
    )


def as_table(rows):
    lines = ["| job | against | Holdfast | peer | ratio | bar |", "|---|---|---:|---:|---:|---|"]
    for what, peer, ours, theirs, bar in rows:
        lines.append(
            f"| {what} | {peer} | {shown(ours)} | {shown(theirs)} | {ours / theirs:.3g} | {bar} |"
        )
    return "\n".join(lines)


def write_page(table):
    text = PAGE.read_text()
    begin, end = "<!-- table begins -->", "<!-- table ends -->"
    head, rest = text.split(begin)
    PAGE.write_text(f"{head}{begin}\n\n{table}\n\n{end}{rest.split(end)[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into docs/benchmarks.md"
    )
    parser.add_argument(
        "--size", type=int, default=10_000, help="items of the facility-location benchmark"
    )
    parser.add_argument("--k", type=int, default=1_000, help="items to choose there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, threadpool_limits(1):
        folder = pathlib.Path(name)
        rows = engine_rows() + linear_rows(folder) + variance_reduction_rows(folder)
        rows += facility_location_rows(folder, arguments.size, arguments.k)
        rows += covering.rows() + failures.rows(folder) + classification.rows(folder)
        rows += theory_rows() + python_rows()
    table = as_table(rows)
    missing = (ROOT / "build/bench-missing.txt").read_text().strip()
    print(table + (f"\n\nNot installed: {missing}" if missing else ""))
    if arguments.write:
        write_page(table)


if __name__ == "__main__":
    main()
