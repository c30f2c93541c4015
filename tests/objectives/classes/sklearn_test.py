"""f(S) equals what scikit-learn's LogisticRegression attains on the data sets it ships.

Needs scikit-learn, which the development environment in .venv has.
"""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("HOLDFAST_COMMAND", str(ROOT / "build" / "bin" / "holdfast"))

try:
    import numpy as np
    from sklearn import datasets
    from sklearn.linear_model import LogisticRegression
except ImportError:
    development = ROOT / ".venv" / "bin" / "python"
    if development.exists() and Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
        os.execv(development, [str(development), *sys.argv])
    sys.exit("this test needs scikit-learn; `make test` installs it into .venv")

RIDGES = (1.0, 0.1)


def baseline(labels, intercept):
    """Log-likelihood of the model without features."""
    counts = np.bincount(labels)
    if not intercept:
        return -len(labels) * np.log(len(counts))
    return float(np.sum(counts * np.log(counts / len(labels))))


def attained(design, labels, ridge, intercept):
    """max l - l(0) by scikit-learn, at a tolerance far below what is compared."""
    model = LogisticRegression(
        C=1.0 / ridge, fit_intercept=intercept, solver="newton-cholesky", tol=1e-10, max_iter=1000
    )
    with warnings.catch_warnings():
        # It warns that the last steps cannot improve the objective in floating point.
        warnings.simplefilter("ignore")
        model.fit(design, labels)
    likelihood = model.predict_log_proba(design)[np.arange(len(labels)), labels].sum()
    penalty = 0.5 * ridge * np.sum(model.coef_**2)
    return likelihood - penalty - baseline(labels, intercept)


def attained_one_vs_rest(design, labels, ridge, intercept):
    """The sum over the classes of what a binary model attains."""
    return sum(
        attained(design, (labels == c).astype(int), ridge, intercept)
        for c in range(labels.max() + 1)
    )


def baseline_one_vs_rest(labels, intercept):
    return sum(baseline((labels == c).astype(int), intercept) for c in range(labels.max() + 1))


def write_csv(path, design, labels, names):
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow([*(f"x{j}" for j in range(design.shape[1])), "class"])
        for row, label in zip(design, labels, strict=True):
            rows.writerow([*(repr(float(x)) for x in row), names[label]])


def value(path, objective, items, ridge, intercept):
    command = [COMMAND, "attack", "--objective", objective, "--data", path, "--target", "class"]
    command += ["--items", ",".join(f"x{j}" for j in items), "--tau", "0", "--format", "json"]
    command += ["--ridge", repr(ridge), "--quiet"] + ([] if intercept else ["--no-intercept"])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)["value"]


def greedy_by_refits(design, labels, ridge, intercept, size):
    """Greedy for one-vs-rest that fits every candidate with scikit-learn."""
    chosen = []
    while len(chosen) < size:
        rest = [j for j in range(design.shape[1]) if j not in chosen]
        chosen.append(
            max(
                rest,
                key=lambda j: attained_one_vs_rest(
                    design[:, [*chosen, j]], labels, ridge, intercept
                ),
            )
        )
    return chosen


def greedy(path, objective, ridge, intercept, size):
    command = [COMMAND, "select", "--objective", objective, "--data", path, "--target", "class"]
    command += ["--algorithm", "greedy", "--k", str(size), "--format", "json", "--quiet"]
    command += ["--ridge", repr(ridge)] + ([] if intercept else ["--no-intercept"])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [item["index"] for item in json.loads(done.stdout)["items"]]


class AgainstScikitLearn(unittest.TestCase):
    def compare(self, data, objective, sizes, attained=attained, baseline=baseline):
        design, labels = data.data, data.target
        # Names that are not numbers, so that they are ordered as text.
        names = [f"class {chr(ord('a') + c)}" for c in range(labels.max() + 1)]
        generator = random.Random(1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "data.csv"
            write_csv(path, design, labels, names)
            for size in sizes:
                items = generator.sample(range(design.shape[1]), size)
                for ridge in RIDGES:
                    for intercept in (False, True):
                        with self.subTest(items=items, ridge=ridge, intercept=intercept):
                            ours = value(path, objective, items, ridge, intercept)
                            theirs = attained(design[:, items], labels, ridge, intercept)
                            scale = -baseline(labels, intercept)
                            self.assertAlmostEqual(ours / scale, theirs / scale, delta=1e-6)

    def test_logistic_on_breast_cancer(self):
        self.compare(datasets.load_breast_cancer(), "logistic", (1, 3, 8))

    def test_softmax_on_wine(self):
        self.compare(datasets.load_wine(), "softmax", (1, 4, 13))

    def test_softmax_on_digits(self):
        self.compare(datasets.load_digits(), "softmax", (2, 7))

    def test_one_vs_rest_on_wine_and_digits(self):
        functions = (attained_one_vs_rest, baseline_one_vs_rest)
        self.compare(datasets.load_wine(), "one-vs-rest", (1, 4, 13), *functions)
        self.compare(datasets.load_digits(), "one-vs-rest", (2, 7), *functions)

    def test_greedy_for_one_vs_rest_on_wine(self):
        wine = datasets.load_wine()
        design = (wine.data - wine.data.mean(axis=0)) / wine.data.std(axis=0)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "data.csv"
            write_csv(path, design, wine.target, ["a", "b", "c"])
            for intercept in (False, True):
                with self.subTest(intercept=intercept):
                    self.assertEqual(
                        greedy(path, "one-vs-rest", 1.0, intercept, 5),
                        greedy_by_refits(design, wine.target, 1.0, intercept, 5),
                    )


if __name__ == "__main__":
    unittest.main()
