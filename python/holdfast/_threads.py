"""How many threads a call may use."""

from __future__ import annotations

import os
import sys

import numpy as np


def threads_of(n_jobs: int | None) -> int:
    """scikit-learn's n_jobs as a number of threads; 0 means all cores."""
    if n_jobs is None:
        return 1 if _inside_a_worker() else 0
    if not isinstance(n_jobs, (int, np.integer)) or n_jobs == 0:
        raise ValueError(f"n_jobs must be a whole number other than 0, or None; got {n_jobs!r}")
    if n_jobs > 0:
        return int(n_jobs)
    return max(1, len(os.sched_getaffinity(0)) + 1 + int(n_jobs))


def _inside_a_worker() -> bool:
    """Whether joblib has started this process or thread as one of several."""
    if "joblib" not in sys.modules:
        return False
    parallel = sys.modules["joblib"].parallel
    backend, _ = parallel.get_active_backend()
    return getattr(backend, "nesting_level", 0) not in (0, None)
