"""Answers look good and survive being stored."""

import re

import matplotlib
import numpy as np
import pytest

import holdfast as hf
from holdfast import _measure

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def objective(regression):
    X, y = regression
    return hf.LinearRegression(X, y, names=[f"<x{i}>" for i in range(X.shape[1])])


def test_a_selection(objective):
    selection = hf.select(objective, 5, 2, algorithm="oblivious-greedy", explain=True)
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


def test_they_can_be_compared(objective):
    selection = hf.select(objective, 5, 2)
    assert selection == hf.select(objective, 5, 2, n_jobs=1)
    assert selection != hf.select(objective, 5, 2, algorithm="greedy")


def classes_of(y):
    return np.where(y > 0, "up", "down")


WORDS = {
    "linear": (
        lambda X, y: hf.LinearRegression(X * 1000, y * 1000),
        r"  value       R² 0\.\d{3} \(\d,\d{3},\d{3}(,\d{3})*\)",
        r"  worst case  R² 0\.\d{3} +\([\d,]+\) after 1 deletion, proven",
    ),
    "ridge": (
        lambda X, y: hf.LinearRegression(X, y, ridge=1.0),
        r"  value       \d\d\.\d % of the largest possible value \([\d.,]+\)",
        r"  worst case  \d\d\.\d % +\([\d.,]+\) after 1 deletion, proven",
    ),
    "logistic": (
        lambda X, y: hf.LogisticRegression(X, classes_of(y)),
        r"  value       \d\d\.\d % of the log-likelihood that can be gained \([\d.,]+\)",
        r"  worst case  \d\d\.\d % +\([\d.,]+\) after 1 deletion, proven",
    ),
    "points": (
        lambda X, y: hf.VarianceReduction(X),
        r"  value       \d\.\d % of the variance \([\d.,]+\)",
        r"  worst case  \d\.\d % +\([\d.,]+\) after 1 deletion, proven",
    ),
    "function": (
        lambda X, y: hf.SetFunction(9, lambda items: 1e6 * len(items)),
        r"  value       4,000,000",
        r"  worst case  3,000,000 after 1 deletion, proven",
    ),
}


@pytest.mark.parametrize("name", WORDS)
def test_values_in_words(regression, name):
    make, value, worst = WORDS[name]
    selection = hf.select(make(*regression), 4, 1)
    head, *lines = repr(selection).splitlines()
    assert head == f"Selection of 4 items by auto: {', '.join(selection.names)}"
    assert re.fullmatch(value, lines[0]) and re.fullmatch(worst, lines[1])
    assert "e+" not in repr(selection) + repr(hf.curve(make(*regression), 4, 1))
    share = selection.worst_case.share
    if share is not None:
        shown = float(re.search(r"(\d+\.\d)(\d\d)? ", lines[1])[0].replace("%", ""))
        assert shown == pytest.approx(share if "R²" in lines[1] else 100 * share, abs=0.06)


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1288220.3, 908944.1], ["1,288,220", "  908,944"]),
        ([158.0, 4.0], ["158", "  4"]),
        ([21.72163, 8.1], ["21.7216", " 8.1000"]),
        ([0.5, 0.25], ["0.50", "0.25"]),
        ([0.0], ["0"]),
        ([-1234.5], ["-1,234.5"]),
        ([3e-7], ["3e-07"]),
        ([2e20], ["2e+20"]),
        ([], []),
    ],
)
def test_numbers_are_aligned(values, texts):
    assert _measure.aligned(_measure.numbers(values)) == texts


def test_a_searched_set_has_no_parts(objective):
    """Its items stand in no order: what counts is their value alone and what goes with them."""
    selection = hf.select(objective, 4, 1)
    for item, row in zip(selection, selection.to_frame().itertuples(), strict=True):
        others = [other for other in selection if other != item]
        assert row.alone == pytest.approx(objective.value([item]))
        assert row.loss == pytest.approx(selection.value - objective.value(others))
    assert list(selection.to_frame()) == ["index", "name", "alone", "loss", "deleted"]


def test_plain_greedy_stands_beside_the_choice(objective):
    selection = hf.select(objective, 4, 2)
    greedy = hf.select(objective, 4, 2, algorithm="greedy")
    assert [item["index"] for item in selection.greedy["items"]] == greedy.items.tolist()
    assert selection.greedy["worst_case"]["value"] <= selection.worst_case.value * (1 + 1e-9)
    assert greedy.greedy is None


def test_a_searched_set_is_shown_without_parts(objective):
    document = hf.select(objective, 3, 1).to_dict()
    for place, item in enumerate(document["items"]):
        item.update(alone=10.0 * (place + 1), loss=place + 0.5, part="S0", bucket=2)
    selection = hf.Selection(document)
    frame = selection.to_frame()
    assert list(frame) == ["index", "name", "alone", "loss", "deleted"]
    assert frame["loss"].tolist() == [0.5, 1.5, 2.5]
    page = selection._repr_html_()
    assert "<th>alone</th><th>lost without it</th>" in page
    assert "S0" not in page and "part" not in page
    document["algorithm"]["name"] = "oblivious-greedy"
    guarded = hf.Selection(document)
    assert {"part", "gain", "alone", "loss"} < set(guarded.to_frame())


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
    assert axes.get_ylabel() == "R² left"
    shares = curve.values("greedy") / objective.largest_value
    np.testing.assert_allclose(axes.lines[0].get_ydata(), shares)
    assert len(curve.to_frame()) == 10
    lines = repr(curve).splitlines()
    assert lines[0] == "Curve: R² left after 0 to 4 deletions, prepared for 2"
    assert lines[1].split() == ["deletions", "0", "1", "2", "3", "4"]
    assert lines[2].split() == ["greedy", *(f"{share:.3f}" for share in shares)]
    assert len({len(line) for line in lines[1:]}) == 1
    assert "greedy" in curve._repr_html_()


def test_a_curve_of_shares_and_one_of_values(regression):
    X, y = regression
    axes = hf.curve(hf.LogisticRegression(X, classes_of(y)), 3, 1, algorithms="greedy").plot()
    assert axes.get_ylabel() == "share of the log-likelihood that can be gained left"
    assert axes.get_ylim()[1] < 1.5
    values = hf.curve(hf.SetFunction(5, lambda s: 2000.0 * len(s)), 3, 1, algorithms="greedy")
    assert values.plot().get_ylabel() == "value left"
    assert repr(values).splitlines()[1:] == [
        "  deletions      0      1      2",
        "  greedy     6,000  4,000  2,000",
    ]


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
