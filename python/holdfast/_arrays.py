"""From what people have to what the C++ side takes."""

from __future__ import annotations

import difflib
import numbers
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from holdfast import _core
from holdfast._result import _ItemsResult


def column_names(data: Any) -> list[str]:
    """The names of the columns of a frame; none for anything else."""
    columns = getattr(data, "columns", None)
    if columns is None or hasattr(data, "tocsc"):
        return []
    return [str(name) for name in columns]


def is_sparse(data: Any) -> bool:
    return hasattr(data, "tocsc")


def matrix(data: Any, what: str) -> np.ndarray:
    """Two-dimensional float64, column after column: the array itself if it is that already."""
    if is_sparse(data):
        raise ValueError(f"{what} must be dense here; .toarray() makes it so")
    array = data.to_numpy() if hasattr(data, "to_numpy") else np.asarray(data)
    if array.ndim != 2:
        raise ValueError(f"{what} must have two dimensions, rows and columns; it has {array.ndim}")
    try:
        return _numbers(array, what, order="F")
    except ValueError:
        for number, name in enumerate(column_names(data)):
            _numbers(array[:, number], f"{what}: column {name!r}", order="C")
        raise


def vector(data: Any, what: str) -> np.ndarray:
    """One-dimensional float64; a single column will do."""
    array = data.to_numpy() if hasattr(data, "to_numpy") else np.asarray(data)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{what} must have one dimension; it has {array.ndim}")
    return _numbers(array, what, order="C")


def _numbers(array: np.ndarray, what: str, order: Literal["C", "F"]) -> np.ndarray:
    if array.dtype.kind == "c":
        raise ValueError(f"{what}: complex numbers are not supported")
    try:
        return np.require(array, dtype=np.float64, requirements=[order, "A"])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} must hold numbers: {error}") from None


def compressed_columns(data: Any, what: str) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """(rows, starts, row indices, values) of a SciPy matrix, indices ascending in each column."""
    if isinstance(data, NeighborColumns):
        return data.parts
    columns = data.tocsc()
    if not columns.has_sorted_indices or not columns.has_canonical_format:
        columns = columns.copy()
        columns.sum_duplicates()
    return (
        columns.shape[0],
        columns.indptr.astype(np.int64, copy=False),
        columns.indices.astype(np.int32, copy=False),
        _numbers(columns.data, what, order="C"),
    )


class NeighborColumns:
    """Compressed columns made from the neighbours of each row, instead of a SciPy matrix."""

    def __init__(self, matrix: Any, rows: int) -> None:
        self.matrix = matrix
        self.parts = (rows, *matrix.arrays())

    def __getstate__(self) -> dict[str, Any]:
        """A copy in another process makes the matrix of its parts."""
        return {"parts": self.parts}

    def tocsc(self) -> NeighborColumns:
        return self


def neighbor_columns(indices: Any, similarities: Any, n_items: int | None) -> NeighborColumns:
    """One column per item from arrays of rows x neighbours; -1 is no neighbour."""
    items = np.asarray(indices)
    if items.ndim != 2 or items.dtype.kind not in "iu":
        raise ValueError(
            "indices must be whole numbers in two dimensions, rows and neighbours; got "
            f"{items.dtype} of shape {items.shape}"
        )
    values = np.asarray(similarities)
    if values.shape != items.shape:
        raise ValueError(
            f"indices have shape {items.shape}, but similarities {values.shape}; they must agree"
        )
    most = int(items.max(initial=-1)) + 1
    size = most if n_items is None else count(n_items, "n_items")
    if most > size or items.min(initial=0) < -1:
        wrong = most - 1 if most > size else int(items.min())
        raise ValueError(f"indices hold {wrong}; valid are -1 (nobody) to {size - 1}")
    flat = np.ascontiguousarray(items.ravel(), dtype=np.int32)
    alike = _numbers(values.ravel(), "similarities", order="C")
    return NeighborColumns(_core.neighbor_columns(size, len(items), flat, alike), len(items))


def require_finite(array: np.ndarray, what: str, names: Sequence[str] = ()) -> None:
    """Names the first entry that is NaN or infinite; `names` are those of the columns."""
    if np.isfinite(array).all():
        return
    place = np.argwhere(~np.isfinite(array.T))[0][::-1]
    where = f"row {place[0]}"
    if array.ndim == 2:
        where += f", column {_column(names, place[1])}"
    raise ValueError(f"{what} is {array[tuple(place)]} in {where}; every number must be finite")


def require_finite_columns(columns: Any, what: str, names: Sequence[str] = ()) -> None:
    """The same for what `compressed_columns` returns, or a matrix of the core."""
    starts, rows, values = columns[1:] if isinstance(columns, tuple) else columns.arrays()
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad) == 0:
        return
    column = int(np.searchsorted(starts, bad[0], side="right")) - 1
    raise ValueError(
        f"{what} is {values[bad[0]]} in row {rows[bad[0]]}, column {_column(names, column)}; "
        "every number must be finite"
    )


def _column(names: Sequence[str], number: int) -> str:
    return repr(names[number]) if number < len(names) else str(number)


def why_unknown(name: str, names: Sequence[str]) -> str:
    """That there is no such item, and which one may be meant."""
    alike = [other for other in names if other.casefold() == name.casefold()]
    alike = alike or difflib.get_close_matches(name, names, n=1)
    return f"there is no item named {name!r}" + (f"; did you mean {alike[0]!r}?" if alike else "")


def item_list(
    items: Any,
    names: Sequence[str],
    indices: Sequence[int],
    what: str,
    why: Callable[[str], str] | None = None,
) -> list[int]:
    """Places of items that are given by number, by name, by a mask, or by a result.

    `indices` are the numbers of all items as people count them; a mask has an entry for each. `why`
    says what is wrong with a name that is not there.
    """
    size = len(indices)
    if isinstance(items, str):
        items = [items]
    elif isinstance(items, np.ndarray) and items.dtype == bool:
        if items.shape != (size,):
            raise ValueError(f"{what}: a mask needs {size} entries, got shape {items.shape}")
        return np.flatnonzero(items).tolist()
    by_name = {name: place for place, name in enumerate(names)}
    by_index = {index: place for place, index in enumerate(indices)}
    if isinstance(items, _ItemsResult):
        # Numbers only if they mean the same items here as there.
        here = [by_index[item] for item in items if item in by_index]
        if [names[place] for place in here] == items.names:
            return here
        items = items.names
    found = []
    for item in items:
        if isinstance(item, str):
            if item not in by_name:
                raise ValueError(f"{what}: {why(item) if why else why_unknown(item, names)}")
            found.append(by_name[item])
        elif isinstance(item, (numbers.Integral, np.integer)) and not isinstance(item, bool):
            if item not in by_index:
                valid = f"; valid are {min(indices)} to {max(indices)}" if size else ""
                raise ValueError(f"{what}: item {item} does not exist{valid}")
            found.append(by_index[int(item)])
        else:
            raise TypeError(f"{what}: {item!r} is neither the number nor the name of an item")
    return found


def count(value: Any, name: str) -> int:
    """A whole number of 0 or more that the C++ side can hold."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if not 0 <= value < 2**31:
        raise ValueError(f"{name} must be from 0 to {2**31 - 1}, got {value}")
    return int(value)


def plain_option(value: Any) -> Any:
    """NumPy's numbers as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (tuple, set)):
        return list(value)
    return value
