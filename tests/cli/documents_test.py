"""The JSON and CSV documents, key by key: programs depend on them."""

import csv
import io
import json
import os
import unittest

from command import CommandTest, run


class SelectJson(CommandTest):
    paper = ("--algorithm", "oblivious-greedy", "--adversary", "paper")

    def test_has_the_keys_of_the_contract(self):
        document = self.json("select", *self.linear, "--k", 3, "--tau", 1, *self.paper)
        expected = {
            "schema": str,
            "objective": dict,
            "algorithm": dict,
            "k": int,
            "tau": int,
            "seed": int,
            "items": list,
            "value": float,
            "share": float,
            "worst_case": dict,
            "greedy": dict,
            "interrupted": bool,
            "evaluations": int,
            "seconds": float,
            "threads": int,
            "version": str,
        }
        for key, kind in expected.items():
            self.assertIsInstance(document[key], kind, key)
        self.assertEqual(document["schema"], "holdfast.selection/1")
        self.assertEqual(document["objective"]["name"], "linear")
        self.assertEqual(document["objective"]["items"], 6)
        self.assertEqual(document["algorithm"], {"name": "oblivious-greedy", "beta": 1.0})
        self.assertEqual((document["k"], document["tau"], document["seed"]), (3, 1, 0))

    def test_items_and_worst_case(self):
        document = self.json("select", *self.linear, "--k", 3, "--tau", 1, *self.paper)
        self.assertEqual(len(document["items"]), 3)
        for item in document["items"]:
            self.assertLessEqual({"index", "name", "part", "gain"}, set(item))
            self.assertEqual(item["name"], "abcdef"[item["index"]])
        self.assertEqual([item["part"] for item in document["items"]], ["S0", "S1", "S1"])
        worst = document["worst_case"]
        self.assertLessEqual(
            {"value", "share", "adversary", "proven", "deleted", "tried"}, set(worst)
        )
        self.assertIs(worst["proven"], True)
        self.assertEqual(len(worst["deleted"]), 1)
        self.assertEqual(
            {tried["adversary"] for tried in worst["tried"]},
            {"greedy-min", "greedy-max", "random-greedy-min", "stochastic-greedy-min"},
        )
        for tried in worst["tried"]:
            self.assertLessEqual({"adversary", "value", "deleted"}, set(tried))
            self.assertGreaterEqual(tried["value"], worst["value"] * (1 - 1e-9))

    def test_share_is_of_the_largest_possible_value(self):
        document = self.json("select", *self.linear, "--k", 6)
        largest = document["objective"]["largest_value"]
        self.assertAlmostEqual(document["share"], document["value"] / largest)
        with open(self.data, newline="", encoding="utf-8") as file:
            target = [float(row["y"]) for row in csv.DictReader(file)]
        mean = sum(target) / len(target)
        self.assertAlmostEqual(largest, sum((y - mean) ** 2 for y in target))
        plain = self.json("select", *self.linear, "--k", 6, "--no-intercept")
        self.assertAlmostEqual(plain["objective"]["largest_value"], sum(y * y for y in target))

    def test_no_share_where_the_objective_knows_no_largest_value(self):
        kernel = self.write("kernel.csv", "1,0.5\n0.5,1\n")
        document = self.json("select", "--objective", "logdet", "--kernel-matrix", kernel, "--k", 1)
        self.assertNotIn("share", document)
        self.assertNotIn("share", document["worst_case"])

    def test_numbers_keep_every_digit(self):
        data = self.write("thirds.csv", "a,y\n1,0.1\n2,0.3\n4,0.2\n")
        document = self.json("select", "--data", data, "--target", "y", "--k", 1)
        x, y = (1.0, 2.0, 4.0), (0.1, 0.3, 0.2)
        mx, my = sum(x) / 3, sum(y) / 3
        sxy = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
        sxx = sum((a - mx) ** 2 for a in x)
        self.assertAlmostEqual(document["value"], sxy * sxy / sxx, delta=1e-16)

    def test_edge_cases_of_k_and_tau(self):
        empty = self.json("select", *self.linear, "--k", 0)
        self.assertEqual((empty["items"], empty["value"]), ([], 0.0))
        self.assertEqual(empty["worst_case"]["deleted"], [])
        everything = self.json("select", *self.linear, "--k", 100, "--tau", 3)
        self.assertEqual(len(everything["items"]), 6)
        self.assertEqual(everything["k"], 100)
        lost = self.json("select", *self.linear, "--k", 2, "--tau", 2)
        self.assertEqual(lost["worst_case"]["value"], 0.0)
        self.assertCountEqual(
            lost["worst_case"]["deleted"], [item["index"] for item in lost["items"]]
        )
        self.assertIs(lost["worst_case"]["proven"], True)

    def test_a_path_that_is_no_utf8_does_not_break_it(self):
        data = os.fsencode(self.folder) + b"/caf\xe9.csv"
        with open(data, "wb") as file:
            file.write(b"a,b\tb,y\n1,2,3\n2,1,5\n4,4,4\n")
        call = ("select", "--data", os.fsdecode(data), "--target", "y", "--k", 2)
        document = json.loads(self.done(*call, "--format", "json"))
        self.assertTrue(document["objective"]["data"].endswith("/caf\ufffd.csv"))
        self.assertEqual({item["name"] for item in document["items"]}, {"a", "b\tb"})
        self.assertIn("linear on caf\ufffd.csv", self.done(*call))

    def test_seed_and_threads_are_told(self):
        document = self.json("select", *self.linear, "--k", 2, "--seed", 7, "--threads", 1)
        self.assertEqual((document["seed"], document["threads"]), (7, 1))

    def test_the_result_does_not_depend_on_threads(self):
        def told(threads):
            document = self.json(
                "select",
                *self.linear,
                "--k",
                4,
                "--tau",
                2,
                "--threads",
                threads,
                "--algorithm",
                "stochastic-greedy",
            )
            return document["items"], document["value"], document["worst_case"]["deleted"]

        self.assertEqual(told(1), told(2))


class AttackJson(CommandTest):
    def test_is_the_worst_case_with_the_attacked_items(self):
        document = self.json("attack", *self.linear, "--items", "a,2,e", "--tau", 2)
        self.assertEqual(document["schema"], "holdfast.deletion/1")
        self.assertEqual([item["index"] for item in document["items"]], [0, 2, 4])
        self.assertEqual([item["name"] for item in document["items"]], ["a", "c", "e"])
        self.assertLessEqual(
            {"value", "share", "adversary", "proven", "deleted", "tried"}, set(document)
        )
        self.assertEqual(len(document["deleted"]), 2)
        self.assertIn(0, document["deleted"])

    def test_a_selection_brings_its_data_and_tau(self):
        chosen = self.folder / "chosen.json"
        self.done(
            "select", *self.linear, "--k", 4, "--tau", 2, "--ridge", 0.5, "--no-intercept",
            "--format", "json", "--output", chosen,
        )  # fmt: skip
        selection = json.loads(chosen.read_text())
        attacked = self.json("attack", "--selection", chosen)
        self.assertEqual(attacked["objective"], selection["objective"])
        self.assertEqual(attacked["tau"], 2)
        self.assertCountEqual(attacked["deleted"], selection["worst_case"]["deleted"])
        self.assertAlmostEqual(attacked["value"], selection["worst_case"]["value"])
        self.assertAlmostEqual(attacked["intact_value"], selection["value"])
        other = self.json("attack", "--selection", chosen, "--tau", 1, "--adversary", "exact")
        self.assertEqual((other["tau"], len(other["deleted"])), (1, 1))
        self.assertIs(other["proven"], True)

    def test_a_selection_of_other_data_is_refused(self):
        chosen = self.folder / "chosen.json"
        self.done("select", *self.linear, "--k", 2, "--format", "json", "--output", chosen)
        other = self.write("other.csv", "p,q,r,s,t,u,y\n" + "1,2,3,4,5,6,7\n2,1,2,1,2,1,2\n")
        message = self.refused("attack", "--selection", chosen, "--data", other, "--target", "y")
        self.assertIn("chosen.json", message)
        self.assertIn("is called", message)

    def test_exact_finds_nothing_better_than_it_proves(self):
        exact = self.json(
            "attack", *self.linear, "--items", "0-5", "--tau", 3, "--adversary", "exact"
        )
        every = self.json("attack", *self.linear, "--items", "0-5", "--tau", 3)
        self.assertLessEqual(exact["value"], every["value"] + 1e-9)
        self.assertIs(exact["proven"], True)

    def test_what_is_proven_is_told(self):
        call = ("attack", *self.linear, "--items", "0-5", "--tau", 2)
        exact = self.json(*call, "--adversary", "exact")
        self.assertEqual(exact["at_least"], exact["value"])
        strong = self.json(*call, "--adversary", "strong")
        self.assertGreaterEqual(strong["value"], exact["value"] * (1 - 1e-9))
        self.assertLessEqual(strong["at_least"], strong["value"])
        improved = self.json(*call, "--adversary", "greedy-max+ls")
        self.assertLessEqual(
            improved["value"], self.json(*call, "--adversary", "greedy-max")["value"]
        )


class RobustSearch(CommandTest):
    """The algorithms that look for the best worst case, as a user calls them."""

    def worst(self, *arguments):
        call = ("select", *self.linear, "--k", 4, "--tau", 2, "--adversary", "exact", *arguments)
        return self.json(*call)["worst_case"]["value"]

    def test_each_is_no_worse_than_the_one_before(self):
        plain = self.worst("--algorithm", "oblivious-greedy")
        path = self.worst("--algorithm", "beta-path")
        swap = self.worst("--algorithm", "robust-swap", "--budget", 500)
        self.assertGreaterEqual(path, plain * (1 - 1e-9))
        self.assertGreaterEqual(swap, path * (1 - 1e-9))
        self.assertEqual(swap, self.worst("--algorithm", "auto", "--budget", 500))


class CurveDocuments(CommandTest):
    call = ("--k", 4, "--tau-max", 5, "--algorithms", "greedy,oblivious")

    def test_json_has_a_point_for_each_number_of_deletions(self):
        document = self.json("curve", *self.linear, *self.call, "--tau", 2)
        self.assertEqual(document["schema"], "holdfast.curve/1")
        self.assertEqual((document["k"], document["tau"], document["tau_max"]), (4, 2, 5))
        self.assertEqual(
            [curve["algorithm"]["name"] for curve in document["curves"]], ["greedy", "oblivious"]
        )
        for curve in document["curves"]:
            self.assertEqual([point["tau"] for point in curve["points"]], list(range(6)))
            for point in curve["points"]:
                self.assertEqual(len(point["deleted"]), min(point["tau"], 4))
            self.assertEqual(curve["points"][4]["value"], 0.0)

    def test_a_point_is_what_attack_says(self):
        curve = self.json("curve", *self.linear, *self.call)["curves"][0]
        items = ",".join(item["name"] for item in curve["items"])
        for tau in (0, 1, 2):
            attacked = self.json("attack", *self.linear, "--items", items, "--tau", tau)
            self.assertAlmostEqual(curve["points"][tau]["value"], attacked["value"], places=9)

    def test_csv(self):
        text = self.done("curve", *self.linear, *self.call, "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(len(rows), 12)
        self.assertEqual(
            list(rows[0]),
            ["algorithm", "deletions", "value", "share", "kept", "adversary", "proven"],
        )
        self.assertEqual([row["deletions"] for row in rows[:6]], list("012345"))
        self.assertEqual(float(rows[0]["kept"]), 1.0)

    def test_an_algorithm_that_cannot_is_left_out_with_a_word(self):
        process = run("curve", *self.linear, "--k", 4, "--tau-max", 4, "--algorithms", "greedy,osu",
                      "--format", "json")  # fmt: skip
        self.assertEqual(process.returncode, 0)
        self.assertRegex(process.stderr, r"\Aholdfast: osu is left out: [^\n]+k = 4[^\n]+\n\Z")
        document = json.loads(process.stdout)
        self.assertEqual([skipped["algorithm"] for skipped in document["skipped"]], ["osu"])
        self.assertEqual(len(document["curves"]), 1)

    def test_if_none_can_it_is_an_error(self):
        message = self.refused(
            "curve", *self.linear, "--k", 4, "--tau-max", 4, "--algorithms", "osu"
        )
        self.assertIn("osu guards", message)


class CsvDocuments(CommandTest):
    def test_select(self):
        data = self.write("names.csv", '"a,b","say ""x""",y\n1,2,3\n2,1,5\n4,4,4\n')
        text = self.done("select", "--data", data, "--target", "y", "--k", 2, "--tau", 1,
                         "--format", "csv")  # fmt: skip
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(
            list(rows[0]),
            ["rank", "index", "name", "part", "bucket", "gain", "deleted", "alone", "loss"],
        )
        self.assertEqual({row["name"] for row in rows}, {"a,b", 'say "x"'})
        self.assertEqual(sorted(row["deleted"] for row in rows), ["0", "1"])

    def test_attack(self):
        text = self.done("attack", *self.linear, "--items", "a,b,c", "--tau", 2, "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(list(rows[0]), ["order", "index", "name", "value_left"])
        self.assertEqual([row["order"] for row in rows], ["1", "2"])
        self.assertGreater(float(rows[0]["value_left"]), float(rows[1]["value_left"]))


if __name__ == "__main__":
    unittest.main()
