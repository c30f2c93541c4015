"""After real losses: filling a set up again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._constraints import constraints
from holdfast._names import Adversary, Algorithm
from holdfast._objective import Objective
from holdfast._requests import answer, require_objective, seed_of, split_options
from holdfast._result import _Asked, _counted, _listed
from holdfast._threads import threads_of
from holdfast.results import Selection


class Repair(Selection):
    """A set after it was filled up again: made by `repair` and `replan`.

    It is a `Selection`, whose items are what was left and what was added, and `worst_case` is about
    losing more of them.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(5, lambda items: float(sum(items)))
    >>> repaired = hf.repair(f, [4, 3, 0], deleted=[4], refill=1)
    >>> repaired
    Repair of 3 items by auto: added 2
      before      7
      after loss  3
      repaired    5
    """

    @property
    def before(self) -> dict[str, Any]:
        """The set that was hit: `items`, `names`, `value`, and `share` where it is known."""
        return dict(self._document["before"])

    @property
    def left(self) -> dict[str, Any]:
        """What the loss has left of it, likewise."""
        return dict(self._document["left"])

    @property
    def deleted(self) -> np.ndarray:
        """Numbers of what was lost."""
        return np.asarray(self._document["deleted"], dtype=np.intp)

    @property
    def added(self) -> np.ndarray:
        """Numbers of the new items, in the order in which they were chosen."""
        return np.asarray(self._document["added"], dtype=np.intp)

    @property
    def added_names(self) -> list[str]:
        """Their names."""
        return list(self._document["added_names"])

    def __repr__(self) -> str:
        added = f"added {_listed(self.added_names)}" if len(self.added) else "nothing added"
        head = f"Repair of {_counted(len(self), 'item')} by {self._algorithm}: {added}"
        labels = ["before", "after loss", "repaired", "worst case"]
        values = [self.before["value"], self.left["value"], self.value, self.worst_case.value]
        lines = [
            f"  {label:<10}  {text}"
            for label, text in zip(labels, self._measure.texts(values, unit=True), strict=True)
        ]
        if len(self.worst_case) == 0:
            return "\n".join([head, *lines[:3]])
        return "\n".join([head, *lines]) + f" after {self._sureness('more deletion')}"


def repair(
    objective: Objective,
    items: Any,
    deleted: Any,
    refill: int,
    tau: int | None = None,
    *,
    algorithm: Algorithm = "auto",
    adversary: Adversary = "strong",
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    costs: Any = None,
    cost_limit: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Repair:
    """Fill a set up again after a loss, so that losing any tau more hurts least.

    What is left stays. Up to `refill` items are added, none of them one that was lost: the problem
    of `select` with k = (what is left) + refill, what is left as must-haves, and what was lost as
    must-nots.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    items : Selection, or sequence of int or str
        The set that was hit.
    deleted : sequence of int or str, or Deletion
        What was lost, of the set or not.
    refill : int
        How many items to add.
    tau : int, optional
        How many more may be lost; by default as many as the selection was made for, 0 for a set
        that is no selection.
    algorithm, adversary, must_not, kinds, at_most, random_state, n_jobs, **options
        As in `select`.
    costs, cost_limit
        As in `select`: the limit is on everything that is there after the repair, what is left
        included.

    Returns
    -------
    Repair

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 1, 0, 0], [1, 0, 1, 0], [0, 0, 1, 1]], names=["a", "b", "c", "d"])
    >>> repaired = hf.repair(f, ["a", "d"], deleted=["a"], refill=1)
    >>> repaired.names, repaired.left["value"], repaired.value
    (['d', 'b'], 1.0, 2.0)
    """
    document, asked = _replan(
        objective, items, [deleted], [refill], False, tau, algorithm, adversary,
        (must_not, kinds, at_most, costs, cost_limit), random_state, n_jobs, options,
    )  # fmt: skip
    return Repair(document, asked=asked)


def replan(
    objective: Objective,
    items: Any,
    batches: Sequence[Any],
    refill: int | Sequence[int],
    tau: int | None = None,
    *,
    algorithm: Algorithm = "auto",
    adversary: Adversary = "strong",
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    costs: Any = None,
    cost_limit: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> list[Repair]:
    """Repair after each of several losses.

    Each loss hits what the round before has left behind, and what is lost once stays lost.

    Parameters
    ----------
    objective, items, tau
        As in `repair`.
    batches : sequence of sequences of int or str
        What was lost, round by round.
    refill : int or sequence of int
        How many items to add in each round.
    algorithm, adversary, must_not, kinds, at_most, random_state, n_jobs, **options
        As in `select`.
    costs, cost_limit
        As in `select`: the limit is on everything that is there after the repair, what is left
        included.

    Returns
    -------
    list of Repair
        One a round.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(6, lambda items: float(sum(items)))
    >>> [round.value for round in hf.replan(f, [5, 1], [[5], [4]], refill=1)]
    [5.0, 4.0]
    """
    batches = list(batches)
    budgets = [refill] * len(batches) if isinstance(refill, (int, np.integer)) else list(refill)
    if len(budgets) != len(batches):
        raise ValueError(f"refill needs one number for each of {len(batches)} rounds")
    source, asked = _replan(
        objective, items, batches, budgets, True, tau, algorithm, adversary,
        (must_not, kinds, at_most, costs, cost_limit), random_state, n_jobs, options,
    )  # fmt: skip
    document: Any = source.as_python()
    shared = {key: value for key, value in document.items() if key not in ("schema", "rounds")}
    return [
        Repair({"schema": "holdfast.repair/1", **shared, **entry}, asked=asked)
        for entry in document["rounds"]
    ]


def _replan(
    objective: Objective,
    items: Any,
    batches: Sequence[Any],
    budgets: Sequence[Any],
    is_plan: bool,
    tau: int | None,
    algorithm: str,
    adversary: str,
    limits: tuple[Any, Any, Any, Any, Any],
    random_state: Any,
    n_jobs: int | None,
    options: dict[str, Any],
) -> tuple[_core.Document, _Asked]:
    require_objective(objective)
    (for_algorithm,), for_adversary = split_options(options, [algorithm], adversary)
    if tau is None:
        tau = items.tau if isinstance(items, Selection) else 0
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.replan,
        objective._numbers_of(items),
        [objective._numbers_of(batch, "deleted") for batch in batches],
        [_arrays.count(budget, "refill") for budget in budgets],
        is_plan,
        _arrays.count(tau, "tau"),
        constraints(objective, None, *limits),
        algorithm,
        for_algorithm,
        adversary,
        for_adversary,
        seed,
        threads,
    )
    return document, _Asked(objective, adversary, for_adversary, seed, threads)
