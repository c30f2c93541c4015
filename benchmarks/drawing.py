"""The charts of docs/benchmarks.md."""

import pathlib

import matplotlib
import numpy as np

matplotlib.use("svg")
import matplotlib.pyplot as plt

FIGURES = pathlib.Path(__file__).resolve().parent.parent / "docs/figures"
OURS, THEIRS = "#1b6ca8", "#c75b12"
PANELS = ("rows", "items", "k", "tau", "classes", "threads")


def write(figure, name):
    # Without the date and with fixed identifiers, equal numbers give equal files.
    plt.rcParams["svg.hashsalt"] = name
    figure.savefig(FIGURES / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


def shown(seconds):
    if seconds >= 1.0:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms"


def draw_peers(jobs):
    """A line for each library, by job, on a logarithmic axis of seconds."""
    lines = []
    for job in jobs:
        lines.append((None, job.name, None, None))
        lines.append((job.seconds, "Holdfast", OURS, 1.0))
        for peer in job.peers:
            lines.append((peer.seconds, peer.library, THEIRS, peer.quality))
    figure, axes = plt.subplots(figsize=(9, 0.27 * len(lines) + 0.6))
    smallest = min(seconds for seconds, *_ in lines if seconds)
    largest = max(seconds for seconds, *_ in lines if seconds and np.isfinite(seconds))
    for row, (seconds, name, color, quality) in enumerate(lines):
        if seconds is None:
            axes.text(smallest / 1.6, -row, name, fontsize=9, weight="bold", va="center")
            continue
        if not np.isfinite(seconds):
            axes.text(smallest, -row, name, fontsize=8, va="center")
            continue
        axes.plot([smallest / 1.6, seconds], [-row, -row], color=color, linewidth=1, alpha=0.4)
        axes.plot(seconds, -row, "o", color=color, markersize=5)
        told = "" if name == "Holdfast" else f", value {quality:.4f} of Holdfast's"
        axes.text(seconds * 1.25, -row, f"{name}: {shown(seconds)}{told}", fontsize=8, va="center")
    axes.set_xscale("log")
    axes.set_xlim(smallest / 1.8, largest * 300)
    axes.set_ylim(-len(lines) + 0.4, 0.6)
    axes.set_yticks([])
    axes.set_xlabel("seconds, one thread")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    write(figure, "benchmarks")


def draw_growth(growths):
    """A panel for each thing that grows, a line for each objective."""
    names = list(dict.fromkeys(row.objective for row in growths))
    color = dict(zip(names, plt.get_cmap("tab10").colors, strict=False))
    figure, grid = plt.subplots(2, 3, figsize=(9, 5.6))
    for axes, what in zip(grid.flat, PANELS, strict=True):
        for row in growths:
            if row.what != what:
                continue
            axes.loglog(row.sizes, row.seconds, "o-", markersize=3, linewidth=1,
                        color=color[row.objective])  # fmt: skip
        axes.set_title(what, fontsize=9)
        axes.tick_params(labelsize=7)
        axes.minorticks_off()
        sizes = sorted({size for row in growths if row.what == what for size in row.sizes})
        axes.set_xticks(sizes[:: max(1, len(sizes) // 4)])
        axes.xaxis.set_major_formatter("{x:.0f}")
    for axes in grid[:, 0]:
        axes.set_ylabel("seconds", fontsize=8)
    marks = [plt.Line2D([], [], color=color[name], marker="o", markersize=3) for name in names]
    figure.legend(marks, names, loc="lower center", ncols=4, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.09, 1, 1))
    write(figure, "growth")
