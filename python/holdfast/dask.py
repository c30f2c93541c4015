"""Objectives on data that are spread over the workers of a Dask cluster.

    import holdfast.dask as hfd

    objective = hfd.LinearRegression(dX, dy)
    selection = hf.select(objective, k=10, tau=3)

The answers are equal to the last bit to those on one machine, for any number of workers and however
the data are cut: rows are summed in blocks of 1024 by their number in the whole table, and the
blocks in a fixed tree. Tasks are pure: a worker that is lost costs time and changes nothing.

Needs Dask: `pip install holdfast[dask]`.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import distributed
import numpy as np
from dask import delayed

from holdfast import _arrays, _core, covering, regression
from holdfast._objective import Objective, _made_again
from holdfast.moments import Moments

if TYPE_CHECKING:
    from holdfast._dask_selector import RobustSelector

__all__ = ["FacilityLocation", "LinearRegression", "RobustSelector", "moments"]

# Rows that are summed one after the other, here and on one machine.
_BLOCK = 1024
# Candidates so few that their columns come along with their gains.
_LIKELY = 2
# How long to wait for a worker, in seconds.
_PATIENCE = 60.0


class _Cluster:
    """A client, asked in a way that cannot hang when workers or the scheduler are gone."""

    def __init__(self, client: distributed.Client | None, timeout: float) -> None:
        if client is None:
            try:
                client = distributed.get_client()
            except ValueError:
                raise ValueError(
                    "there is no Dask client; make one (dask.distributed.Client()) or pass client="
                ) from None
        self.client = client
        self.timeout = float(timeout)
        self._require_alike()

    def gather(self, futures: list[Any]) -> list[Any]:
        """The results, or the first error."""

        async def answers() -> list[Any]:
            return await self.client.gather(futures, asynchronous=True)

        lonely_since = None
        while True:
            try:
                return self.client.sync(answers, callback_timeout=min(1.0, self.timeout))
            except (TimeoutError, distributed.TimeoutError):
                self._require_connection()
            except asyncio.CancelledError:
                self._require_connection()
                raise
            if self._workers():
                lonely_since = None
                continue
            lonely_since = lonely_since or time.monotonic()
            if time.monotonic() - lonely_since > self.timeout:
                self.client.cancel(futures)
                raise RuntimeError(
                    f"no worker is left on {self._address()}, for {self.timeout:g} seconds now; "
                    "start one, or pass a longer timeout="
                )

    def compute(self, tasks: Sequence[Any]) -> list[Any]:
        """Futures of delayed tasks, which stay on the workers."""
        self._require_connection()
        return self.client.compute(list(tasks))

    def map(self, function: Callable[..., Any], parts: list[Any], **more: Any) -> list[Any]:
        self._require_connection()
        return self.gather(self.client.map(function, parts, pure=False, **more))

    def _workers(self) -> dict[str, Any]:
        return self.client.scheduler_info(n_workers=-1)["workers"]

    def _address(self) -> str:
        return getattr(self.client.scheduler, "address", "the cluster")

    def _require_connection(self) -> None:
        if self.client.status != "running":
            raise RuntimeError(
                f"the scheduler at {self._address()} has gone away; connect to a cluster again"
            )

    def _require_alike(self) -> None:
        """Last bits depend on the version and on the instructions that the processor has."""
        self._require_connection()
        deadline = time.monotonic() + self.timeout
        while not self._workers():
            if time.monotonic() > deadline:
                raise RuntimeError(
                    f"no worker has come to {self._address()} within {self.timeout:g} seconds; "
                    "start one, or pass a longer timeout="
                )
            time.sleep(0.05)
        kinds: dict[str, str] = {"this machine": _environment()}
        # A worker that is lost at this moment has nothing to say.
        kinds |= self.client.run(_environment, on_error="ignore")
        if len(set(kinds.values())) > 1:
            told = "; ".join(f"{where}: {kind}" for where, kind in sorted(kinds.items()))
            raise RuntimeError(
                f"the workers are not alike, so last bits would differ ({told}); use workers of "
                "one kind, or pin them all to one level by GLIBC_TUNABLES"
            )


def _environment() -> str:
    return f"holdfast {_core.version()} on {_core.numeric_environment()}"


def _by_rows(data: Any, step: int) -> Any:
    """A Dask array of which every piece holds `step` rows, the last one fewer."""
    return data.rechunk({0: step, 1: -1} if data.ndim == 2 else {0: step})


def _as_array(data: Any) -> Any:
    """A Dask array of known shape, from one or from a frame or series."""
    if hasattr(data, "to_dask_array"):
        data = data.to_dask_array(lengths=True)
    if not hasattr(data, "rechunk"):
        raise TypeError(
            f"a Dask array or frame is expected, got {type(data).__name__}; dask.array.from_array "
            "makes one, and data in memory need no cluster"
        )
    if any(np.isnan(length) for length in data.shape):
        data = data.compute_chunk_sizes()
    return data


def _pieces(data: Any) -> list[Any]:
    return list(data.to_delayed().ravel())


# Moments: every piece by itself, then a tree of merges.


def _shift_of(X: Any, y: Any) -> list[float] | None:
    first = Moments()
    first.update(X[:_BLOCK], y[:_BLOCK], n_jobs=1)
    return first.shift


def _moments_of(X: Any, y: Any, first_row: int, shift: list[float] | None) -> Moments:
    part = Moments(first_row=first_row, shift=shift)
    try:
        part.update(X, y, n_jobs=1)
    except ValueError as error:
        raise ValueError(f"in the rows from {first_row}: {error}") from error
    return part


def _merged(left: Moments, right: Moments) -> Moments:
    both = left.copy()
    both.merge(right)
    return both


def moments(
    X: Any, y: Any, *, client: distributed.Client | None = None, timeout: float = _PATIENCE
) -> Moments:
    """The `Moments` of a Dask array or frame, summed by the workers.

    Parameters
    ----------
    X : Dask array or frame of shape (n_rows, n_features)
        Its chunks are cut anew, at multiples of 1024 rows.
    y : Dask array or series of shape (n_rows,) or (n_rows, n_outputs)
        What to predict.
    client : dask.distributed.Client, optional
        The current one by default.
    timeout : float, default 60
        Seconds to wait while there is no worker.
    """
    cluster = _Cluster(client, timeout)
    names = _arrays.column_names(X)
    table, target = _as_array(X), _as_array(y)
    if table.shape[0] != target.shape[0]:
        raise ValueError(f"X has {table.shape[0]} rows, but y has {target.shape[0]} values")
    usual = int(np.median(table.chunks[0])) if table.shape[0] else 0
    step = max(_BLOCK, round(usual / _BLOCK) * _BLOCK)
    of_X, of_y = _pieces(_by_rows(table, step)), _pieces(_by_rows(target, step))
    shift = delayed(_shift_of)(of_X[0], of_y[0]) if len(of_X) > 1 else None
    level = [
        delayed(_moments_of)(part, target_part, step * i, shift if i else None)
        for i, (part, target_part) in enumerate(zip(of_X, of_y, strict=True))
    ]
    while len(level) > 1:
        pairs = [delayed(_merged)(*level[i : i + 2]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[2 * len(pairs) :]
    (total,) = cluster.gather(cluster.compute(level))
    total.feature_names = names
    return total


class LinearRegression(regression.LinearRegression):
    """`holdfast.LinearRegression` on a Dask array or frame.

    The workers sum X'X and X'y once. Everything after that, search, attacks and certificates, is
    local and never needs the rows again. The bits are those of
    `holdfast.LinearRegression.from_moments` on one machine.

    Parameters
    ----------
    X, y, client, timeout
        As in `holdfast.dask.moments`.
    ridge, intercept, standardize, names
        As in `holdfast.LinearRegression`.
    """

    def __init__(
        self,
        X: Any,
        y: Any,
        *,
        client: distributed.Client | None = None,
        timeout: float = _PATIENCE,
        **options: Any,
    ) -> None:
        found = moments(X, y, client=client, timeout=timeout)
        self._local = (found,), options
        super().__init__(found, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (regression.LinearRegression, *self._local)


# Facility location: every piece of rows is an objective of its own on a worker.


class _Part:
    """Some rows, on a worker, with a State that follows the questions asked.

    The State is only a cache: a part that was sent to another worker, or made again because its
    worker was lost, adds the chosen items once more.
    """

    def __init__(self, objective: covering.FacilityLocation) -> None:
        self.objective = objective
        self._state: Any = None
        self._access = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Part, (self.objective,)

    def gains(self, members: list[int], candidates: np.ndarray) -> np.ndarray:
        with self._access:
            known = [] if self._state is None else self._state.items
            if self._state is None or known != members[: len(known)]:
                self._state, known = _core.start_state(self.objective._core, 1), []
            for item in members[len(known) :]:
                self._state.add(item)
            return self._state.gains(candidates)


def _part_of(similarity: Any, first_row: int) -> _Part:
    return _made_part(first_row, lambda: covering.FacilityLocation(_columns_of(similarity)))


def _part_of_neighbors(indices: Any, similarities: Any, n_items: int, first_row: int) -> _Part:
    return _made_part(
        first_row,
        lambda: covering.FacilityLocation.from_neighbors(indices, similarities, n_items),
    )


def _made_part(first_row: int, make: Callable[[], covering.FacilityLocation]) -> _Part:
    try:
        return _Part(make())
    except ValueError as error:
        raise ValueError(f"in the rows from {first_row}: {error}") from error


def _columns_of(similarity: Any) -> Any:
    return similarity.tocsc() if hasattr(similarity, "tocsc") else np.asfortranarray(similarity)


def _singletons(part: _Part) -> tuple[np.ndarray, float]:
    everything = np.arange(part.objective.n_items, dtype=np.int32)
    return part.gains([], everything), part.objective.largest_value or 0.0


def _gains(part: _Part, members: list[int], candidates: np.ndarray) -> np.ndarray:
    return part.gains(members, candidates)


def _columns(part: _Part, items: np.ndarray) -> list[tuple[np.ndarray | None, np.ndarray]]:
    (data, *_), _ = part.objective._made_from
    if not _arrays.is_sparse(data):
        return [(None, data[:, item].astype(np.float64)) for item in items]
    _, starts, rows, values = _arrays.compressed_columns(data, "similarity")
    places = [slice(starts[item], starts[item + 1]) for item in items]
    return [(rows[place], values[place]) for place in places]


def _gains_and_columns(part: _Part, members: list[int], candidates: np.ndarray) -> tuple:
    return part.gains(members, candidates), _columns(part, candidates)


def _joined(pieces: Sequence[tuple], step: int) -> tuple[np.ndarray | None, np.ndarray]:
    """A column from those of all parts."""
    values = np.concatenate([values for _, values in pieces])
    if pieces[0][0] is None:
        return None, values
    places = [where + step * i for i, (where, _) in enumerate(pieces)]
    return np.concatenate(places).astype(np.int32), values


def _tree_sum(parts: list[Any]) -> Any:
    """The sum in the tree that `holdfast.FacilityLocation` sums its blocks of rows in."""
    while len(parts) > 1:
        pairs = [parts[i] + parts[i + 1] for i in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


class FacilityLocation(Objective):
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
        timeout: float = _PATIENCE,
    ) -> None:
        array = _as_array(similarity)
        step = _power_of_two_blocks(array)
        pieces = _pieces(_by_rows(array, step))
        tasks = [delayed(_part_of)(piece, step * i) for i, piece in enumerate(pieces)]
        self._spread(tasks, array.shape[0], step, names, _Cluster(client, timeout))

    @classmethod
    def from_neighbors(
        cls,
        indices: Any,
        similarities: Any,
        n_items: int,
        *,
        names: Sequence[str] | None = None,
        client: distributed.Client | None = None,
        timeout: float = _PATIENCE,
    ) -> FacilityLocation:
        """From Dask arrays of rows x neighbours, as `holdfast.FacilityLocation.from_neighbors`."""
        of_items, values = _as_array(indices), _as_array(similarities)
        if of_items.shape != values.shape:
            raise ValueError(
                f"indices have shape {of_items.shape}, but similarities {values.shape}; they must "
                "agree"
            )
        step = _power_of_two_blocks(of_items)
        pieces = zip(
            _pieces(_by_rows(of_items, step)), _pieces(_by_rows(values, step)), strict=True
        )
        tasks = [
            delayed(_part_of_neighbors)(near, alike, n_items, step * i)
            for i, (near, alike) in enumerate(pieces)
        ]
        made = cls.__new__(cls)
        made._spread(tasks, of_items.shape[0], step, names, _Cluster(client, timeout))
        return made

    def _spread(
        self, tasks: list[Any], rows: int, step: int, names: Sequence[str] | None, cluster: _Cluster
    ) -> None:
        if not tasks:
            raise ValueError("similarity has no rows")
        parts = cluster.compute(tasks)
        of_parts = cluster.map(_singletons, parts)

        near: dict[int, tuple[np.ndarray | None, np.ndarray]] = {}

        def fetch(items: bytes) -> list[tuple[np.ndarray | None, np.ndarray]]:
            asked = np.frombuffer(items, dtype=np.int32)
            if all(int(item) in near for item in asked):
                return [near[int(item)] for item in asked]
            of_parts = cluster.map(_columns, parts, items=asked)
            return [_joined(pieces, step) for pieces in zip(*of_parts, strict=True)]

        def gains(members: bytes, candidates: bytes) -> np.ndarray:
            asked = {
                "members": np.frombuffer(members, dtype=np.int32).tolist(),
                "candidates": np.frombuffer(candidates, dtype=np.int32),
            }
            if len(asked["candidates"]) > _LIKELY:
                return np.ascontiguousarray(_tree_sum(cluster.map(_gains, parts, **asked)))
            # One of so few is probably the next choice, and a column costs less than a question.
            answers = cluster.map(_gains_and_columns, parts, **asked)
            near.clear()
            columns = zip(*(columns for _, columns in answers), strict=True)
            for item, pieces in zip(asked["candidates"].tolist(), columns, strict=True):
                near[item] = _joined(pieces, step)
            return np.ascontiguousarray(_tree_sum([gains for gains, _ in answers]))

        self._core = _core.make_spread_facilities(
            rows,
            np.ascontiguousarray(_tree_sum([singles for singles, _ in of_parts])),
            float(_tree_sum([largest for _, largest in of_parts])),
            fetch,
            gains,
            [str(name) for name in names or ()],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an objective on a cluster cannot be pickled; its rows are on the workers")


def _power_of_two_blocks(array: Any) -> int:
    """Rows of a piece, so that it is a node of the tree of sums."""
    usual = int(np.median(array.chunks[0])) if array.shape[0] else 0
    blocks = max(1, usual // _BLOCK)
    return _BLOCK * 2 ** (blocks.bit_length() - 1)


def __getattr__(name: str) -> Any:
    if name != "RobustSelector":
        raise AttributeError(f"module 'holdfast.dask' has no attribute {name!r}")
    from holdfast._dask_selector import RobustSelector  # needs scikit-learn

    return RobustSelector
