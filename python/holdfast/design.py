"""Experiments or places for sensors, chosen so that some may fail: a scikit-learn estimator."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from holdfast._estimators import choice_of
from holdfast._names import Adversary, Algorithm
from holdfast.kernels import VarianceReduction
from holdfast.results import Deletion, Selection


class VarianceReductionDesign(BaseEstimator):
    """Chooses k of the rows of X, where a Gaussian process is to be observed, so that losing any
    tau of the observations hurts least.

    Parameters
    ----------
    k : int, default 10
        How many points to choose; all if there are no more.
    tau : int, default 1
        How many of the observations may be lost. More than k counts as k.
    kernel : str or scikit-learn kernel, default "matern32"
        "matern12", "matern32", "matern52", "squared-exponential" or "linear", or any kernel of
        `sklearn.gaussian_process.kernels`.
    lengthscale, output_variance : float, default 1.0
        Of a kernel that is given by name.
    noise : float, default 1.0
        Variance of the noise of an observation.
    algorithm, beta, adversary, n_jobs, random_state, seconds, budget
        As in `RobustSelector`.

    Attributes
    ----------
    support_ : ndarray of shape (n_points,), bool
        Which points are chosen.
    items_ : ndarray of shape (k,), int
        Their rows, in the order in which they were chosen.
    points_ : ndarray of shape (k, n_features)
        Their coordinates.
    selection_ : holdfast.Selection
        Everything about the choice. Its names are the labels of the index if X is a frame.
    worst_case_ : holdfast.Deletion
        The worst loss of tau of them that was found.
    n_features_in_ : int
        How many coordinates a point has.

    Examples
    --------
    >>> import holdfast as hf
    >>> import numpy as np
    >>> X = np.linspace(1, 5, 21)[:, None] ** 1.5
    >>> design = hf.VarianceReductionDesign(k=4, tau=1, noise=0.1).fit(X)
    >>> design.get_support(indices=True).tolist()
    [2, 5, 10, 14]
    >>> sorted(design.points_.ravel().round(1).tolist())
    [1.7, 2.8, 5.2, 7.4]
    """

    def __init__(
        self,
        k: int = 10,
        tau: int = 1,
        kernel: Any = "matern32",
        lengthscale: float = 1.0,
        output_variance: float = 1.0,
        noise: float = 1.0,
        algorithm: Algorithm = "auto",
        beta: float = 1.0,
        adversary: Adversary = "strong",
        n_jobs: int | None = None,
        random_state: Any = None,
        seconds: float | None = None,
        budget: int | None = None,
    ) -> None:
        self.k = k
        self.tau = tau
        self.kernel = kernel
        self.lengthscale = lengthscale
        self.output_variance = output_variance
        self.noise = noise
        self.algorithm = algorithm
        self.beta = beta
        self.adversary = adversary
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.seconds = seconds
        self.budget = budget

    def fit(self, X: Any, y: Any = None, *, targets: Any = None) -> VarianceReductionDesign:
        """Choose among the rows of X.

        Parameters
        ----------
        X : array of shape (n_points, n_features)
            Points that may be chosen.
        y : ignored
            There for pipelines.
        targets : array of shape (n_targets, n_features), optional
            Points whose variance counts; those of X by default.

        Returns
        -------
        VarianceReductionDesign
            Itself.
        """
        labels = _row_labels(X)
        X = validate_data(self, X, dtype=np.float64)
        points, subsets = X, {}
        if targets is not None:
            labels += _row_labels(targets) or [f"target {i}" for i in range(len(targets))]
            targets = check_array(targets, dtype=np.float64)
            if targets.shape[1] != X.shape[1]:
                raise ValueError(
                    f"targets have {targets.shape[1]} features, X has {X.shape[1]} features"
                )
            points = np.vstack([X, targets])
            subsets = {
                "candidates": range(len(X)),
                "targets": range(len(X), len(points)),
            }
        distinct = labels if len(set(labels)) == len(points) else None
        self.selection_: Selection = choice_of(self, self._objective(points, subsets, distinct))
        self.items_ = self.selection_.items
        self.support_ = np.zeros(len(X), dtype=bool)
        self.support_[self.items_] = True
        self.points_ = X[self.items_]
        self.worst_case_: Deletion = self.selection_.worst_case
        return self

    def _objective(
        self, points: np.ndarray, subsets: dict[str, Any], names: list[str] | None
    ) -> VarianceReduction:
        if isinstance(self.kernel, str):
            return VarianceReduction(
                points,
                kernel=self.kernel,
                lengthscale=self.lengthscale,
                output_variance=self.output_variance,
                noise=self.noise,
                names=names,
                n_jobs=self.n_jobs,
                **subsets,
            )
        if not callable(self.kernel):
            raise ValueError(f"kernel must be a name or a scikit-learn kernel, got {self.kernel!r}")
        covariances = np.asarray(self.kernel(points))
        if covariances.shape != (len(points), len(points)):
            raise ValueError(
                f"kernel gave an array of shape {covariances.shape} for {len(points)} points"
            )
        return VarianceReduction(
            kernel_matrix=covariances, noise=self.noise, names=names, n_jobs=self.n_jobs, **subsets
        )

    def get_support(self, indices: bool = False) -> np.ndarray:
        """A mask of the chosen points, or their rows in ascending order.

        Parameters
        ----------
        indices : bool, default False
            Rows instead of a mask.

        Returns
        -------
        ndarray of shape (n_points,), bool; or of shape (k,), int
        """
        check_is_fitted(self)
        return np.flatnonzero(self.support_) if indices else self.support_


def _row_labels(data: Any) -> list[str]:
    """The labels of a frame's index; none for anything else."""
    if not hasattr(data, "index") or not hasattr(data, "columns"):
        return []
    return [str(label) for label in data.index]
