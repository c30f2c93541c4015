"""Answers look good and survive being stored."""

import pickle

import matplotlib
import numpy as np
import pytest

import holdfast as hf

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def objective(regression):
    X, y = regression
    return hf.LinearRegression(X, y, names=[f"<x{i}>" for i in range(X.shape[1])])


def test_a_selection(objective):
    selection = hf.select(objective, 5, 2, explain=True)
    assert selection.items.tolist() == [item["index"] for item in selection.to_dict()["items"]]
    assert selection.value == pytest.approx(objective.value(selection.items))
    assert sorted(np.concatenate(list(selection.parts.values())).tolist()) == sorted(
        selection.items.tolist()
    )
    assert len(selection.parts["S0"]) == 2
    assert len(selection.trace) == 5
    worst = selection.worst_case
    left = [item for item in selection.items if item not in worst.items]
    assert worst.value == pytest.approx(objective.value(left))
    assert worst.values_left[-1] == pytest.approx(worst.value)
    assert selection.guarantee is not None
    assert "5 items by oblivious-greedy" in repr(selection)
    assert "&lt;x" in selection._repr_html_() and "<x" not in selection._repr_html_()
    frame = selection.to_frame()
    assert frame["deleted"].sum() == 2
    assert list(frame["index"]) == selection.items.tolist()


def test_they_can_be_pickled_and_compared(objective):
    selection = hf.select(objective, 5, 2)
    ratios = hf.ratios(objective, exact_up_to=12)
    for result in (selection, selection.worst_case, hf.curve(objective, 5, 2), ratios):
        assert pickle.loads(pickle.dumps(result)) == result
    assert selection == hf.select(objective, 5, 2, n_jobs=1)
    assert selection != hf.select(objective, 5, 2, algorithm="greedy")


def test_a_curve(objective):
    curve = hf.curve(objective, 6, 2, algorithms=["greedy", "oblivious-greedy", "osu"])
    assert curve.algorithms == ["greedy", "oblivious-greedy"]
    assert "osu" in curve.skipped
    assert curve.deletions.tolist() == [0, 1, 2, 3, 4]
    assert curve.values("greedy")[0] == pytest.approx(
        hf.select(objective, 6, 0, algorithm="greedy").value
    )
    with pytest.raises(KeyError, match="oblivious"):
        curve.values("oblivious")
    axes = curve.plot()
    assert [line.get_label() for line in axes.lines][:2] == ["greedy", "oblivious-greedy"]
    assert len(curve.to_frame()) == 10
    assert "greedy" in repr(curve) and "greedy" in curve._repr_html_()


def test_theory(objective):
    ratios = hf.ratios(objective, exact_up_to=0)
    assert ratios.gamma["kind"] in ("lower-bound", "upper-bound")
    assert ratios["theta"]["value"] == ratios.theta["value"]
    with pytest.raises(AttributeError, match="delta"):
        _ = ratios.delta
    assert "gamma_check" in repr(ratios) and "gamma_check" in ratios._repr_html_()
    promise = hf.guarantee(k=100, tau=5, beta=2.0, gamma=1, theta=1, nu=1, nu_check=1)
    assert promise.remark2["value"] == pytest.approx(0.3873, abs=1e-4)
    assert not hf.guarantee(k=100, tau=5).theorem1["applies"]
    assert "remark2" in repr(promise) and "remark2" in promise._repr_html_()


def test_names_come_from_the_registry():
    assert hf.algorithms()[0] == "oblivious-greedy"
    assert "exact" in hf.adversaries()
    assert hf.__version__.count(".") == 2
    assert "RobustSelector" in dir(hf)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = hf.nonsense
