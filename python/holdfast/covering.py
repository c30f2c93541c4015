"""Items that cover or stand for others."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays
from holdfast._registered import _Registered


class FacilityLocation(_Registered):
    """Items that stand for everything: each row counts its largest similarity to a chosen item.

    Parameters
    ----------
    similarity : array of shape (n_rows, n_items)
        Numbers of 0 or more, the larger the more alike; an item is a column. A float64 array in
        Fortran order is not copied. If it is square and its diagonal is 0, a warning says that it
        looks like distances.
    names : sequence of str, optional
        Of the columns; a frame brings its own.

    Examples
    --------
    >>> import holdfast as hf
    >>> hf.FacilityLocation([[5, 0, 3], [0, 4, 3]]).value([0, 2])
    8.0
    """

    _registered_name = "facility-location"

    def __init__(self, similarity: Any, *, names: Sequence[str] | None = None) -> None:
        array = _arrays.matrix(similarity, "similarity")
        if _looks_like_distances(array):
            warnings.warn(
                "these look like distances, because the diagonal of similarity is 0; an item is "
                "most similar to itself, so pass similarities, for instance D.max() - D",
                stacklevel=3,  # past the constructor that remembers
            )
        found = names if names is not None else _arrays.column_names(similarity)
        self._make(
            matrices={"similarity": array},
            names=[str(name) for name in found],
            facts={"rows": array.shape[0]},
            options={},
        )


class Coverage(_Registered):
    """Sets that together cover the most: the weight of all elements in a chosen set.

    Parameters
    ----------
    sets : array or SciPy sparse matrix of shape (n_elements, n_sets)
        Nonzero where the set (a column) covers the element (a row).
    weights : array of shape (n_elements,), optional
        Numbers of 0 or more; all weigh 1 by default.
    names : sequence of str, optional
        Of the sets; a frame brings its own.
    """

    _registered_name = "coverage"

    def __init__(
        self, sets: Any, *, weights: Any = None, names: Sequence[str] | None = None
    ) -> None:
        found = names if names is not None else _arrays.column_names(sets)
        if _arrays.is_sparse(sets):
            parts = _arrays.compressed_columns(sets, "sets")
            source: dict[str, Any] = {"sparse": {"sets": parts}}
            rows = parts[0]
        else:
            array = _arrays.matrix(sets, "sets")
            source = {"matrices": {"sets": array}}
            rows = array.shape[0]
        vectors = {} if weights is None else {"weights": _arrays.vector(weights, "weights")}
        self._make(
            **source,
            vectors=vectors,
            names=[str(name) for name in found],
            facts={"elements": rows},
            options={},
        )


def _looks_like_distances(array: np.ndarray) -> bool:
    rows, columns = array.shape
    return rows == columns > 1 and not array.diagonal().any() and bool(array.any())
