"""Groups, must-haves, must-nots and caps, and repair after losses."""

import gc
import weakref

import numpy as np
import pytest
from test_command_line import run, timeless

import holdfast as hf


@pytest.fixture(scope="module")
def linear(regression):
    X, y = regression
    return hf.LinearRegression(X, y, names=[f"c{i}" for i in range(X.shape[1])])


GROUPS = {"roof": ["c0", "c5"], "cellar": [7, 1, 2]}


@pytest.mark.parametrize(
    "groups",
    [
        GROUPS,
        [[0, 5], [7, 1, 2]],
        [np.array([0, 5]), range(1, 3)],
        ["roof", "cellar", "cellar", None, None, "roof", None, "cellar", *[None] * 4],
    ],
)
def test_a_group_is_worth_its_members(linear, groups):
    grouped = hf.Grouped(linear, groups)
    members = [[int(name[1:]) for name in grouped.members(i)] for i in range(len(grouped))]
    assert sorted(item for group in members for item in group) == list(range(12))
    assert len(members[0]) > 1
    assert grouped.value([0, 3, 1]) == pytest.approx(
        linear.value(members[0] + members[3] + members[1])
    )
    assert grouped.largest_value == linear.largest_value
    chosen = hf.select(grouped, k=3, tau=1, adversary="exact")
    together = [item for group in chosen.items for item in members[group]]
    assert chosen.value == pytest.approx(linear.value(together))
    assert chosen.to_dict()["objective"]["members"] == 12


def test_groups_that_are_none(linear):
    for groups, words in [
        ({"x": [0], "y": [0]}, "overlap"),
        ({"x": []}, "no members"),
        ({"x": ["z"]}, "'z'"),
        ({"c3": [0]}, "c3"),
        (["a", "b"], "12 items"),
    ]:
        with pytest.raises(ValueError, match=words):
            hf.Grouped(linear, groups)
    with pytest.raises(TypeError, match="holdfast"):
        hf.Grouped(3, [[0]])


def test_groups_of_a_function_live_and_die():
    class Worth:
        def __call__(self, items):
            return float(len(items))

    worth = Worth()
    grouped = hf.Grouped(hf.SetFunction(4, worth), [[0, 1]])
    assert grouped.value([0]) == 2.0
    assert hf.select(grouped, 2).value == 3.0
    worth.grouped = grouped  # a circle that only the garbage collector can undo
    watched = weakref.ref(worth)
    del worth, grouped
    gc.collect()
    assert watched() is None


def test_select_keeps_to_constraints(linear):
    kinds = ["a", "b"] * 6
    for algorithm in hf.algorithms():
        if algorithm in ("osu", "pro-greedy"):
            continue
        chosen = hf.select(
            linear, 4, 1, algorithm=algorithm, must=["c9"], must_not=[0], kinds=kinds, at_most=2
        )
        assert 9 in chosen.items and 0 not in chosen.items
        assert len(chosen) == 4
        assert sum(item % 2 for item in chosen.items) == 2
    mapped = {f"c{i}": kinds[i] for i in range(11)}
    assert len(hf.select(linear, 12, kinds=mapped, at_most={"b": 1})) == 8


def test_constraints_that_make_no_sense(linear):
    for more, words in [
        ({"must": [0, 1, 2]}, "3 must-haves"),
        ({"must": [0], "must_not": ["c0"]}, "must-not"),
        ({"must": ["z"]}, "must: there is no item named 'z'"),
        ({"kinds": ["a"] * 12}, "at_most is missing"),
        ({"at_most": 1}, "kinds is missing"),
        ({"kinds": ["a"], "at_most": 1}, "12 items"),
        ({"kinds": ["a"] * 12, "at_most": {"b": 1}}, "no kind 'b'"),
    ]:
        with pytest.raises(ValueError, match=words):
            hf.select(linear, 2, **more)


def test_the_command_line_chooses_the_same(command, tmp_path, regression):
    X, y = regression
    np.save(tmp_path / "x.npy", X)
    np.save(tmp_path / "y.npy", y)
    (tmp_path / "groups.csv").write_text("item,group\n0,roof\n5,roof\n")
    (tmp_path / "kinds.csv").write_text("item,kind\n0-3,near\n")
    data = ("--data", tmp_path / "x.npy", "--target-file", tmp_path / "y.npy")
    wanted = run(
        command,
        *("select", *data, "--groups", tmp_path / "groups.csv", "--k", 4, "--tau", 1),
        *("--must", 7, "--must-not", "1", "--kinds", tmp_path / "kinds.csv", "--at-most", 1),
        *("--algorithm", "auto", "--adversary", "strong"),
    )
    grouped = hf.Grouped(hf.LinearRegression(X, y), {"roof": [0, 5]})
    got = hf.select(
        grouped, 4, 1, must=[7], must_not=[1], kinds=dict.fromkeys(range(4), "near"), at_most=1
    )
    wanted["constraints"] = {
        key: value for key, value in wanted["constraints"].items() if "names" not in key
    }
    found = timeless(got.to_dict())
    found["constraints"] = {
        key: value for key, value in found["constraints"].items() if "names" not in key
    }
    assert found == wanted


def test_repair(linear):
    chosen = hf.select(linear, 4, 1)
    lost = chosen.names[:2]
    repaired = hf.repair(linear, chosen, lost, refill=2, tau=1, adversary="exact")
    assert set(chosen.names[2:]) < set(repaired.names)
    assert not set(lost) & set(repaired.names)
    assert len(repaired) == 4 and len(repaired.added) == 2
    assert repaired.before["value"] == pytest.approx(chosen.value)
    assert repaired.left["value"] == pytest.approx(linear.value(chosen.items[2:]))
    assert repaired.value == pytest.approx(linear.value(repaired.items))
    assert repaired.value > repaired.left["value"]
    same = hf.select(linear, 4, 1, must=chosen.names[2:], must_not=lost, adversary="exact")
    assert same.items.tolist() == repaired.items.tolist()
    assert same.worst_case.value == repaired.worst_case.value


def test_replan(linear):
    rounds = hf.replan(linear, [0, 1, 2], [[0], ["c1", "c3"]], refill=[2, 1], tau=1)
    assert [len(round.added) for round in rounds] == [2, 1]
    assert rounds[1].before["items"] == rounds[0].items.tolist()
    assert not {0, 1, 3} & set(rounds[1].items.tolist())
    assert rounds[0].to_dict()["schema"] == "holdfast.repair/1"
    alone = hf.repair(linear, [0, 1, 2], [0], refill=2, tau=1)
    assert rounds[0].items.tolist() == alone.items.tolist()
    with pytest.raises(ValueError, match="2 rounds"):
        hf.replan(linear, [0], [[0], [1]], refill=[1])


def test_selector(regression):
    X, y = regression
    selector = hf.RobustSelector(k=4, tau=1, must=[11], must_not=[0]).fit(X, y)
    assert selector.support_[11] and not selector.support_[0]
    capped = hf.RobustSelector(k=4, tau=0, kinds=["a"] * 4 + [None] * 8, at_most=1).fit(X, y)
    assert capped.support_[:4].sum() == 1
