"""What the scikit-learn estimators have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from holdfast import _core
from holdfast._objective import Objective
from holdfast.grouped import Grouped
from holdfast.regression import (
    LinearRegression,
    LogisticRegression,
    OneVsRestRegression,
    SoftmaxRegression,
)
from holdfast.results import Deletion, Selection
from holdfast.tasks import select

OBJECTIVES = {
    "linear": LinearRegression,
    "logistic": LogisticRegression,
    "softmax": SoftmaxRegression,
    "one-vs-rest": OneVsRestRegression,
}


def sizes_of(estimator: Any, n_items: int) -> tuple[int, int]:
    """k and tau, neither beyond what there is."""
    for name in ("k", "tau"):
        value = getattr(estimator, name)
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
            raise ValueError(f"{name} must be a whole number of 0 or more, got {value!r}")
    k = min(int(estimator.k), n_items)
    return k, min(int(estimator.tau), k)


def algorithm_options(estimator: Any, k: int, tau: int) -> dict[str, Any]:
    """beta, if the algorithm has one; a guard that k does not suffice for takes all k. And limits
    of a search, which must be one.
    """
    beta = estimator.beta
    if isinstance(beta, bool) or not isinstance(beta, (int, float, np.number)) or not beta >= 0:
        raise ValueError(f"beta must be a number of 0 or more, got {beta!r}")
    known = _core.algorithm_options(estimator.algorithm)
    options: dict[str, Any] = {}
    if "beta" in known:
        options["beta"] = min(float(beta), k / tau) if tau > 0 else float(beta)
    for name in ("seconds", "budget"):
        limit = getattr(estimator, name)
        if limit is None:
            continue
        if name not in known:
            raise ValueError(
                f"{name} limits a search, and {estimator.algorithm!r} does not search; leave it "
                "out, or take algorithm='auto'"
            )
        options[name] = limit
    return options


def choice_of(estimator: Any, objective: Objective, **constraints: Any) -> Selection:
    """What `select` answers to the parameters of the estimator."""
    k, tau = sizes_of(estimator, objective.n_items)
    return select(
        objective,
        k,
        tau,
        algorithm=estimator.algorithm,
        adversary=estimator.adversary,
        random_state=estimator.random_state,
        n_jobs=estimator.n_jobs,
        **constraints,
        **algorithm_options(estimator, k, tau),
    )


class FeatureChoice:
    """An estimator that chooses columns of X: one alone is an item, or a group of them is."""

    def _choose(self: Any, X: Any, y: Any, **options: Any) -> None:
        """Sets the attributes that tell of the choice. `options` are those of the objective."""
        objective, members = self._objective_on(X, y, options)
        self.selection_: Selection = choice_of(
            self,
            objective,
            must=self.must,
            must_not=self.must_not,
            kinds=self.kinds,
            at_most=self.at_most,
        )
        # The columns of each chosen item, which are lost together.
        self._columns_of_items = [members(item) for item in self.selection_]
        self.ranking_ = np.full(X.shape[1], len(self.selection_) + 1)
        for rank, columns in enumerate(self._columns_of_items, start=1):
            self.ranking_[columns] = rank
        self.support_ = self.ranking_ <= len(self.selection_)
        self.worst_case_: Deletion = self.selection_.worst_case

    def _objective_on(
        self: Any, X: Any, y: Any, options: dict[str, Any]
    ) -> tuple[Objective, Callable[[int], list[int]]]:
        """With a function from its items to features."""
        names = getattr(self, "feature_names_in_", None)
        objective = OBJECTIVES[self.objective_](
            X,
            y,
            ridge=self.ridge,
            standardize=self.standardize,
            names=None if names is None else list(names),
            n_jobs=self.n_jobs,
            **options,
        )
        if self.groups is None:
            return objective, lambda item: [item]
        grouped = Grouped(objective, self.groups)
        return grouped, grouped._members.__getitem__

    def _get_support_mask(self: Any) -> np.ndarray:
        check_is_fitted(self)
        return self.support_
