"""Committed figures are what the code draws."""

import pathlib
import re
import sys

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("sklearn")

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import draw_quickstart_figure  # noqa: E402
import draw_theory_figures  # noqa: E402
from test_examples import air_quality, experiments, san_francisco  # noqa: E402

NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?\b")
SHAPE = re.compile(r"\b[mpC][0-9a-f_]{10,}\b")


def with_numbered_shapes(drawing):
    """Matplotlib names a shape by a hash of its coordinates, which rounding changes."""
    names = {}
    return SHAPE.sub(lambda found: names.setdefault(found[0], f"shape{len(names)}"), drawing)


def assert_same_drawing(drawn, committed):
    """The same elements in places that differ by rounding at most."""
    drawn, committed = (
        with_numbered_shapes(path.read_text(encoding="utf-8")) for path in (drawn, committed)
    )
    assert NUMBER.sub("#", drawn) == NUMBER.sub("#", committed)
    places = ([float(number) for number in NUMBER.findall(text)] for text in (drawn, committed))
    for new, old in zip(*places, strict=True):
        assert new == pytest.approx(old, abs=0.01)


@pytest.mark.parametrize("script", [draw_theory_figures, draw_quickstart_figure])
def test_committed_figures_are_what_the_script_draws(script, tmp_path):
    script.draw(tmp_path)
    drawn = sorted(tmp_path.glob("*.svg"))
    assert drawn
    for figure in drawn:
        assert_same_drawing(figure, script.FOLDER / figure.name)


@pytest.mark.parametrize(
    "example", [air_quality, experiments, san_francisco], ids=lambda module: module.__name__
)
def test_committed_figures_are_what_the_example_draws(example, tmp_path):
    example.main(["--out", str(tmp_path)])
    drawn = sorted(tmp_path.glob("*.svg"))
    assert drawn
    for figure in drawn:
        assert_same_drawing(figure, ROOT / "docs/examples/figures" / figure.name)


def test_no_theory_figure_is_left_over(tmp_path):
    draw_theory_figures.draw(tmp_path)
    committed = draw_theory_figures.FOLDER.glob("theory_*.svg")
    assert {path.name for path in committed} == {path.name for path in tmp_path.iterdir()}


def test_a_moved_line_is_noticed(tmp_path):
    draw_theory_figures.draw(tmp_path)
    figure = tmp_path / "theory_alpha.svg"
    text = figure.read_text(encoding="utf-8")
    moved = tmp_path / "moved.svg"
    number = NUMBER.findall(text)[-1]
    moved.write_text(text.replace(number, str(float(number) + 1.0)), encoding="utf-8")
    assert_same_drawing(figure, figure)
    with pytest.raises(AssertionError):
        assert_same_drawing(figure, moved)
