"""The commands ratios and guarantee, and select --explain, as a user sees them."""

import csv
import io
import json
import math
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

COMMAND = os.environ.get("HOLDFAST_COMMAND", "build/bin/holdfast")
RATIOS = ("gamma", "gamma_check", "alpha", "alpha_check", "nu", "nu_check", "theta")
STATEMENTS = (
    "lemma1",
    "theorem1",
    "theorem1_limit",
    "remark2",
    "corollary1",
    "corollary1_limit",
    "corollary1_sublinear",
    "singletons",
    "curvature",
)


def holdfast(*words):
    return subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True, check=False)


class Theory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.data = Path(cls.folder.name) / "data.csv"
        draw = random.Random(1)
        with cls.data.open("w", encoding="utf-8") as file:
            file.write(",".join(f"x{i}" for i in range(6)) + ",y\n")
            for _ in range(40):
                x = [draw.gauss(0, 1) for _ in range(6)]
                x[1] += x[0]
                y = sum(x) + draw.gauss(0, 1)
                file.write(",".join(f"{value:.6f}" for value in [*x, y]) + "\n")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_json(self, command, *words):
        done = holdfast(command, *words, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def on_data(self, command, *words):
        return self.run_json(command, "--data", self.data, "--target", "y", *words)

    def test_exact_ratios(self):
        found = self.on_data("ratios")
        self.assertEqual(found["schema"], "holdfast.ratios/1")
        for name in RATIOS:
            self.assertEqual(found[name]["kind"], "exact")
            self.assertTrue(0 <= found[name]["value"] <= 1)
        self.assertGreaterEqual(found["nu"]["value"], found["gamma"]["value"] - 1e-9)

    def test_bounds_enclose_the_exact_ratios(self):
        exact = self.on_data("ratios")
        bounded = self.on_data("ratios", "--exact-up-to", 0)
        for name in RATIOS:
            one = bounded[name]
            self.assertIn(one["kind"], ("exact", "lower-bound", "upper-bound"))
            truth = exact[name]["value"]
            if one["kind"] == "lower-bound":
                self.assertLessEqual(one["value"], truth + 1e-9, name)
            if one["kind"] == "upper-bound":
                self.assertGreaterEqual(one["value"], truth - 1e-9, name)
            if "lower" in one:
                self.assertLessEqual(one["lower"], truth + 1e-9, name)
                self.assertGreaterEqual(one["upper"], truth - 1e-9, name)
        self.assertIn("lower", bounded["gamma"])

    def test_ratios_as_csv_and_text(self):
        words = ("ratios", "--data", self.data, "--target", "y")
        rows = list(csv.DictReader(io.StringIO(holdfast(*words, "--format", "csv").stdout)))
        self.assertEqual([row["ratio"] for row in rows], list(RATIOS))
        exact = self.on_data("ratios")
        for row in rows:
            self.assertEqual(float(row["value"]), exact[row["ratio"]]["value"])
        text = holdfast(*words).stdout
        for name in RATIOS:
            self.assertIn(name, text)
        self.assertIn("Attained at", text)

    def test_the_number_of_threads_does_not_matter(self):
        one = self.on_data("ratios", "--threads", 1)
        two = self.on_data("ratios", "--threads", 2)
        one.pop("threads"), two.pop("threads")
        self.assertEqual(one, two)

    def test_guarantee_from_given_ratios(self):
        found = self.run_json(
            "guarantee",
            "--k",
            10,
            "--tau",
            2,
            "--beta",
            2,
            "--gamma",
            0.8,
            "--theta",
            0.7,
            "--nu",
            0.9,
            "--nu-check",
            0.6,
            "--alpha-check",
            0.3,
        )
        self.assertEqual(found["schema"], "holdfast.guarantee/1")
        x = 1 - math.exp(-0.8 * 6 / 8)
        p = 0.42 / 1.42
        self.assertAlmostEqual(found["theorem1"]["value"], 0.7 * p * x / (1 + p * x), places=14)
        self.assertTrue(found["theorem1"]["applies"])
        self.assertTrue(found["theorem1"]["proven"])
        for name in STATEMENTS:
            if found[name]["applies"]:
                self.assertIn("value", found[name])
                self.assertIn("relative_to", found[name])
            else:
                self.assertNotIn("value", found[name])
                self.assertTrue(found[name]["why"])
        self.assertIn("submodular", found["curvature"]["why"])

    def test_remark_two_of_a_submodular_function(self):
        found = self.run_json("guarantee", "--k", 40, "--tau", 10, "--gamma", 1)
        self.assertAlmostEqual(found["remark2"]["value"], 0.3873, places=4)
        self.assertIn("beta > 1", found["theorem1"]["why"])

    def test_estimates_are_labelled(self):
        found = self.run_json(
            "guarantee", "--k", 40, "--tau", 10, "--gamma", 1, "--nu-check", 0.5, "--estimates"
        )
        self.assertFalse(found["singletons"]["proven"])
        text = holdfast(
            "guarantee", "--k", 40, "--tau", 10, "--gamma", 1, "--nu-check", 0.5, "--estimates"
        ).stdout
        self.assertIn("estimate", text)

    def test_guarantee_of_an_objective(self):
        found = self.on_data("guarantee", "--k", 3, "--tau", 1)
        self.assertTrue(found["singletons"]["applies"])
        self.assertEqual(found["found"]["gamma"]["kind"], "exact")
        rows = holdfast(
            "guarantee",
            "--data",
            self.data,
            "--target",
            "y",
            "--k",
            3,
            "--tau",
            1,
            "--format",
            "csv",
        ).stdout
        names = [row["statement"] for row in csv.DictReader(io.StringIO(rows))]
        for name in STATEMENTS:
            self.assertIn(name, names)

    def test_select_explains_its_choice(self):
        paper = ("--k", 3, "--tau", 1, "--algorithm", "oblivious-greedy")
        plain = self.on_data("select", *paper)
        self.assertNotIn("guarantee", plain)
        found = self.on_data("select", *paper, "--explain")
        self.assertEqual(found["items"], plain["items"])
        promise = found["guarantee"]
        self.assertLessEqual(promise["at_least"], found["worst_case"]["value"] + 1e-9)
        self.assertGreater(promise["best"]["value"], 0)
        text = holdfast("select", "--data", self.data, "--target", "y", *paper, "--explain").stdout
        self.assertIn("of the robust optimum is left after any 1 deletion", text)
        words = ("select", "--data", self.data, "--target", "y", *paper, "--format", "csv")
        explained = holdfast(*words, "--explain")
        self.assertEqual(explained.stdout, holdfast(*words).stdout)
        self.assertIn("robust optimum", explained.stderr)

    def test_wrong_requests(self):
        for words, message in (
            (("guarantee", "--gamma", 1), "--k"),
            (("guarantee", "--k", 3, "--gamma", 1.5), "--gamma must be a number from 0 to 1"),
            (("guarantee", "--k", 3, "--gamma", 1, "--data", self.data), "not both"),
            (("guarantee", "--k", 3, "--beta", -1, "--gamma", 1), "--beta"),
            (("ratios",), "--data"),
            (
                ("ratios", "--data", self.data, "--target", "y", "--exact-up-to", 21),
                "--exact-up-to",
            ),
        ):
            done = holdfast(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
