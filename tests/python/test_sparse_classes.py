"""Class models on sparse columns, and the files that hold them."""

import json
import subprocess
import sys

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import holdfast as hf

MODELS = [hf.LogisticRegression, hf.SoftmaxRegression, hf.OneVsRestRegression]


def problem(classes, seed=1, rows=150, columns=30):
    """Counts; an empty column, two equal ones, and one of explicit zeros."""
    random = np.random.default_rng(seed)
    X = sp.random(rows, columns, 0.1, random_state=seed, format="csc")
    X.data = random.integers(1, 4, len(X.data)).astype(float)
    dense = X.toarray()
    dense[:, 3] = 0.0
    dense[:, 4] = dense[:, 5]
    y = np.digitize(
        dense[:, 5:12] @ random.normal(size=7) + 0.3 * random.normal(size=rows),
        np.linspace(-0.5, 0.5, classes - 1) if classes > 2 else [0.3],
    )
    sparse = sp.csc_matrix(dense)
    sparse.data[sparse.indptr[7] : sparse.indptr[8]] = 0.0
    dense[:, 7] = 0.0
    return dense, sparse, y


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("options", [{}, {"standardize": True}, {"intercept": False, "ridge": 0.1}])
def test_sparse_equals_dense(model, options):
    dense, sparse, y = problem(2 if model is hf.LogisticRegression else 3)
    f, g = model(dense, y, **options), model(sparse, y, **options)
    slow = model is hf.LogisticRegression and not options
    for algorithm in ("auto", "greedy") if slow else ("greedy",):
        expected = hf.select(f, k=5, tau=1, algorithm=algorithm)
        found = hf.select(g, k=5, tau=1, algorithm=algorithm)
        assert found.items.tolist() == expected.items.tolist()
        assert found.value == pytest.approx(expected.value, rel=1e-9)
        assert found.worst_case.value == pytest.approx(expected.worst_case.value, rel=1e-9)
    bounds = [hf.certify(h, expected.items, tau=1).worst_case for h in (f, g)]
    assert bounds[1]["lower"] == pytest.approx(bounds[0]["lower"], rel=1e-9)
    assert bounds[1]["upper"] == pytest.approx(bounds[0]["upper"], rel=1e-9)


def test_any_format_will_do_with_standardization_and_weights():
    dense, sparse, y = problem(2)
    weights = np.random.default_rng(0).integers(0, 3, len(y)).astype(float)
    options = {"standardize": True, "intercept": False, "sample_weight": weights}
    expected = hf.select(hf.LogisticRegression(dense, y, **options), k=4, algorithm="greedy")
    for form in (sparse.tocsr(), sparse.tocoo(), sp.csc_array(sparse)):
        found = hf.select(hf.LogisticRegression(form, y, **options), k=4, algorithm="greedy")
        assert found.items.tolist() == expected.items.tolist()
        assert found.value == pytest.approx(expected.value, rel=1e-9)


def test_classifiers_answer_for_sparse_rows():
    dense, sparse, y = problem(3)
    one = hf.RobustClassifier(k=4, tau=1, algorithm="greedy").fit(dense, y)
    two = hf.RobustClassifier(k=4, tau=1, algorithm="greedy").fit(sparse, y)
    assert (one.predict(dense) == two.predict(sparse)).all()
    selector = hf.RobustSelector(k=4, tau=1, objective="logistic", algorithm="greedy").fit(
        sparse, y > 0
    )
    assert selector.transform(sparse).shape == (150, 4)


def test_the_command_reads_sparse_files(command, tmp_path):
    _, sparse, y = problem(2)
    sparse.eliminate_zeros()
    rows = sparse.tocsr()
    lines = [
        f"{label} "
        + " ".join(f"{j}:{v!r}" for j, v in zip(r.indices, r.data.tolist(), strict=True))
        for label, r in zip(y, rows, strict=True)
    ]
    (tmp_path / "a.svm").write_text("\n".join(lines) + "\n")
    (tmp_path / "y.csv").write_text("\n".join(map(str, y)) + "\n")
    scipy.io.mmwrite(tmp_path / "a.mtx", sparse)
    sp.save_npz(tmp_path / "a.npz", sparse)
    expected = hf.select(hf.LogisticRegression(sparse, y), k=4, tau=1, algorithm="greedy")
    for file, target in (("a.svm", None), ("a.mtx", "y.csv"), ("a.npz", "y.csv")):
        request = [command, "select", "--objective", "logistic", "--data", tmp_path / file]
        request += ["--target-file", tmp_path / target] if target else []
        done = subprocess.run(
            [*request, "--k", "4", "--tau", "1", "--algorithm", "greedy", "--format", "json"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["value"] == expected.value


def test_nothing_is_made_dense():
    """Written out, these columns would take 3.2 GB, and half of that again for screening."""
    code = """
import resource, numpy as np, scipy.sparse as sp, holdfast as hf
random = np.random.default_rng(1)
where = random.integers(4000, size=80_000), random.integers(100_000, size=80_000)
X = sp.csc_matrix((np.ones(80_000), where), shape=(4000, 100_000))
y = (np.asarray(X[:, :2000].sum(axis=1)).ravel() > 0.2).astype(int)
hf.select(hf.LogisticRegression(X, y, ridge=0.1), k=2, tau=1, algorithm="greedy")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 800


def test_several_libsvm_files_are_one(command, tmp_path):
    random = np.random.default_rng(2)
    X = sp.random(900, 40, 0.2, random_state=2, format="csr")
    y = X[:, :5] @ np.arange(1.0, 6.0) + 0.1 * random.normal(size=900)
    lines = [
        f"{label!r} "
        + " ".join(
            f"{j}:{v!r}" for j, v in zip((r.indices + 1).tolist(), r.data.tolist(), strict=True)
        )
        for label, r in zip(y.tolist(), X, strict=True)
    ]
    (tmp_path / "all.svm").write_text("\n".join(lines) + "\n")
    (tmp_path / "a.svm").write_text("\n".join(lines[:300]))
    (tmp_path / "b.svm").write_text("\n".join(lines[300:]) + "\n")
    answers = []
    for data in (f"{tmp_path}/all.svm", f"{tmp_path}/a.svm,{tmp_path}/b.svm"):
        done = subprocess.run(
            [command, "select", "--data", data, "--k", "5", "--tau", "1", "--format", "json"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        answers.append((found["objective"]["rows"], found["items"], found["worst_case"]["value"]))
    assert answers[0] == answers[1]
