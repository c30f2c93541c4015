"""An objective that wraps another one answers every question, or says why it does not.

Virtual methods with a default are easily forgotten in a wrapper: the default is valid, but slow or
weak. This test reads the virtuals of Objective and State and fails on one that a wrapper neither
overrides nor lists below.
"""

import os
import re
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("HOLDFAST_SOURCE_DIR", Path(__file__).parents[2]))

# Base -> the header that declares its virtuals.
BASES = {"Objective": "holdfast/core/objective.hpp", "State": "holdfast/core/state.hpp"}

# Wrapper -> where it is, what it derives from, and which defaults it wants, with the reason.
RANKS_ITSELF = "no State of the base ranks by the measure over all events; the default does"
RANKS_GROUPS = "the base ranks items, not groups; the default ranks the wrapper's own answers"
WRAPPERS = {
    "GroupedObjective": ("holdfast/objectives/combined/grouped.hpp", "Objective", {}),
    "GroupedState": (
        "holdfast/objectives/combined/grouped.cpp",
        "State",
        {
            "do_largest_gains": RANKS_GROUPS,
            "do_smallest_gain": RANKS_GROUPS,
            "do_largest_losses": RANKS_GROUPS,
            "do_first_of_largest_losses": RANKS_GROUPS,
        },
    ),
    "GivenObjective": (
        "holdfast/objectives/combined/given.hpp",
        "Objective",
        {"do_prove_ratios": "attacks do not ask for them"},
    ),
    "GivenState": ("holdfast/objectives/combined/given.cpp", "State", {}),
    "ScenariosObjective": (
        "holdfast/objectives/combined/scenarios.hpp",
        "Objective",
        {"bound_cost": "every candidate is measured over the events, none ruled out"},
    ),
    "ScenariosState": (
        "holdfast/objectives/combined/scenarios_state.hpp",
        "State",
        {
            "do_largest_gains": RANKS_ITSELF,
            "do_smallest_gain": RANKS_ITSELF,
            "do_largest_losses": RANKS_ITSELF,
            "do_first_of_largest_losses": RANKS_ITSELF,
            "do_gradient_norms": "a measure over events is no model with a gradient",
        },
    ),
}

VIRTUAL = re.compile(r"^\s*virtual\b[^;{~]*?\b(\w+)\(", re.MULTILINE)
OVERRIDE = re.compile(r"\b(\w+)\([^;{}]*\)\s*(?:const\s*)?override")


def virtuals_of(text):
    return set(VIRTUAL.findall(text))


def overrides_of(text, name):
    """What the class `name` overrides: its text runs to the next brace in the first column."""
    begin = re.search(rf"^class (?:HOLDFAST_EXPORT )?{name}\b[^;]*?{{", text, re.MULTILINE)
    body = text[begin.end() : text.index("\n};", begin.end())]
    return set(OVERRIDE.findall(body))


def forgotten(base_text, text, name, wanted_defaults):
    return virtuals_of(base_text) - overrides_of(text, name) - set(wanted_defaults)


class Wrappers(unittest.TestCase):
    def test_every_virtual_is_answered(self):
        for name, (path, base, defaults) in WRAPPERS.items():
            base_text = (ROOT / BASES[base]).read_text(encoding="utf-8")
            text = (ROOT / path).read_text(encoding="utf-8")
            self.assertEqual(forgotten(base_text, text, name, defaults), set(), name)
            unknown = set(defaults) - virtuals_of(base_text)
            self.assertEqual(unknown, set(), f"{name} lists what {base} does not have")

    def test_every_wrapper_is_listed(self):
        for path in sorted((ROOT / "holdfast/objectives/combined").glob("*.hpp")):
            text = path.read_text(encoding="utf-8")
            for name in re.findall(
                r"^class HOLDFAST_EXPORT (\w+) .*: public Objective", text, re.M
            ):
                if "std::shared_ptr<const Objective>" in text:
                    self.assertIn(name, WRAPPERS, f"{path.name} wraps an objective")


class SelfTest(unittest.TestCase):
    BASE = "class State {\n  virtual int a() = 0;\n  virtual void b(int x) const;\n};\n"

    def test_a_forgotten_virtual_is_found(self):
        text = "class W final : public State {\n  int a() override { return 1; }\n};\n"
        self.assertEqual(forgotten(self.BASE, text, "W", {}), {"b"})
        self.assertEqual(forgotten(self.BASE, text, "W", {"b": "reason"}), set())

    def test_an_override_of_another_class_does_not_count(self):
        text = (
            "class V : public State {\n  void b(int x) const override;\n};\n"
            "class W : public State {\n  int a() override;\n};\n"
        )
        self.assertEqual(forgotten(self.BASE, text, "W", {}), {"b"})


if __name__ == "__main__":
    unittest.main()
