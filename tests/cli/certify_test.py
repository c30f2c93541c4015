"""The command certify, and select --certify, as a user meets them."""

import csv
import io
import itertools
import json
import unittest

from command import CommandTest, run


class Certify(CommandTest):
    call = ("--items", "a,b,c,d", "--tau", 1)

    def test_json(self):
        document = self.json("certify", *self.linear, *self.call)
        self.assertEqual(document["schema"], "holdfast.certificate/1")
        self.assertEqual((document["k"], document["tau"]), (4, 1))
        self.assertEqual([item["name"] for item in document["items"]], list("abcd"))
        worst = document["worst_case"]
        self.assertLessEqual(worst["lower"], worst["upper"])
        self.assertIs(worst["proven"], True)
        self.assertEqual(len(worst["deleted"]), 1)
        self.assertAlmostEqual(
            document["proven_share"], worst["lower"] / document["optimum_upper"], places=12
        )
        self.assertGreater(document["proven_share"], 0)
        self.assertLessEqual(document["proven_share"], 1)
        values = [bound["value"] for bound in document["bounds"]]
        self.assertEqual(values, sorted(values))
        self.assertEqual(values[0], document["optimum_upper"])
        for bound in document["bounds"]:
            self.assertLessEqual(len(bound["without"]), 1)
            self.assertEqual(len(bound["without"]), len(bound["without_names"]))
        self.assertIn("a_priori", document)
        if document["a_priori"] is None:
            self.assertTrue(document["a_priori_why"])

    def test_the_bound_is_the_best_of_all_sets(self):
        """Six columns are few enough to try every set with the command itself."""
        document = self.json("certify", *self.linear, "--items", "a,b,c", "--tau", 1)
        best = max(
            self.json("attack", *self.linear, "--items", ",".join(set_), "--tau", 1)["value"]
            for set_ in itertools.combinations("abcdef", 3)
        )
        self.assertAlmostEqual(document["optimum_upper"] / best, 1, places=6)
        self.assertEqual(document["bounds"][0]["method"], "enumeration")

    def test_k_is_the_size_of_the_set_unless_given(self):
        same = self.json("certify", *self.linear, *self.call)
        more = self.json("certify", *self.linear, *self.call, "--k", 6)
        self.assertEqual((same["k"], more["k"]), (4, 6))
        self.assertGreaterEqual(more["optimum_upper"], same["optimum_upper"])
        self.assertEqual(more["worst_case"]["upper"], same["worst_case"]["upper"])

    def test_text_names_the_share(self):
        text = self.done("certify", *self.linear, *self.call)
        self.assertIn("4 items, any 1 of them may be lost", text)
        self.assertRegex(text, r"Proven: after any 1 deletion this set keeps at least \d+\.\d %")
        self.assertIn("bound of the best", text)

    def test_csv(self):
        text = self.done("certify", *self.linear, *self.call, "--format", "csv")
        rows = {row["quantity"]: row for row in csv.DictReader(io.StringIO(text))}
        document = self.json("certify", *self.linear, *self.call)
        self.assertEqual(float(rows["optimum_upper"]["value"]), document["optimum_upper"])
        self.assertEqual(float(rows["proven_share"]["value"]), document["proven_share"])
        self.assertEqual(float(rows["worst_case_lower"]["value"]), document["worst_case"]["lower"])

    def test_threads_do_not_change_it(self):
        one, two = (
            self.json("certify", *self.linear, *self.call, "--threads", threads)
            for threads in (1, 2)
        )
        for document in (one, two):
            del document["threads"], document["seconds"]
        self.assertEqual(one, two)

    def test_errors(self):
        self.assertIn("--items", self.refused("certify", *self.linear, "--tau", 1))
        self.assertIn("--tau", self.refused("certify", *self.linear, "--items", "a,b"))
        message = self.refused("certify", *self.linear, *self.call, "--k", 3)
        self.assertIn("k = 3", message)
        self.assertIn("4 items", message)
        self.assertIn("nosuch", self.refused("certify", *self.linear, "--items", "nosuch",
                                             "--tau", 1))  # fmt: skip
        self.assertIn("--beta", self.refused("certify", *self.linear, *self.call, "--beta", 1))

    def test_help(self):
        text = self.done("certify", "--help")
        for option in ("--items", "--selection", "--tau", "--k", "--adversary", "--data"):
            self.assertIn(option, text)
        self.assertIn("certify", self.done("--help"))


class CertifySelections(CommandTest):
    def test_a_selection_brings_its_problem(self):
        chosen = self.folder / "chosen.json"
        self.done("select", *self.linear, "--k", 4, "--tau", 1, "--algorithm", "oblivious-greedy",
                  "--beta", 2, "--format", "json", "--output", chosen)  # fmt: skip
        document = self.json("certify", "--selection", chosen)
        self.assertEqual((document["k"], document["tau"]), (4, 1))
        if document["a_priori"] is not None:
            self.assertEqual(document["a_priori_of"], "oblivious-greedy with beta = 2")
        other = self.json("certify", "--selection", chosen, "--tau", 2)
        self.assertEqual(other["tau"], 2)

    def test_select_certifies(self):
        words = ("select", *self.linear, "--k", 3, "--tau", 1, "--certify")
        document = self.json(*words)
        items = ",".join(item["name"] for item in document["items"])
        apart = self.json("certify", *self.linear, "--items", items, "--tau", 1)
        inside = document["certificate"]
        self.assertEqual(inside["optimum_upper"], apart["optimum_upper"])
        self.assertEqual(inside["worst_case"]["lower"], apart["worst_case"]["lower"])
        self.assertIn("What is proven about this selection", self.done(*words))
        process = run(*words, "--format", "csv")
        self.assertRegex(process.stderr, r"\Aholdfast: Proven: after any 1 deletion")
        self.assertNotIn("certificate", self.json(*words[:-1]))

    def test_the_certificate_of_other_objectives(self):
        points = self.write("points.csv", "x,y\n" + "".join(f"{i * i % 7},{i}\n" for i in range(9)))
        words = ("--objective", "variance-reduction", "--points", points, "--k", 4, "--tau", 1)
        document = self.json("select", *words, "--certify")["certificate"]
        self.assertGreater(document["proven_share"], 0.5)
        self.assertEqual(json.loads(json.dumps(document)), document)


if __name__ == "__main__":
    unittest.main()
