#!/usr/bin/env python3
"""Draws the pictures of docs/theory.md as SVG files into docs/figures/.

    scripts/draw_theory_figures.py

Standard library only. Colours have enough contrast on light and dark pages.
"""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "figures"
BLUE, ORANGE, GREY, RED = "#2f6fb0", "#c8641b", "#8a8f98", "#b3323c"
FONT = 'font-family="system-ui, sans-serif" font-size="13"'


class Drawing:
    def __init__(self, width, height, title):
        self.size = width, height
        self.title = title
        self.parts = []

    def bar(self, x, y, width, height, colour, text="", opacity=1.0):
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="2" fill="{colour}" '
            f'fill-opacity="{opacity}"/>'
        )
        if text:
            self.text(x + width / 2, y + height / 2 + 4.5, text, "middle", "#ffffff")

    def text(self, x, y, text, anchor="start", colour=GREY):
        self.parts.append(
            f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" {FONT}>{text}</text>'
        )

    def dash(self, x1, y1, x2, y2):
        self.parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{GREY}" '
            'stroke-dasharray="4 3"/>'
        )

    def circle(self, x, y, radius, colour, text="", crossed=False):
        shade = 0.35 if crossed else 1.0
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" fill-opacity="{shade}"/>'
        )
        if text and not crossed:
            self.text(x, y + 4.5, text, "middle", "#ffffff")
        if crossed:
            for sign in (1, -1):
                self.parts.append(
                    f'<line x1="{x - 11}" y1="{y - sign * 11}" x2="{x + 11}" y2="{y + sign * 11}" '
                    f'stroke="{RED}" stroke-width="3"/>'
                )

    def save(self, name):
        width, height = self.size
        body = "\n  ".join(self.parts)
        (FOLDER / name).write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">\n  <title>{self.title}</title>\n'
            f"  {body}\n</svg>\n",
            encoding="utf-8",
        )


def gains_apart_and_together():
    """gamma and gamma-check: gains one by one, stacked, against the gain of all at once."""
    drawing = Drawing(560, 214, "Gains one by one against the gain of all at once")
    for x, apart, together, words, number in (
        (30, (50, 40, 30), 156, "items that need each other", "gamma is at most 120/156 = 0.77"),
        (
            310,
            (60, 50, 40),
            90,
            "items that repeat each other",
            "gamma-check is at most 90/150 = 0.6",
        ),
    ):
        y = 165
        for gain, name in zip(apart, "abc", strict=True):
            y -= gain
            drawing.bar(x + 10, y, 60, gain - 1, BLUE, f"f({name}|S)")
        drawing.bar(x + 120, 165 - together, 60, together, ORANGE, "f(X|S)")
        drawing.dash(x, 165, x + 200, 165)
        drawing.text(x + 100, 186, words, "middle")
        drawing.text(x + 100, 204, number, "middle")
    drawing.save("theory_gamma.svg")


def gain_of_one_item():
    """alpha and alpha-check: the gain of one item over growing sets."""
    drawing = Drawing(560, 210, "The gain of one item as the set grows")
    for x, gains, words in (
        (30, (110, 95, 44), "alpha is at least 1 - 44/110 = 0.6"),
        (310, (40, 60, 100), "alpha-check is at least 1 - 40/100 = 0.6"),
    ):
        for place, (gain, name) in enumerate(
            zip(gains, ("f(i|&#8709;)", "f(i|A)", "f(i|B)"), strict=True)
        ):
            drawing.bar(x + 66 * place, 150 - gain, 54, gain, (BLUE, BLUE, ORANGE)[place])
            drawing.text(x + 66 * place + 27, 166, name, "middle")
        drawing.dash(x - 8, 150, x + 200, 150)
        drawing.text(x + 93, 192, words, "middle")
    drawing.save("theory_alpha.svg")


def parts_and_whole():
    """nu, nu-check and theta: single values and two parts against the whole."""
    drawing = Drawing(560, 150, "Single values and two parts against the whole set")
    rows = (
        (10, ((70, "f(a)"), (60, "f(b)"), (50, "f(c)"), (40, "f(d)")), BLUE, "single values"),
        (50, ((150, "f(A)"), (100, "f(B)")), BLUE, "two parts"),
        (90, ((280, "f(S)"),), ORANGE, "the whole"),
    )
    for y, parts, colour, words in rows:
        x = 110
        for width, name in parts:
            drawing.bar(x, y, width - 1, 28, colour, name)
            x += width
        drawing.text(100, y + 18, words, "end")
    drawing.text(110, 140, "nu is at most 220/280 = 0.79, theta at most 250/280 = 0.89")
    drawing.save("theory_parts.svg")


def guard_and_greedy():
    """S = S0 + S1 and a deletion."""
    drawing = Drawing(560, 150, "The guard S0, the greedy part S1, and a deletion")
    for place in range(4):
        drawing.circle(60 + 42 * place, 60, 17, BLUE, f"g{place + 1}", crossed=place == 1)
    for place in range(6):
        drawing.circle(270 + 42 * place, 60, 17, ORANGE, f"s{place + 1}", crossed=place in (0, 3))
    drawing.text(123, 24, "S0: largest single values", "middle")
    drawing.text(375, 24, "S1: greedy on the rest, from the empty set", "middle")
    drawing.text(280, 110, "E deletes any tau = 3: E0 from S0, E1 from S1.", "middle")
    drawing.text(
        280,
        132,
        "|S0| &#8805; tau leaves at least |E1| guards, each worth as much alone as any s.",
        "middle",
    )
    drawing.save("theory_guard.svg")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    gains_apart_and_together()
    gain_of_one_item()
    parts_and_whole()
    guard_and_greedy()
