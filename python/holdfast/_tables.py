"""Frames as people have them: columns of categories become numbers, dates are refused."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays

_TIMES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)


class TableEncoding:
    """How the columns of a frame become numbers.

    A column of numbers stays as it is. One of categories becomes a column of zeros and ones for
    each category; of two categories the second has one, which says it all. `categories` has an
    entry for each column: None for numbers.
    """

    def __init__(self, names: Sequence[str], categories: list[list[Any] | None]) -> None:
        self.names = list(names)
        self.categories = categories
        self.widths = np.array([self._width(column) for column in range(len(names))])
        self._ends = np.cumsum(self.widths)

    def _width(self, column: int) -> int:
        known = self.categories[column]
        return 1 if known is None else max(1, len(known) - (len(known) == 2))

    def places(self, columns: Sequence[int]) -> list[int]:
        """Where these columns are among all encoded ones."""
        return [
            place
            for column in columns
            for place in range(self._ends[column] - self.widths[column], self._ends[column])
        ]

    def encoded_names(self) -> list[str]:
        found = []
        for name, known in zip(self.names, self.categories, strict=True):
            shown = [] if known is None else known[1:] if len(known) == 2 else known
            found += [f"{name}={category}" for category in shown] or [name]
        return found

    def encoded(self, frame: Any) -> np.ndarray:
        """All columns, with NaN for what is missing."""
        given = [self.encoded_column(frame, column) for column in range(len(self.names))]
        return np.asfortranarray(np.hstack(given))

    def encoded_column(self, frame: Any, column: int) -> np.ndarray:
        """rows x width, NaN in the rows where the value is missing or was never seen in training:
        no model knows what such a category is worth.
        """
        name, known = self.names[column], self.categories[column]
        if known is None:
            return numbers_of(frame[name], name)[:, None]
        values = _values_of(frame[name])
        places = {category: place for place, category in enumerate(known)}
        codes = np.array([places.get(_plain(value), -1) for value in values], dtype=int)
        if len(known) < 3:
            return np.where(codes < 0, np.nan, codes.astype(np.float64))[:, None]
        ones = np.eye(len(known))[codes]
        ones[codes < 0] = np.nan
        return ones


def encoding_of(X: Any, columns: Any) -> TableEncoding | None:
    """What a frame needs beyond numbers; None if it needs nothing, and for anything else.

    `columns` is "auto", which finds the columns of categories, or their names.
    """
    names = _arrays.column_names(X)
    if isinstance(columns, str) and columns != "auto":
        raise ValueError(f"columns must be 'auto' or a list of column names, got {columns!r}")
    if not names:
        if not isinstance(columns, str) and len(columns) > 0:
            raise ValueError("columns names the columns of categories in a frame; X is no frame")
        return None
    asked = [] if isinstance(columns, str) else [str(name) for name in columns]
    for name in asked:
        if name not in names:
            raise ValueError(
                f"columns: {_arrays.why_unknown(name, names).replace('item', 'column')}"
            )
    categories = [
        _categories_of(X[name]) if name in asked or _is_categorical(X[name], name) else None
        for name in X.columns
    ]
    if all(known is None for known in categories):
        return None
    return TableEncoding(names, categories)


def numbers_of(column: Any, name: str) -> np.ndarray:
    """A column of a frame; what it knows as missing is NaN."""
    try:
        if hasattr(column, "array"):  # of pandas
            return column.to_numpy(dtype=np.float64, na_value=np.nan)
        return column.to_numpy().astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"X: column {name!r} must hold numbers: {error}") from None


def _is_categorical(column: Any, name: Any) -> bool:
    """Refuses dates, by name."""
    kind = str(column.dtype).lower()
    first = next((value for value in _values_of(column)[:1000] if not _is_missing(value)), None)
    if kind.startswith("period") or isinstance(first, _TIMES):
        raise ValueError(
            f"X: column {str(name)!r} holds dates or times, which are no numbers; leave it out, or "
            "make numbers of it, such as the day of the year"
        )
    return kind.startswith(("category", "categorical", "enum")) or isinstance(first, str)


def _values_of(column: Any) -> np.ndarray:
    if hasattr(column, "cat") and hasattr(column, "astype"):  # categories of pandas
        column = column.astype(object)
    return np.asarray(column.to_numpy())


def _categories_of(column: Any) -> list[Any]:
    """Those that occur, in order."""
    found = {_plain(value) for value in _values_of(column) if not _is_missing(value)}
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=str)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _is_missing(value: Any) -> bool:
    """None, NaN, and the NA of pandas, of which one cannot say whether it equals itself."""
    if value is None:
        return True
    same = value == value
    return not (isinstance(same, (bool, np.bool_)) and bool(same))
