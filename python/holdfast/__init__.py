"""Holdfast chooses k things so that losing any tau of them hurts least.

    import holdfast as hf

    objective = hf.LinearRegression(X, y)
    selection = hf.select(objective, k=10, tau=3)
    selection.items, selection.value, selection.worst_case.value

With scikit-learn installed, `hf.RobustSelector(k=10, tau=3)` is a feature selector for pipelines,
`hf.RobustRegressor` and `hf.RobustClassifier` are models that keep answering when columns go
missing, and `hf.VarianceReductionDesign(k=10, tau=3)` chooses experiments or places for sensors.
"""

from typing import TYPE_CHECKING

from holdfast import objectives as _objectives
from holdfast._core import version as _version
from holdfast._versions import show_versions
from holdfast.certificate import Certificate
from holdfast.cost_curves import CostCurve, cost_curve
from holdfast.curves import Curve, curve
from holdfast.grouped import Grouped
from holdfast.moments import Moments
from holdfast.objectives import *  # noqa: F403
from holdfast.protection import Protection, protect
from holdfast.repairs import Repair, repair, replan
from holdfast.results import Deletion, Selection
from holdfast.scenarios import Assessment, Scenarios, assess, draw_failures
from holdfast.summaries import StreamSummary, Summary, summarize
from holdfast.tasks import (
    adversaries,
    algorithms,
    attack,
    certify,
    select,
)
from holdfast.theory import Guarantee, Ratios, guarantee, ratios

if TYPE_CHECKING:
    from holdfast.design import VarianceReductionDesign
    from holdfast.failure_curves import FailureCurve, failure_curve
    from holdfast.model_score import ModelScore
    from holdfast.planning import Plan, plan
    from holdfast.scoring import WorstCaseScore, worst_case_score, worst_case_scorer
    from holdfast.selector import RobustSelector
    from holdfast.serving import RobustClassifier, RobustRegressor

__version__ = _version()

_NEED_SCIKIT_LEARN = {
    "FailureCurve": "failure_curves",
    "ModelScore": "model_score",
    "Plan": "planning",
    "RobustClassifier": "serving",
    "RobustRegressor": "serving",
    "RobustSelector": "selector",
    "VarianceReductionDesign": "design",
    "WorstCaseScore": "scoring",
    "failure_curve": "failure_curves",
    "plan": "planning",
    "worst_case_score": "scoring",
    "worst_case_scorer": "scoring",
}

__all__ = [
    "Assessment",
    "Certificate",
    "CostCurve",
    "Curve",
    "Deletion",
    "FailureCurve",
    "Grouped",
    "Guarantee",
    "ModelScore",
    "Moments",
    "Plan",
    "Protection",
    "Ratios",
    "Repair",
    "RobustClassifier",
    "RobustRegressor",
    "RobustSelector",
    "Scenarios",
    "Selection",
    "StreamSummary",
    "Summary",
    "VarianceReductionDesign",
    "WorstCaseScore",
    "adversaries",
    "algorithms",
    "assess",
    "attack",
    "certify",
    "cost_curve",
    "curve",
    "draw_failures",
    "failure_curve",
    "guarantee",
    "plan",
    "protect",
    "ratios",
    "repair",
    "replan",
    "select",
    "show_versions",
    "summarize",
    "worst_case_score",
    "worst_case_scorer",
]
__all__ += _objectives.__all__


if not TYPE_CHECKING:  # or every name would be an Any

    def __getattr__(name: str):
        if name not in _NEED_SCIKIT_LEARN:
            raise AttributeError(f"module 'holdfast' has no attribute {name!r}")
        import importlib

        module = importlib.import_module(f"holdfast.{_NEED_SCIKIT_LEARN[name]}")
        return getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
