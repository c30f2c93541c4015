"""What several choices are worth for more and more money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._constraints import constraints
from holdfast._names import Adversary, Algorithm
from holdfast._objective import Objective
from holdfast._plotting import axes_for, in_shares
from holdfast._requests import answer, count_of_items, require_objective, seed_of, split_options
from holdfast._result import _frame, _Result, _table
from holdfast._threads import threads_of


class CostCurve(_Result):
    """What several algorithms can buy for several limits on costs: made by `cost_curve`.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: float(sum(items)))
    >>> curve = hf.cost_curve(f, [1, 1, 2, 2], [2, 3, 5], tau=1, algorithms=["auto"])
    >>> curve.worst_values("auto").tolist(), curve.spent("auto").tolist()
    ([0.0, 1.0, 3.0], [2.0, 3.0, 5.0])
    >>> curve
    CostCurve: value left after the worst loss of 1
      cost limit  2  3  5
      auto        0  1  3
    """

    @property
    def algorithms(self) -> list[str]:
        """Those that made choices."""
        return [curve["algorithm"]["name"] for curve in self._document["curves"]]

    @property
    def limits(self) -> np.ndarray:
        """What may be spent, ascending."""
        return np.asarray(self._document["cost_limits"], dtype=float)

    @property
    def skipped(self) -> dict[str, str]:
        """Algorithms that are not defined for this problem, with the reason."""
        return {entry["algorithm"]: entry["why"] for entry in self._document["skipped"]}

    def worst_values(self, algorithm: str) -> np.ndarray:
        """What the worst losses leave of one algorithm's choice, limit by limit: never falling."""
        return self._column(algorithm, lambda point: point["worst_case"]["value"])

    def values(self, algorithm: str) -> np.ndarray:
        """What the choices are worth while nothing is lost."""
        return self._column(algorithm, lambda point: point["value"])

    def spent(self, algorithm: str) -> np.ndarray:
        """What the choices cost."""
        return self._column(algorithm, lambda point: point["spent"])

    def items(self, algorithm: str) -> list[np.ndarray]:
        """Numbers of the chosen items, limit by limit."""
        return [
            np.asarray([item["index"] for item in point["items"]], dtype=np.intp)
            for point in self._points(algorithm)
        ]

    def _points(self, algorithm: str) -> list[dict[str, Any]]:
        for curve in self._document["curves"]:
            if curve["algorithm"]["name"] == algorithm:
                return curve["points"]
        raise KeyError(f"{algorithm!r} is not in the curve; there are {', '.join(self.algorithms)}")

    def _column(self, algorithm: str, number: Any) -> np.ndarray:
        return np.asarray([number(point) for point in self._points(algorithm)], dtype=float)

    def to_frame(self) -> Any:
        """One row for each algorithm and limit, as a pandas frame."""
        return _frame(
            [
                {
                    "algorithm": name,
                    "cost_limit": point["cost_limit"],
                    "spent": point["spent"],
                    "items": len(point["items"]),
                    "value": point["value"],
                    "worst_case": point["worst_case"]["value"],
                    "proven": point["worst_case"]["proven"],
                }
                for name in self.algorithms
                for point in self._points(name)
            ]
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw the worst case against the limit with matplotlib.

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
            left = [measure.of(value) for value in self.worst_values(algorithm)]
            ax.plot(self.limits, left, marker="o", drawstyle="steps-post", label=algorithm)
        ax.set_xlabel("cost limit")
        in_shares(ax.yaxis, measure)
        ax.set_ylabel(f"{measure.left} {self._after()}")
        ax.set_ylim(bottom=0)
        ax.legend()
        return ax

    def _after(self) -> str:
        return f"after the worst loss of {self._document['tau']}"

    def _rows(self) -> list[tuple[str, ...]]:
        values = [self.worst_values(name) for name in self.algorithms]
        texts = self._measure.short(np.concatenate(values).tolist() if values else [])
        count = len(self.limits)
        return [
            (name, *texts[place * count : (place + 1) * count])
            for place, name in enumerate(self.algorithms)
        ]

    def __repr__(self) -> str:
        rows = [("cost limit", *(f"{limit:g}" for limit in self.limits)), *self._rows()]
        first = max(len(row[0]) for row in rows)
        width = max(len(cell) for row in rows for cell in row[1:])
        return "\n".join(
            [f"CostCurve: {self._measure.left} {self._after()}"]
            + [
                "  " + row[0].ljust(first) + "".join(f"  {cell:>{width}}" for cell in row[1:])
                for row in rows
            ]
        )

    def _repr_html_(self) -> str:
        limits = [f"{limit:g}" for limit in self.limits]
        return _table((f"{self._measure.left} {self._after()}, for", *limits), self._rows())


def cost_curve(
    objective: Objective,
    costs: Any,
    limits: Any,
    tau: int = 0,
    *,
    k: int | None = None,
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
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> CostCurve:
    """What several algorithms can buy for several limits on costs, and what losses leave of it.

    Each algorithm chooses anew for each limit. A set that one limit allows, every larger one
    allows too: where a choice is worse than that of the limit before, the one before stays.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    costs : sequence or mapping
        The price of each item, as in `select`.
    limits : sequence of float
        What the chosen items may cost together.
    tau : int, default 0
        How many of them may be lost.
    k : int, optional
        How many items may be chosen at most; any number by default.
    algorithms : str or sequence of str
        Who chooses; "auto", "greedy", "oblivious-greedy" and "oblivious" by default.
    adversary, must, must_not, kinds, at_most, random_state, n_jobs
        As in `select`.
    **options
        Each goes to the algorithms and the adversary that have it.

    Returns
    -------
    CostCurve

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]], names=["a", "b", "c"])
    >>> curve = hf.cost_curve(f, {"a": 3, "b": 1, "c": 1}, [1, 2, 4], tau=0, algorithms="auto")
    >>> curve.worst_values("auto").tolist()
    [1.0, 2.0, 3.0]
    """
    require_objective(objective)
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    for_algorithms, for_adversary = split_options(options, names, adversary)
    amounts = [float(limit) for limit in _arrays.vector(limits, "limits")]
    if not amounts:
        raise ValueError("limits is empty; give at least one limit on costs")
    document = answer(
        objective,
        _core.cost_curve,
        count_of_items(objective, k, amounts[0]),
        _arrays.count(tau, "tau"),
        amounts,
        constraints(objective, must, must_not, kinds, at_most, costs, amounts[0]),
        names,
        for_algorithms,
        adversary,
        for_adversary,
        seed_of(random_state),
        threads_of(n_jobs),
    )
    return CostCurve(document)
