"""Keep predicting while stations are silent: refits against imputation.

Ten stations predict the daily PM10 of another one. The models are trained on two early years and
serve the later years, with the gaps as they happened.

    .venv/bin/python examples/serving/serving.py [--out DIR] [--quick]
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

# One thread for all: the times are of one core. Must come before the libraries that look at it.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.impute import IterativeImputer, KNNImputer, SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

import holdfast as hf

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples/air_quality"))

# The same years, candidates, targets and error as in that example.
from air_quality import (  # noqa: E402
    DATA,
    REPLAYS,
    Replay,
    Task,
    make_tasks,
    markdown,
    read_daily,
    rmse,
    years,
)

K, TAU = 10, 3
ROBUST, GREEDY = f"Holdfast, tau = {TAU}", "greedy, refit"
DROP = ", missing='drop'"  # added to the names of both
# Times of single predictions are taken on so many of the later days, spread evenly.
TIMED_DAYS = 20


class OnColumns:
    """A model of scikit-learn that sees some of the columns only."""

    def __init__(self, model: Any, columns: Sequence[str]) -> None:
        self.model, self.columns = model, list(columns)

    def fit(self, X: pd.DataFrame, y: pd.Series) -> OnColumns:
        self.model.fit(X[self.columns], y)
        return self

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        return self.model.predict(X[self.columns])


def imputed(imputer: Any) -> Callable[[Sequence[str]], Any]:
    return lambda ten: OnColumns(make_pipeline(imputer(), LinearRegression()), ten)


def boosted() -> HistGradientBoostingRegressor:
    return HistGradientBoostingRegressor(random_state=0)


# Each is made from the ten stations of the greedy choice. Those of scikit-learn are trained on all
# early days on which the target delivered, gaps included: they know what to do with them.
SCIKIT_LEARN: dict[str, Callable[[Sequence[str]], Any]] = {
    "greedy, mean imputation": imputed(SimpleImputer),
    "greedy, IterativeImputer": imputed(lambda: IterativeImputer(random_state=0)),
    "greedy, KNNImputer": imputed(KNNImputer),
    "greedy, gradient boosting": lambda ten: OnColumns(boosted(), ten),
}
ALL_STATIONS = "all stations, gradient boosting"


def trained_models(task: Task, early_X: pd.DataFrame, early_y: pd.Series) -> dict[str, Any]:
    """Refits are trained on early days without a gap, or with DROP on those without a gap in their
    ten; all other models on all early days.
    """
    robust = hf.RobustRegressor(K, TAU, n_jobs=1).fit(task.X, task.y)
    greedy = hf.RobustRegressor(K, 0, algorithm="greedy", n_jobs=1).fit(task.X, task.y)
    models: dict[str, Any] = {ROBUST: robust, GREEDY: greedy}
    for name in (ROBUST, GREEDY):
        again = clone(models[name]).set_params(missing="drop", algorithm="greedy")
        # The same ten; only the days differ on which their models are trained.
        again.set_params(must=models[name].selection_.names)
        models[name + DROP] = again.fit(early_X, early_y)
    for name, make in SCIKIT_LEARN.items():
        models[name] = make(greedy.selection_.names).fit(early_X, early_y)
    models[ALL_STATIONS] = boosted().fit(early_X, early_y)
    return models


def seconds_per_day(model: Any, X: pd.DataFrame) -> tuple[float, float]:
    """Of a day that is predicted by itself (the median), and of one among all."""
    alone = []
    for place in np.linspace(0, len(X) - 1, min(TIMED_DAYS, len(X))).astype(int):
        began = time.perf_counter()
        model.predict(X.iloc[place : place + 1])
        alone.append(time.perf_counter() - began)
    began = time.perf_counter()
    model.predict(X)
    return float(np.median(alone)), (time.perf_counter() - began) / len(X)


def compare(task: Task, daily: pd.DataFrame, plan: Replay) -> list[dict[str, Any]]:
    early = years(daily, plan.early)
    early = early[early[task.target].notna()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the iterative imputer's own default
        models = trained_models(task, early[task.X.columns], early[task.target])
    ten = set(models[ROBUST].selection_.names) | set(models[GREEDY].selection_.names)
    outage = task.later_X[sorted(ten)].isna().any(axis=1)
    rows = []
    for name, model in models.items():
        errors = model.predict(task.later_X) - task.later_y
        alone, among_all = seconds_per_day(model, task.later_X)
        rows.append(
            {
                "target": task.target,
                "method": name,
                "all days": rmse(errors),
                "outage days": rmse(errors[outage]),
                "complete days": rmse(errors[~outage]),
                "ms for one day": 1e3 * alone,
                "ms a day, all at once": 1e3 * among_all,
            }
        )
    return rows


NUMBERS = [
    "all days",
    "outage days",
    "complete days",
    "ms for one day",
    "ms a day, all at once",
]


def run(plan: Replay, daily: pd.DataFrame, most_targets: int | None) -> pd.DataFrame:
    tasks = make_tasks(daily, plan)[:most_targets]
    rows = [row for task in tasks for row in compare(task, daily, plan)]
    return pd.DataFrame(rows).assign(replay=plan.title)


def summarize(results: pd.DataFrame) -> pd.DataFrame:
    """Means over the targets; of times, medians."""
    by_method = results.groupby("method", sort=False)[NUMBERS]
    table = by_method.mean()
    times = [name for name in NUMBERS if name.startswith("ms")]
    table[times] = by_method.median()[times]
    return table


def against(results: pd.DataFrame, reference: str) -> pd.DataFrame:
    """Differences to one method, target by target: mean, standard error, how many are below 0."""
    table = pd.DataFrame(index=[name for name in results["method"].unique() if name != reference])
    for number in ("all days", "outage days"):
        by_target = results.pivot(index="target", columns="method", values=number)
        difference = by_target.sub(by_target[reference], axis=0)
        table[f"{number}: minus {reference}"] = difference.mean()
        table[f"{number}: standard error"] = difference.sem()
        table[f"{number}: better for"] = (difference < -1e-9).sum()
    return table


def print_tables(results: pd.DataFrame) -> None:
    print("RMSE in micrograms per cubic metre, mean of the targets; times in milliseconds")
    for title, part in results.groupby("replay", sort=False):
        print(f"\n{title}; {part['target'].nunique()} targets\n\n{markdown(summarize(part))}")
        print(f"\n{markdown(against(part, GREEDY))}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/examples/serving")
    parser.add_argument("--quick", action="store_true", help="two targets only")
    options = parser.parse_args(arguments)
    daily = read_daily(DATA)
    most_targets = 2 if options.quick else None
    results = pd.concat([run(plan, daily, most_targets) for plan in REPLAYS[1:]])
    print_tables(results)
    options.out.mkdir(parents=True, exist_ok=True)
    results.to_csv(options.out / "serving.csv", index=False, float_format="%.4f")
    print(f"\nwritten to {options.out}: serving.csv")


if __name__ == "__main__":
    main()
