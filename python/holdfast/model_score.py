"""The cross-validated score of any model as a set function of its columns."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _num_features, indexable

from holdfast import _arrays, _core
from holdfast._objective import Objective

_WHY_IT_FALLS = "a held-out score may fall when a column is added"
# What "auto" plans with: a score costs far more than anything else. It is not measured, because
# then choices would depend on the speed of the machine.
_COST = 1e8


class ModelScore(Objective):
    """Columns with which a model of yours scores best on held-out rows.

    The value of some columns is the estimator's cross-validated score with just these, minus the
    score of a model that knows no column (the mean of y, or the class frequencies). It is what
    scikit-learn's SequentialFeatureSelector looks at, here for choices that stand losses.

    A held-out score may fall when a column is added, so nothing is proven from monotonicity: a
    worst case is proven only where all losses were tried. Scores are kept, and the scores that a
    step needs are computed in parallel.

    Parameters
    ----------
    estimator : estimator
        Cloned and fitted anew for each set of columns and each fold.
    X, y : array or frame of shape (n_samples, n_features), array of shape (n_samples,)
        An item is a column.
    scoring : str or callable, optional
        As in scikit-learn; by default the estimator's own `score`. Higher must be better.
    cv : int, splitter or iterable, optional
        As in scikit-learn's `cross_val_score`; 5 folds by default. The same rows are held out for
        all sets.
    n_jobs : int, optional
        Sets of columns that are scored at a time, as in joblib.
    progress : bool, default False
        Say on standard error how many sets were scored and how long that took.

    Attributes
    ----------
    n_scored : int
        How many different sets were scored so far.
    seconds_per_set : float
        How long one set takes, as measured when this was made.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> f = hf.ModelScore(KNeighborsRegressor(15), X, y)
    >>> hf.select(f, k=3, tau=1, algorithm="greedy").names
    ['bmi', 's5', 'bp']
    """

    # It is known to fall; there is nothing to warn of.
    _fall_is_told = True

    def __init__(
        self,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        scoring: Any = None,
        cv: Any = None,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None:
        self._scored = _CrossValidation(estimator, X, y, scoring, cv)
        self._size = _num_features(X)
        self._n_jobs = n_jobs
        self._progress = progress
        self._base = self._scored.of_nothing()
        self._known: dict[tuple[int, ...], float] = {(): 0.0}
        self.seconds_per_set = self._measured()
        self._tell(f"one set of columns takes about {self.seconds_per_set:.2g} s to score")
        self._began = time.perf_counter()
        self._core = _core.make_function(
            self._size,
            self._value,
            self._gains,
            False,
            _arrays.column_names(X),
            falls=_WHY_IT_FALLS,
            cost=_COST,
        )

    @property
    def n_scored(self) -> int:
        """How many different sets were scored so far."""
        return len(self._known) - 1

    def score(self, items: Any) -> float:
        """The cross-validated score with these columns, without the base subtracted."""
        return self.value(items) + self._base

    def estimate(self, k: int, tau: int = 0) -> float:
        """About how many seconds greedy takes to choose k columns and to try all losses of tau.

        The search of "auto" goes on from there; give it `seconds` or a `budget`.

        Parameters
        ----------
        k, tau : int
            As in `select`.

        Returns
        -------
        float
        """
        n = self.n_items
        k = min(_arrays.count(k, "k"), n)
        tau = min(_arrays.count(tau, "tau"), k)
        sets = sum(n - chosen for chosen in range(k)) + min(math.comb(k, tau), 10_000)
        return sets * self.seconds_per_set / min(effective_n_jobs(self._n_jobs), max(1, n))

    def _measured(self) -> float:
        """Seconds for a set of half of the columns, at most 10. The first fit warms up."""
        if self._size == 0:
            return 0.0
        columns = tuple(range(min(10, max(1, self._size // 2))))
        self._known[columns] = self._scored(columns) - self._base
        began = time.perf_counter()
        self._scored(columns)
        return time.perf_counter() - began

    def _values(self, sets: list[tuple[int, ...]]) -> list[float]:
        new = [columns for columns in dict.fromkeys(sets) if columns not in self._known]
        workers = self._n_jobs if len(new) > 1 else 1
        scores = Parallel(n_jobs=workers)(delayed(self._scored)(columns) for columns in new)
        for columns, score in zip(new, scores, strict=True):
            self._known[columns] = score - self._base
        if new:
            spent = time.perf_counter() - self._began
            self._tell(f"{self.n_scored} sets of columns scored in {spent:.1f} s")
        return [self._known[columns] for columns in sets]

    def _tell(self, what: str) -> None:
        if self._progress:
            print(f"ModelScore: {what}", file=sys.stderr)

    def _value(self, items: list[int]) -> float:
        return self._values([tuple(items)])[0]

    def _gains(self, items: list[int], candidates: list[int]) -> list[float]:
        sets = [tuple(items), *(tuple(sorted([*items, candidate])) for candidate in candidates)]
        value, *others = self._values(sets)
        return [other - value for other in others]


class _CrossValidation:
    """The score of an estimator with some columns, over fixed folds; can be sent to a worker."""

    def __init__(self, estimator: Any, X: Any, y: Any, scoring: Any, cv: Any) -> None:
        self.X, self.y = indexable(X, y)
        self.estimator = estimator
        self.scorer = check_scoring(estimator, scoring=scoring)
        splitter = check_cv(cv, self.y, classifier=is_classifier(estimator))
        self.folds = list(splitter.split(self.X, self.y))

    def __call__(self, columns: Sequence[int]) -> float:
        return self._score(self.estimator, _safe_indexing(self.X, list(columns), axis=1))

    def of_nothing(self) -> float:
        """That of a model which knows no column; it is given all, and looks at none."""
        classifies = is_classifier(self.estimator)
        no_model = DummyClassifier(strategy="prior") if classifies else DummyRegressor()
        return self._score(no_model, self.X)

    def _score(self, estimator: Any, X: Any) -> float:
        scores = []
        for train, test in self.folds:
            fitted = clone(estimator)
            fitted.fit(_safe_indexing(X, train), _safe_indexing(self.y, train))
            X_test, y_test = _safe_indexing(X, test), _safe_indexing(self.y, test)
            scores.append(self.scorer(fitted, X_test, y_test))
        return float(np.mean(scores))
