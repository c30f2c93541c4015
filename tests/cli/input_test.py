"""Files as people really have them, and what is said about them."""

import gzip
import math
import subprocess
import unittest

from command import COMMAND, DONE, CommandTest, environment, run


class WrongColumns(CommandTest):
    iris = "id,length,width,species\n" + "".join(
        f"no{i},{5 + math.sin(i)},{3 + math.cos(i)},{name}\n"
        for i, name in enumerate(["setosa", "virginica", "versicolor"] * 8)
    )

    def test_a_target_of_classes_names_its_objective(self):
        data = self.write("iris.csv", self.iris)
        call = ("--data", data, "--target", "species", "--k", 1)
        message = self.refused("select", *call)
        self.assertIn("looks like 3 classes: --objective softmax", message)
        self.assertIn("--ignore id", message)
        self.assertNotIn("--missing", message)
        self.done("select", *call, "--objective", "softmax", "--ignore", "id")
        two = self.write("two.csv", self.iris.replace("versicolor", "virginica"))
        self.assertIn(
            "2 classes: --objective logistic",
            self.refused("select", "--data", two, "--target", "species", "--k", 1),
        )

    def test_one_error_for_all_columns_that_can_be_pasted(self):
        data = self.write(
            "people.csv", "name,age,home town,height\n" + "Ann,3,Ulm,1\nBob,4,Bonn,2\nCy,5,Ulm,4\n"
        )
        call = ("select", "--data", data, "--target", "height", "--k", 1)
        message = self.refused(*call)
        self.assertIn("--ignore 'name,home town' leaves out the columns", message)
        self.assertNotIn("--missing", message)
        self.done(*call, "--ignore", "name,home town")

    def test_advice_works(self):
        data = self.write("gaps.csv", "day,a,b,y\nm,1,2,3\nt,,5,6\nw,7,x,9\nt,1,1,2\nf,2,8,8\n")
        call = ["select", "--data", data, "--target", "y", "--k", 1]
        message = self.refused(*call)
        for advice in ("--ignore day", "--missing drop leaves out the 2 rows"):
            self.assertIn(advice, message)
        self.assertEqual(run(*call, "--ignore", "day", "--missing", "drop").returncode, DONE)

    def test_columns_picks_some(self):
        def names(*arguments):
            document = self.json("select", *self.linear, "--k", 9, *arguments)
            return {item["name"] for item in document["items"]}

        self.assertEqual(names("--columns", "a,c,5"), {"a", "c", "f"})
        message = self.refused("select", *self.linear, "--k", 1, "--columns", "a,b", "--ignore",
                               "b")  # fmt: skip
        self.assertIn('column "b" cannot be chosen from and be ignored', message)
        self.assertIn("--columns", self.done("select", "--help"))

    def test_hints_for_points_are_options_of_points(self):
        points = self.write("points.csv", "place,x,y\nA,0,1\nB,1,1\nC,2,0\n")
        call = ("select", "--objective", "logdet", "--points", points, "--k", 1)
        message = self.refused(*call)
        for advice in ("--names place", "--ignore place"):
            self.assertIn(advice, message)
            self.done(*call, *advice.split())
        self.assertNotIn("--missing", message)

    def test_did_you_mean(self):
        cars = self.write("cars.csv", "weight,power,price\n1,2,3\n2,1,5\n4,4,4\n3,2,1\n")
        call = ("--data", cars, "--target")
        self.assertIn("did you mean price?", self.refused("select", *call, "pirce", "--k", 1))
        message = self.refused("attack", *call, "price", "--items", "wieght,power", "--tau", 1)
        self.assertIn("did you mean weight?", message)
        message = self.refused("select", *call, "price", "--k", 1, "--must", "powr")
        self.assertIn("did you mean power?", message)

    def test_a_member_of_a_group_names_the_group(self):
        groups = self.write("groups.csv", "item,group\na,engine\nb,engine\n")
        message = self.refused(
            "attack", *self.linear, "--groups", groups, "--items", "a,c", "--tau", 1
        )
        self.assertIn('"a" is in the group engine', message)


class Similarities(CommandTest):
    def warned(self, text):
        path = self.write("s.csv", text)
        call = ("select", "--objective", "facility-location", "--similarity", path, "--k", 1)
        process = run(*call)
        self.assertEqual(process.returncode, DONE, process.stderr)
        self.assertEqual(run(*call, "--quiet").stderr, "")
        return process.stderr

    def test_distances_are_noticed(self):
        self.assertRegex(
            self.warned("a,b,c\n0,2,1\n2,0,3\n1,3,0\n"),
            r"\Aholdfast: .*s\.csv: a diagonal of zeros looks like distances[^\n]+\n\Z",
        )
        self.assertEqual(self.warned("a,b\n1,0.5\n0.5,1\n"), "")

    def test_row_labels_of_pandas_are_noticed(self):
        labelled = self.write("p.csv", ",a,b,c\n0,1,.5,.2\n1,.5,1,.1\n2,.2,.1,1\n")
        message = self.refused(
            "select", "--objective", "facility-location", "--similarity", labelled, "--k", 1
        )
        self.assertIn("index=False", message)
        self.assertIn(
            "index=False", self.warned("Unnamed: 0,a,b,c\n0,1,.5,.2\n1,.5,1,.1\n2,.2,.1,1\n")
        )
        self.assertIn("first line", self.warned("0,1,2\n1,.5,.2\n.5,1,.1\n.2,.1,1\n"))


class StandardInput(CommandTest):
    def piped(self, contents, *arguments):
        process = subprocess.run(
            [COMMAND, *map(str, arguments)],
            input=contents,
            env=environment(),
            capture_output=True,
            timeout=120,
            check=False,
        )
        self.assertEqual((process.stderr, process.returncode), (b"", DONE))
        return process.stdout.decode()

    def test_data(self):
        call = ("--target", "y", "--k", 3, "--tau", 1, "--format", "csv")
        expected = self.done("select", "--data", self.data, *call)
        contents = self.data.read_bytes()
        self.assertEqual(self.piped(contents, "select", "--data", "-", *call), expected)
        packed = gzip.compress(contents)
        self.assertEqual(self.piped(packed, "select", "--data", "-", *call), expected)
        text = self.piped(contents, "select", "--data", "-", "--target", "y", "--k", 1)
        self.assertIn("linear on standard input, target y", text)

    def test_other_files(self):
        target = self.write("y.csv", "y\n" + "".join(f"{i}\n" for i in range(40)))
        call = ("select", "--data", self.data, "--k", 2, "--format", "csv", "--target-file")
        self.assertEqual(self.piped(target.read_bytes(), *call, "-"), self.done(*call, target))
        points = b"0,0\n1,0\n3,1\n2,2\n"
        call = ("select", "--objective", "logdet", "--k", 2, "--format", "csv", "--points")
        self.assertEqual(
            self.piped(points, *call, "-"), self.done(*call, self.write("points.csv", points))
        )
        chosen = self.done("select", *self.linear, "--k", 3, "--tau", 1, "--format", "json")
        text = self.piped(chosen.encode(), "attack", "--selection", "-", "--tau", 2)
        self.assertIn("3 items, 2 of them deleted", text)
        call = ("attack", *self.linear, "--tau", 1, "--format", "csv", "--items")
        self.assertEqual(self.piped(b"a\nc\n", *call, "-"), self.done(*call, "a,c"))

    def test_only_one_of_them(self):
        message = self.refused("select", "--data", "-", "--target-file", "-", "--k", 1)
        self.assertIn("cannot both be standard input", message)

    def test_messages_name_it(self):
        process = subprocess.run(
            [COMMAND, "select", "--data", "-", "--target", "y", "--k", "1"],
            input=b"a,y\n1,2\n,4\n3,3\n", env=environment(), capture_output=True, check=False,
        )  # fmt: skip
        self.assertIn(b"/dev/stdin: line 3", process.stderr)


class Numbering(CommandTest):
    """Indices count in what the user gave."""

    def setUp(self):
        super().setUp()
        rows = [f"{i * i % 11},{i * 7 % 5}" for i in range(12)]
        points = self.write("points.csv", "x,y\n" + "\n".join(rows) + "\n")
        self.some = ("--objective", "variance-reduction", "--points", points, "--candidates",
                     "3,5-9,11")  # fmt: skip
        names = "\n".join(f"p{i},{row}" for i, row in enumerate(rows))
        named = self.write("named.csv", "id,x,y\n" + names + "\n")
        self.named = ("--objective", "variance-reduction", "--points", named, "--names", "id",
                      "--candidates", "3,5-9,11")  # fmt: skip

    def test_points_are_numbered_by_their_rows(self):
        document = self.json("select", *self.named, "--k", 4, "--tau", 1, "--certify")
        for item in document["items"]:
            self.assertEqual(item["name"], f"p{item['index']}")
        worst = document["worst_case"]
        self.assertEqual(worst["deleted_names"], [f"p{index}" for index in worst["deleted"]])
        for item in document["greedy"]["items"]:
            self.assertEqual(item["name"], f"p{item['index']}")
        for bound in document["certificate"]["bounds"]:
            self.assertEqual(bound["without_names"], [f"p{index}" for index in bound["without"]])

    def test_the_same_numbers_are_taken(self):
        call = ("--tau", 1, "--items")
        by_number = self.json("attack", *self.named, *call, "5,9,11")
        by_name = self.json("attack", *self.named, *call, "p5,p9,p11")
        self.assertEqual(by_number["deleted"], by_name["deleted"])
        self.assertEqual([item["index"] for item in by_number["items"]], [5, 9, 11])
        chosen = self.json("select", *self.named, "--k", 3, "--must", "11", "--must-not", "5-7")
        self.assertEqual(chosen["constraints"]["must"], [11])
        self.assertEqual(chosen["constraints"]["must_not_names"], ["p5", "p6", "p7"])
        self.assertIn("p11", [item["name"] for item in chosen["items"]])
        message = self.refused("attack", *self.named, *call, "4,5")
        self.assertIn('no item "4"', message)
        self.assertIn("within 3-11", message)

    def test_csv_counts_likewise(self):
        for line in self.done("select", *self.named, "--k", 3, "--format", "csv").splitlines()[1:]:
            _, index, name = line.split(",")[:3]
            self.assertEqual(name, f"p{index}")
        text = self.done("attack", *self.named, "--items", "5,9,11", "--tau", 2, "--format", "csv")
        for line in text.splitlines()[1:]:
            _, index, name = line.split(",")[:3]
            self.assertEqual(name, f"p{index}")

    def test_groups_and_kinds_count_likewise(self):
        groups = self.write("groups.csv", "item,group\n5,left\n11,left\n6-7,right\n")
        document = self.json("select", *self.named, "--groups", groups, "--k", 9)
        names = {item["name"] for item in document["items"]}
        self.assertEqual(names, {"left", "right", "p3", "p8", "p9"})
        kinds = self.write("kinds.csv", "item,kind\n5,old\n11,old\n")
        document = self.json("select", *self.named, "--kinds", kinds, "--at-most", 1, "--k", 9)
        self.assertEqual(len(document["items"]), 6)

    def test_a_selection_is_attacked_and_repaired(self):
        chosen = self.folder / "chosen.json"
        self.done("select", *self.some, "--k", 3, "--tau", 1, "--format", "json", "--output",
                  chosen)  # fmt: skip
        attacked = self.json("attack", "--selection", chosen)
        indices = [item["index"] for item in attacked["items"]]
        self.assertLessEqual(set(indices), {3, 5, 6, 7, 8, 9, 11})
        self.assertIn(attacked["deleted"][0], indices)
        repaired = self.json("repair", "--selection", chosen, "--deleted", indices[0], "--refill",
                             1)  # fmt: skip
        self.assertEqual(repaired["deleted"], indices[:1])
        self.assertEqual(repaired["before"]["items"], indices)
        self.assertEqual(repaired["left"]["items"], indices[1:])
        for index in repaired["added"]:
            self.assertIn(index, {3, 5, 6, 7, 8, 9, 11})


if __name__ == "__main__":
    unittest.main()
