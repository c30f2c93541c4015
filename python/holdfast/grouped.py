"""Items that are chosen together and fail together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from holdfast import _core
from holdfast._constraints import labels_of
from holdfast._objective import Objective


class Grouped(Objective):
    """An objective whose items are groups of another one's: chosen together, lost together.

    f of some groups is f of all their members, so a sensor with eight features is one item, and
    one deletion. Items that are in no group become groups of one, behind the others.

    Parameters
    ----------
    objective : Objective
        The one whose items are grouped.
    groups : mapping, sequence of sequences, or sequence of labels
        A mapping from names to the members of each group (numbers or names); a list of such lists,
        which are then called "group 0", "group 1", ...; or one label for each item, None for no
        group. Groups must not overlap.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1]], names=["a", "b", "c", "d"])
    >>> sensors = hf.Grouped(f, {"roof": ["a", "b"], "cellar": ["c"]})
    >>> sensors.item_names, sensors.value(["roof"]), sensors.members("roof")
    (['roof', 'cellar', 'd'], 2.0, ['a', 'b'])
    >>> sorted(hf.select(sensors, k=2, tau=1).names)
    ['d', 'roof']
    >>> hf.Grouped(f, ["left", "left", "right", None]).item_names
    ['left', 'right', 'd']
    """

    def __init__(self, objective: Objective, groups: Any) -> None:
        if not isinstance(objective, Objective):
            raise TypeError(
                f"objective must be one of holdfast's objectives, got {type(objective).__name__}"
            )
        self._base = objective
        named = _named_groups(objective, groups)
        self._core = _core.make_grouped(objective._core, list(named), list(named.values()))
        grouped = {item for members in named.values() for item in members}
        alone = [[item] for item in range(objective.n_items) if item not in grouped]
        self._members = [*named.values(), *alone]

    def _why_unknown(self, name: str) -> str:
        for group, members in zip(self._names, self._members, strict=True):
            if name in (self._base._names[item] for item in members):
                return f"{name!r} is a member of group {group!r}; groups are chosen as a whole"
        return super()._why_unknown(name)

    def members(self, group: int | str) -> list[str]:
        """Names of the original items in a group, given by its name or number."""
        (number,) = self._numbers_of([group])
        return [self._base._names[item] for item in self._members[number]]


def _named_groups(objective: Objective, groups: Any) -> dict[str, list[int]]:
    if isinstance(groups, Mapping):
        named: dict[str, list[int]] = {}
        for name, members in groups.items():
            if str(name) in named:
                raise ValueError(f"two groups are called {name}; names must differ")
            named[str(name)] = objective._numbers_of(members, f"group {name!r}")
        return named
    entries = list(groups)
    if entries and all(_is_list(entry) for entry in entries):
        return {
            f"group {number}": objective._numbers_of(members, f"group {number}")
            for number, members in enumerate(entries)
        }
    labels, places = labels_of(entries, objective, "groups")
    named = {label: [] for label in labels}
    for item, place in enumerate(places):
        if place >= 0:
            named[labels[place]].append(item)
    return named


def _is_list(entry: Any) -> bool:
    return not isinstance(entry, str) and (
        isinstance(entry, Sequence) or hasattr(entry, "__array__")
    )
