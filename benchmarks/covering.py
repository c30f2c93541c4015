"""Attacks on covering problems against HiGHS, which gets the plain mixed-integer program.

    benchmarks/covering.py [--instances N]

Random customers and sites in a square, all sites open. Maximal covering: a customer counts while a
site within the radius is left. p-median: a customer is served by the nearest site left. For each
instance: the truth as HiGHS proves it within 60 s on one thread, its time, what `exact` and
`strong` find on one thread, and their times. Times leave out reading files and making the model.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import highspy
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = ROOT / "build/bin/holdfast"
# Customers, sites, losses.
SIZES = [(160, 40, 5), (160, 40, 10), (300, 60, 6), (300, 60, 12), (500, 100, 10), (500, 100, 20)]
HIGHS_SECONDS = 60.0


def similarities(kind, customers, sites, seed):
    """Customers x sites; an attack lowers the sum of the row maxima."""
    random = np.random.default_rng(seed)
    places = random.uniform(0.0, 100.0, (customers, 2))
    open_sites = random.uniform(0.0, 100.0, (sites, 2))
    demand = random.integers(1, 100, customers).astype(float)
    distance = np.linalg.norm(places[:, None, :] - open_sites[None, :, :], axis=2)
    if kind == "p-median":
        return np.round(demand[:, None] * (150.0 - distance), 3)
    radius = 100.0 * np.sqrt(4.0 / (np.pi * sites))  # four sites within reach on average
    return np.where(distance <= radius, demand[:, None], 0.0)


def integer_program(similarity, losses):
    """y[i, p] = 1 only if the p best sites of customer i are all deleted."""
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    model.setOptionValue("time_limit", HIGHS_SECONDS)
    model.setOptionValue("mip_rel_gap", 1e-9)
    deleted = [model.addBinary() for _ in range(similarity.shape[1])]
    model.addConstr(sum(deleted) <= losses)
    objective = []
    for row in similarity:
        order = np.argsort(-row, kind="stable")
        values = np.append(row[order], 0.0)
        before, pending = None, []
        for p in range(min(losses, np.count_nonzero(row))):
            pending.append(deleted[order[p]])
            drop = values[p] - values[p + 1]
            if drop <= 0.0:
                continue
            lost = model.addVariable(lb=0.0, ub=1.0)
            for site in pending:
                model.addConstr(lost <= site)
            if before is not None:
                model.addConstr(lost <= before)
            objective.append(drop * lost)
            before, pending = lost, []
    model.setMaximize()
    model.setObjective(sum(objective))
    return model


def solve_by_highs(similarity, losses):
    model = integer_program(similarity, losses)
    start = time.perf_counter()
    model.run()
    seconds = time.perf_counter() - start
    proven = model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    left = similarity.max(axis=1).sum() - model.getInfo().objective_function_value
    return left, proven, seconds


def attack(folder, similarity, losses, adversary):
    file = pathlib.Path(folder) / "similarity.npy"
    np.save(file, similarity)
    items = ",".join(map(str, range(similarity.shape[1])))
    words = ["--objective", "facility-location", "--similarity", file, "--items", items]
    words += ["--tau", losses, "--adversary", adversary, "--threads", 1, "--format", "json"]
    done = subprocess.run(
        [COMMAND, "attack", *map(str, words)], check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout)
    return found["value"], found["proven"], found["seconds"]


def instances(count):
    for kind in ("covering", "p-median"):
        for size in SIZES:
            for seed in range(count):
                yield kind, *size, seed


def measure(count):
    with tempfile.TemporaryDirectory() as folder:
        for kind, customers, sites, losses, seed in instances(count):
            similarity = similarities(kind, customers, sites, seed)
            yield {
                "name": f"{kind} {customers} x {sites}, {losses} losses, seed {seed}",
                "highs": solve_by_highs(similarity, losses),
                "exact": attack(folder, similarity, losses, "exact"),
                "strong": attack(folder, similarity, losses, "strong"),
            }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=3, help="of each size")
    totals = dict.fromkeys(("highs", "exact", "strong"), 0.0)
    worst_excess, unproven = 0.0, 0
    print("| instance | HiGHS left | time | exact left | proven | time | strong left | time |")
    print("|---|---:|---:|---:|---|---:|---:|---:|")
    for row in measure(parser.parse_args().instances):
        (truth, known, highs), (value, proven, exact), (strong, _, judge) = (
            row["highs"],
            row["exact"],
            row["strong"],
        )
        for name, seconds in (("highs", highs), ("exact", exact), ("strong", judge)):
            totals[name] += seconds
        worst_excess = max(worst_excess, strong / min(truth, value) - 1.0)
        unproven += known and not proven
        print(
            f"| {row['name']} | {truth:.1f}{'' if known else ' (not proven)'} | {highs:.3f} s "
            f"| {value:.1f} | {proven} | {exact:.4f} s | {strong:.1f} | {judge:.4f} s |",
            flush=True,
        )
    print(
        f"\nHiGHS {totals['highs']:.2f} s in all, exact {totals['exact']:.2f} s "
        f"({totals['exact'] / totals['highs']:.3f}), strong {totals['strong']:.2f} s; strong is at "
        f"most {100 * worst_excess:.3f} % above the truth; proven by HiGHS only: {unproven}"
    )


if __name__ == "__main__":
    main()
