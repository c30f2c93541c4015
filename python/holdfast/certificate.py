"""What is proven about a set."""

from __future__ import annotations

import copy
import html
from typing import Any

from holdfast._page import _PageResult
from holdfast._result import _frame, _table


class Certificate(_PageResult):
    """How good a set provably is: made by `certify`, and part of a `Selection` if asked for.

    Every number is proven, but for rounding.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: float(sum(items)))
    >>> hf.certify(f, [2, 3], tau=1)
    Certificate: at least 100.0 % of the best worst case
      worst case     2, proven by strong
      no set exceeds 2, by enumeration
      a priori       100.0 %, for oblivious-greedy with beta = 1
    """

    @property
    def lower(self) -> float:
        """No deletion of tau items leaves less."""
        return self._document["worst_case"]["lower"]

    @property
    def upper(self) -> float:
        """What the worst deletion that was found leaves."""
        return self._document["worst_case"]["upper"]

    @property
    def worst_case(self) -> dict[str, Any]:
        """`lower` and `upper` with who proved and found them, and what was deleted."""
        return copy.deepcopy(self._document["worst_case"])

    @property
    def optimum_upper(self) -> float:
        """No set of k items has a worst case above this."""
        return self._document["optimum_upper"]

    @property
    def proven_share(self) -> float:
        """lower / optimum_upper."""
        return self._document["proven_share"]

    @property
    def optimum_cost_lower(self) -> float | None:
        """No set of k items costs less in its worst case; None where there are no costs."""
        return self._document.get("optimum_cost_lower")

    @property
    def a_priori(self) -> float | None:
        """The share that theory promises for k and tau before anything is chosen, if any."""
        return self._document["a_priori"]

    @property
    def a_priori_why(self) -> str | None:
        """Why theory promises nothing, where it does not."""
        return self._document.get("a_priori_why")

    @property
    def bounds(self) -> list[dict[str, Any]]:
        """Every bound of the optimum that was tried, the least first: method, value, without."""
        return copy.deepcopy(self._document["bounds"])

    def to_frame(self) -> Any:
        """One row a bound of the optimum, as a pandas frame."""
        return _frame(self.bounds)

    def _rows(self) -> list[tuple[str, str]]:
        worst = self._document["worst_case"]
        lower, upper, most = self._measure.texts([self.lower, self.upper, self.optimum_upper])
        interval = upper if worst["proven"] else f"{lower} to {upper}"
        promised = "nothing"
        if self.a_priori is not None:
            promised = f"{100 * self.a_priori:.1f} %, for {self._document['a_priori_of']}"
        return [
            ("worst case", f"{interval}, proven by {worst['lower_by']}"),
            ("no set exceeds", f"{most}, by {self._document['bounds'][0]['method']}"),
            ("a priori", promised),
        ]

    def __repr__(self) -> str:
        head = f"Certificate: at least {100 * self.proven_share:.1f} % of the best worst case"
        return "\n".join([head] + [f"  {name:<14} {text}" for name, text in self._rows()])

    def _repr_html_(self) -> str:
        head = repr(self).splitlines()[0]
        return f"<p>{html.escape(head)}</p>" + _table(("", "proven"), self._rows())
