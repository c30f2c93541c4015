"""What a bug report should tell."""

import numpy as np

import holdfast as hf


def test_show_versions_tells_version_compiler_instructions_and_packages(capsys):
    hf.show_versions()
    told = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert told["holdfast"] == hf.__version__
    assert told["numpy"] == np.__version__
    assert told["compiler"].startswith(("GCC ", "Clang "))
    assert told["instructions"].startswith(("x86-64", "aarch64"))
    assert told["Eigen"][0] in "35"
