"""Columns that predict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays
from holdfast._registered import _given, _Registered
from holdfast.moments import Moments


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
        sample_weight: Any = None,
    ) -> None:
        inputs, values = self._prepare(X, names), self._values(y)
        rows = inputs["facts"]["rows"]
        self._require_fit(rows, values)
        inputs["vectors"] = {} if sample_weight is None else row_weights(sample_weight, rows)
        if isinstance(values, list):
            inputs["labels"] = values
        elif values.ndim == 2:
            inputs.setdefault("matrices", {})["target"] = values
        else:
            inputs["vectors"]["target"] = values
        self._make(
            **inputs,
            options=_given(ridge=ridge, intercept=intercept, standardize=standardize),
            n_jobs=n_jobs,
        )

    @staticmethod
    def _values(y: Any) -> np.ndarray | list[str]:
        """Numbers, or texts that name classes."""
        return _arrays.vector(y, "y")

    def _require_fit(self, rows: int, values: np.ndarray | list[str]) -> None:
        """Says whether y goes with X."""
        if len(values) != rows:
            raise ValueError(f"X has {rows} rows, but y has {len(values)} values")

    def _prepare(self, X: Any, names: Sequence[str] | None) -> dict[str, Any]:
        found = [str(name) for name in names] if names is not None else _arrays.column_names(X)
        if _arrays.is_sparse(X):
            parts = _arrays.compressed_columns(X, "X")
            return {"sparse": {"data": parts}, "names": found, "facts": {"rows": parts[0]}}
        design = _arrays.matrix(X, "X")
        return {"matrices": {"data": design}, "names": found, "facts": {"rows": design.shape[0]}}


def row_weights(sample_weight: Any, rows: int) -> dict[str, np.ndarray]:
    """A number for each row, or one for all."""
    if np.ndim(sample_weight) == 0:
        sample_weight = np.full(rows, sample_weight)
    weights = _arrays.vector(sample_weight, "sample_weight")
    if len(weights) != rows:
        raise ValueError(f"X has {rows} rows, but sample_weight has {len(weights)} values")
    if (weights < 0).any():
        row = int(np.argmax(weights < 0))
        raise ValueError(f"sample_weight is {weights[row]} in row {row}; it must be 0 or more")
    return {"row-weights": weights}


class LinearRegression(_Regression):
    """Columns that together predict a number best: the variance that least squares explains.

    Parameters
    ----------
    X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
        An item is a column. A float64 array in Fortran order is used without a copy if there is
        neither an intercept nor standardization.
    y : array of shape (n_samples,) or (n_samples, n_outputs)
        Numbers to predict. Of several outputs, the variances explained add up: bring them to one
        scale if they are to count alike.
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
    sample_weight : array of shape (n_samples,), optional
        Each row counts like that many rows; 0 leaves it out.

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

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        ridge: float | None = None,
        intercept: bool | None = None,
        standardize: bool | None = None,
        names: Sequence[str] | None = None,
        n_jobs: int | None = None,
        sample_weight: Any = None,
    ) -> None:
        if isinstance(X, Moments):
            self._make_from_moments(X, ridge, intercept, standardize, names, n_jobs)
            return
        if y is None:
            raise TypeError("LinearRegression needs y, the numbers to predict")
        super().__init__(
            X,
            y,
            ridge=ridge,
            intercept=intercept,
            standardize=standardize,
            names=names,
            n_jobs=n_jobs,
            sample_weight=sample_weight,
        )

    @classmethod
    def from_moments(
        cls,
        moments: Moments,
        *,
        ridge: float | None = None,
        intercept: bool | None = None,
        standardize: bool | None = None,
        names: Sequence[str] | None = None,
        n_jobs: int | None = None,
    ) -> LinearRegression:
        """From `Moments`, which have read the rows in blocks: the rows are not needed again.

        Values, gains and worst cases are those of `LinearRegression(X, y)` up to rounding. The
        parameters are those of `LinearRegression`.

        Examples
        --------
        >>> import holdfast as hf
        >>> from sklearn.datasets import load_diabetes
        >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
        >>> m = hf.Moments()
        >>> for first in range(0, len(X), 100):
        ...     m.update(X[first : first + 100], y[first : first + 100])
        >>> f = hf.LinearRegression.from_moments(m)
        >>> round(f.value(["bmi", "s5"]) / f.largest_value, 3)
        0.459
        """
        return cls(
            moments.copy(),
            ridge=ridge,
            intercept=intercept,
            standardize=standardize,
            names=names,
            n_jobs=n_jobs,
        )

    def _make_from_moments(
        self,
        moments: Moments,
        ridge: float | None,
        intercept: bool | None,
        standardize: bool | None,
        names: Sequence[str] | None,
        n_jobs: int | None,
    ) -> None:
        design, responses = moments._compressed(intercept is not False, bool(standardize))
        one = responses.shape[1] == 1
        self._make(
            matrices={"data": design} if one else {"data": design, "target": responses},
            vectors={"target": np.ascontiguousarray(responses[:, 0])} if one else {},
            names=[str(name) for name in (names if names is not None else moments.feature_names)],
            facts={"rows": moments.n_rows},
            options=_given(ridge=ridge, intercept=False),
            n_jobs=n_jobs,
        )

    @staticmethod
    def _values(y: Any) -> np.ndarray:
        array = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
        several = array.ndim == 2 and array.shape[1] > 1
        return _arrays.matrix(array, "y") if several else _arrays.vector(array, "y")


class _Classification(_Regression):
    @staticmethod
    def _values(y: Any) -> np.ndarray | list[str]:
        classes = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
        if classes.ndim == 2 and classes.shape[1] == 1:
            classes = classes[:, 0]
        if classes.dtype.kind in "biuf":
            return _arrays.vector(classes, "y")
        return [str(label) for label in classes]

    def _require_fit(self, rows: int, values: np.ndarray | list[str]) -> None:
        super()._require_fit(rows, values)
        if rows == 0:
            raise ValueError("X has no rows; classes need examples")


class LogisticRegression(_Classification):
    """Columns that together tell two classes apart best: the log-likelihood gained.

    Parameters
    ----------
    X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
        An item is a column. Sparse data stay sparse.
    y : array of shape (n_samples,)
        Two classes, as numbers or texts.
    ridge : float, default 1
        Weight of the penalty on the squared coefficients, above 0. It counts in the units of the
        columns, so columns of different scale want `standardize=True`.
    intercept, standardize, names, n_jobs, sample_weight
        As in `LinearRegression`.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> f = hf.LogisticRegression(X, y, standardize=True)
    >>> hf.select(f, k=3, tau=1).names
    ['worst perimeter', 'mean concave points', 'worst texture']
    """

    _registered_name = "logistic"

    def _require_fit(self, rows: int, values: np.ndarray | list[str]) -> None:
        super()._require_fit(rows, values)
        classes = len(np.unique(values))
        if classes > 2 and (isinstance(values, list) or np.isfinite(values).all()):
            raise ValueError(
                f"y has {classes} classes, and LogisticRegression tells two apart; "
                "SoftmaxRegression takes more"
            )


class SoftmaxRegression(_Classification):
    """Columns that together tell several classes apart best: the log-likelihood gained.

    Parameters
    ----------
    X, ridge, intercept, standardize, names, n_jobs, sample_weight
        As in `LogisticRegression`.
    y : array of shape (n_samples,)
        Two or more classes, as numbers or texts.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> hf.select(hf.SoftmaxRegression(X, y, standardize=True), k=3, tau=1).names
    ['flavanoids', 'proline', 'color_intensity']
    """

    _registered_name = "softmax"


class OneVsRestRegression(_Classification):
    """Columns that tell each of several classes from the rest: a logistic model for each class.

    The value is the sum over the classes of the log-likelihood that a `LogisticRegression` of
    "this class or another one" gains, each with weights of its own. This is the model of
    scikit-learn's `OneVsRestClassifier(LogisticRegression(C=1/ridge))`. Two classes are one such
    problem, and the value is that of `LogisticRegression`.

    Parameters
    ----------
    X, ridge, intercept, standardize, names, n_jobs, sample_weight
        As in `LogisticRegression`.
    y : array of shape (n_samples,)
        Two or more classes, as numbers or texts.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> hf.select(hf.OneVsRestRegression(X, y, standardize=True), k=3, tau=1).names
    ['proline', 'color_intensity', 'flavanoids']
    """

    _registered_name = "one-vs-rest"
