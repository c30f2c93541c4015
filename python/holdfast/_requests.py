"""What people ask for, in the words of the C++ side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._objective import Objective
from holdfast.results import Selection


def seed_of(random_state: Any) -> int:
    """A seed from None (0), a whole number, or a NumPy generator."""
    if random_state is None:
        return 0
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63 - 1))
    if isinstance(random_state, (int, np.integer)) and random_state >= 0:
        return int(random_state)
    raise ValueError(
        f"random_state must be None, a whole number of 0 or more, or a NumPy generator; "
        f"got {random_state!r}"
    )


def split_options(
    options: dict[str, Any], algorithm_names: Sequence[str], adversary: str
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Each option goes to those who know it; one that nobody knows is an error."""
    known = [_core.algorithm_options(name) for name in algorithm_names]
    known_by_adversary = _core.adversary_options(adversary)
    valid = sorted({*known_by_adversary, *(name for names in known for name in names)})
    for name in options:
        if name not in valid:
            raise TypeError(_no_option(name, [*algorithm_names, adversary], valid))
    plain = {name: _arrays.plain_option(value) for name, value in options.items()}
    return (
        [{name: plain[name] for name in plain if name in names} for names in known],
        {name: plain[name] for name in plain if name in known_by_adversary},
    )


def _no_option(option: str, asked: Sequence[str], valid: Sequence[str]) -> str:
    """Who has the option, or which options there are."""
    others = [name for name in _core.algorithms() if option in _core.algorithm_options(name)]
    others += [name for name in _core.adversaries() if option in _core.adversary_options(name)]
    message = f"{option!r} is no option of {' or '.join(asked)}; "
    if others:
        return message + f"it is one of {', '.join(others)}"
    return message + (f"valid are {', '.join(valid)}" if valid else "they have none")


def require_objective(objective: Any) -> None:
    if not isinstance(objective, Objective):
        raise TypeError(
            f"objective must be one of holdfast's objectives, got {type(objective).__name__}; "
            "a function of yours goes into holdfast.SetFunction"
        )


def answer(objective: Objective, task: Callable[..., Any], *arguments: Any) -> _core.Document:
    document = task(objective._core, *arguments)
    objective._tell_of_a_fall(stacklevel=3)
    return document


def count_of_items(objective: Objective, k: int | None, cost_limit: Any) -> int:
    """k, which may be left out where a limit on costs takes its place."""
    if k is not None:
        return _arrays.count(k, "k")
    if cost_limit is None:
        raise TypeError("k is missing: say how many items to choose, or give a cost_limit")
    return objective.n_items


def tau_of(items: Any, tau: int | None) -> int:
    if tau is not None:
        return _arrays.count(tau, "tau")
    if isinstance(items, Selection):
        return items.tau
    raise TypeError("tau is missing: say how many items may be lost, or give a Selection")
