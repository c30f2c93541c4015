"""Models that keep answering when columns go missing: scikit-learn estimators."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit, log_expit, log_softmax, softmax
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets

from holdfast._class_models import ClassModels
from holdfast._linear_models import LinearModels
from holdfast._names import Adversary, Algorithm
from holdfast._serving import MissingColumns, Scaling


class RobustRegressor(MissingColumns, RegressorMixin, BaseEstimator):
    """Linear regression on k columns, chosen so that losing any tau of them hurts least, which
    answers each row by the model of the columns that the row has.

    A column is missing in a row where it is NaN, and in all rows of a frame that lacks it. The row
    is then answered by the least-squares fit on the training rows with just the other columns; a
    row that has none of them gets the mean of y. No value is guessed, and columns that were not
    chosen do not matter. A new pattern of missing columns costs one small factorization, since
    `fit` keeps what all of these models need in k x k numbers.

    Parameters
    ----------
    k : int, default 10
        How many columns to choose; all if there are no more.
    tau : int, default 1
        How many of them may be missing later. More than k counts as k.
    ridge : float, default 0.0
        Weight of the penalty on squared coefficients.
    intercept : bool, default True
        Fit a constant beside the columns.
    standardize : bool, default False
        Scale each column to mean 0 and variance 1 first.
    groups : mapping, sequence of sequences, or sequence of labels, optional
        Columns that are chosen together, as in `holdfast.Grouped`. Then k and tau count groups.
        A row that lacks one column of a group still uses the others.
    algorithm, beta, adversary, must, must_not, kinds, at_most, costs, cost_limit
        As in `RobustSelector`.
    n_jobs, random_state, seconds, budget
        As in `RobustSelector`.
    missing : {"error", "drop"}, default "error"
        What to do with NaN in the training data: refuse it, or leave out rows. Columns are chosen
        on the rows without any NaN. Models are then trained on all rows without one in the chosen
        columns.
    columns : "auto" or sequence of str, default "auto"
        Which columns of a frame hold categories; "auto" takes those of texts and of categorical
        types. Such a column is one column: it becomes a number for each category, which are
        chosen together and missing together. A category that was not there during fit counts as
        missing.

    Attributes
    ----------
    selection_ : holdfast.Selection
        Everything about the choice.
    worst_case_ : holdfast.Deletion
        The worst loss of tau of the chosen columns that was found, on the training rows.
    support_ : ndarray of shape (n_features,), bool
        Which columns are chosen.
    ranking_ : ndarray of shape (n_features,), int
        1 for the column or group chosen first, 2 for the next, ...; columns not chosen share the
        last rank.
    n_models_ : int
        How many models were fitted so far, one for each pattern of missing columns.
    n_features_in_ : int
        How many columns X has.
    feature_names_in_ : ndarray of shape (n_features,)
        Only if X has names of columns that are all strings.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> model = hf.RobustRegressor(k=4, tau=1).fit(X, y)
    >>> model.selection_.names
    ['bmi', 's5', 'bp', 's3']
    >>> round(model.score(X, y), 3), round(model.score(X.drop(columns="bmi"), y), 3)
    (0.491, 0.409)
    """

    def __init__(
        self,
        k: int | None = 10,
        tau: int = 1,
        *,
        ridge: float = 0.0,
        intercept: bool = True,
        standardize: bool = False,
        groups: Any = None,
        algorithm: Algorithm = "auto",
        beta: float = 1.0,
        adversary: Adversary = "strong",
        must: Any = None,
        must_not: Any = None,
        kinds: Any = None,
        at_most: Any = None,
        missing: str = "error",
        columns: Any = "auto",
        n_jobs: int | None = None,
        random_state: Any = None,
        seconds: float | None = None,
        budget: int | None = None,
        costs: Any = None,
        cost_limit: float | None = None,
    ) -> None:
        self.k = k
        self.tau = tau
        self.ridge = ridge
        self.intercept = intercept
        self.standardize = standardize
        self.groups = groups
        self.algorithm = algorithm
        self.beta = beta
        self.adversary = adversary
        self.must = must
        self.must_not = must_not
        self.kinds = kinds
        self.at_most = at_most
        self.missing = missing
        self.columns = columns
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.seconds = seconds
        self.budget = budget
        self.costs = costs
        self.cost_limit = cost_limit

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> RobustRegressor:
        """Choose columns of X and keep what their models need.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Numbers; see `missing` for NaN and `columns` for categories.
        y : array of shape (n_samples,) or (n_samples, n_outputs)
            Numbers to predict. Of several outputs, the variances explained add up when columns
            are chosen: bring them to one scale if they are to count alike.
        sample_weight : array of shape (n_samples,), optional
            Each row counts like that many rows; 0 leaves it out.

        Returns
        -------
        RobustRegressor
            Itself.
        """
        rows = self._training_rows(X, y, sample_weight, y_numeric=True, multi_output=True)
        self.objective_ = "linear"
        X, y, weights = rows.complete()
        self._choose(X, y, intercept=self.intercept, sample_weight=weights)
        chosen, y, weights = self._with_chosen_columns(rows)
        scaling = Scaling(chosen, self.standardize, weights)
        self._has_one_output = y.ndim == 1
        models = LinearModels(
            scaling.scaled(chosen),
            y.reshape(len(y), -1).astype(np.float64),
            ridge=self.ridge,
            intercept=self.intercept,
            weights=weights,
        )
        self._serve_by(models, scaling)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Predict numbers.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Chosen columns may be NaN, or absent from a frame.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_outputs) if y had two dimensions
        """
        outputs = self._outputs(X)
        return outputs[:, 0] if self._has_one_output else outputs

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class RobustClassifier(MissingColumns, ClassifierMixin, BaseEstimator):
    """Logistic or softmax regression on k columns, chosen so that losing any tau of them hurts
    least, which answers each row by the model of the columns that the row has.

    A column is missing in a row where it is NaN, and in all rows of a frame that lacks it. The row
    is then answered by the model fitted to the training rows with just the other columns; a row
    that has none of them gets the frequencies of the classes. Models are fitted when their pattern
    of missing columns is first met, and kept; see `warm` to have them fitted beforehand.

    Parameters
    ----------
    k, tau, groups, missing, columns
        As in `RobustRegressor`.
    ridge : float, default 1.0
        Weight of the penalty on squared coefficients, above 0; 1/C of scikit-learn's
        LogisticRegression.
    intercept : bool, default True
        Fit a constant for each class.
    standardize : bool, default True
        Scale each column to mean 0 and variance 1 first. The ridge counts in the units of the
        columns, so this is on unless you say otherwise.
    algorithm, beta, adversary, must, must_not, kinds, at_most, costs, cost_limit
        As in `RobustSelector`.
    n_jobs, random_state, seconds, budget
        As in `RobustSelector`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, ascending.
    selection_, worst_case_, support_, ranking_, n_models_, n_features_in_, feature_names_in_
        As in `RobustRegressor`.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> model = hf.RobustClassifier(k=4, tau=1).fit(X, y)
    >>> lost = model.worst_case_.names
    >>> round(model.score(X, y), 2), round(model.score(X.drop(columns=lost), y), 2)
    (0.96, 0.95)
    """

    def __init__(
        self,
        k: int | None = 10,
        tau: int = 1,
        *,
        ridge: float = 1.0,
        intercept: bool = True,
        standardize: bool = True,
        groups: Any = None,
        algorithm: Algorithm = "auto",
        beta: float = 1.0,
        adversary: Adversary = "strong",
        must: Any = None,
        must_not: Any = None,
        kinds: Any = None,
        at_most: Any = None,
        missing: str = "error",
        columns: Any = "auto",
        n_jobs: int | None = None,
        random_state: Any = None,
        seconds: float | None = None,
        budget: int | None = None,
        costs: Any = None,
        cost_limit: float | None = None,
    ) -> None:
        self.k = k
        self.tau = tau
        self.ridge = ridge
        self.intercept = intercept
        self.standardize = standardize
        self.groups = groups
        self.algorithm = algorithm
        self.beta = beta
        self.adversary = adversary
        self.must = must
        self.must_not = must_not
        self.kinds = kinds
        self.at_most = at_most
        self.missing = missing
        self.columns = columns
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.seconds = seconds
        self.budget = budget
        self.costs = costs
        self.cost_limit = cost_limit

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> RobustClassifier:
        """Choose columns of X and keep what their models need.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Numbers; see `missing` for NaN and `columns` for categories.
        y : array of shape (n_samples,)
            Classes, as numbers or texts.
        sample_weight : array of shape (n_samples,), optional
            Each row counts like that many rows; 0 leaves it out.

        Returns
        -------
        RobustClassifier
            Itself.
        """
        rows = self._training_rows(X, y, sample_weight)
        X, y, weights = rows.complete()
        check_classification_targets(y)
        self.classes_, classes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y has one class only; a classifier needs at least two classes")
        self.objective_ = "logistic" if len(self.classes_) == 2 else "softmax"
        self._choose(X, classes, intercept=self.intercept, sample_weight=weights)
        # A class whose rows all have gaps is none that columns could be chosen for.
        chosen, y, weights = self._with_chosen_columns(rows.some(np.isin(rows.y, self.classes_)))
        scaling = Scaling(chosen, self.standardize, weights)
        models = ClassModels(
            self.objective_,
            scaling.scaled(chosen),
            np.searchsorted(self.classes_, y),
            ridge=self.ridge,
            intercept=self.intercept,
            weights=weights,
        )
        self._serve_by(models, scaling)
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """Logarithms of probabilities, up to a constant in each row; of two classes, of their odds.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Chosen columns may be NaN, or absent from a frame.

        Returns
        -------
        ndarray of shape (n_samples,) for two classes, otherwise (n_samples, n_classes)
        """
        outputs = self._outputs(X)
        return outputs[:, 0] if outputs.shape[1] == 1 else outputs

    def predict_proba(self, X: Any) -> np.ndarray:
        """Predict the probabilities of the classes.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Chosen columns may be NaN, or absent from a frame.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        odds = self.decision_function(X)
        if odds.ndim == 1:
            return np.column_stack([expit(-odds), expit(odds)])
        return softmax(odds, axis=1)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Predict the logarithms of the probabilities, as in `predict_proba`."""
        odds = self.decision_function(X)
        if odds.ndim == 1:
            return np.column_stack([log_expit(-odds), log_expit(odds)])
        return log_softmax(odds, axis=1)

    def predict(self, X: Any) -> np.ndarray:
        """Predict the most likely class of each row.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Chosen columns may be NaN, or absent from a frame.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        odds = self.decision_function(X)
        return self.classes_[(odds > 0).astype(int) if odds.ndim == 1 else odds.argmax(axis=1)]
