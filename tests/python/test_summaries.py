"""Summaries from which to choose after deletions."""

import itertools
import pickle

import numpy as np
import pytest

import holdfast as hf


def covers(columns):
    return hf.Coverage(np.column_stack(columns))


def areas(seed, items=300, places=80):
    return (np.random.default_rng(seed).random((items, places)) < 0.05).astype(float)


@pytest.mark.parametrize("arguments", [{}, {"method": "stream"}, {"parts": 3}])
def test_a_choice_after_deletions_is_near_that_from_everything(arguments):
    f = covers(areas(1))
    summary = hf.summarize(f, k=8, deletions=5, epsilon=0.3, **arguments)
    assert len(summary) < 300 and summary.k == 8 and summary.deletions == 5
    gone = np.random.default_rng(2).choice(300, 5, replace=False)
    chosen = summary.replan(gone, algorithm="greedy")
    assert len(chosen) == 8 and not set(chosen.items) & set(gone)
    assert set(chosen.items) <= set(summary.items)
    assert chosen.value == pytest.approx(f.value(chosen))
    everything = hf.select(f, k=8, must_not=gone, algorithm="greedy")
    assert chosen.value >= 0.9 * everything.value
    assert summary == hf.summarize(f, k=8, deletions=5, epsilon=0.3, n_jobs=1, **arguments)
    other = hf.summarize(f, k=8, deletions=5, epsilon=0.3, random_state=1, **arguments)
    assert summary != other


def test_replan_prepares_for_more():
    f = covers(areas(3, items=40, places=30))
    summary = hf.summarize(f, k=4, deletions=2)
    gone = summary.items[:2]
    chosen = summary.replan(gone, k=3, tau=1)
    left = sorted(set(summary.items.tolist()) - set(gone.tolist()))
    best = max(
        min(f.value(sorted(set(items) - {lost})) for lost in items)
        for items in itertools.combinations(left, 3)
    )
    assert 0.97 * best <= chosen.worst_case.value <= best + 1e-9
    document = chosen.to_dict()
    assert document["summary"]["left"] == len(left)
    assert document["objective"]["items"] == 40
    assert hf.attack(f, chosen, 1).value == pytest.approx(chosen.worst_case.value)


def test_a_stored_summary_needs_its_objective():
    f = covers(areas(4))
    summary = hf.summarize(f, k=3, deletions=2)
    stored = pickle.loads(pickle.dumps(summary))
    with pytest.raises(ValueError, match="objective="):
        stored.replan()
    assert stored.replan(objective=f).items.tolist() == summary.replan().items.tolist()
    assert len(summary.to_frame()) == len(summary)
    assert repr(summary).startswith("Summary of ")


@pytest.mark.parametrize("batch", [1, 64, 1000])
def test_a_stream_keeps_what_one_pass_keeps(batch):
    data = areas(5)
    stream = hf.StreamSummary(covers, k=6, deletions=3, epsilon=0.5, random_state=7)
    largest = 0
    for first in range(0, len(data), batch):
        stream.update(list(data[first : first + batch]))
        largest = max(largest, len(stream.items))
    whole = hf.summarize(
        covers(data), k=6, deletions=3, epsilon=0.5, method="stream", random_state=7
    )
    assert stream.n_seen == 300 and largest < 200
    assert stream.items.tolist() == whole.items.tolist()
    np.testing.assert_array_equal(stream.data, data[stream.items])
    gone = stream.items[::10]
    chosen = stream.replan(gone)
    numbers = stream.items[chosen.items]
    assert not set(numbers) & set(gone)
    assert sorted(numbers) == sorted(whole.replan(gone).items)


def test_an_update_that_fails_changes_nothing():
    def broken(columns):
        if len(columns) > 20:
            raise RuntimeError("broken")
        return covers(columns)

    stream = hf.StreamSummary(broken, k=2, deletions=1)
    stream.update(list(areas(6, items=10)))
    before = stream.items.tolist()
    with pytest.raises(RuntimeError, match="broken"):
        stream.update(list(areas(7, items=30)))
    assert stream.items.tolist() == before and stream.n_seen == 10
    assert stream.update([]) is stream
    with pytest.raises(ValueError, match="no item 10 has arrived"):
        stream.replan(deleted=[10])
    with pytest.raises(ValueError, match="one for each datum"):
        hf.StreamSummary(lambda data: covers(data[:1]), k=1, deletions=1).update(areas(1, items=3))


def test_kinds_are_kept():
    f = covers(areas(8))
    kinds = ["left" if item % 2 else "right" for item in range(300)]
    summary = hf.summarize(f, k=6, deletions=2, kinds=kinds, at_most=2)
    for level in summary.levels:
        assert len([item for item in level["chosen"] if item % 2]) <= 2
    chosen = summary.replan(kinds=kinds, at_most=2)
    assert sorted(np.bincount(chosen.items % 2)) == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"epsilon": 0.0}, "epsilon"),
        ({"method": "streams"}, "'whole' or 'stream'"),
        ({"method": "stream", "parts": 2}, "one part"),
        ({"parts": 0}, "part"),
        ({"kinds": ["a"] * 300}, "at_most is missing"),
    ],
)
def test_wrong_requests_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        hf.summarize(covers(areas(1)), k=3, deletions=1, **arguments)
