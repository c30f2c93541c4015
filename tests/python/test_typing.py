"""What editors and type checkers see."""

import subprocess
import sys
import typing

import pytest

import holdfast as hf
from holdfast import _names


def test_literals_are_the_registry():
    assert list(typing.get_args(_names.Algorithm)) == hf.algorithms()
    adversaries = list(typing.get_args(_names.Adversary))
    assert adversaries == [*hf.adversaries(), "all", "all+ls"]
    for name in adversaries:
        hf.attack(hf.Coverage([[1, 0], [0, 1]]), [0, 1], 1, adversary=name)


def test_only_what_is_public_is_listed():
    assert dir(hf) == sorted([*hf.__all__, "__version__"])
    assert "tasks" not in dir(hf) and "TYPE_CHECKING" not in dir(hf)
    for name in dir(hf):
        assert getattr(hf, name) is not None


PROGRAM = """
import holdfast as hf

reveal_type(hf.RobustSelector(k=3))
reveal_type(hf.VarianceReductionDesign(k=3))
reveal_type(hf.LinearRegression([[1.0]], [1.0]))
f = hf.SetFunction(3, lambda items: float(len(items)))
selection = hf.select(f, 2, 1, algorithm="greedy", adversary="paper")
reveal_type(selection.worst_case)
hf.select(f, 2, 1, algorithm="gredy")
hf.attack(f, selection, adversary="strongest")
hf.RobustSelector(algorithm="none")
hf.nonsense
"""


def test_a_type_checker_knows_the_classes_and_the_names(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", tmp_path / "cache", program],
        capture_output=True,
        text=True,
        check=False,
    )
    told = {int(line.split(":")[1]): line for line in done.stdout.splitlines() if ".py:" in line}
    for line, word in {
        4: "holdfast.selector.RobustSelector",
        5: "holdfast.design.VarianceReductionDesign",
        6: "holdfast.regression.LinearRegression",
        9: "holdfast.results.Deletion",
        10: "incompatible type",
        11: "incompatible type",
        12: "incompatible type",
        13: "no attribute",
    }.items():
        assert word in told[line]
    assert set(told) == {4, 5, 6, 9, 10, 11, 12, 13}
