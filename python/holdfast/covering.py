"""Items that cover or stand for others."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from holdfast import _arrays
from holdfast._registered import _given, _Registered


class FacilityLocation(_Registered):
    """Items that stand for everything: each row counts its nearest or most similar chosen item.

    Made from similarities, from distances, or from points. With distances or points, results have
    a `cost`, the weighted sum of distances to the nearest item: choosing is then the p-median
    problem, an attack the r-interdiction median problem, and `protect` its fortification. A value
    is what the choice saves against serving each row from its farthest item, so the cost of a
    smaller value is larger by as much.

    Parameters
    ----------
    similarity : array or SciPy sparse matrix of shape (n_rows, n_items), optional
        Numbers of 0 or more, the larger the more alike; an item is a column. A float64 array in
        Fortran order is not copied. A sparse matrix stays sparse; a missing pair is 0. If a dense
        one is square and its diagonal is 0, a warning says that it looks like distances.
    distances : array of shape (n_rows, n_items), optional
        Numbers of 0 or more, instead of similarities.
    points : array of shape (n_items, n_coordinates), optional
        Coordinates of the items, instead of a matrix.
    customers : array of shape (n_rows, n_coordinates), optional
        With points: who is served; the points themselves by default.
    metric : {"euclidean", "haversine"}, default "euclidean"
        With points. "haversine" takes latitude and longitude in degrees and gives kilometres.
    weights : array of shape (n_rows,), optional
        Numbers of 0 or more, how much each row counts; all count once by default.
    names : sequence of str, optional
        Of the items; a frame brings those of its columns.

    Examples
    --------
    >>> import holdfast as hf
    >>> hf.FacilityLocation([[5, 0, 3], [0, 4, 3]]).value([0, 2])
    8.0
    >>> stores = hf.FacilityLocation(distances=[[0, 4, 9], [7, 1, 5]], weights=[2, 1])
    >>> chosen = hf.select(stores, k=2, tau=1)
    >>> chosen.items.tolist(), chosen.cost, chosen.worst_case.cost
    ([0, 1], 1.0, 9.0)
    """

    _registered_name = "facility-location"

    def __init__(
        self,
        similarity: Any = None,
        *,
        distances: Any = None,
        points: Any = None,
        customers: Any = None,
        metric: Literal["euclidean", "haversine"] = "euclidean",
        weights: Any = None,
        names: Sequence[str] | None = None,
    ) -> None:
        given = {"similarity": similarity, "distances": distances, "points": points}
        kinds = [kind for kind, data in given.items() if data is not None]
        if len(kinds) != 1:
            raise TypeError("give one of similarity, distances and points")
        if customers is not None and points is None:
            raise TypeError("customers go with points")
        (kind,) = kinds
        if kind == "similarity" and _arrays.is_sparse(similarity):
            self._make_sparse(similarity, weights, names)
            return
        array = _arrays.matrix(given[kind], kind)
        if kind == "similarity" and _looks_like_distances(array):
            warnings.warn(
                "these look like distances, because the diagonal of similarity is 0; an item is "
                "most similar to itself, so pass them as distances=",
                stacklevel=3,  # past the constructor that remembers
            )
        matrices = {kind: array}
        if customers is not None:
            matrices["customers"] = _arrays.matrix(customers, "customers")
        found = names
        if found is None:
            found = [] if kind == "points" else _arrays.column_names(given[kind])
        self._make(
            matrices=matrices,
            vectors={} if weights is None else {"weights": _arrays.vector(weights, "weights")},
            names=[str(name) for name in found],
            facts={"rows": matrices.get("customers", array).shape[0]},
            options=_given(metric=metric),
        )

    def _make_sparse(self, similarity: Any, weights: Any, names: Sequence[str] | None) -> None:
        parts = _arrays.compressed_columns(similarity, "similarity")
        self._make(
            sparse={"similarity": getattr(similarity, "matrix", parts)},
            vectors={} if weights is None else {"weights": _arrays.vector(weights, "weights")},
            names=[str(name) for name in names or ()],
            facts={"rows": parts[0]},
            options={},
        )

    @classmethod
    def from_neighbors(
        cls,
        indices: Any,
        similarities: Any,
        n_items: int | None = None,
        *,
        weights: Any = None,
        names: Sequence[str] | None = None,
    ) -> FacilityLocation:
        """From the nearest items of each row, as libraries of neighbours return them.

        All other pairs count 0, and nothing larger than the two arrays is kept, so a million items
        fit in memory.

        Parameters
        ----------
        indices : array of shape (n_rows, n_neighbors)
            Numbers of items. -1 says that there is no neighbour.
        similarities : array of the same shape
            Numbers of 0 or more. Libraries often return distances d: pass `numpy.exp(-d)`, say.
        n_items : int, optional
            How many items there are; one more than the largest index by default.
        weights, names
            As in `FacilityLocation`.

        Examples
        --------
        >>> import holdfast as hf
        >>> f = hf.FacilityLocation.from_neighbors([[0, 1], [1, 2]], [[1.0, 0.5], [1.0, 0.25]])
        >>> f.n_items, f.value([1]), f.value([0, 2])
        (3, 1.5, 1.25)
        """
        return cls(
            _arrays.neighbor_columns(indices, similarities, n_items), weights=weights, names=names
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
