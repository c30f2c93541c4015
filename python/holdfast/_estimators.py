"""What the scikit-learn estimators have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.utils.validation import (
    _check_sample_weight,
    check_is_fitted,
    check_X_y,
    validate_data,
)

from holdfast import _core
from holdfast._objective import Objective
from holdfast._tables import TableEncoding, encoding_of
from holdfast.grouped import Grouped, _named_groups
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
    k_is_open = estimator.k is None and getattr(estimator, "cost_limit", None) is not None
    for name in ("tau",) if k_is_open else ("k", "tau"):
        value = getattr(estimator, name)
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
            raise ValueError(f"{name} must be a whole number of 0 or more, got {value!r}")
    k = n_items if k_is_open else min(int(estimator.k), n_items)
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
    """An estimator that chooses columns of X: one alone is an item, or a group of them is.

    A column of categories in a frame is one column, whatever it takes to encode it.
    """

    _encoding: TableEncoding | None

    def _numbers_and_target(self: Any, X: Any, y: Any, **checks: Any) -> tuple[Any, np.ndarray]:
        """Validated, with the columns of categories encoded."""
        checks |= {
            "accept_sparse": "csc",
            "dtype": np.float64,
            "order": "F",
            "ensure_min_samples": 2,
        }
        self._encoding = encoding_of(X, self.columns)
        if self._encoding is None:
            return validate_data(self, X, y, **checks)
        validate_data(self, X, skip_check_array=True)
        return check_X_y(self._encoding.encoded(X), y, estimator=self, **checks)

    def _weighted_rows(
        self, X: Any, y: np.ndarray, sample_weight: Any
    ) -> tuple[Any, np.ndarray, np.ndarray | None]:
        """Without the rows of weight 0, which say nothing."""
        if sample_weight is None:
            return X, y, None
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        counts = weights > 0
        return (X, y, weights) if counts.all() else (X[counts], y[counts], weights[counts])

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
            costs=self.costs,
            cost_limit=self.cost_limit,
        )
        # The columns of each chosen item, which are lost together.
        self._columns_of_items = [members(item) for item in self.selection_]
        self.ranking_ = np.full(self.n_features_in_, len(self.selection_) + 1)
        for rank, columns in enumerate(self._columns_of_items, start=1):
            self.ranking_[columns] = rank
        self.support_ = self.ranking_ <= len(self.selection_)
        self.worst_case_: Deletion = self.selection_.worst_case

    def _objective_on(
        self: Any, X: Any, y: Any, options: dict[str, Any]
    ) -> tuple[Objective, Callable[[int], list[int]]]:
        """With a function from its items to features."""
        names = getattr(self, "feature_names_in_", None)
        if self._encoding is not None:
            names = self._encoding.encoded_names()
        options.setdefault("standardize", self.standardize)
        objective = OBJECTIVES[self.objective_](
            X,
            y,
            ridge=self.ridge,
            names=None if names is None else list(names),
            n_jobs=self.n_jobs,
            **options,
        )
        if self._encoding is not None:
            return _in_columns(objective, self._encoding, self.groups)
        if self.groups is None:
            return objective, lambda item: [item]
        grouped = Grouped(objective, self.groups)
        return grouped, grouped._members.__getitem__

    def _get_support_mask(self: Any) -> np.ndarray:
        check_is_fitted(self)
        return self.support_


def _in_columns(
    objective: Objective, encoding: TableEncoding, groups: Any
) -> tuple[Objective, Callable[[int], list[int]]]:
    """An objective on encoded columns as one on the columns of the frame, or on groups of them."""
    columns = Grouped(
        objective, {name: encoding.places([i]) for i, name in enumerate(encoding.names)}
    )
    if groups is None:
        return columns, lambda item: [item]
    members = _named_groups(columns, groups)
    grouped = {column for group in members.values() for column in group}
    for column, name in enumerate(encoding.names):
        if column in grouped:
            continue
        if name in members:
            raise ValueError(f"groups: {name!r} is the name of a column outside that group")
        members[name] = [column]
    together = {name: encoding.places(group) for name, group in members.items()}
    return Grouped(objective, together), list(members.values()).__getitem__
