"""Linear regression on tables that are read once, in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._threads import threads_of

# Numbers of another type are converted so many at a time.
_CONVERTED_AT_ONCE = 1 << 22


class Moments:
    """All that linear regression needs to know of a table: feed it in blocks, in any sizes.

    Keeps the sums of the columns and of their products, so memory does not grow with the rows.
    The bits do not depend on how the table is cut into blocks: rows are summed 1024 at a time by
    their number in the table, and those sums in a fixed tree. Numbers are taken relative to the
    means of the first 1024 rows, so that large means cost no digits.

    Parameters
    ----------
    first_row : int, default 0
        Where this part begins in the whole table, a multiple of 1024.
    shift : sequence of float, optional
        What the columns are taken relative to; the `shift` of the part that begins at row 0. Needed
        if `first_row` is not 0.

    Examples
    --------
    >>> import holdfast as hf
    >>> m = hf.Moments()
    >>> m.update([[1.0, 2.0], [3.0, 5.0]], [1.0, 2.0])
    >>> m.update([[2.0, 0.0]], [4.0])
    >>> m.n_rows, m.n_features, hf.LinearRegression.from_moments(m).n_items
    (3, 2, 2)
    """

    def __init__(self, *, first_row: int = 0, shift: Sequence[float] | None = None) -> None:
        self._first_row = first_row
        self._given_shift = [] if shift is None else [float(number) for number in shift]
        self._sums: _core.Moments | None = None
        self.feature_names: list[str] = []

    @property
    def n_rows(self) -> int:
        """How many rows were read so far."""
        return 0 if self._sums is None else self._sums.rows

    @property
    def n_features(self) -> int | None:
        """How many columns there are, responses left out; None before the first update."""
        return None if self._sums is None else self._sums.features

    @property
    def shift(self) -> list[float] | None:
        """What numbers are taken relative to; None before 1024 rows were read."""
        found = self._given_shift if self._sums is None else self._sums.shift
        return list(found) or None

    def update(
        self, X: Any, y: Any, *, sample_weight: Any = None, n_jobs: int | None = None
    ) -> None:
        """Adds the next rows.

        Parameters
        ----------
        X : array or frame of shape (n_rows, n_features)
            Always the same columns, in the same order.
        y : array of shape (n_rows,) or (n_rows, n_outputs)
            What to predict.
        sample_weight : array of shape (n_rows,), optional
            Each row counts like that many rows. Every update must bring weights, or none.
        n_jobs : int, optional
            Threads; None means all cores.
        """
        self._take_names(_arrays.column_names(X))
        table, responses = _table(X, "X"), _table(y, "y")
        if len(table) != len(responses):
            raise ValueError(f"X has {len(table)} rows, but y has {len(responses)} values")
        weights = None if sample_weight is None else _arrays.vector(sample_weight, "sample_weight")
        if weights is not None and len(weights) != len(table):
            raise ValueError(
                f"X has {len(table)} rows, but sample_weight has {len(weights)} values"
            )
        sums = self._sums_of(table.shape[1], responses.shape[1])
        step = max(1024, _CONVERTED_AT_ONCE // max(1, table.shape[1]))
        if table.dtype == responses.dtype == np.float64:
            step = max(1, len(table))
        for first in range(0, len(table), step):
            part = slice(first, first + step)
            sums.update(
                _floats(table[part], "X"),
                _floats(responses[part], "y"),
                threads_of(n_jobs),
                None if weights is None else weights[part],
            )

    def update_from(
        self, data: Any, target: str | Sequence[str], *, n_jobs: int | None = None
    ) -> None:
        """Adds all rows of an Arrow stream: a pyarrow, DuckDB or Polars table or reader.

        Parameters
        ----------
        data : anything with `__arrow_c_stream__`
            Read batch by batch. Every column but the target is a feature and must hold numbers.
        target : str or list of str
            The column to predict, or several.
        n_jobs : int, optional
            Threads; None means all cores.
        """
        if not hasattr(data, "__arrow_c_stream__"):
            raise TypeError(
                f"data of type {type(data).__name__} has no __arrow_c_stream__; update() "
                "takes arrays"
            )
        try:
            import pyarrow
        except ImportError:
            raise ImportError(
                "Moments.update_from needs pyarrow: pip install holdfast[arrow]"
            ) from None
        reader = pyarrow.RecordBatchReader.from_stream(data)
        targets = [target] if isinstance(target, str) else list(target)
        names = reader.schema.names
        for name in targets:
            if name not in names:
                raise ValueError(
                    f"target: {_arrays.why_unknown(name, names)}".replace("item", "column")
                )
        features = [name for name in names if name not in targets]
        for name in names:
            kind = reader.schema.field(name).type
            if not (
                pyarrow.types.is_floating(kind)
                or pyarrow.types.is_integer(kind)
                or pyarrow.types.is_boolean(kind)
            ):
                raise ValueError(
                    f"column {name!r} holds {kind}, not numbers; leave it out of the query"
                )
        self._take_names(features)
        sums = self._sums_of(len(features), len(targets))
        for batch in reader:
            columns = [
                _column_of(batch.column(name), name, self.n_rows) for name in [*features, *targets]
            ]
            sums.update_columns(columns, threads_of(n_jobs))
            del batch, columns  # so that the next batch takes their place

    def merge(self, other: Moments) -> None:
        """Adds the rows of another part.

        The bits are those of one pass if the other part begins where this one ends and was made
        with its `shift`; otherwise the result is right up to rounding.
        """
        if other._sums is None:
            return
        if self._sums is None:
            self._sums = other._sums.copy()
            self.feature_names = list(other.feature_names)
            return
        self._take_names(other.feature_names)
        self._sums.merge(other._sums)

    def copy(self) -> Moments:
        """An independent copy."""
        made = Moments(first_row=self._first_row, shift=self._given_shift)
        made._sums = None if self._sums is None else self._sums.copy()
        made.feature_names = list(self.feature_names)
        return made

    def _sums_of(self, features: int, responses: int) -> _core.Moments:
        if self._sums is None:
            self._sums = _core.Moments(features, responses, self._first_row, self._given_shift)
        had = self._sums.features, self._sums.responses
        if had != (features, responses):
            raise ValueError(
                f"{features} columns and {responses} responses come after {had[0]} and {had[1]}; "
                "every block must have the same"
            )
        return self._sums

    def _take_names(self, names: list[str]) -> None:
        if self.n_rows == 0:
            self.feature_names = names
        elif names and self.feature_names and names != self.feature_names:
            raise ValueError("this block has other columns, or in another order, than the first")

    def _compressed(self, intercept: bool, standardize: bool) -> tuple[np.ndarray, np.ndarray]:
        if self._sums is None or self.n_rows == 0:
            raise ValueError("these moments have seen no rows; update them first")
        return self._sums.compressed(intercept, standardize)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        state["_sums"] = None if self._sums is None else self._sums.to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if state["_sums"] is not None:
            self._sums = _core.Moments.from_bytes(state["_sums"])

    def __repr__(self) -> str:
        return f"<holdfast.Moments: {self.n_rows} rows, {self.n_features} columns>"


def _table(data: Any, what: str) -> np.ndarray:
    array = data.to_numpy() if hasattr(data, "to_numpy") else np.asarray(data)
    if array.ndim == 1 and what == "y":
        array = array[:, np.newaxis]
    if array.ndim != 2:
        raise ValueError(f"{what} must have two dimensions, rows and columns; it has {array.ndim}")
    return array


def _floats(array: np.ndarray, what: str) -> np.ndarray:
    if array.dtype.kind == "c":
        raise ValueError(f"{what}: complex numbers are not supported")
    try:
        return np.require(array, dtype=np.float64, requirements=["A"])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} must hold numbers: {error}") from None


def _column_of(column: Any, name: str, row: int) -> np.ndarray:
    if column.null_count:
        place = int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
        raise ValueError(
            f"column {name!r} is null in row {row + place}; every number must be there"
        )
    return np.require(column.to_numpy(zero_copy_only=False), dtype=np.float64, requirements=["A"])
