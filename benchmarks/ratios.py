"""Prints the speed of Holdfast as ratios to named peers, all measured in this run.

A time is the best of several repetitions: the machine may be shared, and noise only adds. Peers get
the same data and one thread. Holdfast's time is the `seconds` of its own report, which leaves out
reading the file, as the peers' times leave out making the arrays.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import tempfile

import class_peers
import classification
import covering_peers
import design_peers
import failures
import growth
import linear_peers
import numpy as np
from threadpoolctl import threadpool_limits

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/benchmarks.md"


def engine_benchmarks():
    """Each in-process benchmark with its counters, the best of its repetitions, in seconds."""
    reports = [json.loads(file.read_text()) for file in ROOT.glob("build/bench-engine-*.json")]
    units = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    best = {}
    for row in itertools.chain.from_iterable(report["benchmarks"] for report in reports):
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
            "robust search 800 x 1000, k = 40, tau = 10, two walks: two threads",
            "one thread",
            t["robust_search/2"],
            t["robust_search/1"],
            "at most 0.55",
        ),
        (
            "logistic 600 x 200, k = 60, in a process that goes on: two threads",
            "one thread",
            t["logistic_greedy/2"],
            t["logistic_greedy/1"],
            "at most 0.62",
        ),
        (
            "one greedy step (a pass over X)",
            "reading an array of that size",
            t["greedy_step"],
            t["memory_to_core"],
            "at most 1.5",
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


def peer_jobs(folder, size, k):
    """Every peer at its home job, in the order of the page."""
    jobs = [*linear_peers.jobs(folder), *class_peers.jobs(folder), *design_peers.jobs(folder)]
    return jobs + list(covering_peers.jobs(folder, size, k))


def peer_rows(jobs):
    rows = []
    for job in jobs:
        for peer in job.peers:
            told = "" if np.isnan(peer.quality) else f" (value {peer.quality:.6f} of ours)"
            rows.append((job.name, peer.library + told, job.seconds, peer.seconds, job.bar))
    return rows


def python_rows(scripts):
    """Measured by the environment in which the package is installed."""
    rows = []
    for script in scripts:
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


def put(text, name, content):
    """The page with what lies between the two marks of that name replaced."""
    begin, end = f"<!-- {name} begins -->", f"<!-- {name} ends -->"
    head, rest = text.split(begin)
    return f"{head}{begin}\n\n{content}\n\n{end}{rest.split(end)[1]}"


def write_page(table, jobs, growths):
    import drawing

    drawing.draw_peers(jobs)
    drawing.draw_growth(growths)
    chart = "![Times of Holdfast and its peers](figures/benchmarks.svg)"
    curves = "![How times grow](figures/growth.svg)"
    text = put(PAGE.read_text(), "chart", chart)
    text = put(put(text, "table", table), "growth", f"{curves}\n\n{growth.as_table(growths)}")
    PAGE.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put tables and charts into docs/benchmarks.md"
    )
    parser.add_argument("--peers-only", action="store_true", help="only the jobs of the peers")
    parser.add_argument(
        "--large",
        action="store_true",
        help="also large data: 8 GB of disk, 300 s at most for a job",
    )
    parser.add_argument(
        "--size", type=int, default=10_000, help="items of the facility-location benchmark"
    )
    parser.add_argument("--k", type=int, default=1_000, help="items to choose there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, threadpool_limits(1):
        folder = pathlib.Path(name)
        jobs = peer_jobs(folder, arguments.size, arguments.k)
        if arguments.peers_only:
            print(as_table(peer_rows(jobs)))
            return
        rows = engine_rows() + peer_rows(jobs)
        rows += failures.rows(folder) + classification.rows(folder)
        scripts = ["python_calls.py", "serving.py", *(["large.py"] if arguments.large else [])]
        rows += theory_rows() + python_rows(scripts)
        growths = list(growth.measure(folder))
    missing = (ROOT / "build/bench-missing.txt").read_text().strip()
    table = as_table(rows) + (f"\n\nNot installed: {missing}" if missing else "")
    print(f"{table}\n\n{growth.as_table(growths)}")
    if arguments.write:
        write_page(table, jobs, growths)


if __name__ == "__main__":
    main()
