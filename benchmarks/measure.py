"""What the jobs against peers share: times, the value of a set, a limit to patience."""

import multiprocessing
import time
import typing

from classification import report

# Seconds for one configuration of a peer.
PATIENCE = 150.0


class Entry(typing.NamedTuple):
    library: str
    seconds: float  # NaN: it did not finish, and `library` says why
    quality: float  # what it chose, as a share of what Holdfast chose; above 1: better


class Job(typing.NamedTuple):
    name: str
    bar: str  # of the ratios of Holdfast's time to the peers'
    seconds: float  # Holdfast's
    peers: list[Entry]


def best_of(repetitions, job):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - start)
    return min(times), result


def select(options, k, repetitions=5):
    """The best seconds of greedy, and the last report."""
    how = ["--algorithm", "greedy", "--tau", 0, "--k", k]
    found = report(["select", *options, *how], repetitions=repetitions)
    return found["seconds"], found


def items_of(found):
    return [item["index"] for item in found["items"]]


def value_of(options, items):
    """f of any set, by the judge of all: Holdfast's own objective."""
    words = ["--items", ",".join(map(str, items)), "--tau", 0]
    return report(["attack", *options, *words])["value"]


def within_patience(job):
    """The result of job() in a process of its own, which is ended if it takes too long."""
    context = multiprocessing.get_context("fork")
    answers = context.Queue()

    def work():
        try:
            answers.put((job(), None))
        except Exception as error:
            answers.put((None, f"{type(error).__name__}: {str(error)[:80]}"))

    worker = context.Process(target=work, daemon=True)
    worker.start()
    try:
        result, problem = answers.get(timeout=PATIENCE)
    except Exception:
        result, problem = None, f"not done after {PATIENCE:.0f} s, or it crashed"
    worker.terminate()
    worker.join()
    if problem:
        raise RuntimeError(problem)
    return result


def entry(library, job, judge):
    """`job` gives (seconds, chosen items); `judge` says what share of ours they are worth."""
    try:
        seconds, chosen = within_patience(job)
        return Entry(library, seconds, judge(chosen))
    except Exception as error:
        return Entry(f"{library}: {error}", float("nan"), float("nan"))
