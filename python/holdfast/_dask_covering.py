"""Facility location and coverage on rows that are spread: each piece is an objective by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import distributed
import numpy as np
import scipy.sparse as sp
from dask import delayed

from holdfast import _arrays, _core, covering
from holdfast._dask_cluster import BLOCK, PATIENCE, Cluster, as_array, by_rows, pieces
from holdfast._objective import Objective

# The rows of an item and what it has there; no rows: all of them.
Column = tuple[np.ndarray | None, np.ndarray]

# Candidates so few, and columns of so few numbers, that these come along with the gains: one of
# them is probably the next choice, and sending a wrong one costs less than asking again.
_LIKELY = 2
_SHORT = 100_000


class _Part:
    """Some rows, on a worker, with a State that follows the questions asked.

    The State is only a cache: a part that was sent to another worker, or made again because its
    worker was lost, adds the chosen items once more.
    """

    def __init__(self, objective: covering.FacilityLocation | covering.Coverage) -> None:
        self.objective = objective
        self._state: Any = None
        self._access = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.objective,)

    def summary(self) -> tuple[np.ndarray, float, int | None]:
        """The value of each item alone, that of all, and how many numbers are stored if sparse."""
        everything = np.arange(self.objective.n_items, dtype=np.int32)
        return self.gains([], everything), self.objective.largest_value or 0.0, self.stored()

    def stored(self) -> int | None:
        (data, *_), _ = self.objective._made_from
        if not _arrays.is_sparse(data):
            return None
        return len(_arrays.compressed_columns(data, "similarity")[2])

    def columns(self, items: np.ndarray) -> list[Column]:
        """For each item its similarities, and the rows that have one where not all do."""
        (data, *_), _ = self.objective._made_from
        if not _arrays.is_sparse(data):
            return [(None, data[:, item].astype(np.float64)) for item in items]
        _, starts, rows, values = _arrays.compressed_columns(data, "similarity")
        places = [slice(starts[item], starts[item + 1]) for item in items]
        return [(rows[place], values[place]) for place in places]

    def gains(self, members: list[int], candidates: np.ndarray) -> np.ndarray:
        with self._access:
            known = [] if self._state is None else self._state.items
            if self._state is None or known != members[: len(known)]:
                self._state, known = _core.start_state(self.objective._core, 1), []
            for item in members[len(known) :]:
                self._state.add(item)
            return self._state.gains(candidates)


class _CoveragePart(_Part):
    def _compressed(self) -> tuple:
        (sets, *_), _ = self.objective._made_from
        return _arrays.compressed_columns(sets, "sets")

    def stored(self) -> int:
        return len(self._compressed()[2])

    def columns(self, items: np.ndarray) -> list[Column]:
        """The elements that each item covers, and their weights."""
        _, starts, elements, _ = self._compressed()
        weights = self.objective._made_from[1]["weights"]
        covered = [elements[starts[item] : starts[item + 1]] for item in items]
        return [(which, weights[which]) for which in covered]


def _part_of(similarity: Any, first_row: int) -> _Part:
    return _made_part(_Part, first_row, lambda: covering.FacilityLocation(_columns_of(similarity)))


def _part_of_neighbors(indices: Any, similarities: Any, n_items: int, first_row: int) -> _Part:
    return _made_part(
        _Part,
        first_row,
        lambda: covering.FacilityLocation.from_neighbors(indices, similarities, n_items),
    )


def _part_of_sets(sets: Any, weights: Any, first_row: int) -> _Part:
    nonzeros = sp.csc_matrix(sets, dtype=np.float64)
    nonzeros.eliminate_zeros()
    if weights is None:
        weights = np.ones(nonzeros.shape[0])
    return _made_part(
        _CoveragePart,
        first_row,
        lambda: covering.Coverage(nonzeros, weights=np.asarray(weights, dtype=np.float64)),
    )


def _made_part(
    kind: type[_Part],
    first_row: int,
    make: Callable[[], covering.FacilityLocation | covering.Coverage],
) -> _Part:
    try:
        return kind(make())
    except ValueError as error:
        raise ValueError(f"in the rows from {first_row}: {error}") from error


def _columns_of(similarity: Any) -> Any:
    return similarity.tocsc() if hasattr(similarity, "tocsc") else np.asfortranarray(similarity)


def _summary(part: _Part) -> tuple[np.ndarray, float, int | None]:
    return part.summary()


def _gains(part: _Part, members: list[int], candidates: np.ndarray) -> np.ndarray:
    return part.gains(members, candidates)


def _columns(part: _Part, items: np.ndarray) -> list[Column]:
    return part.columns(items)


def _gains_and_columns(part: _Part, members: list[int], candidates: np.ndarray) -> tuple:
    return part.gains(members, candidates), part.columns(candidates)


def _joined(of_parts: Sequence[Column], step: int) -> Column:
    """A column from those of all parts."""
    values = np.concatenate([values for _, values in of_parts])
    if of_parts[0][0] is None:
        return None, values
    places = [where + step * i for i, (where, _) in enumerate(of_parts) if where is not None]
    return np.concatenate(places).astype(np.int32), values


def _tree_sum(parts: list[Any]) -> Any:
    """The sum in the tree that `holdfast.FacilityLocation` sums its blocks of rows in."""
    while len(parts) > 1:
        pairs = [parts[i] + parts[i + 1] for i in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


class _SpreadRows(Objective):
    """An objective whose rows are spread over workers; the columns of chosen items come here."""

    _is_coverage = False

    def _spread(
        self,
        tasks: list[Any],
        rows: int,
        step: int,
        names: Sequence[str] | None,
        cluster: Cluster,
    ) -> None:
        if not tasks:
            raise ValueError("there are no rows")
        parts = cluster.compute(tasks)
        summaries = cluster.map(_summary, parts)
        singles = np.ascontiguousarray(_tree_sum([singles for singles, *_ in summaries]))
        stored = sum(count or 0 for *_, count in summaries) or None
        numbers = rows if stored is None else stored / len(singles)
        near: dict[int, Column] = {}

        def fetch(items: bytes) -> list[Column]:
            asked = np.frombuffer(items, dtype=np.int32)
            if all(int(item) in near for item in asked):
                return [near[int(item)] for item in asked]
            of_parts = cluster.map(_columns, parts, items=asked)
            return [_joined(of_item, step) for of_item in zip(*of_parts, strict=True)]

        def gains(members: bytes, candidates: bytes) -> np.ndarray:
            asked = {
                "members": np.frombuffer(members, dtype=np.int32).tolist(),
                "candidates": np.frombuffer(candidates, dtype=np.int32),
            }
            cluster.tell(chosen=len(asked["members"]), asked=len(asked["candidates"]))
            if len(asked["candidates"]) > _LIKELY or numbers > _SHORT:
                return np.ascontiguousarray(_tree_sum(cluster.map(_gains, parts, **asked)))
            answers = cluster.map(_gains_and_columns, parts, **asked)
            near.clear()
            columns = zip(*(columns for _, columns in answers), strict=True)
            for item, of_item in zip(asked["candidates"].tolist(), columns, strict=True):
                near[item] = _joined(of_item, step)
            return np.ascontiguousarray(_tree_sum([gains for gains, _ in answers]))

        self._core = _core.make_spread_facilities(
            rows,
            singles,
            float(_tree_sum([largest for _, largest, _ in summaries])),
            fetch,
            gains,
            [str(name) for name in names or ()],
            stored,
            self._is_coverage,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an objective on a cluster cannot be pickled; its rows are on the workers")


class FacilityLocation(_SpreadRows):
    """`holdfast.FacilityLocation` on similarities whose rows are spread over workers.

    Each step asks every worker for the gains of a few candidates over its own rows, and adds them
    up. The columns of chosen items come here, so that losses and attacks are local. The bits are
    those of `holdfast.FacilityLocation` on one machine.

    Parameters
    ----------
    similarity : Dask array of shape (n_rows, n_items)
        Of NumPy arrays or SciPy sparse matrices. Its chunks are cut anew, at a power of two times
        1024 rows.
    names : sequence of str, optional
        Of the items.
    client, timeout
        As in `holdfast.dask.moments`.
    """

    def __init__(
        self,
        similarity: Any,
        *,
        names: Sequence[str] | None = None,
        client: distributed.Client | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        array = as_array(similarity)
        step = _power_of_two_blocks(array)
        tasks = [
            delayed(_part_of)(piece, step * i)
            for i, piece in enumerate(pieces(by_rows(array, step)))
        ]
        self._spread(tasks, array.shape[0], step, names, Cluster(client, timeout))

    @classmethod
    def from_neighbors(
        cls,
        indices: Any,
        similarities: Any,
        n_items: int,
        *,
        names: Sequence[str] | None = None,
        client: distributed.Client | None = None,
        timeout: float = PATIENCE,
    ) -> FacilityLocation:
        """From Dask arrays of rows x neighbours, as `holdfast.FacilityLocation.from_neighbors`."""
        of_items, values = as_array(indices), as_array(similarities)
        if of_items.shape != values.shape:
            raise ValueError(
                f"indices have shape {of_items.shape}, but similarities {values.shape}; they must "
                "agree"
            )
        step = _power_of_two_blocks(of_items)
        both = zip(pieces(by_rows(of_items, step)), pieces(by_rows(values, step)), strict=True)
        tasks = [
            delayed(_part_of_neighbors)(near, alike, n_items, step * i)
            for i, (near, alike) in enumerate(both)
        ]
        made = cls.__new__(cls)
        made._spread(tasks, of_items.shape[0], step, names, Cluster(client, timeout))
        return made


class Coverage(_SpreadRows):
    """`holdfast.Coverage` on sets whose elements (rows) are spread over workers.

    Works as `FacilityLocation` does. The bits are those of `holdfast.Coverage` on one machine.

    Parameters
    ----------
    sets : Dask array of shape (n_elements, n_sets)
        Of NumPy arrays or SciPy sparse matrices: nonzero where the set (a column) covers the
        element (a row). Its chunks are cut anew, as those of `FacilityLocation`.
    weights : array or Dask array of shape (n_elements,), optional
        Numbers of 0 or more; all weigh 1 by default.
    names : sequence of str, optional
        Of the sets.
    client, timeout
        As in `holdfast.dask.moments`.
    """

    _is_coverage = True

    def __init__(
        self,
        sets: Any,
        *,
        weights: Any = None,
        names: Sequence[str] | None = None,
        client: distributed.Client | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        array = as_array(sets)
        rows = array.shape[0]
        if weights is not None and len(weights) != rows:
            raise ValueError(f"{rows} elements need {rows} weights or none, got {len(weights)}")
        step = _power_of_two_blocks(array)
        tasks = []
        for i, piece in enumerate(pieces(by_rows(array, step))):
            own = None if weights is None else weights[step * i : step * (i + 1)]
            tasks.append(delayed(_part_of_sets)(piece, own, step * i))
        self._spread(tasks, rows, step, names, Cluster(client, timeout))


def _power_of_two_blocks(array: Any) -> int:
    """Rows of a piece, so that it is a node of the tree of sums."""
    usual = int(np.median(array.chunks[0])) if array.shape[0] else 0
    blocks = max(1, usual // BLOCK)
    return BLOCK * 2 ** (blocks.bit_length() - 1)
