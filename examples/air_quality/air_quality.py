"""Predict the PM10 of one station from k others, on days on which some of those are silent.

Stations are chosen on two early years. The later years are then replayed day by day with the
outages that really happened.

    .venv/bin/python examples/air_quality/air_quality.py [--out DIR] [--quick]
"""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, OrthogonalMatchingPursuit

import holdfast as hf

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "data/air/pm10_daily.csv.gz"
MAIN_TARGET = "DEHE046"
K = 10
LOST = 3  # how many stations the worst case removes, the same for every method

# A candidate must have delivered on this share of the days of each early year. A higher share
# excludes the main target; a lower one leaves fewer days without gaps to choose stations on.
SHARE_EARLY = 0.9
# A target must have delivered on this share of the later days.
SHARE_LATER = 0.8
# A station that is silent for the last days of the later years counts as closed.
CLOSED_DAYS = 90
# An RMSE over fewer days than this says little, so it is left empty.
FEWEST_DAYS = 100


@dataclass(frozen=True)
class Replay:
    """Which years, and whether stations that close later may be chosen."""

    title: str
    early: tuple[int, int]
    later: tuple[int, int]
    with_closings: bool


# From 2005 on the network was stable; after 2003 sixteen of the 38 candidates were closed. Leaving
# out stations that will close takes hindsight: it shows what short gaps alone do.
REPLAYS = (
    Replay("2005-06, replayed 2007-09: short gaps only", (2005, 2006), (2007, 2009), False),
    Replay("2005-06, replayed 2007-09: 2 stations closed", (2005, 2006), (2007, 2009), True),
    Replay("2002-03, replayed 2004-09: 16 stations closed", (2002, 2003), (2004, 2009), True),
)


@dataclass(frozen=True)
class Task:
    """One target: early days without a gap, later days on which the target delivered.

    `record` has a row for every early day, True where a station was silent.
    """

    target: str
    X: pd.DataFrame
    y: pd.Series
    record: pd.DataFrame
    later_X: pd.DataFrame
    later_y: pd.Series


Method = Callable[[Task, int], list[str]]


def read_daily(path: pathlib.Path) -> pd.DataFrame:
    return pd.read_csv(path, index_col="date", parse_dates=True)


def years(daily: pd.DataFrame, span: tuple[int, int]) -> pd.DataFrame:
    return daily.loc[str(span[0]) : str(span[1])]


def steady_stations(early: pd.DataFrame, share: float) -> list[str]:
    """Stations that delivered on at least this share of the days of each year."""
    delivered = early.notna().groupby(early.index.year).mean()
    return list(delivered.columns[(delivered >= share).all()])


def closed_stations(later: pd.DataFrame) -> list[str]:
    return list(later.columns[later.iloc[-CLOSED_DAYS:].isna().all()])


def make_tasks(daily: pd.DataFrame, plan: Replay) -> list[Task]:
    early, later = years(daily, plan.early), years(daily, plan.later)
    stations = steady_stations(early, SHARE_EARLY)
    if not plan.with_closings:
        closed = closed_stations(later[stations])
        stations = [station for station in stations if station not in closed]
    complete = early[stations].dropna()
    silent = early[stations].isna()
    return [
        make_task(target, complete, silent, later[stations])
        for target in stations
        if later[target].notna().mean() >= SHARE_LATER
    ]


def make_task(
    target: str, complete: pd.DataFrame, silent: pd.DataFrame, later: pd.DataFrame
) -> Task:
    delivered = later[later[target].notna()]
    return Task(
        target,
        complete.drop(columns=target),
        complete[target],
        silent.drop(columns=target),
        delivered.drop(columns=target),
        delivered[target],
    )


def choose_greedily(task: Task, k: int) -> list[str]:
    objective = hf.LinearRegression(task.X, task.y, n_jobs=1)
    return hf.select(objective, k, algorithm="greedy", n_jobs=1).names


def choose_by_pursuit(task: Task, k: int) -> list[str]:
    model = OrthogonalMatchingPursuit(n_nonzero_coefs=k).fit(task.X, task.y)
    return list(task.X.columns[model.coef_ != 0])


def choose_by_cross_validation(task: Task, k: int) -> list[str]:
    selector = SequentialFeatureSelector(LinearRegression(), n_features_to_select=k, cv=5)
    fitted = selector.fit(task.X.to_numpy(), task.y.to_numpy())
    return list(task.X.columns[fitted.get_support()])


def choose_robustly(tau: int, algorithm: str = "oblivious-greedy") -> Method:
    def choose(task: Task, k: int) -> list[str]:
        selector = hf.RobustSelector(
            k=k, tau=tau, objective="linear", algorithm=algorithm, n_jobs=1
        ).fit(task.X, task.y)
        return list(selector.get_feature_names_out())

    return choose


def choose_for_the_record(measure: str) -> Method:
    """Prepared for the outages of the early days, day by day."""

    def choose(task: Task, k: int) -> list[str]:
        objective = hf.LinearRegression(task.X, task.y, n_jobs=1)
        events = hf.Scenarios(objective, task.record, measure=measure)
        return hf.select(events, k, n_jobs=1).names

    return choose


GREEDY = "greedy"
METHODS: dict[str, Method] = {
    GREEDY: choose_greedily,
    "OMP (scikit-learn)": choose_by_pursuit,
    "Holdfast, tau = 1": choose_robustly(1),
    "Holdfast, tau = 3": choose_robustly(3),
    "Holdfast, tau = 5": choose_robustly(5),
    "auto, tau = 3": choose_robustly(3, "auto"),
    "auto, record (mean)": choose_for_the_record("mean"),
    "auto, record (cvar)": choose_for_the_record("cvar"),
}
# Takes seconds per target, so it runs for the main target only.
SLOW_METHODS: dict[str, Method] = {"sequential, cv (scikit-learn)": choose_by_cross_validation}


def fit_and_predict(X: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Least squares with an intercept."""
    center = X.mean(axis=0)
    weights = np.linalg.lstsq(X - center, y - y.mean())[0]
    return y.mean() + (new - center) @ weights


def replay(X: pd.DataFrame, y: pd.Series, chosen: Sequence[str], later: pd.DataFrame) -> pd.Series:
    """Each later day is predicted by a fit to those chosen stations that delivered on it."""
    columns, readings = X[list(chosen)].to_numpy(), later[list(chosen)].to_numpy()
    predicted = np.full(len(later), y.mean())
    # One fit for all days with the same outages.
    patterns, pattern_of_day = np.unique(~np.isnan(readings), axis=0, return_inverse=True)
    for number, present in enumerate(patterns):
        if present.any():
            days = pattern_of_day == number
            predicted[days] = fit_and_predict(
                columns[:, present], y.to_numpy(), readings[np.ix_(days, present)]
            )
    return pd.Series(predicted, index=later.index)


def worst_loss(X: pd.DataFrame, y: pd.Series, chosen: Sequence[str], tau: int) -> list[str]:
    """The tau stations whose loss hurts most on the early days."""
    objective = hf.LinearRegression(X[list(chosen)], y, n_jobs=1)
    return hf.attack(objective, chosen, tau, adversary="exact", n_jobs=1).names


def has_outage(later: pd.DataFrame, stations: Iterable[str]) -> pd.Series:
    return later[list(stations)].isna().any(axis=1)


def rmse(errors: pd.Series) -> float:
    return float(np.sqrt(np.mean(errors**2))) if len(errors) >= FEWEST_DAYS else float("nan")


def measure(task: Task, chosen: Sequence[str], outage: pd.Series) -> dict[str, float]:
    """RMSE of one choice; all methods share `outage`, so that they are judged on the same days."""
    errors = replay(task.X, task.y, chosen, task.later_X) - task.later_y
    lost = worst_loss(task.X, task.y, chosen, min(LOST, len(chosen)))
    left = [station for station in chosen if station not in lost]
    errors_left = replay(task.X, task.y, left, task.later_X) - task.later_y
    return {
        "all days": rmse(errors),
        "outage days": rmse(errors[outage]),
        "complete days": rmse(errors[~outage]),
        "worst lost, complete days": rmse(errors_left[~outage]),
        "worst lost, all days": rmse(errors_left),
        "share of days with an outage": float(has_outage(task.later_X, chosen).mean()),
    }


NUMBERS = [
    "all days",
    "outage days",
    "complete days",
    "worst lost, complete days",
    "worst lost, all days",
]


def compare(task: Task, k: int, slow_methods: bool) -> list[dict[str, object]]:
    choices = {name: choose(task, k) for name, choose in METHODS.items()}
    outage = has_outage(task.later_X, set().union(*choices.values()))
    if slow_methods:
        choices |= {name: choose(task, k) for name, choose in SLOW_METHODS.items()}
    return [
        {
            "target": task.target,
            "method": name,
            **measure(task, chosen, outage),
            "stations": " ".join(chosen),
        }
        for name, chosen in choices.items()
    ]


def run(plan: Replay, daily: pd.DataFrame, k: int, most_targets: int | None) -> pd.DataFrame:
    tasks = make_tasks(daily, plan)
    # The main target comes first, so that a short run includes it.
    tasks.sort(key=lambda task: task.target != MAIN_TARGET)
    short = most_targets is not None
    rows = [
        row
        for task in tasks[:most_targets]
        for row in compare(task, k, slow_methods=task.target == MAIN_TARGET and not short)
    ]
    return pd.DataFrame(rows).assign(replay=plan.title)


def summarize(results: pd.DataFrame) -> pd.DataFrame:
    """Means over the targets."""
    common = results[results["method"].isin(METHODS)]
    by_method = common.groupby("method", sort=False)[NUMBERS]
    # A mean over a minority of the targets does not represent them.
    return by_method.mean().mask(by_method.count() < common["target"].nunique() / 2)


def against_greedy(results: pd.DataFrame) -> pd.DataFrame:
    """Differences target by target: their mean, its standard error, how many are below 0."""
    common = results[results["method"].isin(METHODS)]
    table = pd.DataFrame(index=[name for name in METHODS if name != GREEDY])
    for number in ("all days", "worst lost, all days"):
        by_target = common.pivot(index="target", columns="method", values=number)
        difference = by_target.sub(by_target[GREEDY], axis=0)
        table[f"{number}: minus greedy"] = difference.mean()
        table[f"{number}: standard error"] = difference.sem()
        # The same stations in a different order differ only by rounding.
        table[f"{number}: better for"] = (difference < -1e-9).sum()
    return table


def markdown(table: pd.DataFrame) -> str:
    """A Markdown table that is also readable as plain text."""
    rows = [["method", *table.columns], ["---"] + ["---:"] * table.shape[1]]
    for name, row in table.iterrows():
        rows.append([str(name), *(cell(heading, value) for heading, value in row.items())])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    )


def cell(heading: str, value: float) -> str:
    if np.isnan(value):
        return "-"
    return f"{value:.0f}" if heading.endswith("better for") else f"{value:.2f}"


def print_tables(results: pd.DataFrame) -> None:
    print("RMSE in micrograms per cubic metre; worst lost: the worst", LOST, "stations are missing")
    for title, part in results.groupby("replay", sort=False):
        main = part[part["target"] == MAIN_TARGET].set_index("method")[NUMBERS]
        print(f"\n{title}; target {MAIN_TARGET}\n\n{markdown(main)}")
        print(f"\n{title}; mean of {part['target'].nunique()} targets\n")
        print(f"{markdown(summarize(part))}\n\n{markdown(against_greedy(part))}")


ACTUAL, WORST = "#0072b2", "#d55e00"  # two colours that can be told apart with any colour vision


def draw(results: pd.DataFrame) -> plt.Figure:
    titles = list(results["replay"].unique())
    figure, panels = plt.subplots(
        1, len(titles), figsize=(3.6 * len(titles) + 1.4, 3.6), sharey=True, squeeze=False
    )
    for panel, title in zip(panels[0], titles, strict=True):
        draw_panel(panel, results[results["replay"] == title])
        panel.set_title("chosen on " + title.replace(": ", "\n"), fontsize=10)
    panels[0, 0].invert_yaxis()
    handles, labels = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=2, frameon=False)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    return figure


def draw_panel(panel: plt.Axes, results: pd.DataFrame) -> None:
    table = summarize(results)
    places = range(len(table))
    panel.hlines(places, table["all days"], table["worst lost, all days"], color="0.8", zorder=1)
    for column, color, marker, label in (
        ("all days", ACTUAL, "o", "outages as they happened"),
        ("worst lost, all days", WORST, "s", f"besides, the worst {LOST} of {K} lost for good"),
    ):
        panel.scatter(table[column], places, color=color, marker=marker, s=42, label=label)
        for place, value in zip(places, table[column], strict=True):
            panel.annotate(
                f"{value:.2f}",
                (value, place),
                (0, 7),
                textcoords="offset points",
                ha="center",
                fontsize=8,
                color=color,
            )
    panel.set_yticks(places, table.index)
    panel.margins(x=0.12, y=0.14)
    panel.set_xlabel(f"RMSE in µg/m³, mean of {results['target'].nunique()} targets")
    panel.spines[["top", "right"]].set_visible(False)


def write(results: pd.DataFrame, out: pathlib.Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    first = ["replay", "target", "method"]
    ordered = results[first + [name for name in results.columns if name not in first]]
    ordered.to_csv(out / "air_quality.csv", index=False, float_format="%.4f")
    # The same numbers give the same SVG, byte for byte.
    with plt.rc_context({"svg.hashsalt": "holdfast"}):
        figure = draw(results)
        figure.savefig(out / "air_quality.png", dpi=150)
        figure.savefig(out / "air_quality.svg", metadata={"Date": None})
    plt.close(figure)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/examples/air_quality")
    parser.add_argument("--quick", action="store_true", help="three targets, fast methods only")
    options = parser.parse_args(arguments)
    daily = read_daily(DATA)
    most_targets = 3 if options.quick else None
    results = pd.concat([run(plan, daily, K, most_targets) for plan in REPLAYS])
    print_tables(results)
    write(results, options.out)
    print(f"\nwritten to {options.out}: air_quality.csv, air_quality.png, air_quality.svg")


if __name__ == "__main__":
    main()
