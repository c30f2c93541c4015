"""Uses an installed package a little, and prints as JSON what came of it.

Run in a clean system by scripts/test_install; it needs NumPy and nothing else of ours. A package
that was compiled without npm has no page: --without-page.
"""

import json
import sys

import numpy as np

import holdfast as hf
from holdfast import _versions


def problems():
    draw = np.random.default_rng(3)
    X = draw.normal(size=(300, 24))
    X[:, 12:] = X[:, :12] + 0.4 * draw.normal(size=(300, 12))  # stand-ins
    y = X[:, :6] @ np.array([3.0, -2.0, 2.0, 1.0, -1.0, 1.0]) + draw.normal(size=300)
    yield hf.LinearRegression(X, y)
    yield hf.LogisticRegression(X, (y > 0).astype(float))
    yield hf.SoftmaxRegression(X, np.digitize(y, [-2.0, 2.0]))
    yield hf.FacilityLocation(np.exp(-np.abs(X[:60, None, 0] - X[None, :60, 0])))


def main():
    answers = []
    for objective in problems():
        for algorithm in ("greedy", "oblivious-greedy", "auto"):
            chosen = hf.select(objective, k=6, tau=2, algorithm=algorithm)
            answers.append(
                {
                    "problem": f"{type(objective).__name__}, {algorithm}",
                    "items": [int(item) for item in chosen.items],
                    "value": chosen.value,
                    "worst case": chosen.worst_case.value,
                }
            )
    if "--without-page" not in sys.argv:
        page = hf.select(hf.LinearRegression(np.eye(5), np.arange(5.0)), k=2, tau=1).to_html()
        assert "<html" in str(page)[:2000].lower(), "the page is missing"
    json.dump({"versions": _versions.versions(), "answers": answers}, sys.stdout)


if __name__ == "__main__":
    main()
