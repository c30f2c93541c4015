"""Least squares on any of the columns, without the data."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import lapack

# A column whose distance from the span of the others is this share of its length adds no direction.
_DEPENDENT = 1e-6
_ROWS_AT_ONCE = 16_384


class LinearModels:
    """The linear model of each subset of the columns of X.

    Keeps the triangular factor R of the centered columns and the responses in its coordinates:
    k x k numbers, as the moments X'X = R'R would be, but with twice their digits. A subset costs a
    factorization of its columns of R.

    `X` has rows x k numbers, `y` has rows x m, `weights` one number a row.
    """

    def __init__(
        self,
        X: np.ndarray,
        y: np.ndarray,
        *,
        ridge: float,
        intercept: bool,
        weights: np.ndarray | None = None,
    ) -> None:
        self._ridge = ridge
        outputs, k = y.shape[1], X.shape[1]
        self.mean = mean_of(y, weights)
        self._centers = mean_of(X, weights) if intercept else np.zeros(k)
        self._base = self.mean if intercept else np.zeros(outputs)
        factor = np.empty((0, k + outputs))
        for begin in range(0, len(X), _ROWS_AT_ONCE):
            rows = slice(begin, begin + _ROWS_AT_ONCE)
            block = np.hstack([X[rows] - self._centers, y[rows] - self._base])
            if weights is not None:
                block *= np.sqrt(weights[rows])[:, None]
            factor = triangle_of(np.vstack([factor, block]))
        self._factor, self._responses = factor[:k, :k], factor[:k, k:]

    def fit(self, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Weights (columns x m) and intercepts (m). Without any column, the means of y."""
        if len(columns) == 0:
            return np.zeros((0, len(self.mean))), self.mean
        factor, responses = self._factor[:, columns], self._responses
        if self._ridge > 0:
            size = len(columns)
            factor = np.vstack([factor, np.sqrt(self._ridge) * np.eye(size)])
            responses = np.vstack([responses, np.zeros((size, responses.shape[1]))])
        weights = least_squares(factor, responses)
        return weights, self._base - self._centers[columns] @ weights


def triangle_of(A: np.ndarray) -> np.ndarray:
    """R of A = QR."""
    return np.asarray(np.linalg.qr(A, mode="r"))


def mean_of(rows: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """Of each column, of which there may be none."""
    return rows.mean(axis=0) if weights is None else weights @ rows / weights.sum()


def least_squares(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The shortest of the W that minimize ||A W - b||, for each column of b.

    Which columns depend on each other is decided at unit length, so it does not depend on units.
    """
    size = A.shape[1]
    lengths = np.sqrt(np.einsum("ij,ij->j", A, A))
    lengths[lengths == 0] = 1.0
    scaled = A / lengths
    if len(A) >= size:
        triangle = triangle_of(np.hstack([scaled, b]))
        # The estimate is in the 1-norm, which the 2-norm exceeds at most `size` times.
        share, _ = lapack.dtrcon(triangle[:size, :size])
        if share > size * _DEPENDENT:
            solution, _ = lapack.dtrtrs(triangle[:size, :size], triangle[:size, size:])
            return solution / lengths[:, None]
    return _shortest(scaled, b, lengths)


def _shortest(scaled: np.ndarray, b: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    left, values, right = np.linalg.svd(scaled)
    rank = int(np.sum(values > _DEPENDENT * values[0]))
    inner = (left[:, :rank].T @ b) / values[:rank, None]
    weights = (right[:rank].T @ inner) / lengths[:, None]
    if rank == len(lengths):
        return weights
    # Directions in which the predictions on the training rows do not change.
    free: Any = right[rank:].T / lengths[:, None]
    return weights - free @ np.linalg.lstsq(free, weights, rcond=None)[0]
