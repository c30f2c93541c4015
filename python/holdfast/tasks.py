"""Choosing, attacking, and proving how good a set is."""

from __future__ import annotations

from typing import Any

from holdfast import _arrays, _core
from holdfast._constraints import constraints
from holdfast._names import Adversary, Algorithm
from holdfast._objective import Objective
from holdfast._requests import (
    answer,
    count_of_items,
    require_objective,
    seed_of,
    split_options,
    tau_of,
)
from holdfast._result import _Asked
from holdfast._threads import threads_of
from holdfast.certificate import Certificate
from holdfast.results import Deletion, Selection


def algorithms() -> list[str]:
    """Names of the algorithms that `select` and `curve` take.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import holdfast as hf
    >>> "oblivious-greedy" in hf.algorithms()
    True
    """
    return _core.algorithms()


def adversaries() -> list[str]:
    """Names of the adversaries that `select`, `attack` and `curve` take.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import holdfast as hf
    >>> "exact" in hf.adversaries()
    True
    """
    return _core.adversaries()


def select(
    objective: Objective,
    k: int | None = None,
    tau: int = 0,
    *,
    algorithm: Algorithm = "auto",
    adversary: Adversary = "strong",
    explain: bool = False,
    must: Any = None,
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    costs: Any = None,
    cost_limit: float | None = None,
    certify: bool = False,
    protect: int = 0,
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Selection:
    """Choose k items so that losing any tau of them hurts least.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    k : int, optional
        How many items to choose; all if there are no more. May be left out if there is a
        cost_limit.
    tau : int, default 0
        How many of them may be lost.
    algorithm : str, default "auto"
        One of `algorithms()`. "auto" searches for the best worst case; "oblivious-greedy" is the
        paper's algorithm.
    adversary : str, default "strong"
        Who looks for the worst deletion; one of `adversaries()`. "paper" stands for the paper's
        four together.
    explain : bool, default False
        Also find which guarantee applies to this selection. The guarantees are about
        oblivious-greedy and greedy.
    must : sequence of int or str, optional
        Items that must be chosen. They count against k and may be lost like all others.
    must_not : sequence of int or str, optional
        Items never to choose.
    kinds : sequence or mapping, optional
        The kind of each item: one label an item, or a mapping from items to labels; None is none.
    at_most : int or mapping, optional
        How many of a kind may be chosen: one number for all kinds, or a mapping from some of them.
    costs : sequence or mapping, optional
        The price of each item: one number an item, or a mapping from items to numbers.
    cost_limit : float, optional
        What the chosen items may cost together.
    certify : bool, default False
        Also prove how near this selection is to the best, see `certify` and
        `Selection.certificate`.
    protect : int, default 0
        How many of the chosen may be protected: then the set and what to protect of it are chosen
        together, so that the worst tau losses among the others hurt least. `Selection.protection`
        says which, and what is left.
    random_state : int or NumPy generator, optional
        What draws, draws from here; None is 0.
    n_jobs : int, optional
        Threads; None means all cores, 1 inside a joblib worker. The answer does not depend on it.
    **options
        Options of the algorithm (`seconds` and `budget` of auto, `beta` of oblivious-greedy, ...)
        and of the adversary (`repeats`, ...). One that neither of them has is a TypeError.

    Returns
    -------
    Selection

    Raises
    ------
    ValueError
        If the algorithm needs more than k items to guard against tau losses, or if no choice can
        hold the constraints.

    Examples
    --------
    >>> import holdfast as hf
    >>> weights = [3.0, 1.0, 2.0]
    >>> f = hf.SetFunction(3, lambda items: sum(weights[i] for i in items))
    >>> selection = hf.select(f, k=2, tau=1)
    >>> selection.items.tolist(), selection.value, selection.worst_case.value
    ([0, 2], 5.0, 2.0)
    >>> hf.select(f, k=2, must=[1], kinds=["left", "right", "left"], at_most=1).items.tolist()
    [1, 0]
    >>> hf.select(f, costs=[3, 1, 1], cost_limit=2).items.tolist()
    [2, 1]
    >>> hf.select(f, k=2, tau=1, protect=1).protection.names
    ['0']
    """
    require_objective(objective)
    (for_algorithm,), for_adversary = split_options(options, [algorithm], adversary)
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.select,
        count_of_items(objective, k, cost_limit),
        _arrays.count(tau, "tau"),
        constraints(objective, must, must_not, kinds, at_most, costs, cost_limit),
        algorithm,
        for_algorithm,
        adversary,
        for_adversary,
        bool(explain),
        bool(certify),
        _arrays.count(protect, "protect"),
        seed,
        threads,
    )
    return Selection(document, asked=_Asked(objective, adversary, for_adversary, seed, threads))


def attack(
    objective: Objective,
    items: Any,
    tau: int | None = None,
    *,
    adversary: Adversary = "strong",
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Deletion:
    """The worst deletion of tau items from a set that an adversary finds.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    items : Selection, or sequence of int or str
        The set that is attacked: numbers or names.
    tau : int, optional
        How many of them are deleted; all if there are no more. A selection knows how many it was
        made for; with any other set you must say it.
    adversary, random_state, n_jobs
        As in `select`.
    **options
        Options of the adversary (`repeats`, `most_nodes`, ...).

    Returns
    -------
    Deletion

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]], names=["a", "b", "c"])
    >>> deletion = hf.attack(f, ["a", "b", "c"], tau=2, adversary="exact")
    >>> deletion.names, deletion.value, deletion.proven
    (['a', 'b'], 1.0, True)
    """
    require_objective(objective)
    _, for_adversary = split_options(options, [], adversary)
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.attack,
        objective._numbers_of(items),
        tau_of(items, tau),
        adversary,
        for_adversary,
        seed,
        threads,
    )
    return Deletion(document, asked=_Asked(objective, adversary, for_adversary, seed, threads))


def certify(
    objective: Objective,
    items: Any,
    tau: int | None = None,
    k: int | None = None,
    *,
    beta: float | None = None,
    adversary: Adversary = "strong",
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Certificate:
    """Prove how good a set is: its worst case, and what no set of k items can exceed.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    items : Selection, or sequence of int or str
        The set, however it was found: numbers or names.
    tau : int, optional
        How many of its items may be lost. A selection knows how many it was made for; with any
        other set you must say it.
    k : int, optional
        Compare with sets of so many items; by default as many as the selection was asked for, or
        as the set has.
    beta : float, optional
        If oblivious-greedy chose the set for this k and tau: its beta. `a_priori` is then its own
        promise; by default it is that of the beta which promises most.
    adversary, random_state, n_jobs
        As in `select`. Whatever the adversary finds, the exact one proves what it can.
    **options
        Options of the adversary (`repeats`, ...).

    Returns
    -------
    Certificate

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]], names=["a", "b", "c"])
    >>> certificate = hf.certify(f, ["a", "c"], tau=1)
    >>> certificate.lower, certificate.upper, certificate.proven_share > 0.999
    (1.0, 1.0, True)
    """
    require_objective(objective)
    _, for_adversary = split_options(options, [], adversary)
    numbers = objective._numbers_of(items)
    if k is None:
        k = items.k if isinstance(items, Selection) else len(numbers)
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    document = answer(
        objective,
        _core.certify,
        numbers,
        _arrays.count(k, "k"),
        tau_of(items, tau),
        None if beta is None else float(beta),
        adversary,
        for_adversary,
        seed,
        threads,
    )
    return Certificate(document, asked=_Asked(objective, adversary, for_adversary, seed, threads))
