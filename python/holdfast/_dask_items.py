"""Linear regression and variance reduction on items that are spread: too wide for one machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import distributed
import numpy as np
from dask import delayed

from holdfast import _arrays, _core
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


def _linear_part(X: Any, y: np.ndarray, first: int, ridge: float, intercept: bool) -> _Part:
    try:
        if _arrays.is_sparse(X):
            parts = _arrays.compressed_columns(X, "X")
            return _Part(_core.make_sparse_linear_part, (first, parts, y, ridge, intercept))
        design = _arrays.matrix(X, "X")
        return _Part(_core.make_linear_part, (first, design, y, ridge, intercept))
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


def _target(y: Any, cluster: Cluster) -> np.ndarray:
    if hasattr(y, "dask"):
        (y,) = cluster.gather(cluster.compute([as_array(y)]))
    values = np.asarray(y, dtype=np.float64)
    return np.asfortranarray(values.reshape(len(values), -1))


def spread_linear(
    X: Any,
    y: Any,
    client: distributed.Client | None,
    timeout: float,
    ridge: float | None = None,
    intercept: bool | None = None,
    standardize: bool | None = None,
    names: Sequence[str] | None = None,
) -> Any:
    """The core of a linear regression whose columns are spread."""
    if standardize:
        raise ValueError('standardize goes with spread="rows"; scale the columns yourself')
    cluster = Cluster(client, timeout)
    found = names if names is not None else _arrays.column_names(X)
    table = as_array(X)
    target = _target(y, cluster)
    if len(target) != table.shape[0]:
        raise ValueError(f"X has {table.shape[0]} rows, but y has {len(target)} values")
    options = float(ridge or 0.0), intercept is not False
    table = _cut(table, 1, cluster)
    borders = _borders(table.chunks[1])
    shared = delayed(target)
    tasks = [
        delayed(_linear_part)(piece, shared, first, *options)
        for piece, first in zip(pieces(table), borders, strict=False)
    ]
    parts = cluster.compute(tasks)
    return _core.make_spread_linear(
        borders, _asker(cluster, parts), target, *options, [str(name) for name in found]
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
    targets : sequence of int, optional
        Points whose variance counts; all by default. Their coordinates go to every worker.
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
        targets: Sequence[int] | None = None,
        names: Sequence[str] | None = None,
        client: distributed.Client | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        cluster = Cluster(client, timeout)
        array = as_array(points)
        wanted = array if targets is None else array[np.asarray(targets, dtype=np.intp)]
        (places,) = cluster.gather(cluster.compute([wanted]))
        places = _arrays.matrix(places, "points")
        of_kernel = kernel, float(lengthscale), float(output_variance)
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
            [str(name) for name in names or ()],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an objective on a cluster cannot be pickled; its items are on the workers")
