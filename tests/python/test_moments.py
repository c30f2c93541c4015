"""Moments of tables in blocks, and linear regression from them."""

import pickle

import numpy as np
import pytest

import holdfast as hf

ROWS = 5000


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(0)
    X = random.normal(size=(ROWS, 12)) * np.arange(1, 13) + 1e6
    return X, X @ random.normal(size=12) + random.normal(size=ROWS)


def in_blocks(X, y, sizes):
    moments, first = hf.Moments(), 0
    while first < len(X):
        size = sizes[first % len(sizes)]
        moments.update(X[first : first + size], y[first : first + size])
        first += size
    return moments


def answers(objective):
    chosen = hf.select(objective, k=5, tau=2)
    return chosen.items.tolist(), chosen.value, chosen.worst_case.value


@pytest.mark.parametrize("options", [{}, {"intercept": False}, {"standardize": True, "ridge": 3.0}])
def test_answers_are_those_of_the_whole_table(table, options):
    X, y = table
    whole = hf.LinearRegression(X, y, **options)
    found = hf.LinearRegression.from_moments(in_blocks(X, y, [700]), **options)
    items, value, worst = answers(whole)
    assert answers(found)[0] == items
    assert answers(found)[1:] == pytest.approx((value, worst), rel=1e-9)
    assert found.largest_value == pytest.approx(whole.largest_value, rel=1e-12)


def test_blocks_give_the_same_bits(table):
    X, y = table
    expected = answers(hf.LinearRegression.from_moments(in_blocks(X, y, [ROWS])))
    for sizes in ([1024], [1, 900, 3], [4999]):
        assert answers(hf.LinearRegression.from_moments(in_blocks(X, y, sizes))) == expected


@pytest.mark.parametrize("options", [{}, {"intercept": False}, {"standardize": True}])
def test_weights_are_those_of_the_whole_table(table, options):
    X, y = table
    weights = np.random.default_rng(2).integers(0, 3, ROWS) * 0.5
    whole = hf.LinearRegression(X, y, sample_weight=weights, **options)
    found = []
    for sizes in ([ROWS], [1, 1500, 700]):
        moments, first = hf.Moments(), 0
        while first < ROWS:
            part = slice(first, first + sizes[first % len(sizes)])
            moments.update(X[part], y[part], sample_weight=weights[part])
            first = part.stop
        moments = pickle.loads(pickle.dumps(moments))
        found.append(answers(hf.LinearRegression.from_moments(moments, **options)))
    assert found[0] == found[1]
    items, value, worst = answers(whole)
    assert found[0][0] == items
    assert found[0][1:] == pytest.approx((value, worst), rel=1e-9)


def test_weighted_parts_are_merged():
    random = np.random.default_rng(3)
    X, y, weights = random.normal(size=(3000, 6)), random.normal(size=3000), random.random(3000)
    whole, first, second = hf.Moments(), hf.Moments(), hf.Moments()
    whole.update(X, y, sample_weight=weights)
    first.update(X[:2048], y[:2048], sample_weight=weights[:2048])
    part = hf.Moments(first_row=2048, shift=first.shift)
    part.update(X[2048:], y[2048:], sample_weight=weights[2048:])
    joined = first.copy()
    joined.merge(part)
    assert joined._sums.to_bytes() == whole._sums.to_bytes()
    second.update(X[2048:], y[2048:], sample_weight=weights[2048:])
    second.merge(first)
    expected = answers(hf.LinearRegression.from_moments(whole))
    assert answers(hf.LinearRegression.from_moments(second))[1:] == pytest.approx(
        expected[1:], rel=1e-9
    )
    with pytest.raises(ValueError, match="every update must bring weights, or none"):
        first.update(X, y)
    with pytest.raises(ValueError, match="row 2 has weight -1"):
        hf.Moments().update(X[:3], y[:3], sample_weight=[1.0, 0.0, -1.0])
    with pytest.raises(ValueError, match="X has 3 rows, but sample_weight has 1"):
        hf.Moments().update(X[:3], y[:3], sample_weight=[1.0])


def test_layout_and_type_do_not_matter(table):
    X, y = table
    X = np.round(X).astype(np.float32)
    expected = in_blocks(X.astype(float), y, [ROWS])
    for other in (X, np.asfortranarray(X), np.repeat(X, 2, axis=0)[::2], X.astype(np.int64)):
        moments = in_blocks(other, y, [ROWS])
        assert moments._sums.to_bytes() == expected._sums.to_bytes()


def test_parts_merge_to_the_same_bits(table):
    X, y = table
    first = in_blocks(X[:2048], y[:2048], [500])
    second = hf.Moments(first_row=2048, shift=first.shift)
    second.update(X[2048:], y[2048:])
    first.merge(pickle.loads(pickle.dumps(second)))
    assert first.n_rows == ROWS
    assert first._sums.to_bytes() == in_blocks(X, y, [ROWS])._sums.to_bytes()


def test_several_outputs(table):
    X, y = table
    Y = np.c_[y, X[:, 0] ** 2]
    whole = hf.LinearRegression(X, Y)
    found = hf.LinearRegression.from_moments(in_blocks(X, Y, [800]))
    assert found.value([0, 3]) == pytest.approx(whole.value([0, 3]), rel=1e-9)


def test_an_objective_of_moments_is_pickled_and_keeps_its_state(table):
    X, y = table
    moments = in_blocks(X, y, [ROWS])
    objective = hf.LinearRegression.from_moments(moments)
    value = objective.value([1, 2])
    moments.update(X, y)
    assert pickle.loads(pickle.dumps(objective)).value([1, 2]) == value


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_arrow_streams(table, library):
    X, y = table
    module = pytest.importorskip(library)
    columns = {f"x{j}": X[:, j] for j in range(12)} | {"y": y}
    data = module.table(columns) if library == "pyarrow" else module.DataFrame(columns)
    moments = hf.Moments()
    moments.update_from(data, target="y")
    assert moments.feature_names == [f"x{j}" for j in range(12)]
    assert moments._sums.to_bytes() == in_blocks(X, y, [ROWS])._sums.to_bytes()
    assert hf.LinearRegression.from_moments(moments).item_names[3] == "x3"


def test_what_is_wrong_is_said(table):
    pyarrow = pytest.importorskip("pyarrow")
    X, y = table
    moments = hf.Moments()
    moments.update(X[:10], y[:10])
    with pytest.raises(ValueError, match="3 columns and 1 responses come after 12 and 1"):
        moments.update(X[:10, :3], y[:10])
    with pytest.raises(ValueError, match="10 rows, but y has 9"):
        moments.update(X[:10], y[:9])
    with pytest.raises(ValueError, match="no rows"):
        hf.LinearRegression.from_moments(hf.Moments())
    with pytest.raises(TypeError, match="__arrow_c_stream__"):
        hf.Moments().update_from(X, target="y")
    nulls = pyarrow.table({"a": [1.0, None], "y": [1.0, 2.0]})
    with pytest.raises(ValueError, match="'a' is null in row 1"):
        hf.Moments().update_from(nulls, target="y")
    with pytest.raises(ValueError, match="'a' holds string"):
        hf.Moments().update_from(pyarrow.table({"a": ["x"], "y": [1.0]}), target="y")
    with pytest.raises(ValueError, match="no column named 'z'"):
        hf.Moments().update_from(nulls, target="z")
    bad = X.copy()
    bad[4500, 3] = np.nan
    with pytest.raises(ValueError, match="row 4500, column 3 is nan"):
        hf.LinearRegression.from_moments(in_blocks(bad, y, [ROWS]))
