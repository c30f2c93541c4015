"""Groups, must-haves, must-nots and caps, and repair after losses."""

import csv
import io
import json
import unittest

from command import CommandTest


class Constraints(CommandTest):
    def names(self, *arguments):
        return [item["name"] for item in self.json(*arguments)["items"]]

    def test_must_and_must_not(self):
        call = ("select", *self.linear, "--k", 3, "--algorithm", "greedy")
        self.assertEqual(set(self.names(*call)[:2]), {"a", "b"})
        chosen = self.names(*call, "--must", "f,4", "--must-not", "a")
        self.assertEqual((set(chosen[:2]), chosen[2]), ({"e", "f"}, "b"))
        listed = self.write("list.txt", "f\ne\n")
        self.assertEqual(self.names(*call, "--must", listed, "--must-not", "a"), chosen)

    def test_at_most_of_a_kind(self):
        kinds = self.write("kinds.csv", "item,kind\na,red\nb,red\nc,red\nd,blue\n")
        call = ("select", *self.linear, "--tau", 1, "--kinds", kinds)
        one = self.names(*call, "--k", 4, "--at-most", 1)
        self.assertEqual(len(one), 4)
        self.assertEqual(len({"a", "b", "c"} & set(one)), 1)
        document = self.json(*call, "--k", 9, "--at-most", "red=2")
        self.assertEqual(len(document["items"]), 5)
        self.assertEqual(document["stopped"], "no further item allowed")
        self.assertEqual(document["constraints"]["at_most"], {"red": 2, "blue": 6})

    def test_the_document_tells_them(self):
        document = self.json("select", *self.linear, "--k", 2, "--must", "c", "--must-not", "0")
        self.assertEqual(
            document["constraints"],
            {"must": [2], "must_names": ["c"], "must_not": [0], "must_not_names": ["a"]},
        )
        self.assertNotIn("constraints", self.json("select", *self.linear, "--k", 2))

    def test_curve_keeps_to_them(self):
        document = self.json(
            "curve", *self.linear, "--k", 3, "--tau-max", 1, "--must", "f", "--must-not", "a"
        )
        for curve in document["curves"]:
            names = {item["name"] for item in curve["items"]}
            self.assertIn("f", names)
            self.assertNotIn("a", names)

    def test_explain_promises_nothing(self):
        call = ("select", *self.linear, "--k", 3, "--tau", 1, "--explain", "--must", "f")
        self.assertIn("must-haves", self.json(*call)["guarantee"]["why"])

    def test_refusals(self):
        kinds = self.write("kinds.csv", "item,kind\na,red\nb,red\n")
        two = ["select", *self.linear, "--k", 2]
        cases = [
            (["--must", "a,b,c"], "3 must-haves", "k = 2"),
            (["--must", "a", "--must-not", "0"], "item 0 (a)", "must-not"),
            (["--must", "z"], '"z"'),
            (["--kinds", kinds], "--at-most"),
            (["--at-most", 2], "--kinds"),
            (["--kinds", kinds, "--at-most", 1, "--must", "a,b"], "kind red", "at most 1"),
            (["--kinds", kinds, "--at-most", "rot=1"], "rot", "red"),
        ]
        for more, *words in cases:
            with self.subTest(arguments=[str(word) for word in more]):
                message = self.refused(*two, *more)
                for word in words:
                    self.assertIn(word, message)
        self.assertIn("--must", self.refused("attack", *self.linear, "--must", "a"))


class Groups(CommandTest):
    def setUp(self):
        super().setUp()
        self.groups = self.write("groups.csv", "item,group\na,pair\nf,pair\n2,lone\n")
        self.grouped = (*self.linear, "--groups", self.groups)

    def test_a_group_is_one_item(self):
        document = self.json("select", *self.grouped, "--k", 2, "--tau", 1)
        self.assertEqual(document["objective"]["name"], "linear")
        self.assertEqual(document["objective"]["items"], 5)
        self.assertEqual(document["objective"]["members"], 6)
        names = [item["name"] for item in document["items"]]
        self.assertEqual(names, ["pair", "b"])
        value = self.json("attack", *self.linear, "--items", "a,f,b", "--tau", 0)
        self.assertAlmostEqual(document["value"], value["intact_value"])
        self.assertAlmostEqual(document["share"], value["intact_share"])

    def test_every_command_takes_them(self):
        for call in (
            ("attack", "--items", "pair,b", "--tau", 1),
            ("curve", "--k", 3, "--tau-max", 1),
            ("ratios",),
            ("guarantee", "--k", 2, "--tau", 1),
            ("repair", "--items", "pair,b", "--deleted", "b", "--refill", 1),
        ):
            with self.subTest(command=call[0]):
                document = self.json(call[0], *self.grouped, *call[1:])
                self.assertEqual(document["objective"]["items"], 5)

    def test_text_says_so(self):
        text = self.done("select", *self.grouped, "--k", 2)
        self.assertIn("grouped linear on data.csv, target y, groups groups.csv", text)
        self.assertIn("5 items, 40 rows, 6 members", text)

    def test_attack_on_a_selection_finds_the_groups_again(self):
        chosen = self.folder / "chosen.json"
        self.done("select", *self.grouped, "--k", 2, "--format", "json", "--output", chosen)
        document = self.json("attack", "--selection", chosen, "--tau", 1)
        self.assertEqual(document["deleted_names"], ["pair"])

    def test_refusals(self):
        call = ("select", *self.linear, "--k", 2, "--groups")
        for text, *words in [
            ("item,group\na,x\nz,x\n", "line 3", '"z"'),
            ("item,group\na,x\n0,y\n", "line 3", "twice"),
            ("item,group\na,b\n", "called b"),
            ("item\na\n", "no column group"),
        ]:
            with self.subTest(text=text):
                message = self.refused(*call, self.write("wrong.csv", text))
                for word in words:
                    self.assertIn(word, message)

    def test_omp_follows_the_gradient_of_a_group(self):
        document = self.json("select", *self.grouped, "--k", 2, "--algorithm", "omp")
        self.assertEqual(len(document["items"]), 2)


class Repair(CommandTest):
    def test_document(self):
        document = self.json(
            *("repair", *self.linear, "--items", "a,c,d", "--deleted", "a,f"),
            *("--refill", 2, "--tau", 1),
        )
        self.assertEqual(document["schema"], "holdfast.repair/1")
        self.assertEqual(document["before"]["names"], ["a", "c", "d"])
        self.assertEqual(document["deleted_names"], ["a", "f"])
        self.assertEqual(document["left"]["names"], ["c", "d"])
        names = {item["name"] for item in document["items"]}
        self.assertEqual(names, {"b", "c", "d", "e"})
        self.assertEqual(set(document["added_names"]), {"b", "e"})
        self.assertEqual((document["k"], document["tau"], document["refill"]), (4, 1, 2))
        intact = self.json("attack", *self.linear, "--items", "c,d,b,e", "--tau", 1)
        self.assertAlmostEqual(document["value"], intact["intact_value"])
        self.assertAlmostEqual(document["worst_case"]["value"], intact["value"])
        for part in ("before", "left"):
            items = ",".join(document[part]["names"])
            value = self.json("attack", *self.linear, "--items", items, "--tau", 0)["value"]
            self.assertAlmostEqual(document[part]["value"], value)

    def test_of_a_selection_and_of_a_repaired_one(self):
        chosen, repaired = self.folder / "chosen.json", self.folder / "repaired.json"
        save = ("--format", "json", "--output")
        self.done("select", *self.linear, "--k", 3, "--tau", 1, *save, chosen)
        lost = json.loads(chosen.read_text())["items"][0]["name"]
        call = ("repair", "--deleted", lost, "--refill", 1)
        self.done(*call, "--selection", chosen, *save, repaired)
        document = json.loads(repaired.read_text())
        self.assertEqual(document["tau"], 1)
        self.assertNotIn(lost, [item["name"] for item in document["items"]])
        again = self.json("repair", "--selection", repaired, "--deleted", "b", "--refill", 0)
        self.assertEqual(len(again["before"]["items"]), 3)

    def test_rounds(self):
        rounds = self.write("losses.txt", "a\nb,c\n")
        call = ("repair", *self.linear, "--items", "a,b", "--rounds", rounds, "--refill", 1)
        document = self.json(*call)
        self.assertEqual(document["schema"], "holdfast.replan/1")
        first, second = document["rounds"]
        self.assertEqual(first["deleted_names"], ["a"])
        self.assertEqual(second["before"]["items"], [item["index"] for item in first["items"]])
        names = {item["name"] for item in second["items"]}
        self.assertFalse(names & {"a", "b", "c"})
        rows = list(csv.DictReader(io.StringIO(self.done(*call, "--format", "csv"))))
        self.assertEqual([row["round"] for row in rows].count("2"), len(second["items"]))
        self.assertIn("round 2", self.done(*call))

    def test_text(self):
        text = self.done(
            *("repair", *self.linear, "--items", "a,c,d", "--deleted", "a"),
            *("--refill", 1, "--tau", 1),
        )
        for words in ("1 item lost, 1 added", "before", "after the loss", "repaired", "worst case"):
            self.assertIn(words, text)

    def test_refusals(self):
        call = ["repair", *self.linear]
        for more, *words in [
            (["--refill", 1], "--items", "--selection"),
            (["--items", "a"], "--refill N is needed"),
            (["--items", "a", "--refill", 1, "--deleted", "z"], '"z"'),
            (["--items", "a,b", "--refill", 1, "--deleted", "a", "--must", "a"], "must-not"),
            (
                ["--items", "a,b", "--refill", 0, "--tau", 5, "--algorithm", "oblivious-greedy"],
                "oblivious-greedy",
                "tau = 5",
            ),
        ]:
            with self.subTest(arguments=more):
                message = self.refused(*call, *more)
                for word in words:
                    self.assertIn(word, message)

    def test_wrong_files_of_costs_are_refused(self):
        for text, parts in [
            ("item,cost\na,-1\n", ("costs.csv: line 2", "-1", "at least 0")),
            ("item,cost\nz,1\n", ("costs.csv: line 2", "z")),
            ("item,cost\na,1\n", ("costs.csv", "no cost for item 1 (b)")),
            ("item,cost\na,dear\n", ("costs.csv: line 2", "dear")),
            ("item,price\na,1\n", ("item,cost",)),
        ]:
            with self.subTest(text=text):
                costs = self.write("costs.csv", text)
                message = self.refused(
                    "select", *self.linear, "--costs", costs, "--cost-limit", "3"
                )
                for part in parts:
                    self.assertIn(part, message)
        costs = self.write("costs.csv", "item,cost\na,1\n")
        message = self.refused("select", *self.linear, "--k", "1", "--costs", costs)
        self.assertIn("--cost-limit X", message)
        self.assertIn("--costs FILE", self.refused("select", *self.linear, "--cost-limit", "3"))

    def test_a_curve_over_money(self):
        costs = self.write("costs.csv", "item,cost\na,3\nb,1\nc,1\nd,2\ne,1\nf,1\n")
        words = ["curve", *self.linear, "--costs", costs, "--cost-limits", "6,2,4", "--tau", "1"]
        found = self.json(*words, "--algorithms", "auto,greedy")
        self.assertEqual(found["schema"], "holdfast.cost-curve/1")
        self.assertEqual(found["cost_limits"], [2.0, 4.0, 6.0])
        for curve in found["curves"]:
            left = [point["worst_case"]["value"] for point in curve["points"]]
            self.assertEqual(left, sorted(left))
            for point in curve["points"]:
                self.assertLessEqual(point["spent"], point["cost_limit"])
                self.assertEqual(point["spent"], sum(item["price"] for item in point["items"]))
        alone = self.json(
            "select", *self.linear, "--costs", costs, "--cost-limit", "6", "--tau", "1"
        )
        last = found["curves"][0]["points"][-1]
        self.assertEqual(last["worst_case"]["value"], alone["worst_case"]["value"])
        self.assertIn("worst case", self.done(*words))
        rows = self.done(*words, "--algorithms", "greedy", "--format", "csv").splitlines()
        self.assertEqual(len(rows), 4)
        for wrong, parts in [
            (["--tau-max", "2"], ("--tau-max", "--cost-limits")),
            (["--cost-limit", "2"], ("--cost-limit", "--cost-limits")),
            (["--report", "page.html"], ("--report",)),
        ]:
            message = self.refused(*words, *wrong)
            for part in parts:
                self.assertIn(part, message)
        self.assertIn("--costs FILE", self.refused(*words[:5], "--cost-limits", "1"))
        self.assertIn("many", self.refused(*words[:7], "--cost-limits", "1,many"))

    def test_choosing_and_protecting_at_once(self):
        words = ["select", *self.linear, "--k", "4", "--tau", "1", "--protect", "1"]
        found = self.json(*words)
        chosen = [item["index"] for item in found["items"]]
        pair = found["protection"]
        self.assertEqual(found["protect"], 1)
        self.assertEqual(len(pair["protected"]), 1)
        self.assertLess(set(pair["protected"]), set(chosen))
        self.assertFalse(set(pair["protected"]) & set(pair["deleted"]))
        again = self.json(
            "protect", *self.linear, "--items", ",".join(map(str, chosen)), "--tau", "1",
            "--protect", "1",
        )  # fmt: skip
        self.assertAlmostEqual(pair["value"], again["value"])
        self.assertEqual(pair["protected"], again["protected"])
        self.assertIn(f"{pair['protected_names'][0]} protected", self.done(*words))
        rows = self.done(*words, "--format", "csv").splitlines()
        self.assertTrue(rows[0].endswith(",protected"))
        self.assertEqual(sum(row.endswith(",1") for row in rows[1:]), 1)


if __name__ == "__main__":
    unittest.main()
