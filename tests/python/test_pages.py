"""Results as pages. What they show is tested in a browser, see report/tests/page."""

import html
import json
import pickle
import re

import numpy as np
import pytest

import holdfast as hf


@pytest.fixture
def objective():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((50, 8))
    return hf.LinearRegression(X, X @ np.arange(8.0) + rng.standard_normal(50))


def data_in(page):
    return json.loads(
        re.search(r'<script id="holdfast-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1]
    )


def test_every_result_has_one(objective):
    selection = hf.select(objective, 4, 1, certify=True)
    results = {
        "selection": selection,
        "deletion": hf.attack(objective, selection, 1, adversary="exact"),
        "certificate": hf.certify(objective, selection),
        "curve": hf.curve(objective, 4, 1),
        "repair": hf.repair(objective, selection, selection.items[:1], 1),
        "protection": hf.protect(objective, selection, 1, 1),
        "assessment": hf.assess(hf.Scenarios(objective, np.eye(8, dtype=bool)), selection),
    }
    for kind, result in results.items():
        data = data_in(result.to_html())
        assert data["kind"] == kind
        assert data["map"] is None
    data = data_in(selection.to_html())
    assert [item["name"] for item in data["sets"][0]["items"]] == selection.names
    assert data["sets"][0]["value"] == pytest.approx(selection.value)
    assert data["sets"][0]["curve"][1]["value"] == pytest.approx(selection.worst_case.value)
    assert data["certificate"]["proven_share"] == selection.certificate.proven_share
    assert data_in(results["deletion"].to_html())["head"]["adversary"] == "exact"


def test_a_page_of_events_computes_with_what_they_hit(objective):
    """Not with the mean over the events, which is what the objective under events says."""
    lost = np.zeros((3, 8), dtype=bool)
    lost[0, [6, 7]] = lost[1, 5] = True
    found = hf.assess(hf.Scenarios(objective, lost), [5, 6, 7])
    data = data_in(found.to_html())
    (chosen,) = data["sets"]
    assert chosen["value"] == pytest.approx(objective.value([5, 6, 7]))
    assert chosen["model"]["kind"] == "trace"
    events = data["assessment"]["events"]
    assert [event["lost"] for event in events] == [[1, 2], [0], []]
    assert events[0]["value"] == pytest.approx(objective.value([5]))
    assert sum(event["weight"] for event in events) == pytest.approx(1)


def test_a_page_carries_what_repair_could_add(objective):
    data = data_in(hf.select(objective, 4, 1, must_not=[0]).to_html())
    chosen = data["sets"][0]
    names = {item["name"] for item in chosen["items"]}
    assert {spare["name"] for spare in chosen["spares"]} == set("1234567") - names
    # Where the page cannot compute, the library looks for the best item to add.
    X = np.random.default_rng(4).standard_normal((60, 6))
    classes = hf.LogisticRegression(X, X @ [3, 2, 1, 1, 0.5, 0.1] > 0)
    chosen = data_in(hf.select(classes, 3, 1).to_html())["sets"][0]
    assert chosen["spares"] == []
    kept = [item["index"] for item in chosen["items"]]
    assert chosen["curve"][0]["repair"] is None
    for point in chosen["curve"][1:]:
        gone = [kept[place] for place in point["deleted"]]
        left = [item for item in kept if item not in gone]
        gains = {item: classes.value([*left, item]) for item in set(range(6)) - set(kept)}
        best = max(gains, key=gains.get)
        assert point["repair"]["added"] == str(best)
        assert point["repair"]["value"] == pytest.approx(gains[best], rel=1e-7)


def test_rounds_of_a_plan_have_their_own(objective):
    first, second = hf.replan(objective, [5, 6, 7], [[5], [6]], refill=1)
    assert data_in(first.to_html())["repair"]["deleted"] == ["5"]
    assert data_in(second.to_html())["repair"]["deleted"] == ["6"]


def test_a_stored_result_needs_its_objective(objective):
    stored = pickle.loads(pickle.dumps(hf.select(objective, 4, 1)))
    with pytest.raises(ValueError, match="to_html\\(objective\\)"):
        stored.to_html()
    assert data_in(stored.to_html(objective))["tau"] == 1
    assert "iframe" not in stored._repr_html_()


def test_places_make_a_map():
    points = np.random.default_rng(5).random((12, 2))
    f = hf.VarianceReduction(points, candidates=range(3, 12))
    selection = hf.select(f, 4, 1)
    data = data_in(selection.to_html())
    for item in data["sets"][0]["items"]:
        assert item["place"] == points[item["index"]].tolist()
    assert len(data["map"]["others"]) + len(
        {item["index"] for chosen in data["sets"] for item in chosen["items"]}
    ) == len(f)
    elsewhere = points.copy()
    elsewhere[5] = np.nan
    data = data_in(selection.to_html(coordinates=elsewhere))
    names = [other["name"] for other in data["map"]["others"]]
    assert "5" not in names
    with pytest.raises(ValueError, match="two columns and a row for each of 12"):
        selection.to_html(coordinates=points[:5])


def test_degrees_are_told_by_their_names(objective):
    pandas = pytest.importorskip("pandas")
    places = pandas.DataFrame({"latitude": np.arange(8.0), "longitude": np.arange(8.0) + 20})
    data = data_in(hf.select(objective, 3).to_html(coordinates=places))
    assert data["map"]["geographic"]
    item = data["sets"][0]["items"][0]
    assert item["place"] == [item["index"] + 20, item["index"]]


def test_notebooks_show_the_page_where_that_is_quick(objective):
    selection = hf.select(objective, 4, 1)
    shown = selection._repr_html_()
    (page,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(page) == selection.to_html()
    assert 'sandbox="allow-scripts"' in shown and "<table>" in shown
    slow = hf.SetFunction(3, lambda items: float(sum(items)))
    assert "iframe" not in hf.select(slow, 2, 1)._repr_html_()
    assert data_in(hf.select(slow, 2, 1).to_html())["sets"][0]["model"]["kind"] == "patterns"


def test_without_the_page_there_is_a_table(objective, monkeypatch, tmp_path):
    monkeypatch.setattr("holdfast._page._TEMPLATE", tmp_path / "none.html")
    selection = hf.select(objective, 4, 1)
    assert "iframe" not in selection._repr_html_()
    with pytest.raises(RuntimeError, match="not built"):
        selection.to_html()
