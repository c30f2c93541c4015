"""Linear regression and variance reduction on items that are spread: too wide for one machine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import distributed
import numpy as np
from dask import delayed

from holdfast import _arrays, _core, regression
from holdfast._dask_cluster import PATIENCE, Cluster, as_array, pieces
from holdfast._objective import Objective


class _Part:
    """Some items, on a worker. What it keeps of earlier questions is made again elsewhere."""

    def __init__(self, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._made_from = make, arguments
        self._core = make(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Part, self._made_from


def _answer(part: _Part, question: bytes) -> bytes:
    return part._core.answer(question)


@dataclasses.dataclass
class _Rows:
    """What every part needs to know of the rows."""

    y: np.ndarray
    weights: np.ndarray | None  # all positive
    counting: np.ndarray | None  # the rows that have a weight above 0, unless all have


def _linear_part(
    X: Any, rows: _Rows, first: int, ridge: float, intercept: bool, standardize: bool
) -> _Part:
    make: Callable[..., Any]
    own: Any
    try:
        if _arrays.is_sparse(X):
            if standardize and not intercept:
                raise ValueError(
                    "standardize of sparse data without an intercept would fill every zero; scale "
                    "the data beforehand, or keep the intercept"
                )
            X = X if rows.counting is None else X.tocsr()[rows.counting]
            make, own = _core.make_sparse_linear_part, _arrays.compressed_columns(X, "X")
        else:
            own = _arrays.matrix(X, "X")
            make = _core.make_linear_part
            if rows.counting is not None:
                own = np.asfortranarray(own[rows.counting])
        return _Part(make, (first, own, rows.y, ridge, intercept, standardize, rows.weights))
    except ValueError as error:
        raise ValueError(f"in the columns from {first}: {error}") from error


def _kernel_part(
    points: Any, targets: np.ndarray, first: int, kernel: tuple[str, float, float], noise: float
) -> _Part:
    try:
        own = _arrays.matrix(points, "points")
        return _Part(_core.make_kernel_part, (first, *kernel, own, targets, noise))
    except ValueError as error:
        raise ValueError(f"in the points from {first}: {error}") from error


def _cut(array: Any, axis: int, cluster: Cluster) -> Any:
    """Cut along one axis only; into a piece for each thread if it was in one."""
    whole = {other: -1 for other in range(array.ndim) if other != axis}
    if len(array.chunks[axis]) == 1:
        whole[axis] = max(1, -(-array.shape[axis] // cluster.threads()))
    return array.rechunk(whole)


def _asker(cluster: Cluster, parts: list[Any]) -> Callable[[bytes, list[int]], list[bytes]]:
    def ask(question: bytes, numbers: list[int]) -> list[bytes]:
        cluster.tell(question_bytes=len(question), parts=len(numbers))
        return cluster.map(_answer, [parts[i] for i in numbers], question=question)

    return ask


def _borders(lengths: Sequence[int]) -> list[int]:
    return [0, *np.cumsum(lengths).tolist()]


def _rows_of(y: Any, sample_weight: Any, rows: int, cluster: Cluster) -> _Rows:
    if hasattr(y, "dask"):
        (y,) = cluster.gather(cluster.compute([as_array(y)]))
    values = np.asarray(y, dtype=np.float64)
    if len(values) != rows:
        raise ValueError(f"X has {rows} rows, but y has {len(values)} values")
    values = values.reshape(rows, -1)
    if sample_weight is None:
        return _Rows(np.asfortranarray(values), None, None)
    weights = regression.row_weights(sample_weight, rows)["row-weights"]
    counting = np.flatnonzero(weights)
    if len(counting) == 0:
        raise ValueError("sample_weight is 0 in all rows; at least one row must count")
    whole = len(counting) == rows
    target = np.asfortranarray(values[counting])
    return _Rows(target, weights[counting], None if whole else counting)


def spread_linear(
    X: Any,
    y: Any,
    client: distributed.Client | None,
    timeout: float,
    ridge: float | None = None,
    intercept: bool | None = None,
    standardize: bool | None = None,
    names: Sequence[str] | None = None,
    sample_weight: Any = None,
) -> Any:
    """The core of a linear regression whose columns are spread."""
    cluster = Cluster(client, timeout)
    found = names if names is not None else _arrays.column_names(X)
    table = as_array(X)
    rows = _rows_of(y, sample_weight, table.shape[0], cluster)
    options = float(ridge or 0.0), intercept is not False
    table = _cut(table, 1, cluster)
    borders = _borders(table.chunks[1])
    shared = delayed(rows)
    tasks = [
        delayed(_linear_part)(piece, shared, first, *options, bool(standardize))
        for piece, first in zip(pieces(table), borders, strict=False)
    ]
    parts = cluster.compute(tasks)
    named = [str(name) for name in found]
    return _core.make_spread_linear(
        borders, _asker(cluster, parts), rows.y, *options, named, rows.weights
    )


class VarianceReduction(Objective):
    """`holdfast.VarianceReduction` on points that are spread over workers.

    Nobody forms the matrix of all covariances: each worker keeps those of its own points with the
    targets, and a chosen point travels to all. The bits are those of `holdfast.VarianceReduction`
    on one machine.

    Parameters
    ----------
    points : Dask array of shape (n_points, n_dimensions)
        An item is a point. A worker keeps n_targets numbers for each of its points.
    kernel, lengthscale, output_variance, noise, names
        As in `holdfast.VarianceReduction`.
    targets, candidates : sequence of int or str, optional
        As in `holdfast.VarianceReduction`. The coordinates of the targets go to every worker.
    client, timeout
        As in `holdfast.dask.moments`.
    """

    def __init__(
        self,
        points: Any,
        *,
        kernel: str = "matern32",
        lengthscale: float = 1.0,
        output_variance: float = 1.0,
        noise: float = 1.0,
        targets: Sequence[int | str] | None = None,
        candidates: Sequence[int | str] | None = None,
        names: Sequence[str] | None = None,
        client: distributed.Client | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        cluster = Cluster(client, timeout)
        array = as_array(points)
        named = [str(name) for name in names or ()]

        everywhere = range(array.shape[0])
        known = named or [str(point) for point in everywhere]

        def those(what: str, subset: Any) -> list[int] | None:
            return None if subset is None else _arrays.item_list(subset, known, everywhere, what)

        counting, offered = those("targets", targets), those("candidates", candidates)
        (places,) = cluster.gather(
            cluster.compute([array if counting is None else array[counting]])
        )
        places = _arrays.matrix(places, "points")
        of_kernel = kernel, float(lengthscale), float(output_variance)
        if offered is not None:
            array = array[offered]
            named = [named[point] for point in offered] if named else named
        array = _cut(array, 0, cluster)
        borders = _borders(array.chunks[0])
        shared = delayed(places)
        tasks = [
            delayed(_kernel_part)(piece, shared, first, of_kernel, float(noise))
            for piece, first in zip(pieces(array), borders, strict=False)
        ]
        self._core = _core.make_spread_variance_reduction(
            borders,
            _asker(cluster, cluster.compute(tasks)),
            *of_kernel,
            places,
            float(noise),
            named,
            offered or [],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an objective on a cluster cannot be pickled; its items are on the workers")
