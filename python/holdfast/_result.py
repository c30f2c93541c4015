"""What all answers share: one document, and how numbers and tables are shown."""

from __future__ import annotations

import copy
import functools
import html
from collections.abc import Sequence
from typing import Any

from holdfast import _core


def _number(value: float) -> str:
    return f"{value:.6g}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def _percent(share: float | None) -> str:
    return "" if share is None else f" ({100 * share:.1f} %)"


def _table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{html.escape(str(cell))}</th>" for cell in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _frame(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas: pip install pandas") from None
    return pandas.DataFrame(rows)


class _Result:
    """Holds one document, which becomes Python objects when it is first looked at."""

    def __init__(self, source: _core.Document | dict[str, Any]) -> None:
        self._source = source

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        return self._source if isinstance(self._source, dict) else self._source.as_python()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._document,)

    def to_dict(self) -> dict[str, Any]:
        """The document that the command line prints with `--format json`."""
        return copy.deepcopy(self._document)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return _timeless(self._document) == _timeless(other._document)

    __hash__ = None  # type: ignore[assignment]


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
