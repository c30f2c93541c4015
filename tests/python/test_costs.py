"""Items with prices and a limit on what is spent."""

import itertools

import numpy as np
import pytest

import holdfast as hf


def problem(seed):
    random = np.random.default_rng(seed)
    f = hf.Coverage(random.random((30, 9)) < 0.3, weights=random.random(30))
    return f, random.uniform(0.5, 2.0, 9)


def worst(f, items, tau):
    if tau >= len(items):
        return 0.0
    return min(
        f.value(sorted(set(items) - set(lost))) for lost in itertools.combinations(items, tau)
    )


@pytest.mark.parametrize("tau", [0, 1])
def test_auto_is_near_the_best_that_the_money_buys(tau):
    for seed in range(3):
        f, prices = problem(seed)
        selection = hf.select(f, tau=tau, costs=prices, cost_limit=4.0)
        assert prices[selection.items].sum() <= 4.0 + 1e-6
        assert selection.to_dict()["spent"] == pytest.approx(prices[selection.items].sum())
        best = max(
            worst(f, chosen, tau)
            for size in range(10)
            for chosen in itertools.combinations(range(9), size)
            if prices[list(chosen)].sum() <= 4.0
        )
        assert worst(f, selection.items.tolist(), tau) >= 0.95 * best


@pytest.mark.parametrize("algorithm", ["greedy", "oblivious-greedy", "beta-path", "robust-swap"])
def test_the_limit_is_kept_beside_k(algorithm):
    f, prices = problem(5)
    selection = hf.select(f, k=3, tau=1, costs=prices, cost_limit=4.0, algorithm=algorithm)
    assert len(selection) <= 3
    assert prices[selection.items].sum() <= 4.0 + 1e-6


def best_affordable(f, prices, limit, tau):
    return max(
        worst(f, chosen, tau)
        for size in range(10)
        for chosen in itertools.combinations(range(9), size)
        if prices[list(chosen)].sum() <= limit
    )


def test_a_curve_over_money_is_near_the_best_and_never_falls():
    f, prices = problem(7)
    curve = hf.cost_curve(f, prices, [5.0, 1.5, 3.0], tau=1, algorithms=["auto", "greedy"])
    assert curve.limits.tolist() == [1.5, 3.0, 5.0]
    assert curve.algorithms == ["auto", "greedy"] and curve.skipped == {}
    for place, limit in enumerate(curve.limits):
        chosen = curve.items("auto")[place]
        assert prices[chosen].sum() == pytest.approx(curve.spent("auto")[place])
        assert curve.spent("auto")[place] <= limit + 1e-9
        left = curve.worst_values("auto")[place]
        assert left == pytest.approx(worst(f, chosen.tolist(), 1))
        assert curve.values("auto")[place] == pytest.approx(f.value(chosen))
        assert left >= 0.95 * best_affordable(f, prices, limit, 1)
    for algorithm in curve.algorithms:
        assert (np.diff(curve.worst_values(algorithm)) >= 0).all()
    assert len(curve.to_frame()) == 6
    assert "cost limit" in repr(curve) and "<table>" in curve._repr_html_()
    with pytest.raises(KeyError, match="oblivious"):
        curve.values("oblivious")
    with pytest.raises(ValueError, match="limits is empty"):
        hf.cost_curve(f, prices, [])
    with pytest.raises(ValueError, match="limit"):
        hf.cost_curve(f, prices, [-1.0])


def test_a_curve_over_money_is_drawn():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    f, prices = problem(7)
    curve = hf.cost_curve(f, prices, [1.5, 3.0], tau=1, algorithms="auto")
    ax = curve.plot()
    assert ax.get_lines()[0].get_xdata().tolist() == [1.5, 3.0]
    shares = curve.worst_values("auto") / f.largest_value
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), shares)


def test_curve_and_repair_keep_the_limit():
    f, prices = problem(8)
    curve = hf.curve(f, None, 1, costs=prices, cost_limit=4.0, algorithms=["auto", "greedy"])
    for entry in curve.to_dict()["curves"]:
        assert prices[[item["index"] for item in entry["items"]]].sum() <= 4.0 + 1e-9
    with pytest.raises(TypeError, match="k is missing"):
        hf.curve(f, None, 1)
    chosen = hf.select(f, tau=1, costs=prices, cost_limit=4.0)
    lost = chosen.items[:1], chosen.items[1:2]
    limits = {"costs": prices, "cost_limit": 6.0}
    rounds = [hf.repair(f, chosen, lost[0], 5, **limits), *hf.replan(f, chosen, lost, 5, **limits)]
    assert len(rounds[0].added) > 0
    for repaired in rounds:
        assert prices[repaired.items].sum() <= 6.0 + 1e-9


def test_estimators_keep_the_limit():
    pytest.importorskip("sklearn")
    random = np.random.default_rng(1)
    X = random.normal(size=(60, 8))
    y = X[:, :4] @ random.normal(size=4) + random.normal(size=60)
    prices = random.uniform(0.5, 2.0, 8)
    for estimator in [hf.RobustSelector, hf.RobustRegressor]:
        fitted = estimator(k=None, tau=1, costs=prices, cost_limit=3.0).fit(X, y)
        chosen = hf.select(hf.LinearRegression(X, y), tau=1, costs=prices, cost_limit=3.0)
        assert sorted(fitted.selection_.items) == sorted(chosen.items)
        assert prices[fitted.support_].sum() <= 3.0 + 1e-9
        with pytest.raises(ValueError, match="k must be a whole number"):
            estimator(k=None, tau=1).fit(X, y)
    fitted = hf.RobustClassifier(k=3, tau=1, costs=prices, cost_limit=3.0).fit(X, y > 0)
    assert prices[fitted.support_].sum() <= 3.0 + 1e-9


def test_prices_by_name():
    f = hf.Coverage(np.eye(3), names=["a", "b", "c"])
    chosen = hf.select(f, costs={"c": 1, "a": 3, "b": 1}, cost_limit=2)
    assert sorted(chosen.names) == ["b", "c"]
    assert chosen.to_dict()["constraints"]["cost_limit"] == 2.0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, TypeError, "k is missing"),
        ({"costs": [1, 1, 1]}, TypeError, "k is missing"),
        ({"k": 1, "costs": [1, 1, 1]}, ValueError, "cost_limit is missing"),
        ({"cost_limit": 1.0}, ValueError, "costs is missing"),
        ({"costs": [1, 1], "cost_limit": 1.0}, ValueError, "each of 3 items"),
        ({"costs": [1, -1, 1], "cost_limit": 1.0}, ValueError, "0 or more"),
        ({"costs": {"a": 1, "b": 2}, "cost_limit": 1.0}, ValueError, "no cost for item 'c'"),
        ({"costs": [1, 1, 1], "cost_limit": -1.0}, ValueError, "limit"),
        ({"costs": [9, 1, 1], "cost_limit": 2.0, "must": ["a"]}, ValueError, "must-haves cost"),
    ],
)
def test_wrong_prices_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        hf.select(hf.Coverage(np.eye(3), names=["a", "b", "c"]), **arguments)
