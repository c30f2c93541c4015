"""Answers: small objects around the documents that the command line prints as JSON."""

from __future__ import annotations

import copy
import html
from typing import TYPE_CHECKING, Any

import numpy as np

from holdfast._page import _PageResult
from holdfast._result import _counted, _frame, _ItemsResult, _listed, _table
from holdfast.certificate import Certificate

if TYPE_CHECKING:
    from holdfast.protection import Protection

# Their items have no order and no parts that say anything.
_WITHOUT_PARTS = ("auto", "robust-swap")


class Deletion(_ItemsResult, _PageResult):
    """The worst deletion that was found: made by `attack`, and part of a `Selection`.

    It can be given wherever a set of items is asked for; `len(deletion)` is the number of items.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(3, lambda items: float(sum(items)))
    >>> deletion = hf.attack(f, [0, 1, 2], tau=1)
    >>> deletion.items.tolist(), deletion.value, deletion.proven
    ([2], 1.0, True)
    """

    @property
    def items(self) -> np.ndarray:
        """Numbers of what is deleted, in the order of deletion."""
        return np.asarray(self._document["deleted"], dtype=np.intp)

    @property
    def names(self) -> list[str]:
        """Names of what is deleted, in the same order."""
        return list(self._document["deleted_names"])

    @property
    def value(self) -> float:
        """f of what is left."""
        return self._document["value"]

    @property
    def adversary(self) -> str:
        """Who found it."""
        return self._document["adversary"]

    @property
    def proven(self) -> bool:
        """Whether no deletion of as many items is worse."""
        return self._document["proven"]

    @property
    def at_least(self) -> float:
        """Proven: no deletion of as many items leaves less. 0 if nothing is known."""
        return self._document["at_least"]

    @property
    def values_left(self) -> np.ndarray:
        """f after the first, the second, ... deletion."""
        return np.asarray(self._document["values_left"], dtype=float)

    @property
    def tried(self) -> list[dict[str, Any]]:
        """Every attack as a dictionary (`adversary`, `value`, `deleted`, ...), the worst first."""
        return copy.deepcopy(self._document["tried"])

    def to_frame(self) -> Any:
        """One row an attack, as a pandas frame."""
        return _frame(self.tried)

    def __repr__(self) -> str:
        proof = "proven worst" if self.proven else f"found by {self.adversary}"
        return (
            f"Deletion of {_counted(len(self), 'item')} ({_listed(self.names)}): "
            f"{self._measure.text(self.value)} left, {proof}"
        )

    def _repr_html_(self) -> str:
        tried = self._document["tried"]
        left = self._measure.texts([attack["value"] for attack in tried])
        rows = [
            (attack["adversary"], text, " ".join(map(str, attack["deleted"])))
            for attack, text in zip(tried, left, strict=True)
        ]
        return f"<p>{html.escape(repr(self))}</p>" + _table(("adversary", "left", "deleted"), rows)


class Selection(_ItemsResult, _PageResult):
    """The items that were chosen, and what the worst deletion leaves of them: made by `select`.

    It can be given wherever a set of items is asked for. `len(selection)` is the number of items,
    and `for item in selection` goes through their numbers. Two selections are equal if everything
    but the time and the number of threads is. Notebooks show the page of `to_html` and a table, or
    the table alone where the page would take long: for models that must be fitted, and for
    functions of your own.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(3, lambda items: float(sum(items)))
    >>> selection = hf.select(f, k=2, tau=1)
    >>> selection
    Selection of 2 items by auto: 2, 1
      value       3
      worst case  1 after 1 deletion, proven
    >>> list(selection), hf.attack(f, selection).items.tolist()
    ([2, 1], [2])
    """

    @property
    def k(self) -> int:
        """How many items were asked for."""
        return self._document["k"]

    @property
    def tau(self) -> int:
        """How many losses it is made for."""
        return self._document["tau"]

    @property
    def parts(self) -> dict[str, np.ndarray]:
        """The items of S0, which guard against deletions, and of S1, the greedy part.

        They mean something for algorithms that build a guard, oblivious-greedy among them.
        """
        found: dict[str, list[int]] = {}
        for item in self._document["items"]:
            found.setdefault(item["part"], []).append(item["index"])
        return {part: np.asarray(items, dtype=np.intp) for part, items in sorted(found.items())}

    @property
    def trace(self) -> np.ndarray:
        """What each item added when it was chosen, within its part."""
        return np.asarray([item["gain"] for item in self._document["items"]], dtype=float)

    @property
    def value(self) -> float:
        """f of all of them."""
        return self._document["value"]

    @property
    def worst_case(self) -> Deletion:
        """The worst deletion of tau of them that the adversary found."""
        return Deletion(self._document["worst_case"], self._document["objective"])

    @property
    def greedy(self) -> dict[str, Any] | None:
        """What plain greedy would have chosen, as in `to_dict`: `items`, `value`, `worst_case`.

        None where nothing may be lost, and where it would have taken much longer than the choice.
        """
        return copy.deepcopy(self._document.get("greedy"))

    @property
    def guarantee(self) -> dict[str, Any] | None:
        """Which guarantee applies, if `explain=True` was asked for; None otherwise."""
        return copy.deepcopy(self._document.get("guarantee"))

    @property
    def certificate(self) -> Certificate | None:
        """What is proven about the selection, if `certify=True` was asked for; None otherwise."""
        found = self._document.get("certificate")
        return None if found is None else Certificate(found, self._document["objective"])

    @property
    def protection(self) -> Protection | None:
        """Which of the items to protect, if `protect` was asked for; None otherwise.

        `worst_case` is about the set with nothing protected.
        """
        from holdfast.protection import Protection

        found = self._document.get("protection")
        if found is None:
            return None
        items = [{key: item[key] for key in ("index", "name")} for item in self._document["items"]]
        return Protection({**found, "items": items}, self._document["objective"])

    @property
    def evaluations(self) -> int:
        """How many values and gains the algorithm asked for."""
        return self._document["evaluations"]

    @property
    def seconds(self) -> float:
        """How long the algorithm took, without the attack."""
        return self._document["seconds"]

    def to_frame(self) -> Any:
        """One row an item, as a pandas frame.

        The columns are index, name, alone (the item's value by itself), loss (what is lost without
        it) and deleted; before that part and gain, where the algorithm chose item after item.
        """
        deleted = set(self._document["worst_case"]["deleted"])
        left_out = ("part", "gain", "bucket") if self._is_without_parts else ()
        return _frame(
            [
                {key: value for key, value in item.items() if key not in left_out}
                | {"deleted": item["index"] in deleted}
                for item in self._document["items"]
            ]
        )

    @property
    def _algorithm(self) -> str:
        return self._document["algorithm"]["name"]

    @property
    def _is_without_parts(self) -> bool:
        return self._algorithm in _WITHOUT_PARTS

    def __repr__(self) -> str:
        value, worst = self._measure.texts([self.value, self.worst_case.value], unit=True)
        return (
            f"Selection of {_counted(len(self), 'item')} by {self._algorithm}: "
            f"{_listed(self.names)}\n"
            f"  value       {value}\n"
            f"  worst case  {worst} after {self._sureness('deletion')}" + self._protected_line()
        )

    def _protected_line(self) -> str:
        found = self.protection
        if found is None:
            return ""
        left = self._measure.text(found.value)
        return f"\n  protected   {left} with {_listed(found.names) or 'nothing'} protected"

    def _sureness(self, what: str) -> str:
        worst = self.worst_case
        proof = "proven" if worst.proven else f"found by {worst.adversary}"
        return f"{_counted(len(worst), what)}, {proof}"

    def _item_columns(self) -> dict[str, list[str]]:
        """What a table says about each item, by heading."""
        items = self._document["items"]
        columns = {"item": [item["name"] for item in items]}
        numbers = {"gain": "gain"}
        if self._is_without_parts:
            numbers = {"alone": "alone", "loss": "lost without it"}
        elif len(self.parts) > 1:
            columns["part"] = [item["part"] for item in items]
        for key, heading in numbers.items():
            if all(key in item for item in items):
                columns[heading] = self._measure.texts([item[key] for item in items])
        deleted = set(self._document["worst_case"]["deleted"])
        columns["worst case"] = ["deleted" if item["index"] in deleted else "" for item in items]
        return columns

    def _repr_html_(self) -> str:
        columns = self._item_columns()
        lines = "<br>".join(html.escape(line.strip()) for line in repr(self).splitlines())
        rows = list(zip(*columns.values(), strict=True))
        table = _table(list(columns), rows)
        page = self._as_frame()
        if not page:
            return f"<p>{lines}</p>{table}"
        return f"<p>{lines}</p><details><summary>Table</summary>{table}</details>{page}"
