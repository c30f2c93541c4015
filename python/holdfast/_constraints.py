"""Must-haves, must-nots and caps, from what people write to what the C++ side takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast import _arrays, _core
from holdfast._objective import Objective


def labels_of(labels: Any, objective: Objective, what: str) -> tuple[list[str], list[int]]:
    """All different labels as texts, and for each item the place of its label, -1 for none.

    `labels` has one entry an item, or maps items to labels; None is no label.
    """
    size = objective.n_items
    if isinstance(labels, Mapping):
        numbers = objective._numbers_of(labels, what)
        by_item = dict(zip(numbers, labels.values(), strict=True))
        entries = [by_item.get(item) for item in range(size)]
    else:
        entries = list(labels)
        if len(entries) != size:
            raise ValueError(f"{what} needs a label for each of {size} items, got {len(entries)}")
    names: dict[str, int] = {}
    places = [
        -1 if label is None else names.setdefault(str(label), len(names)) for label in entries
    ]
    return list(names), places


def _caps(at_most: Any, kinds: list[str], size: int) -> list[int]:
    if isinstance(at_most, Mapping):
        caps = {str(kind): _arrays.count(most, "at_most") for kind, most in at_most.items()}
        unknown = [kind for kind in caps if kind not in kinds]
        if unknown:
            raise ValueError(
                f"at_most: there is no kind {unknown[0]!r}; the kinds are {', '.join(kinds)}"
            )
        return [caps.get(kind, size) for kind in kinds]
    return [_arrays.count(at_most, "at_most")] * len(kinds)


def _prices(objective: Objective, costs: Any, cost_limit: float | None) -> list[float]:
    """One for each item; none if nothing costs anything."""
    if (costs is None) != (cost_limit is None):
        missing = "cost_limit" if cost_limit is None else "costs"
        raise ValueError(f"costs and cost_limit go together; {missing} is missing")
    if costs is None:
        return []
    if isinstance(costs, Mapping):
        numbers = objective._numbers_of(costs, "costs")
        by_item = dict(zip(numbers, costs.values(), strict=True))
        for item, name in enumerate(objective._names):
            if item not in by_item:
                raise ValueError(f"costs: there is no cost for item {name!r}")
        costs = [by_item[item] for item in range(objective.n_items)]
    prices = _arrays.vector(costs, "costs")
    if len(prices) != objective.n_items:
        raise ValueError(
            f"costs needs a number for each of {objective.n_items} items, got {len(prices)}"
        )
    return [float(price) for price in prices]


def constraints(
    objective: Objective,
    must: Any,
    must_not: Any,
    kinds: Any,
    at_most: Any,
    costs: Any = None,
    cost_limit: float | None = None,
) -> _core.Constraints:
    """All of them may be None."""
    if (kinds is None) != (at_most is None):
        missing = "at_most" if at_most is None else "kinds"
        raise ValueError(f"kinds and at_most go together; {missing} is missing")
    names: list[str] = []
    places: list[int] = []
    caps: list[int] = []
    if kinds is not None:
        names, places = labels_of(kinds, objective, "kinds")
        caps = _caps(at_most, names, objective.n_items)

    def numbers(items: Any, what: str) -> list[int]:
        if items is None:
            return []
        return objective._numbers_of(items, what)

    return _core.Constraints(
        numbers(must, "must"),
        numbers(must_not, "must_not"),
        names,
        caps,
        places,
        _prices(objective, costs, cost_limit),
        0.0 if cost_limit is None else float(cost_limit),
    )
