"""Choosing, attacking, and what the theory says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from holdfast import _arrays, _core
from holdfast._constraints import constraints
from holdfast._threads import threads_of
from holdfast.certificate import Certificate
from holdfast.objectives import Objective
from holdfast.results import Curve, Deletion, Guarantee, Ratios, Selection


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


def _seed_of(random_state: Any) -> int:
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


def _split_options(
    options: dict[str, Any], algorithm_names: Sequence[str], adversary: str
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Each option goes to those who know it; one that nobody knows is an error."""
    known = [_core.algorithm_options(name) for name in algorithm_names]
    known_by_adversary = _core.adversary_options(adversary)
    unknown = [
        name
        for name in options
        if name not in known_by_adversary and not any(name in names for names in known)
    ]
    if unknown:
        owners = ", ".join([*algorithm_names, adversary])
        valid = sorted({*known_by_adversary, *(name for names in known for name in names)})
        raise TypeError(
            f"{unknown[0]!r} is no option of {owners}; "
            + (f"valid are {', '.join(valid)}" if valid else "they have none")
        )
    plain = {name: _arrays.plain_option(value) for name, value in options.items()}
    return (
        [{name: plain[name] for name in plain if name in names} for names in known],
        {name: plain[name] for name in plain if name in known_by_adversary},
    )


def _require_objective(objective: Any) -> None:
    if not isinstance(objective, Objective):
        raise TypeError(
            f"objective must be one of holdfast's objectives, got {type(objective).__name__}; "
            "a function of yours goes into holdfast.SetFunction"
        )


def select(
    objective: Objective,
    k: int,
    tau: int = 0,
    *,
    algorithm: str = "oblivious-greedy",
    adversary: str = "paper",
    explain: bool = False,
    must: Any = None,
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    certify: bool = False,
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Selection:
    """Choose k items so that losing any tau of them hurts least.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    k : int
        How many items to choose; all if there are no more.
    tau : int, default 0
        How many of them may be lost.
    algorithm : str, default "oblivious-greedy"
        One of `algorithms()`.
    adversary : str, default "paper"
        Who looks for the worst deletion; one of `adversaries()`.
    explain : bool, default False
        Also find which guarantee applies to this selection.
    must : sequence of int or str, optional
        Items that must be chosen. They count against k and may be lost like all others.
    must_not : sequence of int or str, optional
        Items never to choose.
    kinds : sequence or mapping, optional
        The kind of each item: one label an item, or a mapping from items to labels; None is none.
    at_most : int or mapping, optional
        How many of a kind may be chosen: one number for all kinds, or a mapping from some of them.
    certify : bool, default False
        Also prove how near this selection is to the best, see `certify` and
        `Selection.certificate`.
    random_state : int or NumPy generator, optional
        What draws, draws from here; None is 0.
    n_jobs : int, optional
        Threads; None means all cores, 1 inside a joblib worker. The answer does not depend on it.
    **options
        Options of the algorithm (`beta`, `eta`, ...) and of the adversary (`repeats`, ...). One
        that neither of them has is a TypeError.

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
    """
    _require_objective(objective)
    (for_algorithm,), for_adversary = _split_options(options, [algorithm], adversary)
    document = _core.select(
        objective._core,
        _arrays.count(k, "k"),
        _arrays.count(tau, "tau"),
        constraints(objective, must, must_not, kinds, at_most),
        algorithm,
        for_algorithm,
        adversary,
        for_adversary,
        bool(explain),
        bool(certify),
        _seed_of(random_state),
        threads_of(n_jobs),
    )
    return Selection(document)


def attack(
    objective: Objective,
    items: Any,
    tau: int,
    *,
    adversary: str = "paper",
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Deletion:
    """The worst deletion of tau items from a set that an adversary finds.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    items : sequence of int or str
        The set that is attacked: numbers or names.
    tau : int
        How many of them are deleted; all if there are no more.
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
    _require_objective(objective)
    _, for_adversary = _split_options(options, [], adversary)
    document = _core.attack(
        objective._core,
        objective._numbers_of(items),
        _arrays.count(tau, "tau"),
        adversary,
        for_adversary,
        _seed_of(random_state),
        threads_of(n_jobs),
    )
    return Deletion(document)


def certify(
    objective: Objective,
    items: Any,
    tau: int,
    k: int | None = None,
    *,
    beta: float | None = None,
    adversary: str = "paper",
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Certificate:
    """Prove how good a set is: its worst case, and what no set of k items can exceed.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    items : sequence of int or str
        The set, however it was found: numbers or names.
    tau : int
        How many of its items may be lost.
    k : int, optional
        Compare with sets of so many items; as many as the set has by default.
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
    _require_objective(objective)
    _, for_adversary = _split_options(options, [], adversary)
    numbers = objective._numbers_of(items)
    document = _core.certify(
        objective._core,
        numbers,
        len(numbers) if k is None else _arrays.count(k, "k"),
        _arrays.count(tau, "tau"),
        None if beta is None else float(beta),
        adversary,
        for_adversary,
        _seed_of(random_state),
        threads_of(n_jobs),
    )
    return Certificate(document)


def curve(
    objective: Objective,
    k: int,
    tau: int,
    tau_max: int | None = None,
    *,
    algorithms: Sequence[str] = ("oblivious-greedy", "greedy", "oblivious"),
    adversary: str = "paper",
    must: Any = None,
    must_not: Any = None,
    kinds: Any = None,
    at_most: Any = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Curve:
    """What is left of several algorithms' choices after 0, 1, ..., tau_max deletions.

    Each algorithm chooses once, prepared for tau losses. Its choice is then attacked anew for each
    number of deletions.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    k : int
        How many items each algorithm chooses.
    tau : int
        How many losses they prepare for.
    tau_max : int, optional
        The most deletions; 2 tau by default, at most k.
    algorithms : sequence of str
        Who chooses. One that needs more than k items is left out, see `Curve.skipped`.
    adversary, must, must_not, kinds, at_most, random_state, n_jobs
        As in `select`.
    **options
        Each goes to the algorithms and the adversary that have it.

    Returns
    -------
    Curve

    Examples
    --------
    >>> import holdfast as hf
    >>> f = hf.SetFunction(4, lambda items: float(sum(items)))
    >>> hf.curve(f, k=3, tau=1, algorithms=["oblivious-greedy", "greedy"])
    Curve over 0 to 2 deletions
      oblivious-greedy  6  3  1
      greedy            6  3  1
    """
    _require_objective(objective)
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    for_algorithms, for_adversary = _split_options(options, names, adversary)
    k, tau = _arrays.count(k, "k"), _arrays.count(tau, "tau")
    largest = min(2 * tau, k) if tau_max is None else _arrays.count(tau_max, "tau_max")
    document = _core.curve(
        objective._core,
        k,
        tau,
        largest,
        constraints(objective, must, must_not, kinds, at_most),
        names,
        for_algorithms,
        adversary,
        for_adversary,
        _seed_of(random_state),
        threads_of(n_jobs),
    )
    return Curve(document)


def ratios(
    objective: Objective,
    *,
    random_state: Any = None,
    n_jobs: int | None = None,
    **search: Any,
) -> Ratios:
    """How far the objective is from submodular: seven ratios, exact or bounded.

    Parameters
    ----------
    objective : Objective
        What a set of items is worth.
    random_state, n_jobs
        As in `select`.
    **search
        `exact_up_to` (14): ground sets of at most this many items are enumerated, at most 20.
        `largest_set` (0, all): ask only about sets of at most this many items. `chains` and
        `chain_length`: how many growing sequences of sets are sampled on larger ground sets, and
        how long they are.

    Returns
    -------
    Ratios

    Examples
    --------
    >>> import holdfast as hf
    >>> ratios = hf.ratios(hf.Coverage([[1, 1, 0], [1, 0, 0], [0, 0, 1]]))
    >>> ratios.gamma["value"], ratios.gamma["kind"]
    (1.0, 'exact')
    """
    _require_objective(objective)
    plain = {name: _arrays.plain_option(value) for name, value in search.items()}
    return Ratios(_core.ratios(objective._core, plain, _seed_of(random_state), threads_of(n_jobs)))


def guarantee(k: int, tau: int, beta: float = 1.0, **known: Any) -> Guarantee:
    """What the theory promises for k, tau, beta and known ratios.

    Parameters
    ----------
    k, tau : int
        How many items oblivious-greedy chooses, and how many of them may be lost.
    beta : float, default 1
        Size of its guard, ceil(beta tau).
    **known
        `gamma`, `gamma_check`, `alpha`, `alpha_check`, `nu`, `nu_check`, `theta`, as far as they
        are known; and `estimates=True` if they are estimates, so that nothing counts as proven.

    Returns
    -------
    Guarantee

    Examples
    --------
    >>> import holdfast as hf
    >>> promised = hf.guarantee(k=40, tau=10, gamma=0.9, nu_check=0.5)
    >>> promised.best["statement"], round(promised.best["value"], 3)
    ('singletons_robust', 0.267)
    """
    plain = {name: _arrays.plain_option(value) for name, value in known.items()}
    return Guarantee(
        _core.guarantee(_arrays.count(k, "k"), _arrays.count(tau, "tau"), float(beta), plain)
    )
