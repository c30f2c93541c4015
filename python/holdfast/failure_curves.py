"""What a model's held-out score does as columns fail, and how many columns that takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone, is_classifier
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _check_sample_weight, _num_features

from holdfast import _arrays
from holdfast._result import _counted, _frame, _table, _text_table
from holdfast.scoring import WorstCaseScore, _choice_in, worst_case_score


class FailureCurve:
    """Held-out scores after 0, 1, 2, ... losses: made by `failure_curve`.

    Attributes
    ----------
    losses : ndarray
        0, 1, ..., the most losses.
    scores : ndarray of shape (n_folds, n_losses)
        The score on each fold's held-out rows when the worst so many columns are missing there.
    exact : bool
        Whether all losses were tried, everywhere. If not, there may be worse ones.
    """

    def __init__(self, scores: np.ndarray, exact: bool, prepared: int | None) -> None:
        self.scores = scores
        self.losses = np.arange(scores.shape[1])
        self.exact = exact
        self._prepared = prepared

    @property
    def mean(self) -> np.ndarray:
        """Over the folds, for each number of losses."""
        return self.scores.mean(axis=0)

    @property
    def low(self) -> np.ndarray:
        """The lowest of the folds."""
        return self.scores.min(axis=0)

    @property
    def high(self) -> np.ndarray:
        """The highest of the folds."""
        return self.scores.max(axis=0)

    def to_frame(self) -> Any:
        """One row for each number of losses, as a pandas frame."""
        return _frame(
            [
                {"losses": losses, "mean": mean, "low": low, "high": high}
                for losses, mean, low, high in zip(
                    self.losses.tolist(), self.mean, self.low, self.high, strict=True
                )
            ]
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw the mean over the folds, and a band from the lowest to the highest.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; new ones by default.

        Returns
        -------
        matplotlib axes
        """
        ax = _axes(ax)
        ax.fill_between(self.losses, self.low, self.high, alpha=0.2, label="range of the folds")
        ax.plot(self.losses, self.mean, marker="o", label="mean of the folds")
        if self._prepared is not None:
            ax.axvline(self._prepared, linestyle=":", color="gray", label="prepared for")
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_xlabel("missing columns, the worst ones")
        ax.set_ylabel("held-out score")
        ax.legend()
        return ax

    def _rows(self) -> list[list[str]]:
        named = {"mean": self.mean, "low": self.low, "high": self.high}
        return [[name, *(f"{score:.3f}" for score in scores)] for name, scores in named.items()]

    def __repr__(self) -> str:
        lines = _text_table([["losses", *map(str, self.losses)], *self._rows()])
        how = "" if self.exact else ", found by search"
        head = f"FailureCurve: held-out score over {_counted(len(self.scores), 'fold')}{how}"
        return "\n".join([head, *lines])

    def _repr_html_(self) -> str:
        return _table(["held-out score after", *self.losses], self._rows())


def failure_curve(
    estimator: Any,
    X: Any,
    y: Any,
    losses: int | None = None,
    *,
    scoring: Any = None,
    cv: Any = None,
    columns: Any = None,
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> FailureCurve:
    """The score on held-out rows after 0, 1, 2, ... losses.

    The estimator is fitted on each fold's training rows. On the rows held out, the worst columns
    are then missing, as in `worst_case_score`.

    Parameters
    ----------
    estimator : estimator
        `RobustRegressor` or `RobustClassifier`, alone or in a pipeline, or any model that accepts
        NaN. It is not changed.
    X, y : array or frame of shape (n_samples, n_features), array of shape (n_samples,)
        To train and to score on.
    losses : int, optional
        The most losses; by default twice the estimator's tau, or 3 if it has none, and never more
        than there are columns to lose.
    scoring, columns
        As in `worst_case_score`.
    cv : int, splitter or iterable, optional
        As in scikit-learn's `cross_val_score`; 5 folds by default.
    sample_weight : array of shape (n_samples,), optional
        How much each row counts, in training and in scores.
    n_jobs : int, optional
        Folds at a time, as in joblib.

    Returns
    -------
    FailureCurve

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> hf.failure_curve(hf.RobustRegressor(k=4, tau=1), X, y)
    FailureCurve: held-out score over 5 folds
      losses      0      1      2
      mean    0.472  0.369  0.268
      low     0.378  0.246  0.134
      high    0.529  0.428  0.349
    """
    tau = _parameter(estimator, "tau")
    most = (3 if tau is None else 2 * tau) if losses is None else _arrays.count(losses, "losses")

    def worst_scores(fitted: Any, X: Any, y: Any, **weighted: Any) -> list[WorstCaseScore]:
        return [
            worst_case_score(fitted, X, y, lost, scoring, columns=columns, **weighted)
            for lost in range(min(most, _lossable(fitted, X, columns)) + 1)
        ]

    folds = _over_folds([estimator], X, y, worst_scores, cv, n_jobs, sample_weight)[0]
    shared = min(map(len, folds))
    scores = np.array([[float(score) for score in fold[:shared]] for fold in folds])
    exact = all(score.exact for fold in folds for score in fold[:shared])
    return FailureCurve(scores, exact, tau)


def _lossable(fitted: Any, X: Any, columns: Any) -> int:
    if columns is not None:
        return len(columns)
    choice = _choice_in(fitted)
    if choice is not None and choice.n_features_in_ == _num_features(X):
        return len(choice._columns_of_items)
    return _num_features(X)


def _parameter(estimator: Any, name: str) -> Any:
    """Of the estimator, or of one that it contains; None if there is none of this name."""
    found = estimator.get_params()
    for key in sorted(found, key=len):
        if key == name or key.endswith(f"__{name}"):
            return found[key]
    return None


def _over_folds(
    estimators: Sequence[Any],
    X: Any,
    y: Any,
    judge: Callable[..., Any],
    cv: Any,
    n_jobs: int | None,
    sample_weight: Any,
) -> list[list[Any]]:
    """For each estimator what `judge` says on each fold, when it is fitted on the others."""
    if sample_weight is not None:
        sample_weight = _check_sample_weight(sample_weight, X)
    folds = list(check_cv(cv, y, classifier=is_classifier(estimators[0])).split(X, y))

    def rows(some: np.ndarray) -> tuple[Any, Any, dict[str, Any]]:
        weighted = {} if sample_weight is None else {"sample_weight": sample_weight[some]}
        return _safe_indexing(X, some), _safe_indexing(y, some), weighted

    def judged(estimator: Any, train: np.ndarray, test: np.ndarray) -> Any:
        *data, weighted = rows(train)
        fitted = clone(estimator).fit(*data, **weighted)
        *data, weighted = rows(test)
        return judge(fitted, *data, **weighted)

    # Threads: most of the work is done in C++, and functions of the user need not be pickled.
    found = Parallel(n_jobs=n_jobs, prefer="threads")(
        delayed(judged)(estimator, train, test) for estimator in estimators for train, test in folds
    )
    return [found[begin : begin + len(folds)] for begin in range(0, len(found), len(folds))]


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot
    except ImportError:
        raise ImportError("plot needs matplotlib: pip install matplotlib") from None
    return matplotlib.pyplot.subplots()[1]
