"""Objectives of the registry, made from arrays."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from holdfast import _arrays, _core
from holdfast._objective import Objective
from holdfast._threads import threads_of


def _given(**options: Any) -> dict[str, Any]:
    """Options that are not None; the registry knows the defaults of the others."""
    return {
        name: _arrays.plain_option(value) for name, value in options.items() if value is not None
    }


class _Registered(Objective):
    """An objective of the registry, made from arrays."""

    _registered_name: str
    # What Python calls inputs that have another name in the registry.
    _parameters: ClassVar = {
        "data": "X",
        "target": "y",
        "row-weights": "sample_weight",
        "kernel-matrix": "kernel_matrix",
    }

    def _make(
        self,
        *,
        matrices: dict[str, np.ndarray] | None = None,
        sparse: dict[str, Any] | None = None,
        vectors: dict[str, np.ndarray] | None = None,
        subsets: dict[str, list[int]] | None = None,
        labels: list[str] | None = None,
        names: list[str] | None = None,
        facts: dict[str, int] | None = None,
        options: dict[str, Any],
        n_jobs: int | None = None,
    ) -> None:
        matrices, sparse, vectors = matrices or {}, sparse or {}, vectors or {}
        try:
            self._core = _core.make_objective(
                self._registered_name,
                matrices,
                sparse,
                vectors,
                subsets or {},
                labels or [],
                names or [],
                facts or {},
                options,
                threads_of(n_jobs),
            )
        except ValueError:
            self._require_finite(matrices, sparse, vectors, names or [])
            raise

    def _require_finite(
        self,
        matrices: dict[str, np.ndarray],
        sparse: dict[str, tuple],
        vectors: dict[str, np.ndarray],
        names: list[str],
    ) -> None:
        """Says in Python's words where a number is missing, which is the most frequent error."""

        def spelled(name: str) -> str:
            return self._parameters.get(name, name)

        for name, array in matrices.items():
            of_columns = names if len(names) == array.shape[1] else []
            _arrays.require_finite(array, spelled(name), of_columns)
        for name, parts in sparse.items():
            _arrays.require_finite_columns(parts, spelled(name), names)
        for name, array in vectors.items():
            _arrays.require_finite(array, spelled(name))
