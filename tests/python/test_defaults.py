"""What happens if little is said: defaults, and sets that are selections."""

import inspect

import numpy as np
import pytest

import holdfast as hf

RNG = np.random.default_rng(8)
X = RNG.normal(size=(50, 9))
Y = X[:, :4] @ [3.0, -2.0, 1.0, 1.0] + RNG.normal(size=50)
NAMES = [f"c{i}" for i in range(9)]


@pytest.fixture(name="objective", scope="module")
def linear():
    return hf.LinearRegression(X, Y, names=NAMES)


PUBLIC = [getattr(hf, name) for name in hf.__all__]


@pytest.mark.parametrize("thing", PUBLIC, ids=hf.__all__)
def test_auto_and_strong_everywhere(thing):
    parameters = inspect.signature(thing).parameters
    if "algorithm" in parameters:
        assert parameters["algorithm"].default == "auto"
    if "adversary" in parameters:
        assert parameters["adversary"].default == "strong"
    if "algorithms" in parameters:
        assert parameters["algorithms"].default[0] == "auto"


def test_nothing_said_is_auto_against_strong(objective):
    assert hf.select(objective, 4, 2) == hf.select(
        objective, 4, 2, algorithm="auto", adversary="strong"
    )
    best = hf.select(objective, 4, 2).worst_case.value
    for algorithm in ("oblivious-greedy", "greedy", "oblivious"):
        other = hf.select(objective, 4, 2, algorithm=algorithm, adversary="exact")
        assert other.worst_case.value <= best * (1 + 1e-9)


def test_the_papers_way_is_one_word_away(objective):
    chosen = hf.select(objective, 4, 2, algorithm="oblivious-greedy", adversary="paper", beta=0.5)
    assert chosen.to_dict()["algorithm"] == {"name": "oblivious-greedy", "beta": 0.5}
    assert {one["adversary"] for one in chosen.worst_case.tried} >= {"greedy-min", "greedy-max"}


def test_a_selection_is_a_sequence_of_items(objective):
    selection = hf.select(objective, 4, 2)
    assert list(selection) == selection.items.tolist()
    assert all(type(item) is int for item in selection)
    assert len(selection) == 4 and len(selection.worst_case) == 2
    assert list(selection.worst_case) == selection.worst_case.items.tolist()
    assert (selection.k, selection.tau) == (4, 2)
    assert hf.select(objective, 0, 0)


def test_a_selection_wherever_a_set_is_asked_for(objective):
    selection = hf.select(objective, 4, 2)
    assert objective.value(selection) == pytest.approx(selection.value)
    assert hf.attack(objective, selection) == hf.attack(objective, selection.items, 2)
    assert hf.attack(objective, selection, 1) == hf.attack(objective, selection.items, 1)
    assert hf.certify(objective, selection) == hf.certify(objective, selection.items, 2)
    repaired = hf.repair(objective, selection, selection.worst_case, refill=2)
    assert repaired == hf.repair(
        objective, selection.names, selection.worst_case.names, refill=2, tau=2
    )
    assert repaired.tau == 2
    assert hf.attack(objective, repaired).value == pytest.approx(repaired.worst_case.value)
    (step,) = hf.replan(objective, selection, [selection.worst_case], refill=2)
    assert step.items.tolist() == repaired.items.tolist()
    kept = hf.select(objective, 6, 1, must=selection)
    assert set(selection) <= set(kept)
    assert not set(selection) & set(hf.select(objective, 5, 1, must_not=selection))


def test_a_selection_of_too_many_items_is_compared_with_what_was_asked_for(objective):
    few = hf.select(objective, 6, 1, kinds=["a"] * 9, at_most=3)
    assert len(few) == 3
    assert hf.certify(objective, few).to_dict()["k"] == 6


def test_tau_must_come_from_somewhere(objective):
    for task in (hf.attack, hf.certify):
        with pytest.raises(TypeError, match="tau is missing: say how many items may be lost"):
            task(objective, [0, 1, 2])
    assert hf.repair(objective, [0, 1, 2], [0], refill=1).tau == 0


def test_a_selection_means_names_not_numbers(objective):
    selection = hf.select(objective, 3, 1)
    backwards = hf.LinearRegression(X[:, ::-1], Y, names=NAMES[::-1])
    assert backwards.value(selection) == pytest.approx(selection.value)
    assert hf.attack(backwards, selection).names == selection.worst_case.names
    with pytest.raises(ValueError, match="no item named"):
        hf.LinearRegression(X, Y).value(selection)
