"""Distances, points, prices and protection on the command line; files that are wrong."""

import csv
import unittest

from command import CommandTest


class Location(CommandTest):
    def setUp(self):
        super().setUp()
        self.distances = self.write("d.csv", "s,t,u\n0,4,9\n7,1,5\n3,3,0\n")
        self.weights = self.write("w.csv", "2\n1\n1\n")
        self.common = [
            "--objective", "facility-location", "--distances", self.distances,
            "--weights", self.weights,
        ]  # fmt: skip

    def test_results_have_costs(self):
        found = self.json("select", *self.common, "--k", "2", "--tau", "1")
        self.assertEqual([item["name"] for item in found["items"]], ["s", "t"])
        self.assertEqual(found["cost"], 0 + 1 + 3)
        self.assertEqual(found["worst_case"]["cost"], 2 * 4 + 1 + 3)
        self.assertEqual(found["worst_case"]["tried"][0]["cost"], 12)
        text = self.done("select", *self.common, "--k", "2", "--tau", "1")
        self.assertIn("in the worst case 12", text)

    def test_points(self):
        sites = self.write("sites.csv", "id,x,y\na,0,0\nb,3,4\nc,9,9\n")
        customers = self.write("customers.csv", "x,y\n0,0\n3,4\n")
        found = self.json(
            "select", "--objective", "facility-location", "--points", sites, "--names", "id",
            "--customers", customers, "--k", "1",
        )  # fmt: skip
        self.assertAlmostEqual(found["cost"], 5.0)
        self.assertEqual(found["objective"]["rows"], 2)
        self.assertIn(found["items"][0]["name"], ["a", "b"])
        on_earth = self.json(
            "select", "--objective", "facility-location", "--points",
            self.write("cities.csv", "lat,lon\n52.52,13.405\n48.8566,2.3522\n"),
            "--metric", "haversine", "--k", "1",
        )  # fmt: skip
        self.assertAlmostEqual(on_earth["cost"], 877.5, delta=1.0)

    def test_protect_to_the_letter(self):
        words = ["protect", *self.common, "--items", "s,t,u", "--tau", "2", "--protect", "1"]
        found = self.json(*words)
        self.assertEqual(found["schema"], "holdfast.protection/1")
        # With s alone 0 + 7 + 3, with t alone 8 + 1 + 3, with u alone 18 + 5 + 0.
        self.assertEqual((found["protected"], found["protected_names"]), ([0], ["s"]))
        self.assertEqual(found["cost"], 10)
        self.assertIs(found["proven"], True)
        self.assertEqual(sorted(found["deleted"]), [1, 2])
        self.assertEqual(found["unprotected"]["cost"], 23)
        self.assertIs(found["unprotected"]["proven"], True)
        self.assertAlmostEqual(found["at_most"], found["value"])
        text = self.done(*words)
        for part in ("protect", "proven: no other protection keeps more", "unprotected"):
            self.assertIn(part, text)
        rows = list(csv.DictReader(self.done(*words, "--format", "csv").splitlines()))
        self.assertEqual([row["protected"] for row in rows], ["1", "0", "0"])

    def test_protect_what_was_chosen(self):
        chosen = self.folder / "chosen.json"
        self.done(
            "select", *self.common, "--k", "3", "--tau", "1", "--format", "json", "--output", chosen
        )
        found = self.json("protect", "--selection", chosen, "--protect", "1")
        self.assertEqual(found["tau"], 1)
        self.assertEqual(found["protect"], 1)

    def test_prices(self):
        costs = self.write("costs.csv", "item,cost\ns,5\nt,2\nu,2\n")
        found = self.json("select", *self.common, "--costs", costs, "--cost-limit", "4")
        self.assertEqual(sorted(item["name"] for item in found["items"]), ["t", "u"])
        self.assertEqual(found["spent"], 4.0)
        self.assertEqual(found["items"][0]["price"], 2.0)
        self.assertEqual(found["constraints"]["cost_limit"], 4.0)
        text = self.done("select", *self.common, "--costs", costs, "--cost-limit", "4")
        self.assertIn("spent", text)
        one = self.json("select", *self.common, "--costs", costs, "--cost-limit", "5", "--k", "1")
        self.assertEqual(len(one["items"]), 1)

    def says(self, words, *parts):
        message = self.refused(*words)
        for part in parts:
            self.assertIn(part, message)

    def test_wrong_files_are_refused(self):
        select = ["select", "--objective", "facility-location", "--k", "1"]
        self.says([*select], "--similarity", "--distances", "--points")
        self.says(
            [*select, "--distances", self.write("n.csv", "s,t\n1,-2\n")], "row 0", "column 1", "-2"
        )
        self.says([*select, "--distances", self.distances, "--points", self.distances], "--points")
        self.says(
            [*select, "--distances", self.distances, "--weights", self.write("one.csv", "1\n")],
            "weights", "3 rows",
        )  # fmt: skip
        for text, parts in [
            ("item,cost\ns,1\nt,-1\nu,1\n", ("costs.csv: line 3", "-1", "at least 0")),
            ("item,cost\ns,1\nt,1\n", ("costs.csv", "no cost for item 2 (u)")),
            ("item,cost\ns,1\nx,1\n", ("costs.csv: line 3", "x")),
        ]:
            with self.subTest(text=text):
                costs = self.write("costs.csv", text)
                words = ["select", *self.common, "--costs", costs, "--cost-limit", "4"]
                self.says(words, *parts)
        costs = self.write("costs.csv", "item,cost\ns,1\nt,1\nu,1\n")
        self.says(["select", *self.common, "--k", "1", "--costs", costs], "--cost-limit")
        self.says(["select", *self.common, "--k", "1", "--cost-limit", "3"], "--costs FILE")
        self.says(["protect", *self.common, "--items", "s", "--tau", "1"], "--protect")


if __name__ == "__main__":
    unittest.main()
