"""Results as pages: one HTML file that works without a network."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import numpy as np

from holdfast import _core
from holdfast._result import _Asked, _Result
from holdfast._threads import threads_of

_TEMPLATE = Path(__file__).with_name("page.html")


class _PageResult(_Result):
    """A result that can be shown as a page."""

    def to_html(self, objective: Any = None, *, coordinates: Any = None) -> str:
        """A page about this result, to write into a file and open in a browser.

        It works without a network, and computes what is left when you click items away. Making it
        attacks the set again, with 0, 1, 2, ... losses.

        Parameters
        ----------
        objective : Objective, optional
            What the result is about. Needed only for a result that was stored, or made from a
            dictionary: others remember theirs.
        coordinates : array or frame of shape (n, 2), optional
            Where the items are, for a map: x and y in the order of the items' numbers, NaN where it
            is not known. The columns latitude and longitude of a frame are degrees. Points of two
            numbers, as `VarianceReduction` takes them, are known without it.

        Returns
        -------
        str

        Examples
        --------
        >>> import holdfast as hf
        >>> f = hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]], names=["a", "b", "c"])
        >>> page = hf.select(f, k=2, tau=1).to_html()
        >>> page.startswith("<!doctype html>")
        True
        """
        asked = self._asked
        if objective is not None:
            asked = asked_usually(objective, None)
        if asked is None:
            raise ValueError("this result does not remember its objective: to_html(objective)")
        if not _TEMPLATE.exists():
            raise RuntimeError("to_html needs the page, which was not built with this package")
        x, y, geographic = _places(asked.objective, coordinates)
        data = _core.page_data(
            asked.objective._core,
            json.dumps(self._document),
            asked.adversary,
            asked.options,
            x,
            y,
            geographic,
            asked.seed,
            asked.threads,
        )
        return _core.fill_page(str(_TEMPLATE), data)

    def _as_frame(self) -> str:
        """The page inside a notebook; nothing where it would take long, or cannot be made."""
        asked = self._asked
        if asked is None or not _TEMPLATE.exists() or not asked.objective._core.is_attacked_quickly:
            return ""
        return (
            f'<iframe srcdoc="{html.escape(self.to_html())}" sandbox="allow-scripts" '
            'title="What is left after losses" '
            'style="width: 100%; height: 45rem; border: 0"></iframe>'
        )


def asked_usually(objective: Any, n_jobs: int | None) -> _Asked:
    """Where no adversary was asked for, the usual one attacks for the curve of a page."""
    return _Asked(objective, "strong", {}, 0, threads_of(n_jobs))


def _places(objective: Any, coordinates: Any) -> tuple[list[float], list[float], bool]:
    """x and y of each item, and whether they are degrees; empty without a map."""
    if coordinates is None:
        coordinates = getattr(objective, "_points", None)
    if coordinates is None:
        return [], [], False
    columns = [str(column) for column in getattr(coordinates, "columns", [])]
    geographic = {"latitude", "longitude"} <= set(columns)
    if geographic:
        coordinates = coordinates[["longitude", "latitude"]]
    array = np.asarray(coordinates, dtype=float)
    numbers = objective._given_indices
    wanted = max(numbers, default=-1) + 1
    if array.ndim != 2 or array.shape[1] != 2 or len(array) < wanted:
        raise ValueError(
            f"coordinates must have two columns and a row for each of {wanted} items; "
            f"got shape {array.shape}"
        )
    return array[numbers, 0].tolist(), array[numbers, 1].tolist(), geographic
