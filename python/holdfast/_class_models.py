"""Class models on any of the columns, fitted when they are asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdfast import _core
from holdfast._estimators import OBJECTIVES


class ClassModels:
    """The logistic or softmax model of each subset of the columns of X.

    Keeps the training rows of these columns and the model of all of them, from which that of a
    subset is refitted. `X` has rows x k numbers, `classes` numbers of classes from 0, `weights` one
    number a row.
    """

    def __init__(
        self,
        name: str,
        X: np.ndarray,
        classes: np.ndarray,
        *,
        ridge: float,
        intercept: bool,
        weights: np.ndarray | None = None,
    ) -> None:
        if X.shape[1] > 0:
            self._objective = OBJECTIVES[name](
                X, classes, ridge=ridge, intercept=intercept, n_jobs=1, sample_weight=weights
            )
            self._subsets = _core.SubsetClassifiers(self._objective._core)
        counts = np.bincount(classes, weights)
        logarithms = np.log(counts / counts.sum())
        # Two classes have one output, the logarithm of their odds.
        self._base = logarithms[1:] - logarithms[:1] if name == "logistic" else logarithms

    def fit(self, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Weights (columns x outputs) and intercepts. Without any column, the frequencies."""
        if len(columns) == 0:
            return np.zeros((0, len(self._base))), self._base
        weights, intercepts = self._subsets.weights(columns.tolist())
        return np.reshape(weights, (len(columns), -1)), np.asarray(intercepts)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_subsets"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_objective" in state:
            self._subsets = _core.SubsetClassifiers(self._objective._core)
