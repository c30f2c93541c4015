#!/usr/bin/env python3
"""Draws the failure curves of docs/quickstart.md and of the first page.

    scripts/draw_quickstart_figure.py [FOLDER]      docs/_static by default

Needs the Python package, scikit-learn and matplotlib, as `make python` installs them.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from draw_theory_figures import save
from sklearn.datasets import load_diabetes

import holdfast as hf

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "_static"


def draw(folder):
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    curve = hf.curve(hf.LinearRegression(X, y), k=6, tau=2)
    figure, ax = plt.subplots(figsize=(6.4, 3.8), layout="tight")
    curve.plot(ax)
    save(figure, folder / "quickstart_curve.svg", "R² left after 0 to 4 deletions")
    draw_first(folder)


def draw_first(folder):
    """Ten stations that predict another one: plain greedy, and a choice made for three losses."""
    X = pd.read_csv(ROOT / "data/air/pm10_2005_2009.csv").drop(columns="date")
    y = X.pop("DEHE046")
    curve = hf.curve(hf.LinearRegression(X, y), k=10, tau=3, algorithms=["auto", "greedy"])
    figure, ax = plt.subplots(figsize=(6.4, 3.4), layout="tight")
    curve.plot(ax)
    ax.set_ylim(0.45, 0.87)
    ax.set_xlabel("stations lost, the worst ones")
    for name, color, shift in [("auto", "C0", 0.02), ("greedy", "C1", -0.045)]:
        left = dict(zip(*curve_points(curve, name), strict=True))[3]
        ax.text(3.08, left + shift, f"{left:.3f}", color=color)
    save(figure, folder / "first_curve.svg", "R² left after 0 to 6 losses")


def curve_points(curve, name):
    """How many are lost, and the R² that is left."""
    points = curve.to_frame().query("algorithm == @name")
    return points["tau"], points["share"]


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
