"""What is left of several choices after more and more deletions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._constraints import constraints
from holdfast._names import Adversary, Algorithm
from holdfast._objective import Objective
from holdfast._page import _PageResult
from holdfast._plotting import axes_for, in_shares
from holdfast._requests import answer, count_of_items, require_objective, seed_of, split_options
from holdfast._result import _Asked, _counted, _frame, _table
from holdfast._threads import threads_of


class Curve(_PageResult):
    """What is left of several choices after 0, 1, 2, ... deletions: made by `curve`.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: float(sum(items)))
    >>> curve = hf.curve(f, k=3, tau=1, algorithms=["greedy"])
    >>> curve.deletions.tolist(), curve.values("greedy").tolist()
    ([0, 1, 2], [6.0, 3.0, 1.0])
    >>> curve
    Curve: value left after 0 to 2 deletions, prepared for 1
      deletions  0  1  2
      greedy     6  3  1
    """

    @property
    def algorithms(self) -> list[str]:
        """Those that made a choice."""
        return [curve["algorithm"]["name"] for curve in self._document["curves"]]

    @property
    def deletions(self) -> np.ndarray:
        """0, 1, ..., tau_max."""
        return np.arange(self._document["tau_max"] + 1)

    @property
    def skipped(self) -> dict[str, str]:
        """Algorithms that are not defined for this problem, with the reason."""
        return {entry["algorithm"]: entry["why"] for entry in self._document["skipped"]}

    def values(self, algorithm: str) -> np.ndarray:
        """What is left of one algorithm's choice after each number of deletions.

        Parameters
        ----------
        algorithm : str
            One of `algorithms`; KeyError otherwise.

        Returns
        -------
        ndarray of shape (tau_max + 1,)
        """
        for curve in self._document["curves"]:
            if curve["algorithm"]["name"] == algorithm:
                return np.asarray([point["value"] for point in curve["points"]], dtype=float)
        raise KeyError(f"{algorithm!r} is not in the curve; there are {', '.join(self.algorithms)}")

    def to_frame(self) -> Any:
        """One row a point, as a pandas frame."""
        return _frame(
            [
                {"algorithm": curve["algorithm"]["name"], **point}
                for curve in self._document["curves"]
                for point in curve["points"]
            ]
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw the curves with matplotlib, as shares where the objective knows a largest value.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; new ones by default.

        Returns
        -------
        matplotlib axes
        """
        ax = axes_for(ax)
        measure = self._measure
        for algorithm in self.algorithms:
            left = [measure.of(value) for value in self.values(algorithm)]
            ax.plot(np.arange(len(left)), left, marker="o", label=algorithm)
        ax.axvline(self._document["tau"], linestyle=":", color="gray", label="prepared for")
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_xlabel("deleted items")
        in_shares(ax.yaxis, measure)
        ax.set_ylabel(measure.left)
        ax.set_ylim(bottom=0)
        ax.legend()
        return ax

    def _rows(self) -> list[tuple[str, ...]]:
        """Each algorithm with what is left, equally wide."""
        values = [self.values(name) for name in self.algorithms]
        texts = self._measure.short(np.concatenate(values).tolist() if values else [])
        count = len(self.deletions)
        return [
            (name, *texts[place * count : (place + 1) * count])
            for place, name in enumerate(self.algorithms)
        ]

    def __repr__(self) -> str:
        rows = [("deletions", *map(str, self.deletions)), *self._rows()]
        first = max(len(row[0]) for row in rows)
        width = max(len(cell) for row in rows for cell in row[1:])
        prepared, most = self._document["tau"], self._document["tau_max"]
        head = f"Curve: {self._measure.left} after 0 to {_counted(most, 'deletion')}"
        return "\n".join(
            [f"{head}, prepared for {prepared}"]
            + [
                "  " + row[0].ljust(first) + "".join(f"  {cell:>{width}}" for cell in row[1:])
                for row in rows
            ]
        )

    def _repr_html_(self) -> str:
        return _table((f"{self._measure.left} after", *self.deletions), self._rows())


def curve(
    objective: Objective,
    k: int | None,
    tau: int,
    tau_max: int | None = None,
    *,
    algorithms: Algorithm | Sequence[Algorithm] = (
        "auto",
        "greedy",
        "oblivious-greedy",
        "oblivious",
    ),
    adversary: Adversary = "strong",
    must: Any = None,
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    costs: Any = None,
    cost_limit: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Curve:
    """What is left of several algorithms' choices after 0, 1, ..., tau_max deletions.

    Each algorithm chooses once, prepared for tau losses. Its choice is then attacked anew for each
    number of deletions.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    k : int or None
        How many items each algorithm chooses. None if there is a cost_limit.
    tau : int
        How many losses they prepare for.
    tau_max : int, optional
        The most deletions; 2 tau by default, at most k.
    algorithms : str or sequence of str
        Who chooses; "auto", "greedy", "oblivious-greedy" and "oblivious" by default. One that needs
        more than k items is left out, see `Curve.skipped`.
    adversary, must, must_not, kinds, at_most, costs, cost_limit, random_state, n_jobs
        As in `select`. For a curve over several limits see `cost_curve`.
    **options
        Each goes to the algorithms and the adversary that have it.

    Returns
    -------
    Curve

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: float(sum(items)))
    >>> hf.curve(f, k=3, tau=1)
    Curve: value left after 0 to 2 deletions, prepared for 1
      deletions         0  1  2
      auto              6  3  1
      greedy            6  3  1
      oblivious-greedy  6  3  1
      oblivious         6  3  1
    """
    require_objective(objective)
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    for_algorithms, for_adversary = split_options(options, names, adversary)
    k, tau = count_of_items(objective, k, cost_limit), _arrays.count(tau, "tau")
    largest = min(2 * tau, k) if tau_max is None else _arrays.count(tau_max, "tau_max")
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.curve,
        k,
        tau,
        largest,
        constraints(objective, must, must_not, kinds, at_most, costs, cost_limit),
        names,
        for_algorithms,
        adversary,
        for_adversary,
        seed,
        threads,
    )
    return Curve(document, asked=_Asked(objective, adversary, for_adversary, seed, threads))
