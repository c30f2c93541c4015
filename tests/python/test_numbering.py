"""Items are numbered in what the user gave: the rows of the points, also where some are picked."""

import numpy as np
import pytest

import holdfast as hf

CANDIDATES = [3, 5, 6, 7, 8, 9, 11]


@pytest.fixture(scope="module")
def places():
    points = np.random.default_rng(2).normal(size=(12, 2))
    return hf.VarianceReduction(points, candidates=CANDIDATES)


def test_results_count_the_rows_of_the_points(places):
    selection = hf.select(places, k=4, tau=1)
    assert set(selection.items) <= set(CANDIDATES)
    assert selection.names == [str(item) for item in selection.items]
    assert set(selection.worst_case.items) <= set(selection.items)


def test_what_results_say_can_be_given_back(places):
    selection = hf.select(places, k=4, tau=1)
    assert places.value(selection.items) == pytest.approx(selection.value)
    assert places.value(selection.names) == pytest.approx(selection.value)
    deletion = hf.attack(places, selection.items, tau=1)
    assert deletion.value == pytest.approx(selection.worst_case.value)
    repaired = hf.repair(places, selection, deletion.items, refill=1)
    assert not set(deletion.items) & set(repaired.items)
    assert len(repaired) == 4


def test_constraints_and_groups_take_the_same_numbers(places):
    chosen = hf.select(places, k=3, must=[11], must_not=[5, 6])
    assert 11 in chosen.items
    assert not {5, 6} & set(chosen.items)
    capped = hf.select(places, k=7, kinds={3: "old", 11: "old"}, at_most=1)
    assert len(capped) == 6
    groups = hf.Grouped(places, {"left": [3, 11]})
    assert groups.members("left") == ["3", "11"]
    assert groups.value(["left"]) == pytest.approx(places.value([3, 11]))


def test_a_mask_has_an_entry_for_each_item(places):
    mask = np.array([item in (5, 9) for item in CANDIDATES])
    assert places.value(mask) == places.value([5, 9])


def test_other_points_are_no_items(places):
    with pytest.raises(ValueError, match="item 4 does not exist; valid are 3 to 11"):
        places.value([4])
