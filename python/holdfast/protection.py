"""Which members of a set to protect."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._objective import Objective
from holdfast._page import _PageResult, asked_usually
from holdfast._requests import answer, require_objective, tau_of
from holdfast._result import _counted, _frame, _ItemsResult, _listed
from holdfast._threads import threads_of


class Protection(_ItemsResult, _PageResult):
    """Which members of a set to protect, and what the worst losses then leave: by `protect`."""

    @property
    def items(self) -> np.ndarray:
        """Numbers of what is protected."""
        return np.asarray(self._document["protected"], dtype=np.intp)

    @property
    def names(self) -> list[str]:
        """Names of what is protected."""
        return list(self._document["protected_names"])

    @property
    def value(self) -> float:
        """f of what the worst losses among the others leave."""
        return self._document["value"]

    @property
    def proven(self) -> bool:
        """Whether no protection of as many items keeps more."""
        return self._document["proven"]

    @property
    def at_most(self) -> float:
        """Proven: no protection of as many items keeps more than this."""
        return self._document["at_most"]

    @property
    def deleted(self) -> np.ndarray:
        """Numbers of the worst losses under the protection."""
        return np.asarray(self._document["deleted"], dtype=np.intp)

    @property
    def unprotected(self) -> float:
        """f of what the worst losses leave if nothing is protected."""
        return self._document["unprotected"]["value"]

    def to_frame(self) -> Any:
        """One row an item of the set: index, name, protected, deleted."""
        kept, gone = set(self._document["protected"]), set(self._document["deleted"])
        return _frame(
            [
                item | {"protected": item["index"] in kept, "deleted": item["index"] in gone}
                for item in self._document["items"]
            ]
        )

    def __repr__(self) -> str:
        kept, before = self._measure.texts([self.value, self.unprotected], unit=True)
        proof = "proven best" if self.proven else "the best found"
        return (
            f"Protection of {_counted(len(self), 'item')} ({_listed(self.names)}): {kept} left in "
            f"the worst case instead of {before}, {proof}"
        )


def protect(
    objective: Objective,
    items: Any,
    tau: int | None = None,
    q: int = 1,
    *,
    budget: int = 0,
    n_jobs: int | None = None,
) -> Protection:
    """Which q members of a set to protect, so that the worst tau losses of others hurt least.

    In location science: fortification against interdiction.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    items : Selection, or sequence of int or str
        The set: numbers or names.
    tau : int, optional
        How many of the others are lost; a selection knows how many it was made for.
    q : int, default 1
        How many may be protected.
    budget : int, default 0
        How many attacks to make at most. If they do not suffice, the result is the best found and
        `at_most` says what no other can exceed. 0: 20,000 where attacks are quick, 1,000 elsewhere.
    n_jobs : int, optional
        Threads, as in `select`.

    Returns
    -------
    Protection

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]], names=["a", "b", "c"])
    >>> found = hf.protect(f, ["a", "b", "c"], tau=2, q=1)
    >>> found.names, found.value, found.unprotected, found.proven
    (['a'], 2.0, 1.0, True)
    """
    require_objective(objective)
    document = answer(
        objective,
        _core.protect,
        objective._numbers_of(items),
        tau_of(items, tau),
        _arrays.count(q, "q"),
        _arrays.count(budget, "budget"),
        threads_of(n_jobs),
    )
    return Protection(document, asked=asked_usually(objective, n_jobs))
