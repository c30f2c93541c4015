"""What is accepted, what is copied, and what is refused."""

import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import holdfast as hf


def resident_bytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def growth_while_making(X, y):
    """Bytes that stay in memory because of an objective without an intercept."""
    hf.LinearRegression(X[:10], y[:10], intercept=False)
    before = resident_bytes()
    tracemalloc.start()
    objective = hf.LinearRegression(X, y, intercept=False)
    numpy_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    after = resident_bytes()
    assert objective.n_items == X.shape[1]
    return max(after - before, numpy_bytes)


def test_a_fortran_array_is_not_copied_and_another_is_copied_once():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 1000))  # 32 MB
    y = rng.normal(size=4000)
    fortran = np.asfortranarray(X)
    assert growth_while_making(fortran, y) < 0.3 * X.nbytes
    assert growth_while_making(X, y) < 1.3 * X.nbytes


def test_the_array_lives_as_long_as_the_objective(regression):
    X, y = regression
    objective = hf.LinearRegression(np.asfortranarray(X * 2), y, intercept=False)
    expected = hf.LinearRegression(X * 2, y, intercept=False).value([0, 3])
    assert objective.value([0, 3]) == expected


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_keep_their_names(regression, frame):
    X, y = regression
    names = [f"column {i}" for i in range(X.shape[1])]
    objective = hf.LinearRegression(frame(dict(zip(names, X.T, strict=True))), y)
    assert objective.item_names == names
    selection = hf.select(objective, 3, 1)
    assert set(selection.names) <= set(names)
    assert hf.attack(objective, selection.names, 1).names == selection.worst_case.names


@pytest.mark.parametrize("layout", ["csr_matrix", "csc_matrix", "coo_matrix", "csc_array"])
def test_sparse_equals_dense(regression, layout):
    X, y = regression
    X = np.where(np.abs(X) > 0.7, X, 0.0)
    sparse = getattr(scipy.sparse, layout)(X)
    one = hf.select(hf.LinearRegression(X, y), 4, 1)
    other = hf.select(hf.LinearRegression(sparse, y), 4, 1)
    assert one.items.tolist() == other.items.tolist()
    assert one.value == pytest.approx(other.value, rel=1e-10)


@settings(max_examples=60, deadline=None)
@given(
    rows=st.integers(2, 9),
    cols=st.integers(1, 7),
    dtype=st.sampled_from([np.float32, np.float64, np.int8, np.int64, np.uint16, bool, ">f8"]),
    order=st.sampled_from("CF"),
    stride=st.integers(1, 3),
    k=st.integers(0, 9),
    tau=st.integers(0, 9),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_shape_type_and_layout(rows, cols, dtype, order, stride, k, tau, seed):
    rng = np.random.default_rng(seed)
    big = np.asarray(rng.integers(0, 5, size=(rows * stride, cols * stride)), dtype=dtype)
    X = np.array(big, order=order)[::stride, ::stride]
    y = rng.normal(size=X.shape[0])
    algorithm = "greedy"
    got = hf.select(hf.LinearRegression(X, y), k, tau, algorithm=algorithm)
    plain = np.asfortranarray(X, dtype=np.float64)
    wanted = hf.select(hf.LinearRegression(plain, y), k, tau, algorithm=algorithm)
    assert got == wanted
    assert len(got) == min(k, cols)
    assert len(got.worst_case.items) == min(tau, len(got))


def test_labels_of_any_kind(regression):
    X, y = regression
    numbers = (y > 0).astype(int)
    words = np.where(y > 0, "up", "down")
    objects = pd.Series(words, dtype="category")
    chosen = [
        hf.select(hf.LogisticRegression(X, labels), 4, 1).items.tolist()
        for labels in (numbers, numbers.astype(bool), words, list(words), objects)
    ]
    assert all(items == chosen[0] for items in chosen)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda X, y: hf.LinearRegression(X[:, 0], y), ["X", "two dimensions"]),
        (lambda X, y: hf.LinearRegression(X, y[:-1]), ["60", "59"]),
        (lambda X, y: hf.LinearRegression(X, X[:, :, None]), ["y", "one dimension"]),
        (lambda X, y: hf.LinearRegression(X * 1j, y), ["X", "complex"]),
        (lambda X, y: hf.LinearRegression([["a", "b"]], [1.0]), ["X", "numbers"]),
        (lambda X, y: hf.LinearRegression(np.where(X > 2, np.nan, X), y), ["nan", "row"]),
        (lambda X, y: hf.LinearRegression(X, y, ridge=-1.0), ["ridge", "-1"]),
        (lambda X, y: hf.LogisticRegression(X, y > 100), ["class"]),
        (lambda X, y: hf.LinearRegression(X, y, names=["a"]), ["12", "1"]),
        (lambda X, y: hf.VarianceReduction(), ["points", "kernel_matrix"]),
        (lambda X, y: hf.VarianceReduction(X, kernel="matern"), ["kernel", "matern"]),
        (lambda X, y: hf.VarianceReduction(X, targets=[99]), ["targets", "99"]),
        (lambda X, y: hf.FacilityLocation(X), ["similarity"]),
        (lambda X, y: hf.LinearRegression(X, y).value([0, 99]), ["99"]),
        (lambda X, y: hf.attack(hf.LinearRegression(X, y), ["nobody"], 1), ["nobody"]),
        (lambda X, y: hf.select(hf.LinearRegression(X, y), 3, -1), ["tau", "-1"]),
        (lambda X, y: hf.select(hf.LinearRegression(X, y), 3, 1, algorithm="gredy"), ["greedy"]),
        (lambda X, y: hf.select(hf.LinearRegression(X, y), 3, 1, n_jobs=0), ["n_jobs"]),
        (
            lambda X, y: hf.select(
                hf.LinearRegression(X, y), 3, 1, algorithm="oblivious-greedy", beta=-1.0
            ),
            ["beta", "-1"],
        ),
    ],
)
def test_bad_input_is_a_value_error_that_says_what(regression, make, words):
    with pytest.raises(ValueError) as caught:
        make(*regression)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda X, y: hf.select(hf.LinearRegression(X, y), 3.5),
        lambda X, y: hf.select(hf.LinearRegression(X, y), 3, 1, betta=1.0),
        lambda X, y: hf.select(X, 3),
        lambda X, y: hf.attack(hf.LinearRegression(X, y), [1.5], 1),
    ],
)
def test_wrong_kinds_are_type_errors(regression, call):
    with pytest.raises(TypeError):
        call(*regression)


def test_a_mask_is_a_set_of_items(regression):
    X, y = regression
    objective = hf.LinearRegression(X, y)
    mask = np.zeros(objective.n_items, dtype=bool)
    mask[[1, 4]] = True
    assert objective.value(mask) == objective.value([1, 4])
    with pytest.raises(ValueError, match="a mask needs 12 entries"):
        objective.value(mask[:5])


def test_a_frame_of_covariances_brings_names():
    names = ["north", "east", "south"]
    frame = pd.DataFrame(np.eye(3), index=names, columns=names)
    assert hf.VarianceReduction(kernel_matrix=frame).item_names == names


def test_options_of_a_kernel_beside_a_matrix_are_an_error():
    with pytest.raises(ValueError, match="lengthscale cannot be combined with kernel_matrix"):
        hf.VarianceReduction(kernel_matrix=np.eye(3), lengthscale=2.0)
