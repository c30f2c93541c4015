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


class AgainstScikitLearn(unittest.TestCase):
    def compare(self, data, objective, sizes):
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


if __name__ == "__main__":
    unittest.main()
