"""summarize and replan on the command line."""

import json
import random
import unittest

from command import CommandTest


class Summaries(CommandTest):
    def setUp(self):
        super().setUp()
        draw = random.Random(1)
        rows = [",".join(f"s{item}" for item in range(120))]
        rows += [",".join(str(int(draw.random() < 0.08)) for _ in range(120)) for _ in range(60)]
        self.common = ["--objective", "coverage", "--sets", self.write("sets.csv", "\n".join(rows))]
        self.words = ["summarize", *self.common, "--k", "5", "--deletions", "3"]

    def stored(self, *words):
        path = self.folder / "summary.json"
        self.done(*self.words, *words, "--format", "json", "--output", path)
        return path

    def test_a_summary_and_a_choice_from_it(self):
        for method in ("whole", "stream"):
            path = self.stored("--method", method)
            summary = json.loads(path.read_text())
            kept = [item["index"] for item in summary["items"]]
            self.assertEqual(summary["schema"], "holdfast.summary/1")
            self.assertEqual(summary["method"], method)
            self.assertLess(len(kept), 120)
            gone = kept[:3]
            found = self.json(
                "replan", "--summary", path, "--deleted", ",".join(map(str, gone)), "--tau", "1"
            )
            chosen = [item["index"] for item in found["items"]]
            self.assertEqual(len(chosen), 5)
            self.assertLessEqual(set(chosen), set(kept) - set(gone))
            self.assertEqual(found["summary"]["deleted"], gone)
            # A selection like any other: it can be attacked.
            choice = self.write("choice.json", json.dumps(found))
            attack = self.json("attack", "--selection", choice)
            self.assertAlmostEqual(attack["value"], found["worst_case"]["value"])

    def test_in_every_format(self):
        text = self.done(*self.words)
        self.assertIn("Assumes deletions that do not depend on the draws", text)
        self.assertIn("threshold", text)
        rows = self.done(*self.words, "--format", "csv").splitlines()
        self.assertEqual(rows[0], "index,name")
        path = self.stored()
        text = self.done("replan", "--summary", path, "--deleted", "s1,s2")
        self.assertIn("Assumes deletions", text)
        rows = self.done("replan", "--summary", path, "--k", "3", "--format", "csv").splitlines()
        self.assertEqual(len(rows), 4)

    def test_equal_seeds_give_equal_summaries(self):
        first, again = (json.loads(self.stored("--seed", "3").read_text()) for _ in range(2))
        other = json.loads(self.stored("--seed", "4").read_text())
        self.assertEqual(first["items"], again["items"])
        self.assertNotEqual(first["items"], other["items"])
        parts = json.loads(self.stored("--parts", "3").read_text())
        self.assertEqual(len(parts["largest"]), 9)

    def test_wrong_requests_are_refused(self):
        for words, part in [
            (["summarize", *self.common, "--k", "5"], "--deletions"),
            ([*self.words, "--epsilon", "0"], "--epsilon"),
            ([*self.words, "--method", "stream", "--parts", "2"], "one part"),
            ([*self.words, "--must", "s1"], "must-haves"),
            (["replan", *self.common], "--summary FILE"),
            (["replan", "--summary", self.write("x.json", "{}")], "holdfast.summary/1"),
            (["replan", "--summary", self.write("y.json", "no")], "holdfast summarize"),
        ]:
            with self.subTest(words=words):
                self.assertIn(part, self.refused(*words))
        path = self.stored()
        self.assertIn("s999", self.refused("replan", "--summary", path, "--deleted", "s999"))
        document = json.loads(path.read_text())
        del document["levels"]
        wrong = self.write("wrong.json", json.dumps(document))
        self.assertIn("levels", self.refused("replan", "--summary", wrong))


if __name__ == "__main__":
    unittest.main()
