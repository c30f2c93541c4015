"""What all answers share: one document, and how numbers and tables are shown."""

from __future__ import annotations

import copy
import functools
import html
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from holdfast import _core
from holdfast._measure import Measure


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")


def _table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{html.escape(str(cell))}</th>" for cell in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines with the first column to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [f"  {row[0]:<{widths[0]}}"]
            + [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    ]


def _frame(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas: pip install pandas") from None
    return pandas.DataFrame(rows)


class _Asked(NamedTuple):
    """What a result was asked of, and who attacked: enough to attack again."""

    objective: Any
    adversary: str
    options: dict[str, Any]
    seed: int
    threads: int


class _Result:
    """Holds one document, which becomes Python objects when it is first looked at.

    `objective` is what the whole document says about it, if this one is only a part. `asked` is
    remembered for pages, but not stored in a pickle.
    """

    def __init__(
        self,
        source: _core.Document | dict[str, Any],
        objective: dict[str, Any] | None = None,
        asked: _Asked | None = None,
    ) -> None:
        self._source = source
        self._objective = objective
        self._asked = asked

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        source: Any = self._source
        return source if isinstance(source, dict) else source.as_python()

    @property
    def _measure(self) -> Measure:
        return Measure(self._objective or self._document.get("objective", {}))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._document, self._objective)

    def to_dict(self) -> dict[str, Any]:
        """The document that the command line prints with `--format json`."""
        return copy.deepcopy(self._document)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return _timeless(self._document) == _timeless(other._document)

    __hash__ = None  # type: ignore[assignment]


class _ItemsResult(_Result):
    """A document about a set of items, which can be given wherever a set is asked for."""

    @property
    def items(self) -> np.ndarray:
        """Their numbers; those of a selection in the order in which they were chosen."""
        return np.asarray([item["index"] for item in self._document["items"]], dtype=np.intp)

    @property
    def names(self) -> list[str]:
        """Their names, in the same order."""
        return [item["name"] for item in self._document["items"]]

    @property
    def share(self) -> float | None:
        """The value as a share of the largest possible, where that is known."""
        return self._document.get("share")

    @property
    def cost(self) -> float | None:
        """The cost that the value stands for: see `FacilityLocation`; None for other objectives."""
        return self._document.get("cost")

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[int]:
        return iter(self.items.tolist())

    def __bool__(self) -> bool:
        return True  # an answer, even if no item is in it


def _timeless(document: Any) -> Any:
    """Without what differs from run to run."""
    if isinstance(document, dict):
        return {
            key: _timeless(value)
            for key, value in document.items()
            if key not in ("seconds", "threads")
        }
    if isinstance(document, list):
        return [_timeless(value) for value in document]
    return document
