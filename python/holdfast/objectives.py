"""What a set of items is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from holdfast import _arrays, _core
from holdfast._threads import threads_of

# Also what the package exports.
__all__ = [
    "Coverage",
    "FacilityLocation",
    "LinearRegression",
    "LogDet",
    "LogisticRegression",
    "Objective",
    "SetFunction",
    "SoftmaxRegression",
    "VarianceReduction",
]


class Objective:
    """A set function f with f(empty) = 0 that never falls when an item is added.

    Made by one of the subclasses; immutable, and may be used by several threads at once.
    `len(objective)` is the number of items.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 0], [1, 1], [0, 1]], names=["left", "right"])
    >>> f.n_items, f.value(["left"]), f.value([0, 1]), f.largest_value
    (2, 2.0, 3.0, 3.0)
    """

    _core: _core.Objective

    @property
    def name(self) -> str:
        """What the command line calls this objective."""
        return self._core.name

    @property
    def n_items(self) -> int:
        """How many items there are to choose from."""
        return self._core.size

    @property
    def item_names(self) -> list[str]:
        """Names of all items; their numbers as text where none were given."""
        return [self._core.item_name(item) for item in range(self.n_items)]

    @property
    def is_submodular(self) -> bool:
        """Whether gains are known never to grow as the set grows."""
        return self._core.is_submodular

    @property
    def largest_value(self) -> float | None:
        """What no set can exceed, 100 % of every share; None where no such value is known."""
        return self._core.largest_value

    def value(self, items: ArrayLike | Sequence[int | str]) -> float:
        """f of these items (numbers from 0 or names, in any order), computed from scratch."""
        return self._core.value(self._numbers_of(items))

    def _numbers_of(self, items: Any, what: str = "items") -> list[int]:
        """What the C++ side calls the items that are given by number, name or mask."""
        return _arrays.item_list(items, self._names, self._given_indices, what)

    @property
    def _given_indices(self) -> list[int]:
        """What people and documents call each item: the row of its point, where it is a point."""
        if not hasattr(self, "_cached_indices"):
            self._cached_indices = self._core.given_indices()
        return self._cached_indices

    @property
    def _names(self) -> list[str]:
        if not hasattr(self, "_cached_names"):
            self._cached_names = self.item_names
        return self._cached_names

    def __len__(self) -> int:
        return self.n_items

    def __repr__(self) -> str:
        return f"<holdfast.{type(self).__name__}: {self.n_items} items>"


def _given(**options: Any) -> dict[str, Any]:
    """Options that are not None; the registry knows the defaults of the others."""
    return {
        name: _arrays.plain_option(value) for name, value in options.items() if value is not None
    }


class _Registered(Objective):
    """An objective of the registry, made from arrays."""

    _registered_name: str

    def _make(
        self,
        *,
        matrices: dict[str, np.ndarray] | None = None,
        sparse: dict[str, tuple] | None = None,
        vectors: dict[str, np.ndarray] | None = None,
        subsets: dict[str, list[int]] | None = None,
        labels: list[str] | None = None,
        names: list[str] | None = None,
        facts: dict[str, int] | None = None,
        options: dict[str, Any],
        n_jobs: int | None = None,
    ) -> None:
        self._core = _core.make_objective(
            self._registered_name,
            matrices or {},
            sparse or {},
            vectors or {},
            subsets or {},
            labels or [],
            names or [],
            facts or {},
            options,
            threads_of(n_jobs),
        )


class _Regression(_Registered):
    def __init__(
        self,
        X: Any,
        y: Any,
        *,
        ridge: float | None = None,
        intercept: bool | None = None,
        standardize: bool | None = None,
        names: Sequence[str] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self._make(
            **self._prepare(X, names),
            **self._target(y),
            options=_given(ridge=ridge, intercept=intercept, standardize=standardize),
            n_jobs=n_jobs,
        )

    @staticmethod
    def _target(y: Any) -> dict[str, Any]:
        return {"vectors": {"target": _arrays.vector(y, "y")}}

    def _prepare(self, X: Any, names: Sequence[str] | None) -> dict[str, Any]:
        found = [str(name) for name in names] if names is not None else _arrays.column_names(X)
        if _arrays.is_sparse(X):
            parts = _arrays.compressed_columns(X, "X")
            return {"sparse": {"data": parts}, "names": found, "facts": {"rows": parts[0]}}
        design = _arrays.matrix(X, "X")
        return {"matrices": {"data": design}, "names": found, "facts": {"rows": design.shape[0]}}


class LinearRegression(_Regression):
    """Columns that together predict a number best: the variance that least squares explains.

    Parameters
    ----------
    X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
        An item is a column. A float64 array in Fortran order is used without a copy if there is
        neither an intercept nor standardization.
    y : array of shape (n_samples,)
        Numbers to predict.
    ridge : float, default 0
        Weight of the penalty on the squared coefficients.
    intercept : bool, default True
        Fit a constant beside the columns.
    standardize : bool, default False
        Scale each column to mean 0 and variance 1 first.
    names : sequence of str, optional
        Of the columns; a frame brings its own.
    n_jobs : int, optional
        Threads to prepare with; None means all cores, 1 inside a joblib worker.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> f = hf.LinearRegression(X, y)
    >>> round(f.value(["bmi", "s5"]) / f.largest_value, 3)  # R squared
    0.459
    """

    _registered_name = "linear"


class _Classification(_Regression):
    @staticmethod
    def _target(y: Any) -> dict[str, Any]:
        classes = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
        if classes.ndim == 2 and classes.shape[1] == 1:
            classes = classes[:, 0]
        if classes.dtype.kind in "biuf":
            return {"vectors": {"target": _arrays.vector(classes, "y")}}
        return {"labels": [str(label) for label in classes]}


class LogisticRegression(_Classification):
    """Columns that together tell two classes apart best: the log-likelihood gained.

    Parameters
    ----------
    X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
        An item is a column. Sparse data are made dense.
    y : array of shape (n_samples,)
        Two classes, as numbers or texts.
    ridge : float, default 1
        Weight of the penalty on the squared coefficients, above 0. It counts in the units of the
        columns, so columns of different scale want `standardize=True`.
    intercept, standardize, names, n_jobs
        As in `LinearRegression`.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> f = hf.LogisticRegression(X, y, standardize=True)
    >>> hf.select(f, k=3, tau=1).names
    ['worst perimeter', 'worst radius', 'worst concave points']
    """

    _registered_name = "logistic"


class SoftmaxRegression(_Classification):
    """Columns that together tell several classes apart best: the log-likelihood gained.

    Parameters
    ----------
    X, ridge, intercept, standardize, names, n_jobs
        As in `LogisticRegression`.
    y : array of shape (n_samples,)
        Two or more classes, as numbers or texts.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> hf.select(hf.SoftmaxRegression(X, y, standardize=True), k=3, tau=1).names
    ['flavanoids', 'proline', 'od280/od315_of_diluted_wines']
    """

    _registered_name = "softmax"


class _Kernel(_Registered):
    def _make_from(
        self,
        points: Any,
        kernel_matrix: Any,
        *,
        names: Sequence[str] | None,
        noise: float | None,
        n_jobs: int | None,
        subsets: dict[str, Any] | None = None,
        **of_kernel: Any,
    ) -> None:
        if (points is None) == (kernel_matrix is None):
            raise ValueError("give either points or kernel_matrix")
        if points is not None:
            source, given = "points", points
        else:
            source, given = "kernel-matrix", kernel_matrix
            for option, value in of_kernel.items():
                if value is not None:
                    raise ValueError(f"{option} cannot be combined with kernel_matrix")
        array = _arrays.matrix(given, source.replace("-", "_"))
        found = [str(name) for name in names] if names is not None else []
        if not found and hasattr(given, "index") and hasattr(given, "columns"):
            found = [str(name) for name in given.index]
        self._make(
            matrices={source: array},
            names=found,
            facts={"points": array.shape[0]},
            subsets={
                what: _arrays.item_list(subset, found, range(array.shape[0]), what)
                for what, subset in (subsets or {}).items()
                if subset is not None
            },
            options=_given(noise=noise, **of_kernel),
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
        self._make_from(
            points,
            kernel_matrix,
            names=names,
            noise=noise,
            n_jobs=n_jobs,
            subsets={"targets": targets, "candidates": candidates},
            kernel=kernel,
            lengthscale=lengthscale,
            output_variance=output_variance,
        )


class LogDet(_Kernel):
    """Points that differ most: log det(I + K/noise).

    Parameters
    ----------
    points, kernel_matrix, kernel, lengthscale, output_variance, noise, names, n_jobs
        As in `VarianceReduction`.
    """

    _registered_name = "logdet"

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
        self._make_from(
            points,
            kernel_matrix,
            names=names,
            noise=noise,
            n_jobs=n_jobs,
            kernel=kernel,
            lengthscale=lengthscale,
            output_variance=output_variance,
        )


class FacilityLocation(_Registered):
    """Items that stand for everything: each row counts its largest similarity to a chosen item.

    Parameters
    ----------
    similarity : array of shape (n_rows, n_items)
        Numbers of 0 or more; an item is a column. A float64 array in Fortran order is not copied.
    names : sequence of str, optional
        Of the columns; a frame brings its own.

    Examples
    --------
    >>> import holdfast as hf
    >>> hf.FacilityLocation([[5, 0, 3], [0, 4, 3]]).value([0, 2])
    8.0
    """

    _registered_name = "facility-location"

    def __init__(self, similarity: Any, *, names: Sequence[str] | None = None) -> None:
        array = _arrays.matrix(similarity, "similarity")
        found = names if names is not None else _arrays.column_names(similarity)
        self._make(
            matrices={"similarity": array},
            names=[str(name) for name in found],
            facts={"rows": array.shape[0]},
            options={},
        )


class Coverage(_Registered):
    """Sets that together cover the most: the weight of all elements in a chosen set.

    Parameters
    ----------
    sets : array or SciPy sparse matrix of shape (n_elements, n_sets)
        Nonzero where the set (a column) covers the element (a row).
    weights : array of shape (n_elements,), optional
        Numbers of 0 or more; all weigh 1 by default.
    names : sequence of str, optional
        Of the sets; a frame brings its own.
    """

    _registered_name = "coverage"

    def __init__(
        self, sets: Any, *, weights: Any = None, names: Sequence[str] | None = None
    ) -> None:
        found = names if names is not None else _arrays.column_names(sets)
        if _arrays.is_sparse(sets):
            parts = _arrays.compressed_columns(sets, "sets")
            source: dict[str, Any] = {"sparse": {"sets": parts}}
            rows = parts[0]
        else:
            array = _arrays.matrix(sets, "sets")
            source = {"matrices": {"sets": array}}
            rows = array.shape[0]
        vectors = {} if weights is None else {"weights": _arrays.vector(weights, "weights")}
        self._make(
            **source,
            vectors=vectors,
            names=[str(name) for name in found],
            facts={"elements": rows},
            options={},
        )


class SetFunction(Objective):
    """Any set function of yours.

    Parameters
    ----------
    n : int
        How many items there are.
    value : callable
        value(set) is f of a list of item numbers in ascending order; value([]) must be 0. That f
        never falls when an item is added is your promise. Calls come one at a time, on the calling
        thread; an exception reaches the caller as it is.
    gains : callable, optional
        gains(set, candidates) is f(set + c) - f(set) for each candidate, as a sequence or array:
        one call a step instead of one for each candidate.
    submodular : bool, default False
        Your promise that gains never grow: then most of them need not be computed.
    names : sequence of str, optional
        Of the items.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: len(items) ** 0.5, submodular=True)
    >>> hf.select(f, k=4, tau=3).worst_case.value
    1.0
    """

    def __init__(
        self,
        n: int,
        value: Callable[[list[int]], float],
        gains: Callable[[list[int], list[int]], Sequence[float]] | None = None,
        *,
        submodular: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        self._core = _core.make_function(
            n, value, gains, submodular, [str(name) for name in names or []]
        )
