"""What the scikit-learn estimators have in common."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdfast import _core


def sizes_of(estimator: Any, n_items: int) -> tuple[int, int]:
    """k and tau, neither beyond what there is."""
    for name in ("k", "tau"):
        value = getattr(estimator, name)
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
            raise ValueError(f"{name} must be a whole number of 0 or more, got {value!r}")
    k = min(int(estimator.k), n_items)
    return k, min(int(estimator.tau), k)


def algorithm_options(estimator: Any, k: int, tau: int) -> dict[str, Any]:
    """beta, if the algorithm has one; a guard that k does not suffice for takes all k. And limits
    of a search, which must be one.
    """
    beta = estimator.beta
    if isinstance(beta, bool) or not isinstance(beta, (int, float, np.number)) or not beta >= 0:
        raise ValueError(f"beta must be a number of 0 or more, got {beta!r}")
    known = _core.algorithm_options(estimator.algorithm)
    options: dict[str, Any] = {}
    if "beta" in known:
        options["beta"] = min(float(beta), k / tau) if tau > 0 else float(beta)
    for name in ("seconds", "budget"):
        limit = getattr(estimator, name)
        if limit is None:
            continue
        if name not in known:
            raise ValueError(
                f"{name} limits a search, and {estimator.algorithm!r} does not search; leave it "
                "out, or take algorithm='auto'"
            )
        options[name] = limit
    return options
