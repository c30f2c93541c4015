"""Set functions of the user."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast import _core
from holdfast._objective import Objective


class SetFunction(Objective):
    """Any set function of yours.

    Parameters
    ----------
    n : int
        How many items there are.
    value : callable
        value(set) is f of a list of item numbers in ascending order; value([]) must be 0. That f
        never falls when an item is added is your promise; if it is seen to fall, you are warned
        once, and from then on only what is enumerated in full counts as proven. Calls come one at
        a time, on the calling thread; an exception reaches the caller as it is.
    gains : callable, optional
        gains(set, candidates) is f(set + c) - f(set) for each candidate, as a sequence or array:
        one call a step instead of one for each candidate.
    submodular : bool, default False
        Your promise that gains never grow: then most of them need not be computed.
    names : sequence of str, optional
        Of the items.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: len(items) ** 0.5, submodular=True)
    >>> hf.select(f, k=4, tau=3).worst_case.value
    1.0
    """

    def __init__(
        self,
        n: int,
        value: Callable[[list[int]], float],
        gains: Callable[[list[int], list[int]], Sequence[float]] | None = None,
        *,
        submodular: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        self._core = _core.make_function(
            n, value, gains, submodular, [str(name) for name in names or []]
        )
