"""Find the best of many experiments in batches, when results of each batch get lost.

In each round a design chooses a batch, some results are lost, and scikit-learn's Gaussian process
is fitted to all results so far. The next batch is then chosen to reduce its variance.

    .venv/bin/python examples/experiments/experiments.py [--out DIR] [--quick]
"""

from __future__ import annotations

import argparse
import itertools
import pathlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import Matern

import holdfast as hf

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The length scale in the unit square. It is fixed, not learned: all designs use the same model.
KERNEL = Matern(length_scale=0.3, nu=2.5)
GRID = 12  # 12 x 12 experiments to choose from
K = 10
TAU = 3
ROUNDS = 4
SEEDS = 8
# The noise variance of a result; the functions have variance 1.
NOISES = {"little noise": 0.01, "much noise": 1.0}


@dataclass(frozen=True)
class Problem:
    """What is to be found. The values are hidden from the designs."""

    points: np.ndarray
    values: np.ndarray
    noise: float


@dataclass
class Observed:
    """Results that came back."""

    items: np.ndarray
    results: np.ndarray

    def add(self, items: np.ndarray, results: np.ndarray) -> Observed:
        return Observed(np.append(self.items, items), np.append(self.results, results))


def grid(size: int) -> np.ndarray:
    axis = np.linspace(0, 1, size)
    return np.array(list(itertools.product(axis, axis)))


def branin(points: np.ndarray, _: np.random.Generator) -> np.ndarray:
    x, y = 15 * points[:, 0] - 5, 15 * points[:, 1]
    valley = (y - 5.1 * x**2 / (4 * np.pi**2) + 5 * x / np.pi - 6) ** 2
    return -(valley + 10 * (1 - 1 / (8 * np.pi)) * np.cos(x) + 10)


def six_hump_camel(points: np.ndarray, _: np.random.Generator) -> np.ndarray:
    x, y = 4 * points[:, 0] - 2, 2 * points[:, 1] - 1
    return -((4 - 2.1 * x**2 + x**4 / 3) * x**2 + x * y + (4 * y**2 - 4) * y**2)


def drawn_function(points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A draw from the Gaussian process itself: here the model is right."""
    # The grid is symmetric, so eigenvectors would depend on the machine; this factor does not.
    return rng.multivariate_normal(np.zeros(len(points)), KERNEL(points), method="cholesky")


FUNCTIONS: dict[str, Callable[[np.ndarray, np.random.Generator], np.ndarray]] = {
    "Branin": branin,
    "six-hump camel": six_hump_camel,
    "drawn": drawn_function,
}


def make_problem(name: str, size: int, noise: float, seed: int) -> Problem:
    points = grid(size)
    values = FUNCTIONS[name](points, np.random.default_rng(seed))
    return Problem(points, (values - values.mean()) / values.std(), noise)


def fitted_process(problem: Problem, observed: Observed) -> GaussianProcessRegressor:
    process = GaussianProcessRegressor(KERNEL, alpha=problem.noise, optimizer=None)
    if len(observed.items) > 0:
        process.fit(problem.points[observed.items], observed.results)
    return process


# A design takes the problem, the posterior covariance of its points, and a generator. A point may
# be chosen again: a second result halves the noise.
Design = Callable[[Problem, np.ndarray, np.random.Generator], np.ndarray]


def variance_reduction(algorithm: str) -> Design:
    def choose(problem: Problem, covariance: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        design = hf.VarianceReductionDesign(
            k=K,
            tau=TAU,
            # The posterior is a Gaussian process too; its covariance is the kernel of this round.
            kernel=lambda _: covariance,
            noise=problem.noise,
            algorithm=algorithm,
            random_state=rng,
            n_jobs=1,
        )
        return design.fit(problem.points).items_

    return choose


def at_random(problem: Problem, covariance: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return rng.choice(len(problem.points), K, replace=False)


GREEDY = "greedy"
DESIGNS: dict[str, Design] = {
    "random": at_random,
    GREEDY: variance_reduction("greedy"),
    f"Holdfast, tau = {TAU}": variance_reduction("oblivious-greedy"),
}


# A loss takes the same and the chosen items, and returns those that are lost.
Loss = Callable[[Problem, np.ndarray, np.ndarray, np.random.Generator], np.ndarray]


def lose_nothing(
    problem: Problem, covariance: np.ndarray, items: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    return items[:0]


def lose_at_random(
    problem: Problem, covariance: np.ndarray, items: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    return rng.choice(items, TAU, replace=False)


def lose_the_worst(
    problem: Problem, covariance: np.ndarray, items: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    objective = hf.VarianceReduction(kernel_matrix=covariance, noise=problem.noise, n_jobs=1)
    return hf.attack(objective, items, TAU, adversary="exact", n_jobs=1).items


LOSSES: dict[str, Loss] = {
    "nothing lost": lose_nothing,
    f"{TAU} of {K} lost at random": lose_at_random,
    f"the worst {TAU} of {K} lost": lose_the_worst,
}


def play(
    problem: Problem, design: Design, loss: Loss, rounds: int, seed: int
) -> Iterator[tuple[Observed, dict[str, float]]]:
    """What has been observed, and how good the model is, after each round."""
    observed = Observed(np.empty(0, dtype=int), np.empty(0))
    process = fitted_process(problem, observed)
    for number in range(rounds):
        # Noise and losses have their own generators, so they do not depend on what a design draws.
        design_rng, loss_rng, noise_rng = np.random.default_rng([seed, number]).spawn(3)
        covariance = process.predict(problem.points, return_cov=True)[1]
        items = design(problem, covariance, design_rng)
        lost = loss(problem, covariance, items, loss_rng)
        kept = items[~np.isin(items, lost)]
        noise = np.sqrt(problem.noise) * noise_rng.normal(size=len(kept))
        observed = observed.add(kept, problem.values[kept] + noise)
        process = fitted_process(problem, observed)
        yield observed, quality(problem, process)


def quality(problem: Problem, process: GaussianProcessRegressor) -> dict[str, float]:
    predicted = process.predict(problem.points)
    recommended = np.argmax(predicted)
    return {
        "RMSE": float(np.sqrt(np.mean((predicted - problem.values) ** 2))),
        "regret": float(problem.values.max() - problem.values[recommended]),
    }


def run(size: int, rounds: int, seeds: int) -> pd.DataFrame:
    rows = []
    for (noise, variance), function, seed in itertools.product(
        NOISES.items(), FUNCTIONS, range(seeds)
    ):
        problem = make_problem(function, size, variance, seed)
        for (loss, lose), (design, choose) in itertools.product(LOSSES.items(), DESIGNS.items()):
            keys = {"noise": noise, "function": function, "seed": seed}
            for number, (_, numbers) in enumerate(play(problem, choose, lose, rounds, seed), 1):
                rows.append({**keys, "loss": loss, "design": design, "round": number, **numbers})
    return pd.DataFrame(rows)


def variance_explained(size: int, seeds: int) -> pd.DataFrame:
    """The share of the variance over the grid that a first batch explains, before and after a loss.

    It does not depend on the function, only on where the experiments are.
    """
    points = grid(size)
    covariance = KERNEL(points)
    rows = []
    for (noise, variance), seed in itertools.product(NOISES.items(), range(seeds)):
        problem = Problem(points, np.zeros(len(points)), variance)
        objective = hf.VarianceReduction(kernel_matrix=covariance, noise=variance, n_jobs=1)
        for design, choose in DESIGNS.items():
            items = choose(problem, covariance, np.random.default_rng(seed))
            worst = hf.attack(objective, items, TAU, adversary="exact", n_jobs=1)
            shares = {
                "all results": objective.value(items) / objective.largest_value,
                f"the worst {TAU} lost": worst.share,
            }
            rows.append({"noise": noise, "design": design, **shares})
    return pd.DataFrame(rows).groupby(["noise", "design"], sort=False).mean()


MEASURES = {
    "RMSE": "RMSE over the grid, in standard deviations",
    "regret": "regret, in standard deviations",
}


def summarize(results: pd.DataFrame) -> pd.DataFrame:
    """After the last round: means, and the difference from greedy, run by run."""
    last = results[results["round"] == results["round"].max()]
    groups, same_run = ["noise", "loss", "design"], ["noise", "loss", "function", "seed"]
    table = last.groupby(groups, sort=False)[list(MEASURES)].mean()
    for measure in MEASURES:
        greedy = last[last["design"] == GREEDY].set_index(same_run)[measure]
        own = last.set_index([*same_run, "design"])[measure]
        by_design = (own - greedy).groupby(groups, sort=False)
        table[f"{measure} minus greedy"] = by_design.mean()
        table[f"{measure} standard error"] = by_design.sem()
    return table


def markdown(table: pd.DataFrame) -> str:
    """A Markdown table that is also readable as plain text."""
    names = list(table.index.names)
    rows = [[*names, *table.columns], ["---"] * len(names) + ["---:"] * table.shape[1]]
    for keys, numbers in zip(table.index, table.to_numpy(), strict=True):
        rows.append([*keys, *(f"{number:.3f}" for number in numbers)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    )


# Distinguishable with any colour vision, and without colour by their markers.
STYLES = dict(zip(DESIGNS, (("#999999", "^"), ("#0072b2", "o"), ("#d55e00", "s")), strict=True))


def draw(results: pd.DataFrame, measure: str) -> plt.Figure:
    figure, panels = plt.subplots(
        len(NOISES), len(LOSSES), figsize=(9.6, 5.6), sharex=True, sharey="row"
    )
    for row, noise in zip(panels, NOISES, strict=True):
        for panel, loss in zip(row, LOSSES, strict=True):
            part = results[(results["noise"] == noise) & (results["loss"] == loss)]
            draw_panel(panel, part, measure)
            panel.set_title(f"{noise}, {loss}", fontsize=10)
        # Set last, because a limit stops the panels of a row from fitting their common scale to the
        # data.
        row[0].set_ylim(bottom=0)
    for panel in panels[-1]:
        panel.set_xlabel("round")
    figure.supylabel(MEASURES[measure], fontsize=10)
    handles, labels = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=len(DESIGNS), frameon=False)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    return figure


def draw_panel(panel: plt.Axes, results: pd.DataFrame, measure: str) -> None:
    for design, (color, marker) in STYLES.items():
        by_round = results[results["design"] == design].groupby("round")[measure]
        mean, error = by_round.mean(), by_round.sem()
        panel.plot(mean.index, mean, color=color, marker=marker, label=design)
        panel.fill_between(mean.index, mean - error, mean + error, color=color, alpha=0.2, lw=0)
    panel.set_xticks(sorted(results["round"].unique()))
    panel.spines[["top", "right"]].set_visible(False)


def write(results: pd.DataFrame, out: pathlib.Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    results.to_csv(out / "experiments.csv", index=False, float_format="%.5f")
    # The same numbers give the same SVG, byte for byte.
    with plt.rc_context({"svg.hashsalt": "holdfast"}):
        for measure in MEASURES:
            figure = draw(results, measure)
            stem = out / f"experiments_{measure.lower()}"
            figure.savefig(stem.with_suffix(".png"), dpi=150)
            figure.savefig(stem.with_suffix(".svg"), metadata={"Date": None})
            plt.close(figure)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/examples/experiments")
    parser.add_argument("--quick", action="store_true", help="a small grid, two rounds and seeds")
    options = parser.parse_args(arguments)
    size, rounds, seeds = (6, 2, 2) if options.quick else (GRID, ROUNDS, SEEDS)
    results = run(size, rounds, seeds)
    print("first batch: share of the variance over the grid that it explains\n")
    print(markdown(variance_explained(size, seeds)))
    print(f"\nafter {rounds} rounds of {K}; mean of {len(FUNCTIONS)} functions x {seeds} seeds\n")
    print(markdown(summarize(results)))
    write(results, options.out)
    print(f"\nwritten to {options.out}: experiments.csv, figures as PNG and SVG")


if __name__ == "__main__":
    main()
