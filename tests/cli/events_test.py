"""Recorded outages, failure rates and assess on the command line; files that are wrong."""

import csv
import unittest

from command import CommandTest


class Events(CommandTest):
    def setUp(self):
        super().setUp()
        self.sets = self.write("sets.csv", "a,b,c\n1,0,0\n1,0,1\n0,1,1\n0,1,0\n")
        self.common = ["--objective", "coverage", "--sets", self.sets]

    def select(self, *words):
        return self.json("select", *self.common, *words)

    def test_recorded_outages(self):
        outages = self.write("outages.csv", "a,c,weight\n1,0,3\n0,1,1\n")
        found = self.select("--outages", outages, "--k", "1")
        self.assertEqual([item["name"] for item in found["items"]], ["b"])
        self.assertEqual(found["objective"]["events"], 2)
        self.assertEqual(found["objective"]["measure"], "mean")
        value = self.select("--outages", outages, "--k", "3", "--measure", "worst")["value"]
        self.assertEqual(value, 3.0)
        value = self.select("--outages", outages, "--k", "3", "--measure", "cvar", "--tail", "0.75")
        self.assertEqual(value["value"], 3.0)

    def test_rates_are_drawn_and_the_error_is_shown(self):
        rates = self.write("rates.csv", "item,rate\na,0.5\nb,0\n")
        found = self.select("--failure-rates", rates, "--draws", "50", "--k", "2")
        again = self.select("--failure-rates", rates, "--draws", "50", "--k", "2", "--threads", "1")
        self.assertEqual(found["objective"]["events"], 50)
        self.assertEqual(found["value"], again["value"])
        self.assertGreaterEqual(found["standard_error"], 0.0)
        self.assertEqual(
            self.select("--failure-rates", rates, "--k", "2")["objective"]["events"], 200
        )
        text = self.done("select", *self.common, "--failure-rates", rates, "--k", "2")
        self.assertIn("standard error", text)
        self.assertIn("200 events", text)

    def test_common_causes_take_their_members_together(self):
        groups = self.write("causes.csv", "item,group\na,north\nb,north\n")
        rates = self.write("rates.csv", "item,rate\nnorth,0.5\nc,0.1\n")
        events = ["--failure-rates", rates, "--failure-groups", groups, "--draws", "400"]
        found = self.json("assess", *self.common, "--items", "a,b,c", *events)
        lost = {tuple(event["lost_names"]): event["weight"] for event in found["events"]}
        self.assertEqual(set(lost), {(), ("c",), ("a", "b"), ("a", "b", "c")})
        self.assertAlmostEqual(lost["a", "b"] + lost["a", "b", "c"], 0.5, delta=0.1)
        self.assertAlmostEqual(lost["c",] + lost["a", "b", "c"], 0.1, delta=0.06)
        # Items stay apart: one of them can be chosen, and prepared for the cause.
        chosen = self.select(*events, "--k", "1")
        self.assertEqual(len(chosen["items"]), 1)
        wrong = self.write("wrong.csv", "item,group\na,b\n")
        self.says(
            ["select", *self.common, "--k", "1", "--failure-rates", rates, "--failure-groups",
             wrong],
            "wrong.csv", "group b", "like an item",
        )  # fmt: skip
        self.says(
            ["select", *self.common, "--k", "1", "--failure-groups", groups], "--failure-rates"
        )

    def test_assess_in_every_format(self):
        outages = self.write("outages.csv", "a,b\n1,0\n0,1\n0,0\n")
        words = ["assess", *self.common, "--items", "a,b", "--outages", outages]
        text = self.done(*words)
        for part in ("worst event", "median", "nothing lost", "it takes a", "standard error"):
            self.assertIn(part, text)
        # A histogram of ten classes between the worst and the best: two events leave 2, one 4.
        rows = [line.split() for line in text.splitlines() if "\u2588" in line]
        classes = [row for row in rows if "." in row[0]]
        self.assertEqual(
            [(row[0], row[2]) for row in classes], [("2.00000", "66.7"), ("3.80000", "33.3")], text
        )
        self.assertEqual(len(classes[0][-1]), 2 * len(classes[1][-1]))
        found = self.json(*words)
        self.assertEqual(found["schema"], "holdfast.assessment/1")
        self.assertEqual(found["intact_value"], 4.0)
        self.assertAlmostEqual(found["mean"], 8.0 / 3.0)
        self.assertEqual(found["worst"]["value"], 2.0)
        self.assertEqual(found["worst"]["lost_names"], ["a"])
        self.assertEqual(found["quantiles"]["0.95"], 4.0)
        rows = list(csv.DictReader(self.done(*words, "--format", "csv").splitlines()))
        self.assertEqual([row["value_left"] for row in rows], ["2", "2", "4"])

    def test_a_selection_keeps_its_events(self):
        outages = self.write("outages.csv", "a,b\n1,0\n0,1\n")
        chosen = self.folder / "chosen.json"
        self.done(
            "select",
            *self.common,
            "--outages",
            outages,
            "--k",
            "2",
            "--format",
            "json",
            "--output",
            chosen,
        )
        found = self.json("assess", "--selection", chosen)
        self.assertEqual(found["objective"]["events"], 2)
        rates = self.write("rates.csv", "item,rate\na,0.5\n")
        found = self.json("assess", "--selection", chosen, "--failure-rates", rates)
        self.assertEqual(found["objective"]["events"], 200)

    def test_groups_fail_together(self):
        groups = self.write("groups.csv", "item,group\na,left\nb,left\n")
        outages = self.write("outages.csv", "left\n1\n0\n")
        found = self.select("--groups", groups, "--outages", outages, "--k", "2")
        self.assertEqual(found["value"], (2.0 + 4.0) / 2.0)
        self.says(
            [
                "select",
                *self.common,
                "--groups",
                groups,
                "--outages",
                self.write("wrong.csv", "a\n1\n"),
                "--k",
                "1",
            ],
            "wrong.csv",
            "left",
        )

    def says(self, words, *parts):
        message = self.refused(*words)
        for part in parts:
            self.assertIn(part, message)

    def test_wrong_files_are_refused(self):
        for text, parts in [
            ("a,d\n1,0\n", ("outages.csv", '"d"')),
            ("a,b\n1,2\n", ("event 1", "column b", "2")),
            ("a,b,c\n0,0,1\n1,1,1\n", ("event 2", "every item")),
            ("a,weight\n1,-1\n", ("event 1", "weight -1")),
            ("a,a\n1,1\n", ("a",)),
            ("a,b\n1,\n", ("outages.csv",)),
        ]:
            with self.subTest(text=text):
                outages = self.write("outages.csv", text)
                self.says(["select", *self.common, "--outages", outages, "--k", "1"], *parts)
        for text, parts in [
            ("item,rate\nd,0.1\n", ("rates.csv: line 2", "d")),
            ("item,rate\na,1.5\n", ("rates.csv: line 2", "1.5", "from 0 to 1")),
            ("item,rate\na,often\n", ("rates.csv: line 2", "often")),
            ("item,share\na,0.1\n", ("item,rate",)),
        ]:
            with self.subTest(text=text):
                rates = self.write("rates.csv", text)
                self.says(["select", *self.common, "--failure-rates", rates, "--k", "1"], *parts)

    def test_options_that_do_nothing_are_refused(self):
        self.says(
            ["select", *self.common, "--k", "1", "--draws", "5"], "--draws", "--failure-rates"
        )
        self.says(
            ["select", *self.common, "--k", "1", "--measure", "worst"], "--measure", "--outages"
        )
        outages = self.write("outages.csv", "a\n1\n")
        self.says(
            ["select", *self.common, "--k", "1", "--outages", outages, "--failure-rates", outages],
            "--outages",
            "--failure-rates",
        )
        self.says(["assess", *self.common, "--items", "a"], "--outages FILE")


if __name__ == "__main__":
    unittest.main()
