"""The examples: their logic on small data, and one short run of each."""

import importlib.util
import itertools
import pathlib
import sys

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("sklearn")

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / name / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up the module they are defined in.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


air_quality = load("air_quality")
experiments = load("experiments")
san_francisco = load("san_francisco")
serving = load("serving")


@pytest.fixture
def stations():
    """Two early years and one later year of four stations, `t` a mixture of the others."""
    rng = np.random.default_rng(1)
    days = pd.date_range("2001-01-01", "2003-12-31", name="date")
    daily = pd.DataFrame(rng.normal(size=(len(days), 3)), index=days, columns=list("abc"))
    daily["t"] = daily @ [2.0, 1.0, 0.5] + 0.1 * rng.normal(size=len(days))
    return daily


@pytest.fixture
def plan():
    return air_quality.Replay("test", (2001, 2002), (2003, 2003), True)


def task_of(daily, plan, target="t"):
    (task,) = [t for t in air_quality.make_tasks(daily, plan) if t.target == target]
    return task


def test_without_outages_the_replay_is_the_plain_fit(stations, plan):
    from sklearn.linear_model import LinearRegression

    task = task_of(stations, plan)
    replayed = air_quality.replay(task.X, task.y, ["a", "c"], task.later_X)
    model = LinearRegression().fit(task.X[["a", "c"]], task.y)
    np.testing.assert_allclose(replayed, model.predict(task.later_X[["a", "c"]]))


def test_a_day_is_predicted_from_the_stations_that_delivered(stations, plan):
    stations.loc["2003-05-01":"2003-05-31", "a"] = np.nan
    stations.loc["2003-05-20":"2003-06-10", "b"] = np.nan
    task = task_of(stations, plan)
    replayed = air_quality.replay(task.X, task.y, ["a", "b"], task.later_X)
    for days, present in (
        (slice("2003-05-01", "2003-05-19"), ["b"]),
        (slice("2003-06-01", "2003-06-10"), ["a"]),
        (slice("2003-07-01", "2003-12-31"), ["a", "b"]),
    ):
        expected = air_quality.replay(task.X, task.y, present, task.later_X.loc[days])
        np.testing.assert_allclose(replayed.loc[days], expected)
    np.testing.assert_allclose(replayed.loc["2003-05-20":"2003-05-31"], task.y.mean())


def test_days_on_which_the_target_is_silent_do_not_count(stations, plan):
    stations.loc["2003-02-01":"2003-02-28", "t"] = np.nan
    task = task_of(stations, plan)
    assert len(task.later_y) == 365 - 28
    assert task.later_X.index.equals(task.later_y.index)


def test_stations_are_chosen_on_early_days_without_a_gap(stations, plan):
    stations.loc["2001-03-01":"2001-03-10", "b"] = np.nan
    task = task_of(stations, plan)
    assert len(task.X) == 730 - 10
    assert task.X.notna().all(axis=None)
    assert "t" not in task.X


def test_a_station_with_many_gaps_in_one_early_year_is_no_candidate(stations, plan):
    stations.loc["2002-01-01":"2002-03-01", "c"] = np.nan
    assert list(task_of(stations, plan).X) == ["a", "b"]


def test_closed_stations_stay_candidates_unless_left_out(stations, plan):
    stations.loc["2003-08-01":, "a"] = np.nan
    assert list(task_of(stations, plan).X) == ["a", "b", "c"]
    gaps_only = air_quality.Replay("test", plan.early, plan.later, False)
    assert list(task_of(stations, gaps_only).X) == ["b", "c"]


def test_a_closed_station_is_no_target(stations, plan):
    stations.loc["2003-08-01":, "a"] = np.nan
    assert [task.target for task in air_quality.make_tasks(stations, plan)] == ["b", "c", "t"]


def test_the_worst_loss_is_the_station_that_matters_most(stations, plan):
    task = task_of(stations, plan)
    assert air_quality.worst_loss(task.X, task.y, ["c", "a", "b"], 1) == ["a"]
    assert set(air_quality.worst_loss(task.X, task.y, ["c", "a", "b"], 2)) == {"a", "b"}


def test_every_method_chooses_k_different_stations(stations, plan):
    task = task_of(stations, plan)
    for choose in {**air_quality.METHODS, **air_quality.SLOW_METHODS}.values():
        chosen = choose(task, 2)
        assert len(set(chosen)) == 2
        assert set(chosen) <= set("abc")


def test_all_methods_are_judged_on_the_same_days(stations, plan):
    stations.loc["2003-01-01":"2003-05-31", "a"] = np.nan
    task = task_of(stations, plan)
    outage = air_quality.has_outage(task.later_X, ["a", "b"])
    assert outage.sum() == 151
    numbers = air_quality.measure(task, ["b"], outage)
    errors = air_quality.replay(task.X, task.y, ["b"], task.later_X) - task.later_y
    assert numbers["outage days"] == pytest.approx(np.sqrt(np.mean(errors[outage] ** 2)))
    assert numbers["share of days with an outage"] == 0


def test_an_rmse_over_few_days_is_left_empty():
    assert np.isnan(air_quality.rmse(pd.Series([1.0] * (air_quality.FEWEST_DAYS - 1))))
    assert air_quality.rmse(pd.Series([2.0] * air_quality.FEWEST_DAYS)) == 2.0


@pytest.fixture
def problem():
    return experiments.make_problem("Branin", 6, 0.01, seed=0)


def rounds_of(problem, design="greedy", loss="nothing lost", rounds=2, seed=0):
    return list(
        experiments.play(
            problem, experiments.DESIGNS[design], experiments.LOSSES[loss], rounds, seed
        )
    )


@pytest.mark.parametrize(
    ("loss", "kept"),
    [
        (loss, experiments.K if loss == "nothing lost" else experiments.K - experiments.TAU)
        for loss in experiments.LOSSES
    ],
)
@pytest.mark.parametrize("design", experiments.DESIGNS)
def test_lost_results_are_left_out(problem, design, loss, kept):
    played = rounds_of(problem, design, loss)
    assert [len(observed.items) for observed, _ in played] == [kept, 2 * kept]
    assert [len(observed.results) for observed, _ in played] == [kept, 2 * kept]


def test_results_belong_to_the_experiments_that_were_kept(problem):
    lost = f"the worst {experiments.TAU} of {experiments.K} lost"
    observed, _ = rounds_of(problem, loss=lost)[-1]
    np.testing.assert_allclose(observed.results, problem.values[observed.items], atol=0.5)


def test_the_worst_loss_of_results_is_worse_than_any_other(problem):
    covariance = experiments.KERNEL(problem.points)
    rng = np.random.default_rng(0)
    items = experiments.DESIGNS["greedy"](problem, covariance, rng)
    lost = experiments.lose_the_worst(problem, covariance, items, rng)
    objective = experiments.hf.VarianceReduction(kernel_matrix=covariance, noise=problem.noise)

    def value_without(gone):
        return objective.value([item for item in items if item not in gone])

    others = itertools.combinations(items, experiments.TAU)
    assert value_without(lost) == pytest.approx(min(value_without(gone) for gone in others))


def test_a_later_round_looks_elsewhere(problem):
    (first, _), (both, _) = rounds_of(problem)
    assert not np.isin(both.items[len(first.items) :], first.items).any()


def test_regret_is_zero_when_the_best_is_recommended(problem):
    everything = experiments.Observed(np.arange(len(problem.points)), problem.values)
    process = experiments.fitted_process(
        experiments.Problem(problem.points, problem.values, 1e-8), everything
    )
    numbers = experiments.quality(problem, process)
    assert numbers["regret"] == 0
    assert numbers["RMSE"] == pytest.approx(0, abs=1e-4)


def test_runs_are_the_same_for_the_same_seed(problem):
    lost = f"{experiments.TAU} of {experiments.K} lost at random"
    for design in experiments.DESIGNS:
        first, second, other = (rounds_of(problem, design, lost, seed=s) for s in (5, 5, 6))
        for (one, its_numbers), (two, their_numbers) in zip(first, second, strict=True):
            np.testing.assert_array_equal(one.items, two.items)
            np.testing.assert_array_equal(one.results, two.results)
            assert its_numbers == their_numbers
        assert not np.array_equal(first[-1][0].results, other[-1][0].results)


@pytest.mark.parametrize(
    ("module", "files"),
    [
        (air_quality, ["air_quality.csv", "air_quality.png", "air_quality.svg"]),
        (
            experiments,
            [
                "experiments.csv",
                "experiments_regret.png",
                "experiments_regret.svg",
                "experiments_rmse.png",
                "experiments_rmse.svg",
            ],
        ),
    ],
    ids=["air_quality", "experiments"],
)
def test_a_quick_run(module, files, tmp_path, capsys):
    module.main(["--quick", "--out", str(tmp_path)])
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    assert "Holdfast, tau = 3" in capsys.readouterr().out
    table = pd.read_csv(tmp_path / files[0])
    assert len(table) > 0


def with_more_stations(stations):
    """As many as a choice of ten needs; gaps in the early and in the later years."""
    rng = np.random.default_rng(4)
    for number in range(10):
        noise = rng.normal(size=len(stations))
        stations[f"s{number}"] = stations["t"] + (1.0 + 0.3 * number) * noise
    stations.loc["2001-02-01":"2001-02-10", "s3"] = np.nan
    stations.loc["2003-05-01":"2003-06-30", "s0"] = np.nan
    stations.loc["2003-06-01":"2003-09-30", "a"] = np.nan
    return stations


def test_served_days_are_those_of_refits_and_imputers(stations, plan):
    from sklearn.linear_model import LinearRegression

    daily = with_more_stations(stations)
    task = task_of(daily, plan)
    rows = {row["method"]: row for row in serving.compare(task, daily, plan)}
    assert set(rows) == {
        serving.ROBUST,
        serving.GREEDY,
        serving.ROBUST + serving.DROP,
        serving.GREEDY + serving.DROP,
        *serving.SCIKIT_LEARN,
        serving.ALL_STATIONS,
    }
    ten = air_quality.choose_greedily(task, serving.K)
    replayed = air_quality.replay(task.X, task.y, ten, task.later_X)
    wanted = air_quality.rmse(replayed - task.later_y)
    assert rows[serving.GREEDY]["all days"] == pytest.approx(wanted)

    early = daily.loc["2001":"2002"]
    means = early[ten].mean()
    filled = LinearRegression().fit(early[ten].fillna(means), early["t"])
    errors = filled.predict(task.later_X[ten].fillna(means)) - task.later_y
    mean_imputed = rows["greedy, mean imputation"]
    assert mean_imputed["all days"] == pytest.approx(air_quality.rmse(errors))
    for row in rows.values():
        assert min(row["all days"], row["outage days"], row["complete days"]) > 0
        assert 0 < row["ms a day, all at once"] < row["ms for one day"]


def test_the_tables_of_the_serving_example(stations, plan, capsys):
    daily = with_more_stations(stations)
    results = serving.run(plan, daily, most_targets=2)
    table = serving.against(results, serving.GREEDY)
    by_hand = results.pivot(index="target", columns="method", values="outage days")
    difference = by_hand[serving.ROBUST] - by_hand[serving.GREEDY]
    column = f"outage days: minus {serving.GREEDY}"
    assert table.loc[serving.ROBUST, column] == pytest.approx(difference.mean())
    serving.print_tables(results)
    assert "2 targets" in capsys.readouterr().out


def test_a_quick_run_through_san_francisco(tmp_path, capsys):
    san_francisco.main(["--quick", "--out", str(tmp_path)])
    assert "protections proven: True" in capsys.readouterr().out
    table = pd.read_csv(tmp_path / "san_francisco.csv")
    assert len(table) == 4
    # A robust choice is never better before the losses, nor worse after them.
    assert (table["robust"] >= table["median"] - 0.01).all()
    assert (table["robust, worst lost"] <= table["median, worst lost"] + 0.01).all()
    assert (table["median, one protected"] <= table["median, worst lost"] + 0.01).all()


def test_costs_of_san_francisco_are_mean_distances():
    city = san_francisco.read_city()
    row = san_francisco.compare(city, 4, 1)
    chosen = row["median stores"].split()
    nearest = city.distances[chosen].min(axis=1)
    assert row["median"] == pytest.approx(np.average(nearest, weights=city.people))
