"""Linear regression on rows that are spread: the workers sum its moments once."""

from __future__ import annotations

from typing import Any

import distributed
import numpy as np
from dask import delayed

from holdfast import _arrays
from holdfast._dask_cluster import BLOCK, PATIENCE, Cluster, as_array, by_rows, pieces
from holdfast.moments import Moments

# A task costs about as much as merging so many parts of a hundred columns.
_MERGED_AT_ONCE = 8


def _shift_of(X: Any, y: Any) -> list[float] | None:
    first = Moments()
    first.update(X[:BLOCK], y[:BLOCK], n_jobs=1)
    return first.shift


def _moments_of(X: Any, y: Any, first_row: int, shift: list[float] | None) -> Moments:
    part = Moments(first_row=first_row, shift=shift)
    try:
        part.update(X, y, n_jobs=1)
    except ValueError as error:
        raise ValueError(f"in the rows from {first_row}: {error}") from error
    return part


def _merged(parts: list[Moments]) -> Moments:
    """Of neighbours, from left to right; their sums find their places in the tree by themselves."""
    whole = parts[0].copy()
    for part in parts[1:]:
        whole.merge(part)
    return whole


def moments(
    X: Any, y: Any, *, client: distributed.Client | None = None, timeout: float = PATIENCE
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
    cluster = Cluster(client, timeout)
    names = _arrays.column_names(X)
    table, target = as_array(X), as_array(y)
    if table.shape[0] != target.shape[0]:
        raise ValueError(f"X has {table.shape[0]} rows, but y has {target.shape[0]} values")
    usual = int(np.median(table.chunks[0])) if table.shape[0] else 0
    step = max(BLOCK, round(usual / BLOCK) * BLOCK)
    of_X, of_y = pieces(by_rows(table, step)), pieces(by_rows(target, step))
    shift = delayed(_shift_of)(of_X[0], of_y[0]) if len(of_X) > 1 else None
    level = [
        delayed(_moments_of)(part, target_part, step * i, shift if i else None)
        for i, (part, target_part) in enumerate(zip(of_X, of_y, strict=True))
    ]
    while len(level) > 1:
        level = [
            delayed(_merged)(level[i : i + _MERGED_AT_ONCE])
            for i in range(0, len(level), _MERGED_AT_ONCE)
        ]
    (total,) = cluster.gather(cluster.compute(level))
    total.feature_names = names
    return total
