"""Small parts of large data from which to choose after deletions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeVar

import numpy as np

from holdfast import _arrays, _core
from holdfast._constraints import constraints
from holdfast._names import Adversary, Algorithm
from holdfast._objective import Objective
from holdfast._requests import answer, require_objective, seed_of, split_options
from holdfast._result import _Asked, _counted, _frame, _ItemsResult
from holdfast._threads import threads_of
from holdfast.results import Selection

Datum = TypeVar("Datum")


class Summary(_ItemsResult):
    """A small part of all items, from which to choose after deletions: made by `summarize`.

    It can be given wherever a set of items is asked for.
    """

    @property
    def items(self) -> np.ndarray:
        """Numbers of what is kept, ascending."""
        return np.asarray([item["index"] for item in self._document["items"]], dtype=np.intp)

    @property
    def names(self) -> list[str]:
        """Names of what is kept."""
        return [item["name"] for item in self._document["items"]]

    @property
    def k(self) -> int:
        """How many items are to be chosen from it."""
        return self._document["k"]

    @property
    def deletions(self) -> int:
        """How many deletions it is made for."""
        return self._document["deletions"]

    @property
    def levels(self) -> list[dict[str, Any]]:
        """The thresholds, each with `chosen` (drawn at random) and `waiting` (kept whole)."""
        return [dict(level) for level in self._document["levels"]]

    def to_frame(self) -> Any:
        """One row for each item that is kept, as a pandas frame."""
        return _frame(self._document["items"])

    def replan(
        self,
        deleted: Any = (),
        k: int | None = None,
        tau: int = 0,
        *,
        objective: Objective | None = None,
        algorithm: Algorithm = "auto",
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
    ) -> Selection:
        """Choose from what deletions have left.

        The algorithm chooses from the items that are left. Where the rule of the papers behind the
        summary does better, its choice is taken, so that their guarantee holds for tau = 0.

        Parameters
        ----------
        deleted : sequence of int or str
            What was deleted, of the summary or not.
        k : int, optional
            How many items to choose; by default as many as the summary was made for.
        tau : int, default 0
            How many of the chosen may be lost on top, whoever takes them.
        objective : Objective, optional
            Needed only for a summary that was stored: others remember theirs.
        algorithm, adversary, must, must_not, kinds, at_most, costs, cost_limit
            As in `select`.
        random_state, n_jobs, **options
            As in `select`.

        Returns
        -------
        Selection
        """
        if objective is None:
            if self._asked is None:
                raise ValueError("this summary does not remember its objective: objective=")
            objective = self._asked.objective
        require_objective(objective)
        levels = self._document["levels"]
        return _choice(
            objective,
            objective._numbers_of(self),
            [(level["threshold"], objective._numbers_of(level["chosen"])) for level in levels],
            self._document["epsilon"],
            objective._numbers_of(deleted, "deleted"),
            self.k if k is None else k,
            tau,
            constraints(objective, must, must_not, kinds, at_most, costs, cost_limit),
            (algorithm, adversary, options, random_state, n_jobs),
        )

    def __repr__(self) -> str:
        return (
            f"Summary of {_counted(len(self), 'item')} of {self._document['objective']['items']}, "
            f"to choose {self.k} after {_counted(self.deletions, 'deletion')}"
        )


def _choice(
    objective: Objective,
    items: list[int],
    levels: Sequence[tuple[float, list[int]]],
    epsilon: float,
    deleted: list[int],
    k: int,
    tau: int,
    limits: _core.Constraints,
    how: tuple[str, str, dict[str, Any], Any, int | None],
) -> Selection:
    algorithm, adversary, options, random_state, n_jobs = how
    (for_algorithm,), for_adversary = split_options(options, [algorithm], adversary)
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.choose_from_summary,
        items,
        [threshold for threshold, _ in levels],
        [chosen for _, chosen in levels],
        epsilon,
        deleted,
        _arrays.count(k, "k"),
        _arrays.count(tau, "tau"),
        limits,
        algorithm,
        for_algorithm,
        adversary,
        for_adversary,
        seed,
        threads,
    )
    return Selection(document, asked=_Asked(objective, adversary, for_adversary, seed, threads))


def summarize(
    objective: Objective,
    k: int,
    deletions: int,
    *,
    epsilon: float = 0.2,
    method: Literal["whole", "stream"] = "whole",
    parts: int = 1,
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    random_state: Any = None,
    n_jobs: int | None = None,
) -> Summary:
    """Keep a small part of the items, from which a good choice can be made after deletions.

    By Kazemi, Zadimoghaddam and Karbasi (2018), with caps on kinds by Dütting et al. (2022).

    It assumes that the deletions do not depend on the random draws of the summary: whoever deletes
    must not have seen it. `select` with tau assumes nothing of the kind. For a submodular function
    the best k of what is left are then worth, in the mean over the draws, at least 1/2 - O(epsilon)
    of the best k that are left of all items.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    k : int
        How many items will be chosen from the summary.
    deletions : int
        How many items may be deleted before that.
    epsilon : float, default 0.2
        How fine the thresholds are, above 0 and at most 1; smaller keeps more.
    method : {"whole", "stream"}
        "whole" has all items at hand; "stream" passes over them once, in their order, and keeps
        more. For items that arrive in time see `StreamSummary`.
    parts : int, default 1
        Divide the items at random and summarize each part alone, as several machines would. Not
        with "stream".
    must_not, kinds, at_most
        As in `select`; kinds not with "stream".
    random_state, n_jobs
        As in `select`.

    Returns
    -------
    Summary

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1]], names=["a", "b", "c", "d"])
    >>> summary = hf.summarize(f, k=2, deletions=1)
    >>> summary.replan(deleted=["b"]).value
    3.0
    """
    require_objective(objective)
    if method not in ("whole", "stream"):
        raise ValueError(f"method must be 'whole' or 'stream', got {method!r}")
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.summarize,
        _arrays.count(k, "k"),
        _arrays.count(deletions, "deletions"),
        float(epsilon),
        method == "stream",
        _arrays.count(parts, "parts"),
        constraints(objective, None, must_not, kinds, at_most),
        seed,
        threads,
    )
    return Summary(document, asked=_Asked(objective, "strong", {}, seed, threads))


class StreamSummary(Generic[Datum]):
    """A summary of items that arrive one after the other and need not be kept.

    Only what the summary keeps stays in memory, and the batch that arrives. It assumes, like
    `summarize`, that deletions do not depend on its random draws. The result does not depend on
    how the stream is cut into batches.

    Parameters
    ----------
    make : callable
        Makes an objective from a list of data, one item for each: `make(data)`. What a set of items
        is worth must not depend on the other data.
    k, deletions, epsilon, random_state, n_jobs
        As in `summarize`.

    Attributes
    ----------
    n_seen : int
        How many items have arrived.

    Examples
    --------
    >>> import holdfast as hf
    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> def covers(areas):
    ...     return hf.Coverage(np.column_stack(areas))
    >>> stream = hf.StreamSummary(covers, k=5, deletions=3)
    >>> for _ in range(20):
    ...     _ = stream.update(random.random((100, 60)) < 0.05)  # 100 areas of 60 places
    >>> stream.n_seen, len(stream.items) < 500
    (2000, True)
    >>> gone = stream.items[:3]
    >>> len(stream.replan(deleted=gone))
    5
    """

    def __init__(
        self,
        make: Callable[[list[Datum]], Objective],
        k: int,
        deletions: int,
        *,
        epsilon: float = 0.2,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._make = make
        self._k = _arrays.count(k, "k")
        self._epsilon = float(epsilon)
        self._threads = threads_of(n_jobs)
        self._stream = _core.StreamSummary(
            self._k, _arrays.count(deletions, "deletions"), self._epsilon, seed_of(random_state)
        )
        self._kept: dict[int, Datum] = {}
        self.n_seen = 0

    def update(self, data: Sequence[Datum]) -> StreamSummary[Datum]:
        """Let a batch of items arrive, in this order.

        Parameters
        ----------
        data : sequence
            What `make` needs to know about each item.

        Returns
        -------
        StreamSummary
            Itself.
        """
        arrived = dict(enumerate(data, start=self.n_seen))
        if not arrived:
            return self
        together = self._kept | arrived
        objective = self._objective_on(together)
        self._stream.update(objective._core, list(together), len(self._kept), self._threads)
        self.n_seen += len(arrived)
        self._kept = {number: together[number] for number in self._stream.kept()}
        return self

    def _objective_on(self, data: dict[int, Datum]) -> Objective:
        objective = self._make(list(data.values()))
        require_objective(objective)
        if objective.n_items != len(data):
            raise ValueError(
                f"make must make an objective of {len(data)} items, one for each datum; "
                f"got {objective.n_items}"
            )
        return objective

    @property
    def items(self) -> np.ndarray:
        """Numbers of what is kept, in the order of arrival, from 0."""
        return np.asarray(list(self._kept), dtype=np.intp)

    @property
    def data(self) -> list[Datum]:
        """What is kept, in the same order."""
        return list(self._kept.values())

    def replan(
        self,
        deleted: Any = (),
        k: int | None = None,
        tau: int = 0,
        *,
        algorithm: Algorithm = "auto",
        adversary: Adversary = "strong",
        random_state: Any = None,
        n_jobs: int | None = None,
        **options: Any,
    ) -> Selection:
        """Choose from what deletions have left: see `Summary.replan`.

        Numbers of the answer are places in `items` and `data`; `deleted` are numbers of the stream.

        Returns
        -------
        Selection
        """
        gone = {int(number) for number in deleted}
        unknown = sorted(number for number in gone if not 0 <= number < self.n_seen)
        if unknown:
            raise ValueError(f"deleted: no item {unknown[0]} has arrived, {self.n_seen} have")
        objective = self._objective_on(self._kept)
        place = {number: place for place, number in enumerate(self._kept)}
        return _choice(
            objective,
            list(range(len(place))),
            [
                (threshold, [place[number] for number in chosen])
                for threshold, chosen in self._stream.levels()
            ],
            self._epsilon,
            [place[number] for number in sorted(gone) if number in place],
            self._k if k is None else k,
            tau,
            constraints(objective, None, None, None, None),
            (algorithm, adversary, options, random_state, n_jobs),
        )

    def __repr__(self) -> str:
        return f"StreamSummary of {_counted(len(self._kept), 'item')} of {self.n_seen}"
