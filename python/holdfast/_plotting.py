"""What all pictures share."""

from __future__ import annotations

from typing import Any

from holdfast._measure import Measure


def axes_for(ax: Any) -> Any:
    """Axes of matplotlib: those that are given, or new ones."""
    try:
        import matplotlib.pyplot
    except ImportError:
        raise ImportError("plot needs matplotlib: pip install matplotlib") from None
    if ax is None:
        _, ax = matplotlib.pyplot.subplots()
    return ax


def in_shares(axis: Any, measure: Measure) -> None:
    """Percent along an axis of shares; R² stays a number."""
    import matplotlib.ticker

    if measure.has_shares and not measure.is_r_squared:
        axis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0))
