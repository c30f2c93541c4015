"""Set functions of the user, and long calls: interrupts, threads, processes."""

import concurrent.futures
import gc
import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time
import warnings
import weakref

import joblib
import numpy as np
import pytest

import holdfast as hf

WEIGHTS = np.array([4.0, 1.0, 3.0, 2.0, 5.0])


def worth(items):
    return float(np.sqrt(WEIGHTS[items].sum()))


def test_values_only():
    selection = hf.select(hf.SetFunction(5, worth), 3, 1, algorithm="greedy")
    assert selection.items.tolist() == [4, 0, 2]
    assert selection.value == pytest.approx(np.sqrt(12))
    assert selection.worst_case.value == pytest.approx(np.sqrt(7))


def test_robust_search_and_its_judges():
    objective = hf.LinearRegression(
        np.random.default_rng(0).normal(size=(60, 20)), np.random.default_rng(1).normal(size=60)
    )
    judged = {}
    for algorithm in ("oblivious-greedy", "beta-path", "auto"):
        items = hf.select(objective, 8, 3, algorithm=algorithm).items
        strong = hf.attack(objective, items, 3, adversary="strong")
        exact = hf.attack(objective, items, 3, adversary="exact")
        assert exact.proven and exact.at_least == exact.value
        assert 0 <= strong.at_least <= exact.value <= strong.value * (1 + 1e-9)
        judged[algorithm] = strong.value
    assert judged["oblivious-greedy"] <= judged["beta-path"] * (1 + 1e-9)
    assert judged["beta-path"] <= judged["auto"] * (1 + 1e-9)


def test_batch_gains_cost_one_call_a_step():
    calls = {"value": 0, "gains": 0}

    def value(items):
        calls["value"] += 1
        return worth(items)

    def gains(items, candidates):
        calls["gains"] += 1
        return np.array([worth(sorted([*items, c])) - worth(items) for c in candidates])

    objective = hf.SetFunction(5, value, gains)
    calls["value"] = 0
    selection = hf.select(objective, 3, 0, algorithm="greedy", adversary="greedy-min")
    assert selection.items.tolist() == [4, 0, 2]
    assert calls["gains"] == 3 + 1  # and once for what each item is worth alone
    assert calls["value"] <= 8 + 3  # and once for what is lost without each


class Mine(Exception):
    pass


def test_an_exception_arrives_unchanged():
    def value(items):
        if len(items) == 2:
            raise Mine("at two")
        return float(len(items))

    with pytest.raises(Mine, match="at two"):
        hf.select(hf.SetFunction(4, value), 3)


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (lambda items: 1.0, ValueError, "empty"),
        (lambda items: float("nan") if items else 0.0, ValueError, "nan"),
        (lambda items: "many" if items else 0.0, TypeError, "returned 'many' for the set .0.$"),
        (lambda items: None, TypeError, r"value must return a number; it returned None .* \[\]$"),
        (lambda items: None if 3 in items else 0.0, TypeError, r"returned None for the set \[3\]$"),
        (lambda items: np.zeros(2) if items else 0.0, TypeError, "value must return a number"),
    ],
)
def test_functions_that_break_their_promise(value, kind, words):
    with pytest.raises(kind, match=words):
        hf.select(hf.SetFunction(4, value), 2)


@pytest.mark.parametrize(
    "gains",
    [
        lambda items, candidates: None,
        lambda items, candidates: 1.0,
        lambda items, candidates: ["one"] * len(candidates),
        lambda items, candidates: [None] * len(candidates),
    ],
)
def test_gains_that_are_no_numbers(gains):
    with pytest.raises(TypeError, match=r"gains must return a list or array .* for the set \[\]$"):
        hf.select(hf.SetFunction(4, worth, gains), 2, algorithm="greedy")


@pytest.mark.parametrize("number", [int, np.float32, np.int64, np.array, bool])
def test_numbers_of_any_kind_will_do(number):
    f = hf.SetFunction(3, lambda items: number(min(1, len(items))))
    assert f.value([1]) == 1.0
    g = hf.SetFunction(3, lambda s: float(len(s)), lambda s, c: [number(1) for _ in c])
    assert hf.select(g, 2, algorithm="greedy").value == 2.0


def test_an_error_in_a_number_is_not_hidden():
    class Strange:
        def __float__(self):
            raise Mine("no number today")

    with pytest.raises(Mine, match="no number today"):
        hf.SetFunction(3, lambda items: Strange() if items else 0.0).value([1])


def falling(items):
    """Worth more with every item, but for item 0, which spoils what is there."""
    return float(sum(items)) - (2.5 if 0 in items and len(items) > 1 else 0.0)


@pytest.mark.parametrize(
    "objective",
    [
        lambda: hf.SetFunction(40, falling),
        lambda: hf.SetFunction(
            40,
            falling,
            lambda items, candidates: [
                falling(sorted([*items, c])) - falling(items) for c in candidates
            ],
        ),
        lambda: hf.Grouped(hf.SetFunction(40, falling), [[38, 39]]),
    ],
)
def test_a_function_that_falls_is_told_once(objective):
    f = objective()
    with pytest.warns(UserWarning, match="falls when an item is added: item 0 changes") as caught:
        hf.attack(f, range(20), 3)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hf.attack(f, range(20), 3)


@pytest.mark.filterwarnings("ignore:the set function falls")
def test_nothing_is_proven_from_a_promise_that_was_broken():
    def proven_worst(f):
        return hf.attack(f, range(1, 30), 4, adversary="exact")

    kept = proven_worst(hf.SetFunction(40, lambda items: float(sum(items))))
    assert kept.proven and kept.at_least == kept.value
    f = hf.SetFunction(40, falling)
    hf.attack(f, range(20), 3)
    broken = proven_worst(f)
    assert not broken.proven and broken.at_least == 0
    assert hf.attack(f, range(5), 2, adversary="exact").proven  # all ten are tried
    with pytest.raises(ValueError, match=r"nothing can be certified .* item 0 changes"):
        hf.certify(f, range(20), 3)
    explained = hf.select(f, 5, 2, algorithm="oblivious-greedy", explain=True).guarantee
    assert "best" not in explained
    assert "never falls: item 0 changes" in explained["why"]
    assert "f is monotone" not in str(hf.ratios(f, exact_up_to=0).to_dict())


@pytest.mark.filterwarnings("error")
def test_rounding_is_no_fall():
    def rounded(items):
        return 1e6 * (len(items) > 0) - 1e-7 * len(items) * (len(items) > 1)

    assert hf.attack(hf.SetFunction(9, rounded), range(8), 2).value == pytest.approx(1e6)


def test_a_function_that_refers_to_its_objective_is_collected():
    class Holder:
        pass

    holder = Holder()
    holder.objective = hf.SetFunction(3, lambda items, holder=holder: float(len(items)))
    gone = weakref.ref(holder)
    del holder
    gc.collect()
    assert gone() is None


def test_two_threads_select_at_once(regression):
    X, y = regression
    objective = hf.LinearRegression(X, y)
    wanted = hf.select(objective, 6, 2, algorithm="random-greedy", random_state=1)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = [
            pool.submit(
                hf.select, objective, 6, 2, algorithm="random-greedy", random_state=1, n_jobs=1
            )
            for _ in range(40)
        ]
        assert all(job.result() == wanted for job in jobs)


def test_the_lock_is_released():
    """Another thread goes on while C++ works."""
    rng = np.random.default_rng(0)
    objective = hf.FacilityLocation(rng.random((1500, 1500)))
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    hf.attack(objective, range(300), 100, adversary="random-greedy-min", repeats=3)
    end = time.perf_counter()
    done.set()
    thread.join()
    assert sum(start < moment < end for moment in ticks) >= 0.2 * (end - start) / 0.002


def test_ctrl_c_returns_soon_and_leaves_the_interpreter_sound():
    program = textwrap.dedent(
        """
        import os, signal, threading, time
        import numpy as np
        import holdfast as hf
        signal.signal(signal.SIGINT, signal.default_int_handler)  # may be ignored by a shell
        objective = hf.LinearRegression(np.random.default_rng(0).normal(size=(90, 80)),
                                        np.random.default_rng(1).normal(size=90))
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        start = time.perf_counter()
        try:
            hf.attack(objective, range(80), 40, adversary="exact", most_nodes=10**18)
        except KeyboardInterrupt:
            print("stopped after", time.perf_counter() - start)
        print(hf.select(objective, 3, 1).items.size)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert float(first.split()[-1]) < 1.5
    assert second == "3"
    assert done.stderr == ""


def choose(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 10))
    return hf.select(hf.LinearRegression(X, X[:, 0]), 3, 1).items.tolist()


def test_joblib_processes():
    wanted = [choose(seed) for seed in range(4)]
    got = joblib.Parallel(n_jobs=2)(joblib.delayed(choose)(seed) for seed in range(4))
    assert got == wanted


def fork_and_choose(seed):
    return choose(seed)


def test_a_forked_child_works():
    wanted = choose(5)  # threads have been used in this process before it forks
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        answer = b"yes" if choose(5) == wanted else b"no"
        os.write(writer, answer)
        os._exit(0)
    os.close(writer)
    try:
        assert os.read(reader, 10) == b"yes"
    finally:
        os.close(reader)
        os.waitpid(child, 0)


def test_inside_a_worker_one_thread_is_used():
    def threads():
        X = np.random.default_rng(0).normal(size=(30, 5))
        return hf.select(hf.LinearRegression(X, X[:, 0]), 2).to_dict()["threads"]

    used = joblib.Parallel(n_jobs=2, backend="threading")(joblib.delayed(threads)() for _ in "ab")
    assert used == [1, 1]
    assert (
        hf.select(hf.SetFunction(3, lambda s: float(len(s))), 1, n_jobs=1).to_dict()["threads"] == 1
    )


def test_spawned_processes_import_cleanly():
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        assert pool.apply(choose, (1,)) == choose(1)


def test_signals_are_left_to_others():
    program = textwrap.dedent(
        """
        import signal
        before = signal.getsignal(signal.SIGINT)
        import holdfast as hf
        hf.select(hf.SetFunction(2, lambda items: float(len(items))), 1)
        assert signal.getsignal(signal.SIGINT) is before
        """
    )
    subprocess.run([sys.executable, "-c", program], check=True)
