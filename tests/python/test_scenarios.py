"""Recorded and likely failures: measures by their definition, draws, errors, assess."""

import itertools
import pickle

import numpy as np
import pytest

import holdfast as hf


def measured(values, weights, measure, tail):
    """The definition, event by event in the order of their values."""
    weights = np.asarray(weights, dtype=float) / np.sum(weights)
    if measure == "mean":
        return float(np.dot(weights, values))
    if measure == "worst":
        return float(np.min(np.asarray(values)[weights > 0]))
    order = np.argsort(values)
    left, total = tail, 0.0
    for event in order:
        counted = min(left, weights[event])
        total += counted * values[event]
        left -= counted
    return total / tail


def problem(seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(40, 7))
    y = X @ random.normal(size=7) + random.normal(size=40)
    lost = random.random((15, 7)) < 0.3
    lost[lost.all(axis=1)] = False
    return hf.LinearRegression(X, y), lost, random.random(15) + 0.1


@pytest.mark.parametrize("measure", ["mean", "worst", "cvar"])
@pytest.mark.parametrize("weighted", [False, True])
def test_measures_equal_their_definition(measure, weighted):
    for seed in range(4):
        f, lost, weights = problem(seed)
        used = weights if weighted else np.ones(len(lost))
        events = hf.Scenarios(f, lost, weights if weighted else None, measure, tail=0.25)
        for size in (1, 3, 7):
            for chosen in itertools.islice(itertools.combinations(range(7), size), 6):
                left = [f.value([i for i in chosen if not row[i]]) for row in lost]
                assert events.value(chosen) == pytest.approx(
                    measured(left, used, measure, 0.25), rel=1e-9
                )


@pytest.mark.parametrize("measure", ["mean", "worst", "cvar"])
def test_auto_reaches_the_enumerated_best(measure):
    for seed in range(3):
        f, lost, _ = problem(seed)
        events = hf.Scenarios(f, lost, measure=measure, tail=0.25)
        best = max(events.value(s) for s in itertools.combinations(range(7), 3))
        assert hf.select(events, k=3).value >= 0.97 * best
        robust = max(
            min(events.value(sorted(set(s) - {e})) for e in s)
            for s in itertools.combinations(range(7), 3)
        )
        found = hf.select(events, k=3, tau=1)
        assert found.worst_case.proven
        assert found.worst_case.value >= 0.97 * robust


def test_draws_have_their_rates_and_are_repeated():
    rates = [0.0, 0.1, 0.9, 1.0]
    lost = hf.draw_failures(rates, draws=5000, random_state=3)
    assert lost.shape == (5000, 4)
    assert lost.mean(axis=0) == pytest.approx(rates, abs=0.02)
    assert (lost == hf.draw_failures(rates, draws=5000, random_state=3)).all()
    assert (lost != hf.draw_failures(rates, draws=5000, random_state=4)).any()
    assert len(hf.draw_failures(rates)) == 200


def test_answers_do_not_depend_on_threads():
    f, lost, _ = problem(1)
    events = hf.Scenarios(f, lost, measure="cvar")
    assert hf.select(events, k=3, tau=1, n_jobs=1) == hf.select(events, k=3, tau=1, n_jobs=2)


def test_a_frame_names_the_items():
    pandas = pytest.importorskip("pandas")
    f = hf.Coverage(np.eye(3), names=["a", "b", "c"])
    events = hf.Scenarios(f, pandas.DataFrame({"c": [1, 0], "a": [0, 1]}))
    assert events.value(["a"]) == 0.5
    assert events.value(["b"]) == 1.0
    with pytest.raises(ValueError, match="no item named 'd'"):
        hf.Scenarios(f, pandas.DataFrame({"d": [1]}))


def test_assess_tells_the_distribution():
    f, lost, weights = problem(2)
    chosen = [0, 2, 5]
    found = hf.assess(hf.Scenarios(f, lost, weights), chosen, tail=0.2)
    left = np.array([f.value([i for i in chosen if not row[i]]) for row in lost])
    assert found.mean == pytest.approx(measured(left, weights, "mean", 0.2))
    assert found.cvar == pytest.approx(measured(left, weights, "cvar", 0.2))
    assert found.worst == pytest.approx(left.min())
    assert left[found.worst_event] == pytest.approx(left.min())
    assert found.intact == pytest.approx(f.value(chosen))
    assert list(found.quantiles.values()) == sorted(found.quantiles.values())
    share = np.sort(left).searchsorted(found.quantiles[0.5] + 1e-9)
    assert np.sum(np.sort(left)[:share] <= found.quantiles[0.5] + 1e-9) >= 1
    assert sum(found.to_frame()["weight"]) == pytest.approx(1.0)
    assert found.names == ["0", "2", "5"]


def test_the_standard_error_is_that_of_the_draws():
    f, _, _ = problem(0)
    lost = hf.draw_failures(np.full(7, 0.2), draws=300)
    events = hf.Scenarios(f, lost)
    selection = hf.select(events, k=3)
    left = [f.value([i for i in selection.items if not row[i]]) for row in lost]
    wanted = np.std(left, ddof=1) / np.sqrt(300)
    assert selection.to_dict()["standard_error"] == pytest.approx(wanted, rel=1e-6)
    assert hf.assess(events, selection).standard_error == pytest.approx(wanted, rel=1e-6)
    assert "standard_error" not in hf.select(hf.Scenarios(f, lost, measure="cvar"), k=3).to_dict()


def test_it_can_be_stored():
    f, lost, _ = problem(0)
    events = hf.Scenarios(f, lost, measure="worst")
    again = pickle.loads(pickle.dumps(events))
    assert again.value([1, 2]) == events.value([1, 2])
    assert "under events" in events.name


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[True, False]],), "3 items"),
        (([[0, 0.5, 1]],), "0.5 for event 0, item 1"),
        (([True, False, False],), "two dimensions"),
        (([[True, False, False]], [1.0, 2.0]), "1 events"),
        (([[True, False, False]], [-1.0]), "weight -1"),
        (([[True, False, False]], None, "least"), "mean, worst and cvar"),
        (([[True, False, False]], None, "cvar", 0.0), "tail"),
        (([[True, True, True]],), "every item"),
        (([["x", "y", "z"]],), "True and False"),
    ],
)
def test_wrong_events_are_refused(arguments, words):
    f = hf.Coverage(np.eye(3))
    with pytest.raises(ValueError, match=words):
        hf.Scenarios(f, *arguments)


def test_wrong_rates_are_refused():
    with pytest.raises(ValueError, match=r"item 1 is 1\.5; a rate is a number from 0 to 1"):
        hf.draw_failures([0.5, 1.5])
    with pytest.raises(ValueError, match="rates is nan"):
        hf.draw_failures([np.nan])
    with pytest.raises(ValueError, match="no events"):
        hf.assess(hf.Coverage(np.eye(3)), [0])


def test_an_assessment_is_drawn():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    f = hf.SetFunction(3, lambda items: float(sum(items)))
    found = hf.assess(hf.Scenarios(f, [[0, 0, 1], [0, 1, 0], [0, 0, 0]], [1, 2, 1]), [1, 2])
    steps, *marks = found.plot().get_lines()
    assert steps.get_xdata().tolist() == [1.0, 1.0, 2.0, 3.0]
    assert steps.get_ydata().tolist() == [0.0, 0.25, 0.75, 1.0]
    assert [mark.get_xdata()[0] for mark in marks] == [found.cvar, found.mean, found.intact]


def test_common_causes_are_those_of_the_definition():
    groups = ["n", None, "n", "s"]
    lost = hf.draw_failures([0.1, 0, 0, 0], 4000, groups=groups, group_rates={"n": 0.3})
    np.testing.assert_allclose(lost.mean(axis=0), [1 - 0.9 * 0.7, 0, 0.3, 0], atol=0.03)
    assert (lost[:, 0] | ~lost[:, 2]).all()  # item 2 fails with its group only
    for arguments, words in [
        ({"groups": groups}, "group_rates is missing"),
        ({"groups": groups[:2], "group_rates": {}}, "each of 4 items"),
        ({"groups": groups, "group_rates": {"x": 0.1}}, "no item is in group 'x'"),
        ({"groups": groups, "group_rates": {"n": 1.5}}, "from 0 to 1"),
    ]:
        with pytest.raises(ValueError, match=words):
            hf.draw_failures([0.1] * 4, **arguments)
