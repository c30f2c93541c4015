"""The feature selector for Dask arrays and frames."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from holdfast import dask as hfd
from holdfast import selector


class RobustSelector(selector.RobustSelector):
    """`holdfast.RobustSelector` on Dask arrays and frames, for linear regression.

    The workers sum X'X and X'y once, and the features are chosen here. `transform` stays lazy.

    Parameters
    ----------
    k, tau, algorithm, beta, adversary, ridge, n_jobs, random_state
        As in `holdfast.RobustSelector`, as are `must`, `must_not`, `kinds`, `at_most`,
        `standardize`, `groups`, `seconds` and `budget`.
    client, timeout
        As in `holdfast.dask.moments`.
    """

    def __init__(
        self,
        k: int = 10,
        tau: int = 1,
        objective: str = "auto",
        algorithm: Any = "auto",
        beta: float = 1.0,
        adversary: Any = "strong",
        ridge: float | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        must: Any = None,
        must_not: Any = None,
        kinds: Any = None,
        at_most: Any = None,
        standardize: bool | None = None,
        groups: Any = None,
        seconds: float | None = None,
        budget: int | None = None,
        columns: Any = "auto",
        client: Any = None,
        timeout: float = 60.0,
    ) -> None:
        super().__init__(
            k,
            tau,
            objective,
            algorithm,
            beta,
            adversary,
            ridge,
            n_jobs,
            random_state,
            must,
            must_not,
            kinds,
            at_most,
            standardize,
            groups,
            seconds,
            budget,
            columns,
        )
        self.client = client
        self.timeout = timeout

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> RobustSelector:
        """Select features of X that tell most about y, both spread over workers."""
        if self.objective not in ("auto", "linear"):
            raise ValueError(f"on a cluster objective must be 'linear', got {self.objective!r}")
        if sample_weight is not None:
            raise ValueError("sample_weight is not supported on a cluster")
        found = hfd.moments(X, y, client=self.client, timeout=self.timeout)
        self.n_features_in_ = found.n_features
        if found.feature_names:
            self.feature_names_in_ = np.array(found.feature_names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self.objective_ = "linear"
        self._encoding = None
        self._choose(found, None, standardize=bool(self.standardize))
        return self

    def transform(self, X: Any) -> Any:
        """The chosen columns, as lazy as X is."""
        check_is_fitted(self)
        if X.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but {self.n_features_in_} were fitted")
        if hasattr(X, "columns"):
            return X[list(np.asarray(X.columns)[self.support_])]
        return X[:, np.flatnonzero(self.support_)]
