"""Answers about what is promised."""

from __future__ import annotations

import copy
from typing import Any

from holdfast import _arrays, _core
from holdfast._objective import Objective
from holdfast._requests import answer, require_objective, seed_of
from holdfast._result import _frame, _Result, _table
from holdfast._threads import threads_of


class _Statements(_Result):
    """Named entries of a document, as attributes."""

    def _entries(self) -> list[str]:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not isinstance(self._document.get(name), dict):
            raise AttributeError(f"{type(self).__name__} has no entry {name!r}")
        return copy.deepcopy(self._document[name])

    def __getitem__(self, name: str) -> dict[str, Any]:
        try:
            return getattr(self, name)
        except AttributeError:
            raise KeyError(name) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._entries()]


RATIO_NAMES = ("gamma", "gamma_check", "alpha", "alpha_check", "nu", "nu_check", "theta")


class Ratios(_Statements):
    """The seven ratios: made by `ratios`.

    `gamma`, `gamma_check`, `alpha`, `alpha_check`, `nu`, `nu_check` and `theta` are attributes
    and keys. Each is a dictionary with `value`, `kind` ("exact", "lower-bound", ...) and `why`.
    """

    def _entries(self) -> list[str]:
        return list(RATIO_NAMES)

    def to_frame(self) -> Any:
        """One row a ratio, as a pandas frame."""
        return _frame([{"ratio": name, **self[name]} for name in RATIO_NAMES])

    def __repr__(self) -> str:
        return "\n".join(
            ["Ratios"]
            + [
                f"  {name:<11}  {self[name]['value']:.4f}  {self[name]['kind']}"
                for name in RATIO_NAMES
            ]
        )

    def _repr_html_(self) -> str:
        rows = [
            (name, f"{self[name]['value']:.4f}", self[name]["kind"], self[name].get("why", ""))
            for name in RATIO_NAMES
        ]
        return _table(("ratio", "value", "kind", "why"), rows)


class Guarantee(_Statements):
    """Statements of the theory: made by `guarantee`.

    `lemma1`, `theorem1`, `corollary1`, `singletons`, ... are attributes and keys. Each is a
    dictionary with `applies`, and `value`, `relative_to` and `proven` if it does, `why` if not.
    `best` is the best of them, `best_beta` the best over all beta, where there is one.
    """

    def _entries(self) -> list[str]:
        return [
            name
            for name, entry in self._document.items()
            if isinstance(entry, dict) and "applies" in entry
        ]

    def to_frame(self) -> Any:
        """One row a statement, as a pandas frame."""
        return _frame([{"statement": name, **self[name]} for name in self._entries()])

    def __repr__(self) -> str:
        lines = [
            f"Guarantee for k = {self._document['k']}, tau = {self._document['tau']}, "
            f"beta = {self._document['beta']:g}"
        ]
        for name in self._entries():
            entry = self[name]
            text = (
                f"{entry['value']:.4f} of the {entry['relative_to']}"
                if entry["applies"]
                else f"does not apply: {entry['why']}"
            )
            lines.append(f"  {name:<20}  {text}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (
                name,
                f"{self[name]['value']:.4f}" if self[name]["applies"] else "",
                self[name].get("relative_to", self[name].get("why", "")),
            )
            for name in self._entries()
        ]
        return _table(("statement", "value", ""), rows)


def ratios(
    objective: Objective,
    *,
    random_state: Any = None,
    n_jobs: int | None = None,
    **search: Any,
) -> Ratios:
    """How far the objective is from submodular: seven ratios, exact or bounded.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    random_state, n_jobs
        As in `select`.
    **search
        `exact_up_to` (14): ground sets of at most this many items are enumerated, at most 20.
        `largest_set` (0, all): ask only about sets of at most this many items. `chains` and
        `chain_length`: how many growing sequences of sets are sampled on larger ground sets, and
        how long they are.

    Returns
    -------
    Ratios

    Examples
    --------
    >>> import holdfast as hf
    >>> ratios = hf.ratios(hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]]))
    >>> ratios.gamma["value"], ratios.gamma["kind"]
    (1.0, 'exact')
    """
    require_objective(objective)
    plain = {name: _arrays.plain_option(value) for name, value in search.items()}
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    return Ratios(answer(objective, _core.ratios, plain, seed, threads))


def guarantee(k: int, tau: int, beta: float = 1.0, **known: Any) -> Guarantee:
    """What the theory promises for k, tau, beta and known ratios.

    Parameters
    ----------
    k, tau : int
        How many items oblivious-greedy chooses, and how many of them may be lost.
    beta : float, default 1
        Size of its guard, ceil(beta tau).
    **known
        `gamma`, `gamma_check`, `alpha`, `alpha_check`, `nu`, `nu_check`, `theta`, as far as they
        are known; and `estimates=True` if they are estimates, so that nothing counts as proven.

    Returns
    -------
    Guarantee

    Examples
    --------
    >>> import holdfast as hf
    >>> promised = hf.guarantee(k=40, tau=10, gamma=0.9, nu_check=0.5)
    >>> promised.best["statement"], round(promised.best["value"], 3)
    ('singletons_robust', 0.267)
    """
    plain = {name: _arrays.plain_option(value) for name, value in known.items()}
    return Guarantee(
        _core.guarantee(_arrays.count(k, "k"), _arrays.count(tau, "tau"), float(beta), plain)
    )
