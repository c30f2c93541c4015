"""How a model answers rows in which columns are missing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from holdfast import _arrays
from holdfast._estimators import FeatureChoice
from holdfast._linear_models import mean_of
from holdfast._patterns import ModelCache, rows_by_pattern
from holdfast._tables import numbers_of
from holdfast._threads import threads_of

# So many models are prepared beforehand at most.
_MOST_WARM = 10_000


class TrainingRows(NamedTuple):
    """What a model is trained on; the columns of categories are encoded."""

    X: Any
    y: np.ndarray
    weights: np.ndarray | None

    def some(self, rows: np.ndarray) -> TrainingRows:
        weights = None if self.weights is None else self.weights[rows]
        return TrainingRows(self.X[rows], self.y[rows], weights)

    def complete(self) -> TrainingRows:
        """The rows without a gap."""
        with_gaps = _rows_with_nan(self.X)
        if len(with_gaps) == 0:
            return self
        return self.some(np.setdiff1d(np.arange(self.X.shape[0]), with_gaps))


class MissingColumns(FeatureChoice):
    """An estimator that answers each row by the model of those chosen columns that the row has.

    A subclass chooses with `_choose`, and hands over models with `_serve_by`.
    """

    def _training_rows(
        self: Any, X: Any, y: Any, sample_weight: Any, **checks: Any
    ) -> TrainingRows:
        """Validated; there are gaps only if rows that have them are to be dropped."""
        if self.missing not in ("error", "drop"):
            raise ValueError(f"missing must be 'error' or 'drop', got {self.missing!r}")
        X, y = self._numbers_and_target(X, y, ensure_all_finite="allow-nan", **checks)
        X, y, weights = self._weighted_rows(X, y, sample_weight)
        with_gaps = _rows_with_nan(X)
        if len(with_gaps) > 0 and self.missing == "error":
            raise ValueError(
                f"X has NaN in {len(with_gaps)} of {X.shape[0]} rows, the first is row "
                f"{with_gaps[0]}; a model is trained on complete rows: fill the gaps, or let "
                "missing='drop' leave such rows out"
            )
        left = X.shape[0] - len(with_gaps)
        if left < 2 and len(with_gaps) > 0:
            raise ValueError(
                f"missing='drop' leaves {left} of {X.shape[0]} rows of X, and a model needs at "
                "least 2; drop columns with many gaps first"
            )
        return TrainingRows(X, y, weights)

    def _with_chosen_columns(self: Any, rows: TrainingRows) -> TrainingRows:
        """The chosen columns, and the rows that have no gap in them."""
        if self._encoding is None:
            chosen = dense_columns(rows.X, self.support_)
        else:
            chosen = rows.X[:, self._encoding.places(np.flatnonzero(self.support_))]
        return rows._replace(X=chosen).complete()

    def _serve_by(self: Any, models: Any, scaling: Scaling) -> None:
        """`models` are those of the chosen columns after `scaling`; rows are served unscaled."""
        self._models = ModelCache(_Unscaled(models, scaling).fit)

    @property
    def n_models_(self) -> int:
        """How many models were fitted so far, one for each pattern of missing columns."""
        check_is_fitted(self)
        return self._models.fitted

    def get_support(self, indices: bool = False) -> np.ndarray:
        """A mask of the chosen columns, or their numbers in ascending order.

        Parameters
        ----------
        indices : bool, default False
            Numbers instead of a mask.

        Returns
        -------
        ndarray of shape (n_features,), bool; or of shape (n_chosen,), int
        """
        mask = self._get_support_mask()
        return np.flatnonzero(mask) if indices else mask

    def warm(self: Any, tau: int | None = None) -> Any:
        """Fit the models of all patterns with at most tau losses now, not when they are met.

        Parameters
        ----------
        tau : int, optional
            How many columns, or groups of them, may be missing; by default as many as the choice
            was made for.

        Returns
        -------
        The estimator itself.

        Raises
        ------
        ValueError
            If there are more than 10,000 such patterns.
        """
        check_is_fitted(self)
        tau = self.selection_.tau if tau is None else _arrays.count(tau, "tau")
        items = self._places_of_items()
        tau = min(tau, len(items))
        count = sum(math.comb(len(items), lost) for lost in range(tau + 1))
        if count > _MOST_WARM:
            raise ValueError(
                f"warm({tau}) would fit {count:,} models, and at most {_MOST_WARM:,} are fitted "
                "beforehand; take a smaller tau, or let patterns be fitted as they are met"
            )
        with ThreadPoolExecutor(threads_of(self.n_jobs) or None) as pool:
            list(pool.map(self._models.model, _patterns_of(items, tau)))
        return self

    def _places_of_items(self: Any) -> list[np.ndarray]:
        """The columns of each chosen item, counted among the chosen columns as they are encoded."""
        if self._encoding is None:
            place = np.cumsum(self.support_) - 1
            return [place[columns] for columns in self._columns_of_items]
        chosen = self._encoding.places(np.flatnonzero(self.support_))
        return [
            np.searchsorted(chosen, self._encoding.places(sorted(columns)))
            for columns in self._columns_of_items
        ]

    def _outputs(self: Any, X: Any) -> np.ndarray:
        """rows x outputs: what the models say about each row."""
        check_is_fitted(self)
        chosen = self._chosen_columns(X)
        is_there = ~np.isnan(chosen)
        chosen[~is_there] = 0.0  # a missing column has weight 0 below
        outputs = np.empty((0, 0))
        for pattern, rows in rows_by_pattern(is_there):
            weights, intercepts = self._models.model(pattern)
            if len(outputs) == 0:
                outputs = np.empty((len(chosen), len(intercepts)))
            all_weights = np.zeros((len(pattern), len(intercepts)))
            all_weights[pattern] = weights
            outputs[rows] = chosen[rows] @ all_weights + intercepts
        return outputs

    def _chosen_columns(self: Any, X: Any) -> np.ndarray:
        """rows x chosen columns, with NaN for what is missing; a copy."""
        names = getattr(self, "feature_names_in_", None)
        if names is not None and (given := _arrays.column_names(X)):
            chosen = self._chosen_by_name(X, given)
        elif self._encoding is not None:
            raise ValueError(
                "X must be a frame, as it was during fit: some columns hold categories"
            )
        else:
            X = validate_data(
                self, X, reset=False, accept_sparse="csr", dtype="numeric", ensure_all_finite=False
            )
            columns = dense_columns(X, self.support_)
            chosen = columns.astype(np.float64, order="C", copy=columns is X)
        infinite = np.isinf(chosen)
        if infinite.any():
            row, place = np.argwhere(infinite)[0]
            column = np.repeat(self.get_support(indices=True), self._widths())[place]
            where = str(column) if names is None else repr(str(names[column]))
            raise ValueError(
                f"X is infinity in row {row}, column {where}; numbers must be finite, and NaN "
                "says that one is missing"
            )
        return chosen

    def _widths(self: Any) -> np.ndarray:
        """How many numbers each chosen column becomes."""
        if self._encoding is None:
            return np.ones(int(self.support_.sum()), dtype=int)
        return self._encoding.widths[self.support_]

    def _chosen_by_name(self: Any, X: Any, given: list[str]) -> np.ndarray:
        """From a frame, which may lack columns and have them in any order."""
        unknown = [name for name in given if name not in set(self.feature_names_in_)]
        if unknown:
            raise ValueError(
                f"X has a column {unknown[0]!r} that was not there during fit; a column may be "
                "absent, but not have another name"
            )
        widths = self._widths()
        chosen = np.full((len(X), widths.sum()), np.nan)
        begin = 0
        for column, width in zip(self.get_support(indices=True), widths, strict=True):
            name = self.feature_names_in_[column]
            if name in given and self._encoding is None:
                chosen[:, begin] = numbers_of(X[name], name)
            elif name in given:
                chosen[:, begin : begin + width] = self._encoding.encoded_column(X, column)
            begin += width
        return chosen

    def __sklearn_tags__(self: Any) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.target_tags.required = True
        tags.input_tags.sparse = True
        # NaN is always welcome in predict, but only "drop" lets it pass in fit. scikit-learn has no
        # word for that: without `no_validation` its checks would want predict to refuse NaN too.
        tags.input_tags.allow_nan = self.missing == "drop"
        tags.no_validation = self.missing != "drop"
        return tags


class Scaling:
    """Brings columns to mean 0 and variance 1, if asked for."""

    def __init__(self, X: np.ndarray, standardize: bool, weights: np.ndarray | None = None) -> None:
        self.centers, self.scales = np.zeros(X.shape[1]), np.ones(X.shape[1])
        if not standardize:
            return
        self.centers = mean_of(X, weights)
        deviations = np.sqrt(mean_of((X - self.centers) ** 2, weights))
        # The mean of equal numbers may differ from them in the last digits; that is no variance.
        varies = deviations > 1e-13 * np.abs(X).max(axis=0, initial=0.0)
        self.scales = np.where(varies, deviations, np.inf)

    def scaled(self, X: np.ndarray) -> np.ndarray:
        return (X - self.centers) / self.scales


class _Unscaled:
    """Models of scaled columns, for columns as they come."""

    def __init__(self, models: Any, scaling: Scaling) -> None:
        self._models = models
        self._scaling = scaling

    def fit(self, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        weights, intercepts = self._models.fit(columns)
        weights = weights / self._scaling.scales[columns, None]
        return weights, intercepts - self._scaling.centers[columns] @ weights


def dense_columns(X: Any, mask: np.ndarray) -> np.ndarray:
    """Some columns of dense or sparse data; dense data themselves if all of them are wanted."""
    if _arrays.is_sparse(X):
        return X[:, np.flatnonzero(mask)].toarray()
    return X if mask.all() else np.take(X, np.flatnonzero(mask), axis=1)


def _rows_with_nan(X: Any) -> np.ndarray:
    if _arrays.is_sparse(X):
        return np.unique(X.indices[np.isnan(X.data)])
    return np.flatnonzero(np.isnan(X).any(axis=1))


def _patterns_of(items: list[np.ndarray], tau: int) -> Iterator[np.ndarray]:
    """Masks of the chosen columns, each without the columns of at most tau items."""
    size = sum(map(len, items))
    for count in range(tau + 1):
        for lost in itertools.combinations(items, count):
            pattern = np.ones(size, dtype=bool)
            for places in lost:
                pattern[places] = False
            yield pattern
