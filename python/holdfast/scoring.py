"""The score of a model when the worst columns are missing."""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.metrics import check_scoring
from sklearn.utils.metadata_routing import MetadataRequest
from sklearn.utils.validation import _num_features, check_is_fitted

from holdfast import _arrays
from holdfast._estimators import FeatureChoice

# With at most so many losses, all are tried.
_MOST_TRIED = 10_000


class WorstCaseScore(float):
    """A score, and the loss that leads to it: made by `worst_case_score`.

    It is a number like any other, so it can be averaged and compared.

    Attributes
    ----------
    lost : list
        The columns whose loss leaves this score: names where X has names, numbers otherwise.
    exact : bool
        Whether all losses were tried. If not, there may be a worse one.
    tried : int
        How many losses were tried.
    """

    lost: list[Any]
    exact: bool
    tried: int

    def __new__(cls, score: float, lost: list[Any], exact: bool, tried: int) -> WorstCaseScore:
        made = super().__new__(cls, score)
        made.lost, made.exact, made.tried = lost, exact, tried
        return made

    def __getnewargs__(self) -> tuple[float, list[Any], bool, int]:  # type: ignore[override]
        return float(self), self.lost, self.exact, self.tried

    def __repr__(self) -> str:
        without = ", ".join(map(str, self.lost)) or "any loss"
        how = "all" if self.exact else "a search among"
        return f"{float(self):.6g} without {without} (the worst of {how} {self.tried} tried)"


def worst_case_score(
    estimator: Any,
    X: Any,
    y: Any,
    tau: int,
    scoring: Any = None,
    *,
    columns: Any = None,
    sample_weight: Any = None,
) -> WorstCaseScore:
    """The score when those tau columns are missing whose loss hurts most on these data.

    Up to 10,000 losses are all tried. Beyond that, columns are lost one by one, each time the worst
    one, and then exchanged as long as that lowers the score; `exact` says which it was.

    Parameters
    ----------
    estimator : fitted estimator
        `RobustRegressor` or `RobustClassifier`, alone or as the last step of a pipeline, or any
        model that accepts NaN.
    X, y : array or frame of shape (n_samples, n_features), array of shape (n_samples,)
        What to score on. A lost column is NaN in all rows.
    tau : int
        How many columns are missing; all of them if there are no more.
    scoring : str or callable, optional
        As in scikit-learn; by default the estimator's own `score`.
    columns : sequence, optional
        What can be lost: numbers or names of columns, or sequences of those that are lost together.
        By default the columns, or groups, that a robust estimator has chosen, if the steps of a
        pipeline before it keep the columns of X; otherwise all columns of X.
    sample_weight : array of shape (n_samples,), optional
        How much each row counts in the score, if the scoring takes it.

    Returns
    -------
    WorstCaseScore

    Raises
    ------
    ValueError
        If the estimator does not accept NaN.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> model = hf.RobustRegressor(k=4, tau=1).fit(X, y)
    >>> hf.worst_case_score(model, X, y, tau=1)
    0.408703 without bmi (the worst of all 4 tried)
    """
    check_is_fitted(estimator)
    names: list[Any] = _arrays.column_names(X) or list(range(_num_features(X)))
    items = _items_of(estimator, names) if columns is None else _given_items(columns, names)
    scorer = check_scoring(estimator, scoring=scoring)
    weighted = {} if sample_weight is None else {"sample_weight": sample_weight}

    def score(lost: tuple[int, ...]) -> float:
        gone = [column for item in lost for column in items[item]]
        return _checked_score(scorer, estimator, _without(X, gone), y, **weighted)

    tau = min(_arrays.count(tau, "tau"), len(items))
    exact = math.comb(len(items), tau) <= _MOST_TRIED
    search = _try_all if exact else _search
    value, lost, tried = search(score, len(items), tau)
    gone = sorted(column for item in lost for column in items[item])
    return WorstCaseScore(value, [names[column] for column in gone], exact, tried)


class _WorstCaseScorer:
    """Called as scikit-learn calls a scorer; a class, so that it can be pickled."""

    def __init__(self, tau: int, scoring: Any, columns: Any) -> None:
        self._tau, self._scoring, self._columns = tau, scoring, columns
        self.set_score_request(sample_weight=None)

    def __call__(self, estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> WorstCaseScore:
        return worst_case_score(
            estimator,
            X,
            y,
            self._tau,
            scoring=self._scoring,
            columns=self._columns,
            sample_weight=sample_weight,
        )

    def set_score_request(self, *, sample_weight: bool | str | None) -> _WorstCaseScorer:
        """Whether routed metadata of this name reach the score, as in scikit-learn's scorers."""
        self._request = MetadataRequest(owner=repr(self))
        self._request.score.add_request(param="sample_weight", alias=sample_weight)
        return self

    def get_metadata_routing(self) -> MetadataRequest:
        """What it asks for; scikit-learn calls this."""
        return copy.deepcopy(self._request)

    def __repr__(self) -> str:
        return f"worst_case_scorer(tau={self._tau}, scoring={self._scoring!r})"


def worst_case_scorer(
    tau: int, scoring: Any = None, *, columns: Any = None
) -> Callable[..., WorstCaseScore]:
    """A scorer for `cross_val_score` and `GridSearchCV`: `worst_case_score` on the held-out rows.

    Parameters
    ----------
    tau, scoring, columns
        As in `worst_case_score`.

    Returns
    -------
    callable
        Called with an estimator, X, y and, if wanted, sample_weight. It can be pickled. Where
        scikit-learn routes metadata, `set_score_request(sample_weight=True)` asks for weights.

    Examples
    --------
    >>> import holdfast as hf
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = load_diabetes(return_X_y=True)
    >>> model = hf.RobustRegressor(k=4, tau=1)
    >>> scores = cross_val_score(model, X, y, scoring=hf.worst_case_scorer(tau=1))
    >>> scores.round(2).tolist()
    [0.25, 0.4, 0.38, 0.4, 0.43]
    """
    return _WorstCaseScorer(tau, scoring, columns)


def _items_of(estimator: Any, names: Sequence[Any]) -> list[list[int]]:
    """The columns that are lost together, for each loss that can happen."""
    choice = _choice_in(estimator)
    if choice is not None and choice.n_features_in_ == len(names):
        return [list(columns) for columns in choice._columns_of_items]
    return [[column] for column in range(len(names))]


def _choice_in(estimator: Any) -> Any:
    """The part of the estimator that has chosen columns, if there is one."""
    if isinstance(estimator, FeatureChoice):
        return estimator
    inner = [getattr(estimator, name, None) for name in ("best_estimator_", "regressor_")]
    steps = [step for _, step in getattr(estimator, "steps", [])]
    for part in [part for part in inner if part is not None] + steps:
        if (found := _choice_in(part)) is not None:
            return found
    return None


def _given_items(columns: Any, names: Sequence[Any]) -> list[list[int]]:
    texts = [str(name) for name in names]

    def numbers(items: Any) -> list[int]:
        return _arrays.item_list(items, texts, list(range(len(names))), "columns")

    return [
        numbers([entry] if isinstance(entry, (str, int, np.integer)) else entry)
        for entry in columns
    ]


def _without(X: Any, columns: list[int]) -> Any:
    """A copy in which these columns are missing in all rows."""
    if len(columns) == 0:
        return X
    if hasattr(X, "with_columns"):  # of polars
        return X.with_columns(**{X.columns[column]: float("nan") for column in columns})
    if hasattr(X, "iloc"):
        return X.assign(**{X.columns[column]: np.nan for column in columns})
    if _arrays.is_sparse(X):
        gaps = X.astype(np.float64).tolil()
        gaps[:, columns] = np.nan
        return gaps.tocsr()
    gaps = np.array(X, dtype=np.float64)
    gaps[:, columns] = np.nan
    return gaps


def _checked_score(scorer: Any, estimator: Any, X: Any, y: Any, **weighted: Any) -> float:
    try:
        value = scorer(estimator, X, y, **weighted)
    except ValueError as error:
        if "NaN" not in str(error):
            raise
        raise ValueError(
            f"{type(estimator).__name__} does not accept NaN, so it has no score with columns "
            "missing; holdfast.RobustRegressor and RobustClassifier do, and so does a pipeline "
            "that begins with an imputer"
        ) from error
    if isinstance(value, dict):
        raise ValueError(f"scoring must be one score, got {', '.join(value)}")
    return float(value)


def _try_all(
    score: Callable[[tuple[int, ...]], float], size: int, tau: int
) -> tuple[float, tuple[int, ...], int]:
    losses = list(itertools.combinations(range(size), tau))
    scores = [score(lost) for lost in losses]
    worst = int(np.argmin(scores))
    return scores[worst], losses[worst], len(losses)


def _search(
    score: Callable[[tuple[int, ...]], float], size: int, tau: int
) -> tuple[float, tuple[int, ...], int]:
    """Greedy, then the best exchange of one lost item for another while there is one."""
    known: dict[tuple[int, ...], float] = {}

    def worst_of(losses: list[tuple[int, ...]]) -> tuple[float, tuple[int, ...]]:
        for lost in losses:
            if lost not in known:
                known[lost] = score(lost)
        return min((known[lost], lost) for lost in losses)

    lost: tuple[int, ...] = ()
    for _ in range(tau):
        more = [tuple(sorted((*lost, item))) for item in range(size) if item not in lost]
        value, lost = worst_of(more)
    while True:
        kept = [item for item in range(size) if item not in lost]
        exchanged = [tuple(sorted({*lost, comes} - {goes})) for goes in lost for comes in kept]
        lower, other = worst_of(exchanged)
        if lower >= value:
            return value, lost, len(known)
        value, lost = lower, other
