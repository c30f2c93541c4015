"""Answers: small objects around the documents that the command line prints as JSON."""

from __future__ import annotations

import copy
import html
from typing import Any

import numpy as np

from holdfast._result import _counted, _frame, _number, _percent, _Result, _table
from holdfast.certificate import Certificate


class _Valued(_Result):
    """A document about a set with a value."""

    @property
    def share(self) -> float | None:
        """The value as a share of the largest possible, where that is known."""
        return self._document.get("share")


class Deletion(_Valued):
    """The worst deletion that was found: made by `attack`, and part of a `Selection`.

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
        shown = ", ".join(self.names[:8]) + (", ..." if len(self.names) > 8 else "")
        proof = "proven worst" if self.proven else f"found by {self.adversary}"
        return (
            f"Deletion of {_counted(len(self.names), 'item')} ({shown}): {_number(self.value)} left"
            f"{_percent(self.share)}, {proof}"
        )

    def _repr_html_(self) -> str:
        rows = [
            (attack["adversary"], _number(attack["value"]), " ".join(map(str, attack["deleted"])))
            for attack in self._document["tried"]
        ]
        return f"<p>{html.escape(repr(self))}</p>" + _table(("adversary", "left", "deleted"), rows)


class Selection(_Valued):
    """The items that were chosen, and what the worst deletion leaves of them: made by `select`.

    Two selections are equal if everything but the time and the number of threads is.
    `len(selection)` is the number of items. Notebooks show a table.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(3, lambda items: float(sum(items)))
    >>> selection = hf.select(f, k=2, tau=1)
    >>> selection
    Selection of 2 items by oblivious-greedy: 2, 1
      value       3
      worst case  1 after 1 deletion, proven
    >>> {part: items.tolist() for part, items in selection.parts.items()}
    {'S0': [2], 'S1': [1]}
    """

    @property
    def items(self) -> np.ndarray:
        """Their numbers, in the order in which they were chosen."""
        return np.asarray([item["index"] for item in self._document["items"]], dtype=np.intp)

    @property
    def names(self) -> list[str]:
        """Their names, in the same order."""
        return [item["name"] for item in self._document["items"]]

    @property
    def parts(self) -> dict[str, np.ndarray]:
        """The items of S0, which guard against deletions, and of S1, the greedy part."""
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
        return Deletion(self._document["worst_case"])

    @property
    def guarantee(self) -> dict[str, Any] | None:
        """Which guarantee applies, if `explain=True` was asked for; None otherwise."""
        return copy.deepcopy(self._document.get("guarantee"))

    @property
    def certificate(self) -> Certificate | None:
        """What is proven about the selection, if `certify=True` was asked for; None otherwise."""
        found = self._document.get("certificate")
        return None if found is None else Certificate(found)

    @property
    def evaluations(self) -> int:
        """How many values and gains the algorithm asked for."""
        return self._document["evaluations"]

    @property
    def seconds(self) -> float:
        """How long the algorithm took, without the attack."""
        return self._document["seconds"]

    def to_frame(self) -> Any:
        """One row an item, as a pandas frame: index, name, part, gain, deleted."""
        deleted = set(self._document["worst_case"]["deleted"])
        return _frame(
            [{**item, "deleted": item["index"] in deleted} for item in self._document["items"]]
        )

    def __len__(self) -> int:
        return len(self._document["items"])

    def __repr__(self) -> str:
        worst = self.worst_case
        algorithm = self._document["algorithm"]["name"]
        shown = ", ".join(self.names[:8]) + (", ..." if len(self) > 8 else "")
        return (
            f"Selection of {_counted(len(self), 'item')} by {algorithm}: {shown}\n"
            f"  value       {_number(self.value)}{_percent(self.share)}\n"
            f"  worst case  {_number(worst.value)}{_percent(worst.share)} after "
            f"{_counted(len(worst.names), 'deletion')}, "
            + ("proven" if worst.proven else f"found by {worst.adversary}")
        )

    def _repr_html_(self) -> str:
        deleted = set(self._document["worst_case"]["deleted"])
        rows = [
            (
                place,
                item["name"],
                item["part"],
                _number(item["gain"]),
                "deleted" if item["index"] in deleted else "",
            )
            for place, item in enumerate(self._document["items"], start=1)
        ]
        lines = "<br>".join(html.escape(line.strip()) for line in repr(self).splitlines())
        return f"<p>{lines}</p>" + _table(("", "item", "part", "gain", "worst case"), rows)


class Curve(_Result):
    """What is left of several choices after 0, 1, 2, ... deletions: made by `curve`.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: float(sum(items)))
    >>> curve = hf.curve(f, k=3, tau=1, algorithms=["greedy"])
    >>> curve.deletions.tolist(), curve.values("greedy").tolist()
    ([0, 1, 2], [6.0, 3.0, 1.0])
    """

    @property
    def algorithms(self) -> list[str]:
        """Those that made a choice."""
        return [curve["algorithm"]["name"] for curve in self._document["curves"]]

    @property
    def deletions(self) -> np.ndarray:
        """0, 1, ..., tau_max."""
        return np.arange(self._document["tau_max"] + 1)

    @property
    def skipped(self) -> dict[str, str]:
        """Algorithms that are not defined for this problem, with the reason."""
        return {entry["algorithm"]: entry["why"] for entry in self._document["skipped"]}

    def values(self, algorithm: str) -> np.ndarray:
        """What is left of one algorithm's choice after each number of deletions.

        Parameters
        ----------
        algorithm : str
            One of `algorithms`; KeyError otherwise.

        Returns
        -------
        ndarray of shape (tau_max + 1,)
        """
        for curve in self._document["curves"]:
            if curve["algorithm"]["name"] == algorithm:
                return np.asarray([point["value"] for point in curve["points"]], dtype=float)
        raise KeyError(f"{algorithm!r} is not in the curve; there are {', '.join(self.algorithms)}")

    def to_frame(self) -> Any:
        """One row a point, as a pandas frame."""
        return _frame(
            [
                {"algorithm": curve["algorithm"]["name"], **point}
                for curve in self._document["curves"]
                for point in curve["points"]
            ]
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw the curves with matplotlib.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; new ones by default.

        Returns
        -------
        matplotlib axes
        """
        try:
            import matplotlib.pyplot
        except ImportError:
            raise ImportError("plot needs matplotlib: pip install matplotlib") from None
        if ax is None:
            _, ax = matplotlib.pyplot.subplots()
        for algorithm in self.algorithms:
            values = self.values(algorithm)
            ax.plot(np.arange(len(values)), values, marker="o", label=algorithm)
        ax.axvline(self._document["tau"], linestyle=":", color="gray", label="prepared for")
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_xlabel("deleted items")
        ax.set_ylabel("value left")
        ax.set_ylim(bottom=0)
        ax.legend()
        return ax

    def __repr__(self) -> str:
        lines = [f"Curve over 0 to {_counted(self._document['tau_max'], 'deletion')}"]
        width = max((len(name) for name in self.algorithms), default=0)
        for name in self.algorithms:
            values = "  ".join(_number(value) for value in self.values(name))
            lines.append(f"  {name:<{width}}  {values}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (name, *(_number(value) for value in self.values(name))) for name in self.algorithms
        ]
        return _table(("left after", *self.deletions), rows)


class _Statements(_Result):
    """Named entries of a document, as attributes."""

    def __getattr__(self, name: str) -> dict[str, Any]:
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

    def __getstate__(self) -> dict[str, Any]:
        return self._document

    def __setstate__(self, document: dict[str, Any]) -> None:
        self._document = document


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
