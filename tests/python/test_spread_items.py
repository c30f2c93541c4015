"""Items that are spread over parts, here without a cluster: the bits of one machine."""

import itertools
import threading

import numpy as np
import pytest
import scipy.sparse as sp
from holdfast._objective import Objective

import holdfast as hf
from holdfast import _core

ROWS, COLUMNS = 45, 70
BORDERS = [[0, 70], [0, 1, 30, 70], [0, 33, 34, 61, 70]]


def table(seed=3):
    """With columns that are equal, nearly equal, and zero, so that ties and spans matter."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(ROWS, COLUMNS)) + 3.0
    X[:, 40] = X[:, 2]
    X[:, 65] = X[:, 2]
    X[:, 50] = X[:, 10] + 1e-7 * random.normal(size=ROWS)
    X[:, 31] = 0.0
    y = X[:, [2, 10, 20, 50, 60]].sum(axis=1) + random.normal(size=ROWS)
    return X, y


class Spread(Objective):
    def __init__(self, core):
        self._core = core


class Parts:
    """Makes parts, and again where one is lost, which it is `lost` of the times it is asked."""

    def __init__(self, makers, lost=0.0):
        self.makers, self.lost = makers, lost
        self.parts = [make() for make in makers]
        self.random = np.random.default_rng(5)
        self.wait_for, self.met = None, set()

    def __call__(self, question, numbers):
        if self.wait_for and threading.get_ident() not in self.met:
            self.met.add(threading.get_ident())
            self.wait_for.wait()
        for i in numbers:
            if self.random.random() < self.lost:
                self.parts[i] = self.makers[i]()
        return [self.parts[i].answer(question) for i in numbers]


def spread_linear(
    X, y, borders, ridge=0.0, intercept=True, lost=0.0, standardize=False, weights=None
):
    target = np.asfortranarray(np.reshape(y, (len(y), -1)))
    options = ridge, intercept, standardize, weights

    def maker(first, end):
        if not sp.issparse(X):
            own = np.asfortranarray(X[:, first:end])
            return lambda: _core.make_linear_part(first, own, target, *options)
        own = X[:, first:end].tocsc()
        packed = (
            own.shape[0],
            own.indptr.astype(np.int64),
            own.indices.astype(np.int32),
            own.data,
        )
        return lambda: _core.make_sparse_linear_part(first, packed, target, *options)

    makers = [maker(*pair) for pair in itertools.pairwise(borders)]
    asked = Parts(makers, lost)
    core = _core.make_spread_linear(borders, asked, target, ridge, intercept, [], weights)
    made = Spread(core)
    made.asked = asked
    return made


def spread_variance(points, targets, borders, lost=0.0, kernel="matern32", noise=0.3):
    of_kernel = kernel, 0.7, 1.3
    places = np.asfortranarray(points[targets])

    def maker(first, end):
        own = np.asfortranarray(points[first:end])
        return lambda: _core.make_kernel_part(first, *of_kernel, own, places, noise)

    makers = [maker(*pair) for pair in itertools.pairwise(borders)]
    core = _core.make_spread_variance_reduction(
        borders, Parts(makers, lost), *of_kernel, places, noise, []
    )
    return Spread(core)


def answers(objective, algorithm, k=9, tau=3):
    chosen = hf.select(objective, k=k, tau=tau, algorithm=algorithm)
    steps = chosen.items.tolist(), chosen.trace.tolist()
    worst = chosen.worst_case
    return steps, chosen.value, worst.items.tolist(), worst.value, objective.value(chosen.items)


@pytest.mark.parametrize("borders", BORDERS)
@pytest.mark.parametrize("algorithm", ["greedy", "oblivious-greedy", "omp", "random-greedy"])
def test_linear(borders, algorithm):
    X, y = table()
    expected = answers(hf.LinearRegression(X, y), algorithm)
    assert answers(spread_linear(X, y, borders), algorithm) == expected


def test_the_search_works_on_what_comes_here():
    X, y = table()
    local = answers(hf.LinearRegression(X[:, :30], y), "auto", k=5, tau=1)
    assert answers(spread_linear(X[:, :30], y, [0, 7, 30]), "auto", k=5, tau=1) == local


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("ridge", "intercept"), [(0.0, False), (0.5, True)])
def test_kinds_of_linear(sparse, ridge, intercept):
    X, y = table()
    if sparse:
        X = sp.csc_matrix(np.where(X > 3.5, X, 0.0))
    local = hf.LinearRegression(X, y, ridge=ridge, intercept=intercept)
    spread = spread_linear(X, y, BORDERS[1], ridge, intercept)
    assert spread.largest_value == local.largest_value
    for algorithm in ("greedy", "stochastic-greedy"):
        assert answers(spread, algorithm) == answers(local, algorithm)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("intercept", "standardize"), [(True, False), (True, True), (False, None)])
@pytest.mark.parametrize("weighted", [False, True])
def test_scales_and_weights(sparse, intercept, standardize, weighted):
    X, y = table()
    if standardize is None:  # without an intercept only dense columns can be standardized
        standardize = not sparse
    if sparse:
        X = sp.csc_matrix(np.where(X > 3.5, X, 0.0))
    weights = np.random.default_rng(9).uniform(0.5, 3.0, len(y)) if weighted else None
    local = hf.LinearRegression(
        X, y, ridge=0.1, intercept=intercept, standardize=standardize, sample_weight=weights
    )
    spread = spread_linear(
        X, y, BORDERS[1], 0.1, intercept, standardize=standardize, weights=weights
    )
    assert spread.largest_value == local.largest_value
    for algorithm in ("greedy", "oblivious-greedy"):
        assert answers(spread, algorithm) == answers(local, algorithm)


def test_several_outputs():
    X, y = table()
    both = np.column_stack([y, X[:, 5] ** 2])
    local = hf.LinearRegression(X, both)
    assert answers(spread_linear(X, both, BORDERS[2]), "greedy") == answers(local, "greedy")


def test_more_members_than_a_product_adds_up_at_a_time():
    random = np.random.default_rng(8)
    X = random.normal(size=(220, 300))
    y = random.normal(size=220)
    local = answers(hf.LinearRegression(X, y), "greedy", k=150, tau=2)
    borders = [0, 113, 300]
    assert answers(spread_linear(X, y, borders), "greedy", k=150, tau=2) == local


def points(n=70):
    return np.random.default_rng(6).random((n, 2)) * 4.0


@pytest.mark.parametrize("borders", BORDERS)
@pytest.mark.parametrize("algorithm", ["greedy", "oblivious-greedy", "auto"])
def test_variance_reduction(borders, algorithm):
    targets = list(range(70))
    local = hf.VarianceReduction(
        points(), lengthscale=0.7, output_variance=1.3, noise=0.3, targets=targets
    )
    spread = spread_variance(points(), targets, borders)
    assert spread.largest_value == local.largest_value
    assert answers(spread, algorithm) == answers(local, algorithm)


@pytest.mark.parametrize("kernel", ["matern52", "squared-exponential", "linear"])
def test_kernels_and_targets(kernel):
    targets = [5, 60, 12]
    local = hf.VarianceReduction(
        points(),
        kernel=kernel,
        lengthscale=0.7,
        output_variance=1.3,
        noise=0.3,
        targets=targets,
    )
    spread = spread_variance(points(), targets, BORDERS[1], kernel=kernel)
    assert answers(spread, "greedy") == answers(local, "greedy")


@pytest.mark.parametrize("lost", [0.3, 1.0])
def test_parts_that_are_lost_are_told_again(lost):
    X, y = table()
    spread = spread_linear(X, y, BORDERS[2], lost=lost)
    assert answers(spread, "greedy") == answers(hf.LinearRegression(X, y), "greedy")
    many = spread_variance(points(), list(range(70)), BORDERS[1], lost=lost)
    local = hf.VarianceReduction(points(), lengthscale=0.7, output_variance=1.3, noise=0.3)
    assert answers(many, "oblivious-greedy") == answers(local, "oblivious-greedy")


@pytest.mark.parametrize("lost", [0.0, 0.5])
def test_members_that_leave_turn_the_rows_alike(lost):
    """A repair removes a few members and asks for gains, which rotates rows."""
    X, y = table()
    kernel = {"lengthscale": 0.7, "output_variance": 1.3, "noise": 0.3}
    pairs = [
        (hf.LinearRegression(X, y), spread_linear(X, y, BORDERS[1], lost=lost)),
        (
            hf.VarianceReduction(points(), **kernel),
            spread_variance(points(), list(range(70)), BORDERS[2], lost=lost),
        ),
    ]
    for local, spread in pairs:
        for objective_gains in zip(gains_on_a_walk(local), gains_on_a_walk(spread), strict=True):
            assert objective_gains[0].tolist() == objective_gains[1].tolist()


def gains_on_a_walk(objective):
    state = _core.start_state(objective._core, 1)
    candidates = np.array([4, 5, 33, 60, 69], dtype=np.int32)
    for item in [2, 10, 20, 41, 7, 8]:
        state.add(item)
        yield state.gains(candidates)
    for item in [10, 7]:
        state.remove(item)
        yield state.gains(candidates)
    for item in [1, 10]:
        state.add(item)
    yield state.gains(candidates)
    for item in [2, 20, 41, 8, 1]:  # most of them: the rows are made anew
        state.remove(item)
    yield state.gains(candidates)
    yield np.array([state.value()])


@pytest.mark.parametrize("algorithm", ["partitioned-greedy", "partitioned-robust"])
@pytest.mark.parametrize(("lost", "epsilon"), [(0.0, 0.0), (0.2, 0.0), (0.2, 0.4)])
def test_parts_of_a_selection_ask_at_the_same_time(algorithm, lost, epsilon):
    """In the end three threads wait for each other, so one after another would fail."""
    X, y = table()
    spread = spread_linear(X, y, BORDERS[2], lost=lost)
    options = {"k": 6, "tau": 2, "algorithm": algorithm, "parts": 3, "epsilon": epsilon}
    here = hf.select(hf.LinearRegression(X, y), **options)
    there = hf.select(spread, **options)
    assert there.items.tolist() == here.items.tolist()
    assert there.worst_case.value == here.worst_case.value
    assert there.evaluations == here.evaluations

    spread.asked.wait_for = threading.Barrier(3, timeout=60)
    assert hf.select(spread, **options).items.tolist() == here.items.tolist()
    assert len(spread.asked.met) == 3


def test_what_does_not_fit_is_said():
    X, y = table()
    with pytest.raises(ValueError, match="response has 44 values"):
        _core.make_linear_part(0, np.asfortranarray(X), np.asfortranarray(y[:44, None]), 0.0, True)
    with pytest.raises(ValueError, match="no kernel 'cubic'"):
        spread_variance(points(), [0], [0, 70], kernel="cubic")
    with pytest.raises(ValueError, match="noise must be above 0"):
        spread_variance(points(), [0], [0, 70], noise=0.0)
