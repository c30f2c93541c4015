"""How values are shown: as shares where the objective knows a largest value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

_OF_WHAT = {
    "coverage": "of the weight of all elements",
    "logistic": "of the log-likelihood that can be gained",
    "one-vs-rest": "of the log-likelihood that can be gained",
    "softmax": "of the log-likelihood that can be gained",
    "variance-reduction": "of the variance",
}


def numbers(values: Sequence[float]) -> list[str]:
    """With thousands set off, and as many decimals as the largest needs for six digits."""
    largest = max((abs(value) for value in values), default=0.0)
    if not math.isfinite(largest) or largest >= 1e15 or 0 < largest < 1e-4:
        return [f"{value:.6g}" for value in values]
    decimals = max(0, 6 - len(str(int(largest))))
    while decimals > 0 and all(f"{value:.{decimals}f}".endswith("0") for value in values):
        decimals -= 1
    return [f"{value:,.{decimals}f}" for value in values]


def aligned(texts: Sequence[str]) -> list[str]:
    """Equally wide."""
    width = max((len(text) for text in texts), default=0)
    return [text.rjust(width) for text in texts]


class Measure:
    """What the values of one objective mean; made from what a document says about it."""

    def __init__(self, objective: dict[str, Any]) -> None:
        name = objective.get("name", "")
        largest = objective.get("largest_value")
        self._largest: float | None = largest if largest is not None and largest > 0 else None
        is_least_squares = objective.get("intercept", False) and objective.get("ridge", 0.0) == 0
        self.is_r_squared = name == "linear" and is_least_squares
        self.of_what = _OF_WHAT.get(name, "of the largest possible value")

    @property
    def has_shares(self) -> bool:
        return self._largest is not None

    @property
    def left(self) -> str:
        """What a curve shows."""
        if not self.has_shares:
            return "value left"
        return "R² left" if self.is_r_squared else f"share {self.of_what} left"

    def of(self, value: float) -> float:
        """The share where it is known, the value otherwise."""
        return value if self._largest is None else value / self._largest

    def short(self, values: Sequence[float]) -> list[str]:
        """Equally wide, without a unit: 0.827, 82.7 %, or numbers."""
        if not self.has_shares:
            return aligned(numbers(values))
        if self.is_r_squared:
            return [f"{self.of(value):.3f}" for value in values]
        return aligned([f"{100 * self.of(value):.1f} %" for value in values])

    def texts(self, values: Sequence[float], unit: bool = False) -> list[str]:
        """Equally wide: "R² 0.491 (1,288,220)"; the first says the unit if asked to."""
        if not self.has_shares:
            return aligned(numbers(values))
        lead = "R² " if self.is_r_squared else ""
        of_what = f" {self.of_what}" if unit and not self.is_r_squared else ""
        in_brackets = aligned([f"({number})" for number in numbers(values)])
        return [
            f"{lead}{share}{of_what if place == 0 else ''} {number}"
            for place, (share, number) in enumerate(
                zip(self.short(values), in_brackets, strict=True)
            )
        ]

    def text(self, value: float, unit: bool = False) -> str:
        return self.texts([value], unit)[0]
