"""What the command does unless told otherwise, and what it compares with."""

import json
import math
import unittest

from command import CommandTest, columns_csv


class Defaults(CommandTest):
    def test_the_recommended_algorithm_and_the_strong_judge(self):
        document = self.json("select", *self.linear, "--k", 3, "--tau", 1)
        self.assertEqual(document["algorithm"]["name"], "auto")
        asked = self.json("select", *self.linear, "--k", 3, "--tau", 1, "--algorithm", "auto",
                          "--adversary", "strong")  # fmt: skip
        for key in ("algorithm", "items", "value", "greedy"):
            self.assertEqual(document[key], asked[key], key)

    def test_every_command_agrees(self):
        for command in ("select", "repair", "curve", "attack", "certify"):
            text = " ".join(self.done(command, "--help").split())
            self.assertIn("(default strong)", text, command)
            if command in ("select", "repair"):
                self.assertIn("(default auto)", text, command)
        repaired = self.json("repair", *self.linear, "--items", "a,b", "--deleted", "a",
                             "--refill", 1)  # fmt: skip
        self.assertEqual(repaired["algorithm"]["name"], "auto")
        tried = self.json("attack", *self.linear, "--items", "a,b,c,d", "--tau", 2)["tried"]
        self.assertEqual({attack["adversary"] for attack in tried}, {"strong"})

    def test_curve_begins_with_the_recommended_one(self):
        document = self.json("curve", *self.linear, "--k", 4, "--tau-max", 1)
        names = [curve["algorithm"]["name"] for curve in document["curves"]]
        self.assertEqual(names[:3], ["auto", "greedy", "oblivious-greedy"])

    def test_the_papers_four_keep_their_old_name(self):
        call = ("attack", *self.linear, "--items", "a,b,c,d", "--tau", 2, "--adversary")
        paper, old = self.json(*call, "paper"), self.json(*call, "all")
        self.assertEqual(paper["tried"], old["tried"])
        self.assertEqual(len(paper["tried"]), 4)


class Comparison(CommandTest):
    """What plain greedy would have kept."""

    def setUp(self):
        super().setUp()
        # c repairs a and is worth nothing alone; b is nearly as good as a.
        rows = ["a,b,c,y"]
        for i in range(60):
            y, noise, other = math.sin(7 * i), math.cos(11 * i * i), math.sin(3 * i * i)
            rows.append(f"{y + 0.3 * noise},{y + 0.4 * other},{noise},{y + 0.01 * other}")
        self.twins = ("--data", self.write("twins.csv", "\n".join(rows) + "\n"), "--target", "y")

    def test_is_what_asking_for_greedy_gives(self):
        call = ("select", *self.twins, "--k", 2, "--tau", 1)
        document = self.json(*call)
        greedy = self.json(*call, "--algorithm", "greedy")
        said = document["greedy"]
        self.assertEqual(
            said["items"],
            [{"index": item["index"], "name": item["name"]} for item in greedy["items"]],
        )
        self.assertEqual((said["value"], said["share"]), (greedy["value"], greedy["share"]))
        self.assertEqual(said["worst_case"]["value"], greedy["worst_case"]["value"])
        self.assertGreater(document["worst_case"]["value"], greedy["worst_case"]["value"])
        self.assertNotIn("greedy", greedy)
        self.assertNotIn("greedy", self.json("select", *self.twins, "--k", 2))

    def test_the_text_shows_it(self):
        text = self.done("select", *self.twins, "--k", 2, "--tau", 1)
        self.assertRegex(
            text, r"\n  plain greedy +\d+\.\d+  R² 1\.000; in the worst case 0\.\d+, R² 0\.\d"
        )
        self.assertNotIn("plain greedy", self.done("select", *self.twins, "--k", 2))
        self.assertNotIn("greedy", self.done("select", *self.twins, "--k", 2, "--tau", 1,
                                             "--format", "csv"))  # fmt: skip


class Items(CommandTest):
    """Every item's own worth."""

    def test_alone_and_loss_are_what_attack_says(self):
        for algorithm in ("auto", "oblivious-greedy", "greedy"):
            document = self.json("select", *self.linear, "--k", 3, "--tau", 1, "--algorithm",
                                 algorithm)  # fmt: skip
            names = [item["name"] for item in document["items"]]
            for item in document["items"]:
                self.assertLessEqual({"part", "gain", "alone", "loss"}, set(item))
                others = ",".join(name for name in names if name != item["name"])
                for members, expected in (
                    (item["name"], item["alone"]),
                    (others, document["value"] - item["loss"]),
                ):
                    value = self.json("attack", *self.linear, "--items", members, "--tau", 0)
                    self.assertAlmostEqual(value["value"], expected, places=7)

    def test_a_search_shows_them_instead_of_parts(self):
        for algorithm in ("auto", "robust-swap", "beta-path"):
            text = self.done("select", *self.linear, "--k", 4, "--tau", 2, "--algorithm", algorithm)
            self.assertRegex(text, r"item +alone +loss +worst case")
            for word in ("S0", "S1", "part ", "bucket", "budget"):
                self.assertNotIn(word, text)
        text = self.done("select", *self.linear, "--k", 4, "--tau", 2, "--algorithm",
                         "oblivious-greedy")  # fmt: skip
        self.assertRegex(text, r"item +part +gain")

    def test_options_at_their_defaults_are_not_told(self):
        call = ("select", *self.linear, "--k", 4, "--tau", 1, "--algorithm", "oblivious-greedy")
        self.assertIn("\noblivious-greedy: 4 items chosen", self.done(*call))
        self.assertIn("\noblivious-greedy: 4 items chosen", self.done(*call, "--beta", 1))
        self.assertIn("\noblivious-greedy (beta 2): 4 items", self.done(*call, "--beta", 2))


class Shares(CommandTest):
    """In the words of each objective."""

    def text(self, *arguments, **options):
        return self.done("select", "--k", 2, "--tau", 1, *arguments, **options)

    def test_linear_is_r_squared(self):
        self.assertRegex(self.text(*self.linear), r"\n  value +\d+\.\d+  R² [01]\.\d{3}\n")
        ascii_only = self.text(*self.linear, env={"LANG": "C"})
        self.assertRegex(ascii_only, r"  R2 [01]\.\d{3}\n")
        plain = self.text(*self.linear, "--no-intercept")
        self.assertRegex(plain, r"\d+\.\d % of the sum of squares\n")
        self.assertIn("% of the largest possible\n", self.text(*self.linear, "--ridge", 1))

    def test_classes_are_log_likelihood(self):
        lines = columns_csv(["a", "b", "c", "y"]).splitlines()
        rows = [line.rpartition(",") for line in lines[1:]]
        table = [lines[0]] + [f"{x},{'up' if float(y) > 0 else 'down'}" for x, _, y in rows]
        data = self.write("classes.csv", "\n".join(table) + "\n")
        for objective in ("logistic", "softmax", "one-vs-rest"):
            text = self.text("--objective", objective, "--data", data, "--target", "y")
            self.assertRegex(text, r"\d+\.\d % of the log-likelihood that can be gained\n")

    def test_others_are_of_the_largest_possible(self):
        points = self.write("points.csv", "0,0\n1,0\n3,1\n2,2\n")
        text = self.text("--objective", "variance-reduction", "--points", points)
        self.assertRegex(text, r"\d+\.\d % of the largest possible\n")
        text = self.text("--objective", "logdet", "--points", points)
        self.assertRegex(text, r"\n  value +\d+\.\d+\n")


class Keys(CommandTest):
    def test_every_key_has_underscores(self):
        """Hyphens stay as old names beside them."""
        kernel = self.write("kernel.csv", "1,0.5,0\n0.5,1,0.1\n0,0.1,1\n")
        points = self.write("points.csv", "0,0\n1,0\n3,1\n2,2\n")
        documents = [
            self.json("select", *self.linear, "--k", 3, "--tau", 1, "--explain", "--certify"),
            self.json("select", "--objective", "logdet", "--kernel-matrix", kernel, "--k", 2),
            self.json("select", "--objective", "logdet", "--points", points, "--k", 2,
                      "--algorithm", "osu"),
            self.json("curve", *self.linear, "--k", 4, "--tau-max", 1),
            self.json("ratios", *self.linear),
        ]  # fmt: skip
        hyphens = 0

        def check(entry):
            nonlocal hyphens
            if isinstance(entry, list):
                for member in entry:
                    check(member)
            elif isinstance(entry, dict):
                for key, value in entry.items():
                    if "-" in key:
                        hyphens += 1
                        self.assertEqual(entry[key.replace("-", "_")], value)
                    check(value)

        check(documents)
        self.assertGreater(hyphens, 0)
        self.assertEqual(documents[1]["objective"]["kernel_matrix"], str(kernel))

    def test_a_selection_is_found_again_by_either(self):
        kernel = self.write("kernel.csv", "1,0.5,0\n0.5,1,0.1\n0,0.1,1\n")
        call = ("select", "--objective", "logdet", "--kernel-matrix", kernel, "--k", 2, "--tau", 1)
        document = self.json(*call)
        for old in (True, False):
            said = dict(document["objective"])
            del said["kernel_matrix" if old else "kernel-matrix"]
            path = self.write("chosen.json", json.dumps(document | {"objective": said}))
            again = self.json("attack", "--selection", path)
            self.assertEqual(again["deleted"], document["worst_case"]["deleted"])


if __name__ == "__main__":
    unittest.main()
