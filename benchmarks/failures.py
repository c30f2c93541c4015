"""Failures as they are: what events cost greedy, and protection against HiGHS.

    benchmarks/failures.py [--instances N]

Events: greedy on a linear problem whose columns fail at a rate of 5 %, in 200 drawn events, against
greedy on the same problem without events. Protection: 5 of 20 sites against 5 losses, 100 customers
in a square, maximal covering. HiGHS solves it by cuts: a master program chooses what to protect, a
second one finds the worst deletion of the others, which becomes a row of the first, until both
agree. Times leave out reading files and making the models.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import covering
import highspy
import numpy as np

COMMAND = pathlib.Path(__file__).resolve().parent.parent / "build/bin/holdfast"
CUSTOMERS, SITES, LOSSES, PROTECTED = 100, 20, 5, 5


def answer(*words):
    done = subprocess.run(
        [COMMAND, *map(str, words), "--threads", "1", "--format", "json", "--quiet"],
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


def events_times(folder, repetitions=5):
    """Seconds of greedy with 200 events and without: 800 rows, 1,000 columns, k = 40."""
    random = np.random.default_rng(0)
    X = random.normal(size=(800, 1000))
    y = X[:, :100] @ random.normal(size=100) + random.normal(size=800)
    np.save(folder / "data.npy", np.column_stack([X, y]))
    rates = "item,rate\n" + "".join(f"{column},0.05\n" for column in range(1000))
    (folder / "rates.csv").write_text(rates)
    plain = ["select", "--data", folder / "data.npy", "--target", "1000", "--k", "40"]
    plain += ["--algorithm", "greedy"]
    events = [*plain, "--failure-rates", folder / "rates.csv", "--draws", "200"]
    return [min(answer(*words)["seconds"] for _ in range(repetitions)) for words in (events, plain)]


def worst_deletion(similarity, kept):
    """HiGHS' worst deletion that spares the protected sites, and its seconds."""
    model = covering.integer_program(similarity, LOSSES)
    for site in kept:
        model.changeColBounds(site, 0.0, 0.0)
    start = time.perf_counter()
    model.run()
    seconds = time.perf_counter() - start
    solution = model.getSolution().col_value
    deleted = [site for site in range(SITES) if solution[site] > 0.5]
    left = np.delete(similarity, deleted, axis=1).max(axis=1).sum()
    return deleted, left, seconds


def protect_by_highs(similarity):
    """The value of the best protection, and the seconds of all programs together."""
    whole = similarity.max(axis=1).sum()
    master = highspy.Highs()
    master.setOptionValue("output_flag", False)
    master.setOptionValue("threads", 1)
    master.setOptionValue("mip_rel_gap", 1e-9)
    chosen = [master.addBinary() for _ in range(SITES)]
    value = master.addVariable(lb=0.0, ub=whole)
    master.addConstr(sum(chosen) <= PROTECTED)
    master.setMaximize()
    master.setObjective(value)
    kept, best, total = [], 0.0, 0.0
    while True:
        deleted, left, seconds = worst_deletion(similarity, kept)
        total += seconds
        best = max(best, left)
        master.addConstr(value <= left + (whole - left) * sum(chosen[site] for site in deleted))
        start = time.perf_counter()
        master.run()
        total += time.perf_counter() - start
        if master.getInfo().objective_function_value <= best + 1e-6 * whole:
            return best, total
        solution = master.getSolution().col_value
        kept = [site for site in range(SITES) if solution[site] > 0.5]


def protect_by_holdfast(folder, similarity):
    np.save(folder / "similarity.npy", similarity)
    words = ["--objective", "facility-location", "--similarity", folder / "similarity.npy"]
    words += ["--items", f"0-{SITES - 1}", "--tau", LOSSES, "--protect", PROTECTED]
    found = answer("protect", *words)
    return found["value"], found["proven"], found["seconds"], found["attacks"]


def protections(folder, count):
    for seed in range(count):
        similarity = covering.similarities("covering", CUSTOMERS, SITES, seed)
        yield seed, protect_by_holdfast(folder, similarity), protect_by_highs(similarity)


def rows(folder):
    """For the table of all benchmarks."""
    with_events, plain = events_times(folder)
    done = list(protections(folder, 3))
    wrong = sum(abs(ours[0] - theirs[0]) > 1e-6 * theirs[0] for _, ours, theirs in done)
    return [
        ("greedy under 200 events, linear 800 x 1000, k = 40", "greedy without events",
         with_events, plain, "at most 40"),
        (f"protect 5 of 20 sites against 5 losses, {len(done)} problems, {wrong} answers differ",
         "HiGHS, by cuts", sum(ours[2] for _, ours, _ in done),
         sum(theirs[1] for _, _, theirs in done), "at most 0.1"),
    ]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=5, help="of the protection problem")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with_events, plain = events_times(folder)
        print(
            f"greedy: {1e3 * plain:.2f} ms, with 200 events {1e3 * with_events:.1f} ms, "
            f"{with_events / plain:.1f} times as long\n"
        )
        print("| seed | protected value | proven | attacks | time | HiGHS | time | ratio |")
        print("|---|---:|---|---:|---:|---:|---:|---:|")
        for seed, (value, proven, ours, attacks), (truth, theirs) in protections(
            folder, parser.parse_args().instances
        ):
            print(
                f"| {seed} | {value:.1f} | {proven} | {attacks} | {ours:.3f} s | {truth:.1f} "
                f"| {theirs:.3f} s | {ours / theirs:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
