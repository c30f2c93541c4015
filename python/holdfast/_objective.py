"""What all objectives share: how they are asked, copied and stored."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import ArrayLike

from holdfast import _arrays, _core


def _remembering(construct: Callable[..., None]) -> Callable[..., None]:
    """A constructor that keeps what it was given, which is all that a pickle needs."""

    @functools.wraps(construct)
    def remembering(self: Objective, *args: Any, **options: Any) -> None:
        if not hasattr(self, "_made_from"):  # or a constructor of a subclass has called
            self._made_from = args, options
        construct(self, *args, **options)

    return remembering


def _made_again(cls: type[Objective], args: tuple, options: dict[str, Any]) -> Objective:
    return cls(*args, **options)


class Objective:
    """A set function f with f(empty) = 0 that never falls when an item is added.

    Made by one of the subclasses; immutable, and may be used by several threads at once.
    `len(objective)` is the number of items. An objective can be pickled, if what it was made from
    can: it keeps references to that, so do not change the arrays afterwards.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 0], [1, 1], [0, 1]], names=["left", "right"])
    >>> f.n_items, f.value(["left"]), f.value([0, 1]), f.largest_value
    (2, 2.0, 3.0, 3.0)
    """

    _core: _core.Objective
    _made_from: tuple[tuple, dict[str, Any]]
    _fall_is_told = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "__init__" in vars(cls):
            cls.__init__ = _remembering(cls.__init__)  # type: ignore[method-assign]

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), *self._made_from)

    def __copy__(self) -> Objective:
        return self  # nothing in it ever changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Objective:
        return self

    @property
    def name(self) -> str:
        """What the command line calls this objective."""
        return self._core.name

    @property
    def n_items(self) -> int:
        """How many items there are to choose from."""
        return self._core.size

    @property
    def item_names(self) -> list[str]:
        """Names of all items; their numbers as text where none were given."""
        return [self._core.item_name(item) for item in range(self.n_items)]

    @property
    def is_submodular(self) -> bool:
        """Whether gains are known never to grow as the set grows."""
        return self._core.is_submodular

    @property
    def largest_value(self) -> float | None:
        """What no set can exceed, 100 % of every share; None where no such value is known."""
        return self._core.largest_value

    def value(self, items: ArrayLike | Sequence[int | str] | Any) -> float:
        """f of these items (numbers from 0 or names, in any order), computed from scratch."""
        return self._core.value(self._numbers_of(items))

    def _numbers_of(self, items: Any, what: str = "items") -> list[int]:
        """What the C++ side calls the items that are given by number, name, mask or result."""
        return _arrays.item_list(items, self._names, self._given_indices, what, self._why_unknown)

    def _why_unknown(self, name: str) -> str:
        return _arrays.why_unknown(name, self._names)

    @property
    def _given_indices(self) -> list[int]:
        """What people and documents call each item: the row of its point, where it is a point."""
        if not hasattr(self, "_cached_indices"):
            self._cached_indices = self._core.given_indices()
        return self._cached_indices

    @property
    def _names(self) -> list[str]:
        if not hasattr(self, "_cached_names"):
            self._cached_names = self.item_names
        return self._cached_names

    def _tell_of_a_fall(self, stacklevel: int) -> None:
        """Warns once if adding an item was seen to make a set worth less."""
        if self._fall_is_told or (how := self._core.fall) is None:
            return
        self._fall_is_told = True
        warnings.warn(
            f"the set function falls when an item is added: {how}. Choices and worst cases may "
            "be far from the best, and only what is enumerated in full counts as proven.",
            stacklevel=stacklevel + 1,
        )

    def __len__(self) -> int:
        return self.n_items

    def __repr__(self) -> str:
        return f"<holdfast.{type(self).__name__}: {self.n_items} items>"
