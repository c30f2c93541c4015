"""--report: a page about the result, whole or not at all."""

import json
import re
import unittest

from command import FAILED, CommandTest


class Pages(CommandTest):
    def data_in(self, page):
        found = re.search(r'<script id="holdfast-data"[^>]*>(.*?)</script>', page.read_text(), re.S)
        return json.loads(found[1])

    def test_every_result_has_a_page_and_answers_as_without_one(self):
        page = self.folder / "page.html"
        four = ("--items", "a,b,c,d", "--tau", 1)
        for kind, call in {
            "selection": ("select", *self.linear, "--k", 3, "--tau", 1),
            "deletion": ("attack", *self.linear, *four),
            "certificate": ("certify", *self.linear, *four),
            "curve": ("curve", *self.linear, "--k", 4, "--tau-max", 2),
            "repair": ("repair", *self.linear, *four, "--deleted", "a", "--refill", 1),
        }.items():
            with self.subTest(kind):
                plain = self.json(*call)
                told = self.json(*call, "--report", page)
                document = self.data_in(page)
                self.assertEqual(document["kind"], kind)
                self.assertEqual(told.get("items"), plain.get("items"))
                self.assertTrue(document["head"]["command"].startswith(f"holdfast {call[0]} "))
                self.assertNotIn("report", document["head"]["command"])

    def test_rounds_end_with_the_last_one(self):
        page = self.folder / "page.html"
        rounds = self.write("rounds.txt", "a\nb\n")
        call = ("repair", *self.linear, "--items", "a,b,c", "--rounds", rounds, "--refill", 1)
        told = self.json(*call, "--report", page)
        document = self.data_in(page)
        self.assertEqual(document["repair"]["deleted"], told["rounds"][-1]["deleted_names"])
        self.assertEqual(document["sets"][0]["value"], told["rounds"][-1]["value"])

    def test_points_of_two_numbers_make_a_map(self):
        points = self.write("p.csv", "latitude,longitude\n1,10\n2,20\n3,30\n")
        page = self.folder / "page.html"
        places = ("--objective", "logdet", "--points", points)
        self.done("select", *places, "--k", 2, "--report", page)
        document = self.data_in(page)
        self.assertTrue(document["map"]["geographic"])
        shown = [item["place"] for item in document["sets"][0]["items"]]
        shown += [other["place"] for other in document["map"]["others"]]
        self.assertEqual(sorted(shown), [[10, 1], [20, 2], [30, 3]])

    def test_a_command_that_a_shell_would_read_again(self):
        data = self.write("it's here.csv", self.data.read_text())
        page = self.folder / "page.html"
        self.done("select", "--data", data, "--target", "y", "--k", 2, "--no-intercept",
                  "--report", page)  # fmt: skip
        command = self.data_in(page)["head"]["command"]
        self.assertIn(r"it'\''s here.csv'", command)
        self.assertIn("--no-intercept", command)

    def test_a_request_that_cannot_end_well_is_refused_before_the_work(self):
        call = ("select", *self.linear, "--k", 2)
        page = self.folder / "page.html"
        self.assertIn("goes with --report", self.refused(*call, "--coordinates", self.data))
        missing = self.folder / "none" / "page.html"
        self.assertIn("no folder", self.refused(*call, "--report", missing, code=FAILED))
        page.write_text("old")
        wrong = self.write("places.csv", "name,lat\na,1\n")
        self.refused(*call, "--report", page, "--coordinates", wrong)
        self.assertEqual(page.read_text(), "old")


if __name__ == "__main__":
    unittest.main()
