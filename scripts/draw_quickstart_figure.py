#!/usr/bin/env python3
"""Draws the failure curve of docs/quickstart.md, by the code that the page shows.

    scripts/draw_quickstart_figure.py [FOLDER]      docs/_static by default

Needs the Python package, scikit-learn and matplotlib, as `make python` installs them.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
from draw_theory_figures import save
from sklearn.datasets import load_diabetes

import holdfast as hf

FOLDER = Path(__file__).parents[1] / "docs" / "_static"


def draw(folder):
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    curve = hf.curve(hf.LinearRegression(X, y), k=6, tau=2)
    figure, ax = plt.subplots(figsize=(6.4, 3.8), layout="tight")
    curve.plot(ax)
    save(figure, folder / "quickstart_curve.svg", "R² left after 0 to 4 deletions")


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
