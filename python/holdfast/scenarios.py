"""Recorded or likely failures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from holdfast import _arrays, _core
from holdfast._objective import Objective
from holdfast._page import _PageResult, asked_usually
from holdfast._plotting import axes_for, in_shares
from holdfast._requests import answer, require_objective, seed_of
from holdfast._result import _counted, _frame, _ItemsResult
from holdfast._threads import threads_of


class Scenarios(Objective):
    """What is left of a set after events that take items away, as one number.

    f of a set is the mean, the worst, or the mean over the worst tail (cvar) of what each event
    leaves of it. All three never fall when an item is added, so everything works on them; `tau`
    then counts losses on top of the events.

    Parameters
    ----------
    objective : Objective
        What a set is worth after an event.
    lost : array of bool, shape (n_events, n_items)
        True where the event takes the item; a frame whose columns are names of items will do, and
        items that it does not name are never lost.
    weights : array of shape (n_events,), optional
        Numbers of 0 or more; all events weigh the same by default.
    measure : {"mean", "worst", "cvar"}
        What counts of all events.
    tail : float, default 0.1
        With "cvar": the weighted mean over this share of the events, the worst ones. The event on
        the border counts in part.

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 0, 1], [0, 1, 0], [0, 1, 1]], names=["a", "b", "c"])
    >>> record = [[True, False, False], [False, True, True]]
    >>> hf.Scenarios(f, record).value(["a", "b"])
    1.5
    >>> hf.select(hf.Scenarios(f, record, measure="worst"), k=2).names
    ['a', 'b']
    """

    def __init__(
        self,
        objective: Objective,
        lost: Any,
        weights: Any = None,
        measure: Literal["mean", "worst", "cvar"] = "mean",
        tail: float = 0.1,
    ) -> None:
        require_objective(objective)
        self._base = objective
        table = _lost_table(objective, lost)
        shares = np.ones(len(table)) if weights is None else _arrays.vector(weights, "weights")
        if len(shares) != len(table):
            raise ValueError(
                f"weights must have one entry for each of the {len(table)} events, "
                f"got {len(shares)}"
            )
        self._core = _core.make_scenarios(
            objective._core,
            [np.flatnonzero(row).tolist() for row in table],
            [float(share) for share in shares],
            measure,
            float(tail),
        )

    def _why_unknown(self, name: str) -> str:
        return self._base._why_unknown(name)


def _lost_table(objective: Objective, lost: Any) -> np.ndarray:
    """Events x items, in the order of the objective's items."""
    names = _arrays.column_names(lost)
    array = np.asarray(lost)
    if array.ndim != 2:
        raise ValueError(f"lost must have two dimensions, events and items; it has {array.ndim}")
    if array.dtype != bool:
        try:
            valid = np.isin(array.astype(float), (0.0, 1.0))
        except (TypeError, ValueError):
            raise ValueError("lost must hold True and False, or 1 and 0") from None
        if not valid.all():
            event, item = np.argwhere(~valid)[0]
            raise ValueError(
                f"lost is {array[event, item]} for event {event}, item {item}; "
                "it must be True or False, or 1 or 0"
            )
        array = array.astype(float) == 1.0
    if names and not all(name.isdigit() for name in names):
        table = np.zeros((len(array), objective.n_items), dtype=bool)
        table[:, objective._numbers_of(names, "lost")] = array
        return table
    if array.shape[1] != objective.n_items:
        raise ValueError(
            f"lost must have a column for each of the {objective.n_items} items, "
            f"got {array.shape[1]}"
        )
    return array


def draw_failures(
    rates: Any,
    draws: int = 200,
    random_state: Any = None,
    *,
    groups: Any = None,
    group_rates: Mapping[Any, float] | None = None,
) -> np.ndarray:
    """Events in which each item is lost with its own rate, independently of the others.

    With groups, failures are correlated: a group fails at a rate of its own, for a common cause,
    and takes all its members at once. An item is lost by itself or with its group.

    Parameters
    ----------
    rates : array of shape (n_items,)
        Numbers from 0 to 1.
    draws : int, default 200
        How many events to draw.
    random_state : None, int or NumPy generator
        None is 0. A number gives the events that the command line draws with `--seed`.
    groups : sequence of labels, optional
        The group of each item, None for none.
    group_rates : mapping, optional
        The rate of each group that fails, by its label; others do not fail.

    Returns
    -------
    array of bool, shape (draws, n_items)
        For `Scenarios`.

    Examples
    --------
    >>> import holdfast as hf
    >>> lost = hf.draw_failures([0.0, 0.5, 1.0], draws=400)
    >>> lost.shape, lost.mean(axis=0)[[0, 2]].tolist()
    ((400, 3), [0.0, 1.0])
    >>> together = hf.draw_failures([0, 0, 0], groups=["a", "a", None], group_rates={"a": 0.5})
    >>> (together[:, 0] == together[:, 1]).all(), together[:, 2].any()
    (np.True_, np.False_)
    """
    numbers = _arrays.vector(rates, "rates")
    _arrays.require_finite(numbers, "rates")
    members, of_groups = _common_causes(groups, group_rates, len(numbers))
    events = _core.draw_failures(
        [float(rate) for rate in numbers] + of_groups,
        members,
        _arrays.count(draws, "draws"),
        seed_of(random_state),
    )
    lost = np.zeros((len(events), len(numbers)), dtype=bool)
    for event, items in enumerate(events):
        lost[event, items] = True
    return lost


def _common_causes(
    groups: Any, group_rates: Mapping[Any, float] | None, n_items: int
) -> tuple[list[list[int]], list[float]]:
    """The members of each group and its rate, in the order in which the groups are first named."""
    if (groups is None) != (group_rates is None):
        missing = "groups" if groups is None else "group_rates"
        raise ValueError(f"groups and group_rates go together; {missing} is missing")
    if groups is None or group_rates is None:
        return [], []
    labels = list(groups)
    if len(labels) != n_items:
        raise ValueError(f"groups needs a label for each of {n_items} items, got {len(labels)}")
    members: dict[Any, list[int]] = {}
    for item, label in enumerate(labels):
        if label is not None:
            members.setdefault(label, []).append(item)
    for label, rate in group_rates.items():
        if label not in members:
            raise ValueError(f"group_rates: no item is in group {label!r}")
        if not 0 <= rate <= 1:
            raise ValueError(f"group_rates: the rate of {label!r} is {rate}, not from 0 to 1")
    return list(members.values()), [float(group_rates.get(label, 0.0)) for label in members]


class Assessment(_ItemsResult, _PageResult):
    """What the events of a `Scenarios` leave of a set: made by `assess`."""

    @property
    def intact(self) -> float:
        """f of the set if nothing is lost."""
        return self._document["intact_value"]

    @property
    def mean(self) -> float:
        """The weighted mean over all events."""
        return self._document["mean"]

    @property
    def standard_error(self) -> float | None:
        """Of the mean, if the events are a random sample; None if there is only one."""
        return self._document.get("standard_error")

    @property
    def quantiles(self) -> dict[float, float]:
        """By their share of the events: 0.05, 0.25, 0.5, 0.75, 0.95."""
        return {float(share): value for share, value in self._document["quantiles"].items()}

    @property
    def worst(self) -> float:
        """What the worst event leaves."""
        return self._document["worst"]["value"]

    @property
    def worst_event(self) -> int:
        """The number of the worst event, from 0: its row in `lost`."""
        return self._document["worst"]["event"]

    @property
    def cvar(self) -> float:
        """The weighted mean over the worst `tail` of the events."""
        return self._document["cvar"]

    def plot(self, ax: Any = None) -> Any:
        """Draw with matplotlib which share of the events leaves how much at most.

        A step curve from the worst event to the best, with the mean, the mean of the worst tail,
        and what the set is worth if nothing is lost.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; new ones by default.

        Returns
        -------
        matplotlib axes
        """
        ax = axes_for(ax)
        measure, events = self._measure, self._document["events"]
        left = [measure.of(event["value"]) for event in events]
        shares = np.cumsum([event["weight"] for event in events])
        ax.step([left[0], *left], [0.0, *shares], where="post", label="events")
        tail = f"mean of the worst {100 * self._document['tail']:g} %"
        for value, style, label in (
            (self.cvar, ":", tail),
            (self.mean, "--", "mean"),
            (self.intact, "-", "nothing lost"),
        ):
            ax.axvline(measure.of(value), linestyle=style, color="gray", label=label)
        in_shares(ax.xaxis, measure)
        ax.set_xlabel(measure.left)
        ax.set_ylabel("share of the events that leave at most so much")
        ax.set_ylim(0.0, 1.02)
        ax.legend()
        return ax

    def to_frame(self) -> Any:
        """One row for each different event, the worst first, as a pandas frame."""
        return _frame(self._document["events"])

    def __repr__(self) -> str:
        text = self._measure.texts([self.mean, self.worst, self.intact], unit=True)
        return (
            f"Assessment of {_counted(len(self), 'item')}: {text[0]} left in the mean, "
            f"{text[1]} after the worst event, {text[2]} if nothing is lost"
        )


def assess(
    objective: Scenarios, items: Any, *, tail: float = 0.1, n_jobs: int | None = None
) -> Assessment:
    """The distribution of what events leave of a set.

    Parameters
    ----------
    objective : Scenarios
        An objective under events; its own measure does not matter here.
    items : Selection, or sequence of int or str
        The set: numbers or names.
    tail : float, default 0.1
        The share of the events that `cvar` averages over.
    n_jobs : int, optional
        Threads, as in `select`.

    Returns
    -------
    Assessment

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(3, lambda items: float(sum(items)))
    >>> events = hf.Scenarios(f, [[0, 0, 1], [0, 1, 0], [0, 0, 0]])
    >>> found = hf.assess(events, [1, 2])
    >>> found.mean, found.worst, found.worst_event, found.intact
    (2.0, 1.0, 0, 3.0)
    """
    require_objective(objective)
    if not 0 < tail <= 1:
        raise ValueError(f"tail must be above 0 and at most 1, got {tail}")
    document = answer(
        objective,
        _core.assess,
        objective._numbers_of(items),
        float(tail),
        threads_of(n_jobs),
    )
    return Assessment(document, asked=asked_usually(objective, n_jobs))
