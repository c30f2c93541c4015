"""How many columns it takes to stand so many losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone

from holdfast import _arrays
from holdfast._result import _counted, _frame, _table, _text_table
from holdfast.failure_curves import _axes, _over_folds
from holdfast.scoring import worst_case_score
from holdfast.selector import RobustSelector
from holdfast.serving import RobustClassifier, RobustRegressor


class Plan:
    """Held-out scores for several k and tau: made by `plan`.

    Attributes
    ----------
    ks, taus : list of int
        How many columns were chosen, and how many of them may be missing.
    intact : ndarray of shape (len(ks), len(taus))
        The score on held-out rows with all columns, the mean over the folds.
    worst : ndarray of shape (len(ks), len(taus))
        The same when the worst tau of the chosen columns are missing.
    """

    def __init__(
        self, ks: list[int], taus: list[int], intact: np.ndarray, worst: np.ndarray, folds: int
    ) -> None:
        self.ks, self.taus = ks, taus
        self.intact, self.worst = intact, worst
        self._folds = folds

    def smallest_k(self, tau: int, at_least: float) -> int | None:
        """The smallest k whose worst-case score reaches a goal.

        Parameters
        ----------
        tau : int
            One of `taus`.
        at_least : float
            The score that must be left.

        Returns
        -------
        int or None
            None if no k of the plan reaches it.
        """
        if tau not in self.taus:
            known = ", ".join(map(str, self.taus))
            raise ValueError(f"tau {tau} is not in the plan; there are {known}")
        scores = self.worst[:, self.taus.index(tau)]
        enough = [k for k, score in zip(self.ks, scores, strict=True) if score >= at_least]
        return min(enough, default=None)

    def to_frame(self) -> Any:
        """One row for each k and tau, as a pandas frame."""
        return _frame(
            [
                {"k": k, "tau": tau, "intact": self.intact[i, j], "worst": self.worst[i, j]}
                for i, k in enumerate(self.ks)
                for j, tau in enumerate(self.taus)
            ]
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw one heat map: the color is the worst-case score, and each cell tells both.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; new ones by default.

        Returns
        -------
        matplotlib axes
        """
        ax = _axes(ax)
        image = ax.imshow(self.worst.T, aspect="auto", origin="lower", cmap="viridis")
        middle = (self.worst.min() + self.worst.max()) / 2
        for i in range(len(self.ks)):
            for j in range(len(self.taus)):
                color = "black" if self.worst[i, j] > middle else "white"
                text = f"{self.worst[i, j]:.2f}\n({self.intact[i, j]:.2f})"
                ax.text(i, j, text, ha="center", va="center", color=color)
        ax.set_xticks(range(len(self.ks)), self.ks)
        ax.set_yticks(range(len(self.taus)), self.taus)
        ax.set_xlabel("k: chosen columns")
        ax.set_ylabel("tau: missing columns, the worst ones")
        ax.set_title("held-out score left (with all columns)")
        ax.figure.colorbar(image, ax=ax, label="held-out score left")
        return ax

    def _headings(self) -> list[str]:
        return ["", *(f"tau = {tau}" for tau in self.taus)]

    def _rows(self) -> list[list[str]]:
        return [
            [f"k = {k}"]
            + [
                f"{worst:.3f} ({intact:.3f})"
                for worst, intact in zip(self.worst[i], self.intact[i], strict=True)
            ]
            for i, k in enumerate(self.ks)
        ]

    def __repr__(self) -> str:
        lines = _text_table([self._headings(), *self._rows()])
        head = "Plan: held-out score after the worst tau losses (with all columns)"
        return "\n".join([f"{head}, {_counted(self._folds, 'fold')}", *lines])

    def _repr_html_(self) -> str:
        return _table(self._headings(), self._rows())


def plan(
    X: Any,
    y: Any,
    ks: Sequence[int],
    taus: Sequence[int],
    *,
    estimator: Any = None,
    scoring: Any = None,
    cv: Any = None,
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> Plan:
    """Held-out scores for each k and tau, intact and at the worst: how many columns do I need?

    For each pair, columns are chosen and models fitted on each fold's training rows. On the rows
    held out, the worst tau of the chosen columns are then missing, as in `worst_case_score`.

    Parameters
    ----------
    X, y : array or frame of shape (n_samples, n_features), array of shape (n_samples,)
        To train and to score on.
    ks, taus : sequence of int
        How many columns to choose, and how many of them may be missing. A tau above k counts as k:
        everything is lost.
    estimator : RobustRegressor or RobustClassifier, optional
        Whose other parameters are used. By default `RobustRegressor()`, or `RobustClassifier()`
        where y holds classes, as `RobustSelector` decides.
    scoring
        As in `worst_case_score`.
    cv : int, splitter or iterable, optional
        As in scikit-learn's `cross_val_score`; 5 folds by default.
    sample_weight : array of shape (n_samples,), optional
        How much each row counts, in training and in scores.
    n_jobs : int, optional
        Fits at a time, as in joblib.

    Returns
    -------
    Plan

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> plan = hf.plan(X, y, ks=[2, 4, 8], taus=[0, 1])
    >>> plan.smallest_k(tau=1, at_least=0.35)
    4
    """
    sizes = [_arrays.count(k, "ks") for k in ks]
    losses = [_arrays.count(tau, "taus") for tau in taus]
    if not sizes or not losses:
        raise ValueError("ks and taus need at least one number each")
    if estimator is None:
        is_linear = RobustSelector()._objective_for(y) == "linear"
        estimator = RobustRegressor() if is_linear else RobustClassifier()
    estimators = [clone(estimator).set_params(k=k, tau=tau) for k in sizes for tau in losses]

    def intact_and_worst(fitted: Any, X: Any, y: Any, **weighted: Any) -> list[float]:
        taus = (0, min(fitted.tau, len(fitted.selection_)))
        return [float(worst_case_score(fitted, X, y, tau, scoring, **weighted)) for tau in taus]

    found = np.array(_over_folds(estimators, X, y, intact_and_worst, cv, n_jobs, sample_weight))
    shape = (len(sizes), len(losses))
    means = found.mean(axis=1)
    return Plan(
        sizes, losses, means[:, 0].reshape(shape), means[:, 1].reshape(shape), found.shape[1]
    )
