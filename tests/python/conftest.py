"""Data that many tests share."""

import os
import pathlib

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command():
    """The command line of the same build."""
    path = pathlib.Path(os.environ.get("HOLDFAST_COMMAND", ROOT / "build/bin/holdfast"))
    if not path.exists():
        pytest.skip("the command is not built")
    return path


@pytest.fixture(scope="session")
def regression():
    rng = np.random.default_rng(3)
    X = np.asfortranarray(rng.normal(size=(60, 12)))
    y = X[:, :4] @ np.array([3.0, -2.0, 1.0, 0.5]) + 0.3 * rng.normal(size=60)
    return X, y
