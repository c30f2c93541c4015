"""Objectives on data that are spread over the workers of a Dask cluster.

    import holdfast.dask as hfd

    objective = hfd.LinearRegression(dX, dy)
    selection = hf.select(objective, k=10, tau=3)

The answers are equal to the last bit to those on one machine, for any number of workers and however
the data are cut: rows are summed in blocks of 1024 by their number in the whole table, and the
blocks in a fixed tree; items go through the same arithmetic each by itself. What workers answer
depends on their data and the question alone: one that is lost costs time and changes nothing.

Needs Dask: `pip install holdfast[dask]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import distributed

from holdfast import regression
from holdfast._dask_cluster import PATIENCE
from holdfast._dask_covering import Coverage, FacilityLocation
from holdfast._dask_items import VarianceReduction, spread_linear
from holdfast._dask_rows import moments
from holdfast._objective import _made_again

if TYPE_CHECKING:
    from holdfast._dask_selector import RobustSelector

__all__ = [
    "Coverage",
    "FacilityLocation",
    "LinearRegression",
    "RobustSelector",
    "VarianceReduction",
    "moments",
]

for _public in (Coverage, FacilityLocation, VarianceReduction, moments):
    _public.__module__ = __name__


class LinearRegression(regression.LinearRegression):
    """`holdfast.LinearRegression` on a Dask array or frame.

    With rows spread, the workers sum X'X and X'y once. Everything after that, search, attacks and
    certificates, is local and never needs the rows again. The bits are those of
    `holdfast.LinearRegression.from_moments` on one machine.

    With items spread, for tables too wide for that, each worker answers the gains of its own
    columns in every step, and a chosen column travels to all. The bits are those of
    `holdfast.LinearRegression`.

    Parameters
    ----------
    X, y, client, timeout
        As in `holdfast.dask.moments`. With items spread the chunks of X are joined along the rows,
        and y comes here.
    spread : {"rows", "items"}, default "rows"
        What is spread over the workers.
    ridge, intercept, standardize, names
        As in `holdfast.LinearRegression`, as is `sample_weight` with items spread.
    """

    def __init__(
        self,
        X: Any,
        y: Any,
        *,
        spread: Literal["rows", "items"] = "rows",
        client: distributed.Client | None = None,
        timeout: float = PATIENCE,
        **options: Any,
    ) -> None:
        if spread not in ("rows", "items"):
            raise ValueError(f"spread must be 'rows' or 'items', got {spread!r}")
        self._local: tuple[Any, ...] | None = None
        if spread == "items":
            self._core = spread_linear(X, y, client, timeout, **options)
            return
        found = moments(X, y, client=client, timeout=timeout)
        self._local = (found,), options
        super().__init__(found, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._local is None:
            raise TypeError(
                "an objective on a cluster cannot be pickled; its columns are on the workers"
            )
        return _made_again, (regression.LinearRegression, *self._local)


def __getattr__(name: str) -> Any:
    if name != "RobustSelector":
        raise AttributeError(f"module 'holdfast.dask' has no attribute {name!r}")
    from holdfast._dask_selector import RobustSelector  # needs scikit-learn

    return RobustSelector
