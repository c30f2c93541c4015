"""Facility location against libraries of submodular functions, deletions against HiGHS."""

import covering
import numpy as np
from measure import Entry, Job, best_of, entry, select


def similarities(size):
    points = np.random.default_rng(1).normal(size=(size, 16))
    similarity = np.empty((size, size))
    squares = (points**2).sum(axis=1)
    for begin in range(0, size, 1000):
        rows = slice(begin, begin + 1000)
        distance = np.maximum(squares[rows, None] + squares[None] - 2 * points[rows] @ points.T, 0)
        similarity[rows] = np.exp(-distance / 32)
    return (similarity + similarity.T) / 2


def apricot(similarity, k):
    from apricot import FacilityLocationSelection

    warm = FacilityLocationSelection(2, metric="precomputed", optimizer="lazy")
    warm.fit(similarity[:50, :50].copy())  # compiles its kernels
    selector = FacilityLocationSelection(k, metric="precomputed", optimizer="lazy")
    seconds, _ = best_of(1, lambda: selector.fit(similarity))
    return seconds, selector.ranking


def submodlib(similarity, k):
    from submodlib import FacilityLocationFunction

    function = FacilityLocationFunction(
        n=len(similarity), mode="dense", sijs=similarity, separate_rep=False
    )
    seconds, chosen = best_of(
        1, lambda: function.maximize(budget=k, optimizer="LazyGreedy", show_progress=False)
    )
    return seconds, [item for item, _ in chosen]


def jobs(folder, size, k):
    similarity = similarities(size)
    np.save(folder / "similarity.npy", similarity)
    options = ["--objective", "facility-location", "--similarity", folder / "similarity.npy"]
    seconds, ours = select(options, k, repetitions=3)

    def judge(chosen):
        return similarity[:, chosen].max(axis=1).sum() / ours["value"]

    name = f"facility location {size} x {size}, k = {k}"
    rivals = [("apricot, lazy greedy", apricot, "at most 0.15"),
              ("submodlib, lazy greedy", submodlib, "at most 0.07")]  # fmt: skip
    for library, choose, bar in rivals:
        work = entry(library, lambda choose=choose: choose(similarity, k), judge)
        yield Job(name, bar, seconds, [work])
    yield from attacks()


def attacks():
    done = list(covering.measure(1))
    proven = [row for row in done if row["highs"][1]]
    missed = sum(not row["exact"][1] for row in proven)
    excess = max(row["strong"][0] / min(row["highs"][0], row["exact"][0]) for row in done)
    highs = sum(row["highs"][2] for row in proven)
    name = f"worst deletions, {len(proven)} covering and p-median problems"
    yield Job(
        f"{name}, {missed} not proven",
        "at most 1",
        sum(row["exact"][2] for row in proven),
        [Entry("HiGHS, mixed-integer program", highs, 1.0)],
    )
    yield Job(
        f"{name}, by strong, not proven",
        "",
        sum(row["strong"][2] for row in proven),
        [Entry("HiGHS, mixed-integer program", highs, excess)],
    )
