"""How the time of greedy, and of greedy-min, grows with the sizes of the problem.

    build/bench-venv/bin/python benchmarks/growth.py

One size changes at a time. A slope is that of a line through the logarithms: 1 is linear growth.
`promised` is what docs/numerics.md says at most; it counts the largest term alone.
"""

import pathlib
import tempfile
import typing

import numpy as np
from classification import logistic_data, report, save, softmax_data

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEED, REPETITIONS = 0, 5


class Kind(typing.NamedTuple):
    base: dict  # sizes: rows, items, k, tau (of an attack on k items) and perhaps classes
    data: typing.Callable  # (folder, sizes) -> options
    grid: dict  # what grows -> (its sizes, promised slope)


def linear(folder, p):
    x, _ = logistic_data(p["rows"], p["items"], SEED)
    random = np.random.default_rng(SEED)
    y = x @ random.normal(size=p["items"]) + random.normal(size=p["rows"])
    return ["--objective", "linear", "--no-intercept", *save(folder, "growth", x, y)]


def classes_of(objective):
    def data(folder, p):
        labelled = softmax_data(p["rows"], p["items"], p["classes"], SEED)
        return ["--objective", objective, "--no-intercept", *save(folder, "growth", *labelled)]

    return data


def kernel_of(objective):
    """With rows: the targets."""

    def data(folder, p):
        targets = p.get("rows", 0)
        points = np.random.default_rng(SEED).normal(size=(p["items"] + targets, 8)) * 0.5
        np.save(folder / "points.npy", points)
        options = ["--objective", objective, "--points", folder / "points.npy", "--noise", 1]
        if targets:
            options += ["--candidates", f"0-{p['items'] - 1}"]
            options += ["--targets", f"{p['items']}-{p['items'] + targets - 1}"]
        return options

    return data


def facilities(folder, p):
    random = np.random.default_rng(SEED)
    customers, sites = random.normal(size=(p["rows"], 8)), random.normal(size=(p["items"], 8))
    squares = (customers**2).sum(axis=1)[:, None] + (sites**2).sum(axis=1)
    np.save(folder / "similarity.npy", np.exp(-(squares - 2 * customers @ sites.T) / 16))
    return ["--objective", "facility-location", "--similarity", folder / "similarity.npy"]


def coverage(folder, p):
    sets = np.random.default_rng(SEED).random((p["rows"], p["items"])) < 20 / p["rows"]
    np.save(folder / "sets.npy", np.asfortranarray(sets, dtype=float))
    return ["--objective", "coverage", "--sets", folder / "sets.npy"]


def doubling(first, count=4):
    return [first * 2**i for i in range(count)]


CLASSES = {"rows": 1000, "items": 200, "k": 20, "tau": 5, "classes": 4}
CLASS_GRID = {
    "rows": (doubling(500), 1),
    "items": (doubling(100), 1),
    "k": (doubling(10), 3),
    "tau": ([2, 4, 8, 16], 1),
}
KINDS = {
    "linear": Kind(
        {"rows": 1000, "items": 1000, "k": 80, "tau": 10}, linear,
        {"rows": (doubling(500), 1), "items": (doubling(500), 1), "k": (doubling(20), 2),
         "tau": (doubling(5), 1)}),
    "variance-reduction": Kind(
        {"rows": 500, "items": 500, "k": 80, "tau": 10}, kernel_of("variance-reduction"),
        {"rows": (doubling(250), 1), "items": (doubling(250), 1), "k": (doubling(20), 2),
         "tau": (doubling(5), 1)}),
    "logdet": Kind(
        {"items": 1000, "k": 80, "tau": 10}, kernel_of("logdet"),
        {"items": (doubling(500), 1), "k": (doubling(40), 2), "tau": (doubling(5), 1)}),
    "logistic": Kind(CLASSES | {"classes": 2}, classes_of("logistic"), CLASS_GRID),
    "softmax": Kind(CLASSES, classes_of("softmax"), CLASS_GRID | {"classes": ([2, 4, 8, 16], 3)}),
    "one-vs-rest": Kind(
        CLASSES, classes_of("one-vs-rest"), CLASS_GRID | {"classes": ([3, 6, 12, 24], 1)}),
    "facility-location": Kind(
        {"rows": 2000, "items": 2000, "k": 100, "tau": 10}, facilities,
        {"rows": (doubling(1000), 1), "items": (doubling(500), 1), "k": (doubling(50), 1),
         "tau": (doubling(5), 1)}),
    "coverage": Kind(
        {"rows": 2000, "items": 2000, "k": 100, "tau": 10}, coverage,
        {"rows": (doubling(1000), 1), "items": (doubling(500), 1), "k": (doubling(50), 1),
         "tau": (doubling(5), 1)}),
}  # fmt: skip


class Growth(typing.NamedTuple):
    objective: str
    what: str
    sizes: list
    seconds: list
    promised: float

    @property
    def slope(self):
        return float(np.polyfit(np.log(self.sizes), np.log(self.seconds), 1)[0])


def greedy(options, k, threads=1):
    words = ["select", *options, "--k", k, "--tau", 0, "--algorithm", "greedy"]
    return report(words, threads=threads, repetitions=REPETITIONS)


def seconds_at(kind, folder, sizes, what):
    options = kind.data(folder, sizes)
    if what != "tau":
        return greedy(options, sizes["k"])["seconds"]
    order = ",".join(str(item["index"]) for item in greedy(options, 2 * sizes["k"])["items"])
    words = ["attack", *options, "--items", order, "--tau", sizes["tau"]]
    return report([*words, "--adversary", "greedy-min"], repetitions=REPETITIONS)["seconds"]


def measure(folder):
    for objective, kind in KINDS.items():
        for what, (sizes, promised) in kind.grid.items():
            seconds = [seconds_at(kind, folder, kind.base | {what: size}, what) for size in sizes]
            yield Growth(objective, what, sizes, seconds, promised)
        options = kind.data(folder, kind.base)
        seconds = [greedy(options, kind.base["k"], threads)["seconds"] for threads in (1, 2)]
        yield Growth(objective, "threads", [1, 2], seconds, float("nan"))


def as_table(growths):
    lines = ["| objective | what grows | sizes | milliseconds | slope | promised |",
             "|---|---|---|---|---:|---:|"]  # fmt: skip
    for row in growths:
        sizes = ", ".join(map(str, row.sizes))
        times = ", ".join(f"{1e3 * s:.3g}" for s in row.seconds)
        promised = "" if row.what == "threads" else f"at most {row.promised}"
        lines.append(
            f"| {row.objective} | {row.what} | {sizes} | {times} | {row.slope:.2f} | {promised} |"
        )
    return "\n".join(lines)


def main():
    with tempfile.TemporaryDirectory() as name:
        print(as_table(measure(pathlib.Path(name))))


if __name__ == "__main__":
    main()
