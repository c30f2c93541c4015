#!/usr/bin/env python3
"""Draws the pictures of docs/theory.md.

    scripts/draw_theory_figures.py [FOLDER]      docs/figures by default

Needs matplotlib (requirements-dev.txt). The same code gives the same files, and tests/python checks
that the committed ones are up to date. Colours have enough contrast on light and dark pages.
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parents[1] / "docs" / "figures"
BLUE, ORANGE, GREY, RED = "#2f6fb0", "#c8641b", "#777c85", "#b3323c"
STABLE = {
    "svg.hashsalt": "holdfast",  # ids that do not change from one run to the next
    "svg.fonttype": "none",  # text stays text: smaller files that can be searched
}


def save(figure, path, title):
    """Writes an SVG file that depends on nothing but the figure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with plt.rc_context(STABLE):
        figure.savefig(path, metadata={"Title": title, "Date": None, "Creator": None})
    plt.close(figure)
    # Matplotlib ends some lines of paths with a blank.
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("".join(line.rstrip() + "\n" for line in lines), encoding="utf-8")


def bare_axes(count, width, height):
    """Axes side by side without frames and ticks."""
    figure, axes = plt.subplots(1, count, figsize=(width, height), squeeze=False)
    figure.patch.set_visible(False)
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.98, wspace=0.1)
    for ax in axes[0]:
        ax.set_axis_off()
    return figure, axes[0]


def labelled_bar(ax, x, height, colour, text, bottom=0):
    bar = ax.bar(x, height, 0.6, bottom, color=colour, edgecolor="white", linewidth=0.8)
    ax.bar_label(bar, [text], label_type="center", color="white")


def base_line(ax, left, right):
    ax.plot([left, right], [0, 0], color=GREY, linestyle="--", linewidth=0.8)


def gains_apart_and_together(folder):
    """gamma and gamma-check: gains one by one, stacked, against the gain of all at once."""
    figure, axes = bare_axes(2, 7, 2.8)
    needed, repeated = ((50, 40, 30), 156), ((60, 50, 40), 90)
    for ax, (apart, together), words in zip(
        axes,
        (needed, repeated),
        ("items that need each other", "items that repeat each other"),
        strict=True,
    ):
        for position, name in enumerate("abc"):
            labelled_bar(ax, 0, apart[position], BLUE, f"f({name}|S)", sum(apart[:position]))
        labelled_bar(ax, 1.1, together, ORANGE, "f(X|S)")
        base_line(ax, -0.5, 1.6)
        low, high = sorted((sum(apart), together))
        ratio = "gamma" if together == high else "gamma-check"
        caption = f"{words}\n{ratio} is at most {low}/{high} = {low / high:.2g}"
        ax.text(0.55, -8, caption, ha="center", va="top", linespacing=1.5)
        ax.set(xlim=(-1, 2.1), ylim=(-52, 160))
    save(figure, folder / "theory_gamma.svg", "Gains one by one against the gain of all at once")


def gain_of_one_item(folder):
    """alpha and alpha-check: the gain of one item over growing sets."""
    figure, axes = bare_axes(2, 7, 2.6)
    for ax, gains in zip(axes, ((110, 95, 44), (40, 60, 100)), strict=True):
        names = ("f(i|∅)", "f(i|A)", "f(i|B)")
        for x, (gain, name) in enumerate(zip(gains, names, strict=True)):
            ax.bar(x, gain, 0.8, color=ORANGE if name == "f(i|B)" else BLUE)
            ax.text(x, -4, name, ha="center", va="top")
        base_line(ax, -0.6, 2.6)
        low, high = min(gains), max(gains)
        ratio = "alpha" if gains[0] == high else "alpha-check"
        caption = f"{ratio} is at least 1 - {low}/{high} = {1 - low / high:.2g}"
        ax.text(1, -24, caption, ha="center", va="top")
        ax.set(xlim=(-1, 3), ylim=(-44, 114))
    save(figure, folder / "theory_alpha.svg", "The gain of one item as the set grows")


def parts_and_whole(folder):
    """nu, nu-check and theta: single values and two parts against the whole."""
    figure, (ax,) = bare_axes(1, 7, 1.9)
    rows = (
        ("single values", {"f(a)": 70, "f(b)": 60, "f(c)": 50, "f(d)": 40}, BLUE),
        ("two parts", {"f(A)": 150, "f(B)": 100}, BLUE),
        ("the whole", {"f(S)": 280}, ORANGE),
    )
    for y, (words, parts, colour) in enumerate(rows):
        left = 0
        for name, width in parts.items():
            bar = ax.barh(y, width, 0.7, left, color=colour, edgecolor="white", linewidth=0.8)
            ax.bar_label(bar, [name], label_type="center", color="white")
            left += width
        ax.text(-6, y, words, ha="right", va="center")
    singles, halves, whole = (sum(parts.values()) for _, parts, _ in rows)
    ax.text(
        0,
        2.6,
        f"nu is at most {singles}/{whole} = {singles / whole:.2f}, "
        f"theta at most {halves}/{whole} = {halves / whole:.2f}",
        va="top",
    )
    ax.set(xlim=(-90, 340), ylim=(3.1, -0.5))
    save(figure, folder / "theory_parts.svg", "Single values and two parts against the whole set")


def guard_and_greedy(folder):
    """S = S0 + S1 and a deletion."""
    figure, (ax,) = bare_axes(1, 7, 1.9)
    for first, count, letter, colour, deleted, words in (
        (0, 4, "g", BLUE, {1}, "S0: largest single values"),
        (5, 6, "s", ORANGE, {0, 3}, "S1: greedy on the rest, from the empty set"),
    ):
        for place in range(count):
            x = first + place
            gone = place in deleted
            ax.plot(x, 0, "o", markersize=25, color=colour, alpha=0.35 if gone else 1, mew=0)
            if gone:
                ax.plot(x, 0, "x", markersize=17, markeredgewidth=2.5, color=RED)
            else:
                ax.text(x, 0, f"{letter}{place + 1}", ha="center", va="center", color="white")
        ax.text(first + (count - 1) / 2, 0.75, words, ha="center")
    ax.text(
        5,
        -0.85,
        "E deletes any tau = 3: E0 from S0, E1 from S1.\n"
        "|S0| ≥ tau leaves at least |E1| guards, each worth as much alone as any s.",
        ha="center",
        va="top",
        linespacing=1.6,
    )
    ax.set(xlim=(-1.2, 11.2), ylim=(-2.1, 1.2))
    save(figure, folder / "theory_guard.svg", "The guard S0, the greedy part S1, and a deletion")


def draw(folder):
    with plt.rc_context({"text.color": GREY}):
        gains_apart_and_together(folder)
        gain_of_one_item(folder)
        parts_and_whole(folder)
        guard_and_greedy(folder)


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
