"""Features that a model can afford to lose: a scikit-learn transformer."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target

from holdfast._estimators import OBJECTIVES, FeatureChoice
from holdfast._names import Adversary, Algorithm

# Whole numbers with more different values than this are measurements, not classes.
_MOST_CLASSES = 20


class RobustSelector(FeatureChoice, SelectorMixin, BaseEstimator):
    """Selects k features so that losing any tau of them hurts least.

    Parameters
    ----------
    k : int or None, default 10
        How many features to keep; all if there are no more. None: as many as the cost_limit allows.
    tau : int, default 1
        How many of them may be missing later. More than k counts as k.
    objective : {"auto", "linear", "logistic", "softmax", "one-vs-rest"}, default "auto"
        "auto" decides by what scikit-learn's `type_of_target` says about y: "binary" is "logistic",
        "continuous" is "linear". "multiclass" is "softmax", except for whole numbers with more
        than 20 different values: they are "linear". Three to 20 different whole numbers may be
        classes or counts; they are taken for classes, with a warning. To silence it, and to be
        right, say which objective you want. "one-vs-rest" is never decided. `objective_` has the
        decision.
    algorithm : str, default "auto"
        One of `holdfast.algorithms()`. "auto" searches for the best worst case; "oblivious-greedy"
        is the paper's algorithm.
    beta : float, default 1.0
        Size of the guard of oblivious-greedy, ceil(beta tau). One that k does not suffice for is
        lowered to k / tau. Other algorithms ignore it.
    adversary : str, default "strong"
        Who looks for the worst loss; one of `holdfast.adversaries()`.
    ridge : float, optional
        Weight of the penalty on squared coefficients; by default 0 for "linear", 1 otherwise.
    n_jobs : int, optional
        Threads; None means all cores, 1 inside a joblib worker.
    random_state : int, RandomState instance or None, default None
        Seed of randomized algorithms and adversaries. None is 0, so fits repeat.
    must, must_not : sequence of int or str, optional
        Features that must be kept, and that must not; names if X has names of columns.
    kinds, at_most : optional
        At most so many features of a kind, as in `holdfast.select`.
    costs, cost_limit : optional
        What each feature costs, and what the kept ones may cost together, as in `holdfast.select`.
        k may then be None.
    standardize : bool, optional
        Scale each feature to mean 0 and variance 1 first. By default for class models, whose ridge
        counts in the units of the features, and not for "linear". `transform` returns features as
        they are.
    groups : mapping, sequence of sequences, or sequence of labels, optional
        Features that are kept and lost together, as in `holdfast.Grouped`. Then k and tau count
        groups, and `must`, `must_not`, `kinds` and `costs` are about groups.
    seconds, budget : float and int, optional
        How long the search of "auto" may take, and how many attacks it may make. An error if
        another algorithm is asked for, which does not search.
    columns : "auto" or sequence of str, default "auto"
        Which columns of a frame hold categories; "auto" takes those of texts and of categorical
        types. Such a column is one feature, kept or lost as a whole, and `transform` returns it as
        it is.

    Attributes
    ----------
    support_ : ndarray of shape (n_features,), bool
        Which features are kept.
    objective_ : str
        What was given, or what "auto" has decided: "linear", "logistic" or "softmax".
    ranking_ : ndarray of shape (n_features,), int
        1 for the feature or group chosen first, 2 for the next, ...; features not chosen share the
        last rank.
    selection_ : holdfast.Selection
        Everything about the choice.
    worst_case_ : holdfast.Deletion
        The worst loss of tau of them that was found.
    n_features_in_ : int
        How many features X has.
    feature_names_in_ : ndarray of shape (n_features,)
        Only if X has names of columns that are all strings.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> selector = hf.RobustSelector(k=4, tau=1).fit(X, y)
    >>> selector.get_feature_names_out().tolist()
    ['bmi', 'bp', 's3', 's5']
    >>> selector.worst_case_.names
    ['bmi']
    """

    def __init__(
        self,
        k: int | None = 10,
        tau: int = 1,
        objective: str = "auto",
        algorithm: Algorithm = "auto",
        beta: float = 1.0,
        adversary: Adversary = "strong",
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
        costs: Any = None,
        cost_limit: float | None = None,
    ) -> None:
        self.k = k
        self.tau = tau
        self.objective = objective
        self.algorithm = algorithm
        self.beta = beta
        self.adversary = adversary
        self.ridge = ridge
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.must = must
        self.must_not = must_not
        self.kinds = kinds
        self.at_most = at_most
        self.standardize = standardize
        self.groups = groups
        self.seconds = seconds
        self.budget = budget
        self.columns = columns
        self.costs = costs
        self.cost_limit = cost_limit

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> RobustSelector:
        """Select features of X that tell most about y.

        Parameters
        ----------
        X : array, frame or SciPy sparse matrix of shape (n_samples, n_features)
            Finite numbers. Sparse data stay sparse.
        y : array of shape (n_samples,), or (n_samples, n_outputs) for "linear"
            Numbers or classes.
        sample_weight : array of shape (n_samples,), optional
            Each row counts like that many rows; 0 leaves it out.

        Returns
        -------
        RobustSelector
            Itself.
        """
        name = self._objective_for(y)
        is_linear = name == "linear"
        X, y = self._numbers_and_target(X, y, y_numeric=is_linear, multi_output=is_linear)
        X, y, weights = self._weighted_rows(X, y, sample_weight)
        if not is_linear:
            check_classification_targets(y)
            if len(np.unique(y)) < 2:
                raise ValueError("y has one class only; a classifier needs at least two classes")
            if y.dtype.kind == "O":
                y = y.astype(str)
        self.objective_ = name
        standardize = not is_linear if self.standardize is None else self.standardize
        self._choose(X, y, standardize=standardize, sample_weight=weights)
        return self

    def _objective_for(self, y: Any) -> str:
        if self.objective != "auto":
            if self.objective not in OBJECTIVES:
                raise ValueError(
                    "objective must be 'auto', 'linear', 'logistic', 'softmax' or 'one-vs-rest', "
                    f"got {self.objective!r}"
                )
            return self.objective
        if y is None:
            return "linear"  # validation will say that y is missing
        with warnings.catch_warnings():
            # It warns of many classes, which are taken for numbers below.
            warnings.filterwarnings("ignore", "The number of unique classes")
            kind = type_of_target(y, input_name="y")
        if kind == "binary":
            return "logistic"
        if kind != "multiclass":
            return "linear"
        is_labelled = str(getattr(y, "dtype", "")) == "category"
        if is_labelled or np.asarray(y).dtype.kind not in "iuf":
            return "softmax"
        if len(np.unique(y)) > _MOST_CLASSES:
            return "linear"
        warnings.warn(
            "y holds a few different whole numbers, which may be classes or counts. They are taken "
            "for classes; pass objective='softmax' if that is right, objective='linear' if not.",
            stacklevel=3,
        )
        return "softmax"

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.sparse = True
        return tags
