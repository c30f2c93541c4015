"""Facility location and coverage on sparse data, and the files that hold them."""

import json
import pickle
import subprocess

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import holdfast as hf


def random_neighbors(rows, items, count, seed):
    random = np.random.default_rng(seed)
    indices = np.array([random.choice(items, count, replace=False) for _ in range(rows)])
    return indices, random.random((rows, count))


def written_out(indices, similarities, items):
    dense = np.zeros((len(indices), items))
    np.put_along_axis(dense, indices, similarities, axis=1)
    return dense


@pytest.mark.parametrize("seed", range(4))
def test_neighbors_are_a_matrix_with_zeros(seed):
    indices, similarities = random_neighbors(300, 40, 6, seed)
    dense = hf.FacilityLocation(written_out(indices, similarities, 40))
    sparse = hf.FacilityLocation.from_neighbors(indices, similarities, n_items=40)
    for algorithm in ("greedy", "oblivious-greedy", "auto"):
        expected = hf.select(dense, k=8, tau=2, algorithm=algorithm)
        found = hf.select(sparse, k=8, tau=2, algorithm=algorithm)
        assert found.items.tolist() == expected.items.tolist()
        assert found.value == pytest.approx(expected.value, rel=1e-12)
        assert found.worst_case.value == pytest.approx(expected.worst_case.value, rel=1e-12)
    assert pickle.loads(pickle.dumps(sparse)).value([1, 2]) == sparse.value([1, 2])


def test_scipy_matrices_and_weights():
    indices, similarities = random_neighbors(200, 30, 5, 9)
    dense = written_out(indices, similarities, 30)
    weights = np.arange(200.0)
    expected = hf.FacilityLocation(dense, weights=weights)
    for make in (sp.csr_matrix, sp.csc_matrix, sp.coo_matrix, sp.csr_array):
        found = hf.FacilityLocation(
            make(dense), weights=weights, names=[f"s{j}" for j in range(30)]
        )
        assert found.value(["s3", "s17"]) == pytest.approx(expected.value([3, 17]), rel=1e-13)


def test_nobody_and_wrong_neighbors():
    f = hf.FacilityLocation.from_neighbors([[0, -1], [2, 0]], [[1.0, 9.0], [2.0, 3.0]])
    assert (f.n_items, f.value([0]), f.value([1]), f.value([2])) == (3, 4.0, 0.0, 2.0)
    for indices, similarities, message in (
        ([[0, 0]], [[1.0, 2.0]], "row 0 has item 0 twice"),
        ([[0, 5]], [[1.0, 2.0]], "indices hold 5; valid are -1"),
        ([[0, -2]], [[1.0, 2.0]], "indices hold -2"),
        ([[0, 1]], [[1.0]], "must agree"),
        ([[0.5, 1]], [[1.0, 2.0]], "whole numbers"),
        ([[0, 1]], [[1.0, -2.0]], "row 0, column 1 is -2"),
        ([[0, 1]], [[1.0, np.nan]], "nan"),
    ):
        with pytest.raises(ValueError, match=message):
            hf.FacilityLocation.from_neighbors(indices, similarities, n_items=3)


def run(command, *arguments):
    done = subprocess.run(
        [command, "select", *map(str, arguments), "--format", "json", "--quiet"],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "mtx", "uncompressed"])
def test_the_command_reads_sparse_files(tmp_path, command, form):
    indices, similarities = random_neighbors(120, 25, 5, 2)
    dense = written_out(indices, similarities, 25)
    if form == "mtx":
        path = tmp_path / "s.mtx"
        scipy.io.mmwrite(path, sp.csr_matrix(dense), precision=17)
    else:
        path = tmp_path / "s.npz"
        matrix = (
            sp.csr_matrix(dense) if form == "uncompressed" else sp.csr_matrix(dense).asformat(form)
        )
        sp.save_npz(path, matrix, compressed=form != "uncompressed")
    found = run(
        command, "--objective", "facility-location", "--similarity", path, "--k", 5, "--tau", 1
    )
    expected = hf.select(hf.FacilityLocation(dense), k=5, tau=1)
    assert [item["index"] for item in found["items"]] == expected.items.tolist()
    assert found["value"] == pytest.approx(expected.value, rel=1e-12)


def test_the_command_reads_sparse_tables(tmp_path, command):
    random = np.random.default_rng(3)
    table = sp.random(300, 12, density=0.3, random_state=3, format="csr")
    y = table @ random.normal(size=12) + 0.1 * random.normal(size=300)
    with_target = sp.hstack([table, y[:, None]]).tocsr()
    sp.save_npz(tmp_path / "t.npz", with_target)
    found = run(command, "--data", tmp_path / "t.npz", "--target", "x12", "--k", 4, "--tau", 1)
    expected = hf.select(hf.LinearRegression(table, y), k=4, tau=1)
    assert [item["index"] for item in found["items"]] == expected.items.tolist()
    scipy.io.mmwrite(tmp_path / "sets.mtx", (table > 0).astype(int))
    found = run(
        command, "--objective", "coverage", "--sets", tmp_path / "sets.mtx", "--k", 4, "--tau", 1
    )
    expected = hf.select(hf.Coverage(table > 0), k=4, tau=1)
    assert found["value"] == expected.value
