"""Points that a kernel relates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from holdfast import _arrays
from holdfast._registered import _given, _Registered


class _Kernel(_Registered):
    # Subsets of the points that a kind of objective takes, as they were given.
    _subsets: Mapping[str, Any] = MappingProxyType({})
    # For a map.
    _points: Any = None

    def __init__(
        self,
        points: Any = None,
        *,
        kernel_matrix: Any = None,
        kernel: str | None = None,
        lengthscale: float | None = None,
        output_variance: float | None = None,
        noise: float | None = None,
        names: Sequence[str] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        of_kernel = _given(kernel=kernel, lengthscale=lengthscale, output_variance=output_variance)
        if (points is None) == (kernel_matrix is None):
            raise ValueError("give either points or kernel_matrix")
        if points is not None:
            source, given = "points", points
        else:
            source, given = "kernel-matrix", kernel_matrix
            if of_kernel:
                raise ValueError(f"{next(iter(of_kernel))} cannot be combined with kernel_matrix")
        array = _arrays.matrix(given, source.replace("-", "_"))
        self._points = points if source == "points" and array.shape[1] == 2 else None
        found = [str(name) for name in names] if names is not None else []
        if not found and hasattr(given, "index") and hasattr(given, "columns"):
            found = [str(name) for name in given.index]
        all_points = range(array.shape[0])
        named = found or [str(point) for point in all_points]
        self._make(
            matrices={source: array},
            names=found,
            facts={"points": array.shape[0]},
            subsets={
                what: _arrays.item_list(subset, named, all_points, what)
                for what, subset in self._subsets.items()
                if subset is not None
            },
            options=of_kernel | _given(noise=noise),
            n_jobs=n_jobs,
        )


class VarianceReduction(_Kernel):
    """Places to measure: how much observations there reduce the variance of a Gaussian process.

    Parameters
    ----------
    points : array of shape (n_points, n_dimensions), optional
        Coordinates; an item is a point that may be chosen.
    kernel_matrix : array of shape (n_points, n_points), optional
        Covariances of all points, instead of points and a kernel.
    kernel : str, default "matern32"
        "matern12", "matern32", "matern52", "squared-exponential" or "linear".
    lengthscale, output_variance, noise : float, default 1
        Distance over which the kernel decays, the kernel at distance 0, and the variance of the
        noise of an observation.
    targets : sequence of int or str, optional
        Points whose variance counts; all by default.
    candidates : sequence of int or str, optional
        Points that may be chosen; all by default. An item keeps the number of its point.
    names : sequence of str, optional
        Of the points; a frame brings its index.
    n_jobs : int, optional
        As in `LinearRegression`.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.VarianceReduction([[0.0], [1.0], [2.0], [3.0]], noise=0.1)
    >>> hf.select(f, k=2).items.tolist()
    [1, 3]
    """

    _registered_name = "variance-reduction"

    def __init__(
        self,
        points: Any = None,
        *,
        kernel_matrix: Any = None,
        kernel: str | None = None,
        lengthscale: float | None = None,
        output_variance: float | None = None,
        noise: float | None = None,
        targets: Any = None,
        candidates: Any = None,
        names: Sequence[str] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self._subsets = {"targets": targets, "candidates": candidates}
        super().__init__(
            points,
            kernel_matrix=kernel_matrix,
            kernel=kernel,
            lengthscale=lengthscale,
            output_variance=output_variance,
            noise=noise,
            names=names,
            n_jobs=n_jobs,
        )


class LogDet(_Kernel):
    """Points that differ most: log det(I + K/noise).

    Parameters
    ----------
    points, kernel_matrix, kernel, lengthscale, output_variance, noise, names, n_jobs
        As in `VarianceReduction`.
    """

    _registered_name = "logdet"
