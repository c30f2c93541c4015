"""Rows that have the same columns are answered together, by a model that is fitted once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

# How many models are kept; one of 40 columns and one output takes less than a kilobyte.
MOST_KEPT = 16_384


def rows_by_pattern(is_there: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray | slice]]:
    """Each row of a boolean matrix that occurs, once, with the numbers of the rows equal to it."""
    rows = len(is_there)
    if rows == 0:
        return
    if rows == 1 or is_there.all():
        yield is_there[0], slice(None)
        return
    keys = _keys(is_there)
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    begins = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    for begin, end in zip(begins, [*begins[1:], rows], strict=True):
        yield is_there[order[begin]], order[begin:end]


def _keys(is_there: np.ndarray) -> np.ndarray:
    """A number for each row, the same for the same pattern."""
    packed = np.packbits(is_there, axis=1)
    words = -(-packed.shape[1] // 8)
    padded = np.zeros((len(packed), 8 * words), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    keys = padded.view(np.uint64)
    if words == 1:
        return keys[:, 0]
    return np.unique(keys, axis=0, return_inverse=True)[1].ravel()


class ModelCache:
    """The models of the patterns asked for most recently. Several threads may ask at once."""

    def __init__(self, fit: Callable[[np.ndarray], Any], most: int = MOST_KEPT) -> None:
        self._fit = fit
        self._most = most
        self._models: OrderedDict[bytes, Any] = OrderedDict()
        self._lock = threading.Lock()
        self.fitted = 0  # how many models were made so far

    def model(self, is_there: np.ndarray) -> Any:
        """`fit` of the columns that are there, by their numbers.

        Two threads that ask for the same new pattern at the same time may both fit it. That is
        cheaper than to let all others wait, and their models are the same.
        """
        key = is_there.tobytes()
        with self._lock:
            if key in self._models:
                self._models.move_to_end(key)
                return self._models[key]
        model = self._fit(np.flatnonzero(is_there))
        with self._lock:
            self.fitted += key not in self._models
            self._models[key] = model
            if len(self._models) > self._most:
                self._models.popitem(last=False)
        return model

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            state = self.__dict__ | {"_models": self._models.copy()}
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()
