"""From what people have to what the C++ side takes."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np


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
    return _numbers(array, what, order="F")


def vector(data: Any, what: str) -> np.ndarray:
    """One-dimensional float64; a single column will do."""
    array = data.to_numpy() if hasattr(data, "to_numpy") else np.asarray(data)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{what} must have one dimension; it has {array.ndim}")
    return _numbers(array, what, order="C")


def _numbers(array: np.ndarray, what: str, order: str) -> np.ndarray:
    if array.dtype.kind == "c":
        raise ValueError(f"{what}: complex numbers are not supported")
    try:
        return np.require(array, dtype=np.float64, requirements=[order, "A"])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} must hold numbers: {error}") from None


def compressed_columns(data: Any, what: str) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """(rows, starts, row indices, values) of a SciPy matrix, indices ascending in each column."""
    columns = data.tocsc()
    if not columns.has_sorted_indices or not columns.has_canonical_format:
        columns = columns.copy()
        columns.sum_duplicates()
    return (
        columns.shape[0],
        columns.indptr.astype(np.int64),
        columns.indices.astype(np.int32),
        _numbers(columns.data, what, order="C"),
    )


def item_list(items: Any, names: list[str], indices: Sequence[int], what: str) -> list[int]:
    """Places of items that are given by number, by name, or by a mask.

    `indices` are the numbers of all items as people count them; a mask has an entry for each.
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
    found = []
    for item in items:
        if isinstance(item, str):
            if item not in by_name:
                raise ValueError(f"{what}: there is no item named {item!r}")
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
