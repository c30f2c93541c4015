"""What a set of items is worth: all objectives."""

from holdfast._objective import Objective
from holdfast.covering import Coverage, FacilityLocation
from holdfast.function import SetFunction
from holdfast.kernels import LogDet, VarianceReduction
from holdfast.regression import (
    LinearRegression,
    LogisticRegression,
    OneVsRestRegression,
    SoftmaxRegression,
)

# Also what the package exports.
__all__ = [
    "Coverage",
    "FacilityLocation",
    "LinearRegression",
    "LogDet",
    "LogisticRegression",
    "Objective",
    "OneVsRestRegression",
    "SetFunction",
    "SoftmaxRegression",
    "VarianceReduction",
]
