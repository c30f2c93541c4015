"""Where results go: whole files or none, closed pipes, texts that people read."""

import re
import subprocess
import unittest

from command import COMMAND, DONE, SOURCE, CommandTest, columns_csv, environment, run


class Output(CommandTest):
    def test_a_file_gets_what_standard_output_would(self):
        call = ("select", *self.linear, "--k", 3, "--tau", 1, "--format", "csv")
        path = self.folder / "out.csv"
        self.assertEqual(self.done(*call, "--output", path), "")
        self.assertEqual(path.read_text(), self.done(*call))

    def test_a_failed_call_leaves_the_old_file(self):
        old = self.write("out.json", "old")
        before = self.files()
        self.refused("select", "--data", self.data, "--target", "z", "--k", 3, "--output", old)
        self.assertEqual(old.read_text(), "old")
        self.assertEqual(self.files(), before)

    def test_nothing_but_the_file_is_left(self):
        self.done("select", *self.linear, "--k", 3, "--output", self.folder / "out.txt")
        self.assertEqual(self.files(), ["data.csv", "out.txt"])

    def test_a_reader_that_goes_away_is_no_error(self):
        data = self.write("wide.csv", columns_csv([f"column{i}" for i in range(900)] + ["y"]))
        process = subprocess.Popen(
            [COMMAND, "select", "--data", data, "--target", "y", "--k", "900", "--algorithm",
             "oblivious", "--format", "json"],
            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.assertEqual(process.stdout.read(1), b"{")
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        self.assertEqual((errors, process.wait(60)), (b"", DONE))


class Generate(CommandTest):
    small = ("--train-rows", 20, "--test-rows", 10, "--columns", 5, "--nonzeros", 2)

    def test_files_that_select_can_read(self):
        out = self.folder / "made"
        self.done("generate", "linear", "--out", out, *self.small)
        self.assertEqual(
            sorted(path.name for path in out.iterdir()), ["test.csv", "train.csv", "weights.csv"]
        )
        header, *rows = (out / "train.csv").read_text().splitlines()
        self.assertEqual(header, "x0,x1,x2,x3,x4,y")
        self.assertEqual(len(rows), 20)
        document = self.json("select", "--data", out / "train.csv", "--target", "y", "--k", 2)
        self.assertEqual(document["objective"]["rows"], 20)

    def test_points_with_targets_and_candidates(self):
        out = self.folder / "made"
        self.done("generate", "variance-reduction", "--out", out, "--points", 20, "--dimensions", 2)
        document = self.json(
            "select", "--objective", "variance-reduction", "--points", out / "points.csv",
            "--targets", out / "targets.txt", "--candidates", out / "candidates.txt", "--k", 3,
        )  # fmt: skip
        self.assertEqual(document["objective"]["items"], 10)
        self.assertEqual(document["objective"]["target_points"], 10)
        candidates = (out / "candidates.txt").read_text().split()
        for item in document["items"]:
            self.assertEqual(item["name"], str(item["index"]))
            self.assertIn(item["name"], candidates)

    def test_equal_seeds_give_equal_files(self):
        def made(name, seed):
            self.done(
                "generate", "linear", "--out", self.folder / name, "--seed", seed, *self.small
            )
            return (self.folder / name / "train.csv").read_bytes()

        self.assertEqual(made("a", 5), made("b", 5))
        self.assertNotEqual(made("c", 5), made("d", 6))

    def test_nothing_is_overwritten_unless_forced(self):
        out = self.folder / "made"
        out.mkdir()
        kept = out / "test.csv"
        kept.write_text("mine")
        message = self.refused("generate", "linear", "--out", out, *self.small)
        self.assertIn("--force", message)
        self.assertEqual([path.name for path in out.iterdir()], ["test.csv"])
        self.assertEqual(kept.read_text(), "mine")
        self.done("generate", "linear", "--out", out, *self.small, "--force")
        self.assertNotEqual(kept.read_text(), "mine")

    def test_all_files_or_none(self):
        out = self.folder / "made"
        (out / "weights.csv").mkdir(parents=True)  # in the way of the last file
        process = run("generate", "linear", "--out", out, *self.small, "--force")
        self.assertEqual(process.returncode, 1)
        self.assertEqual([path.name for path in out.iterdir()], ["weights.csv"])

    def test_a_folder_that_was_made_in_vain_is_gone(self):
        blocked = self.write("file", "")
        process = run("generate", "linear", "--out", blocked / "inside", *self.small)
        self.assertEqual(process.returncode, 1)
        self.assertIn("cannot make the folder", process.stderr)


class TextForPeople(CommandTest):
    def rows_of_table(self, text):
        """The lines of the first table: the title line and all that follow up to an empty one."""
        lines = text.split("\n\n")[1].splitlines()
        return lines[0], lines[1:]

    def test_select_is_an_aligned_table(self):
        text = self.done(
            "select", *self.linear, "--k", 5, "--tau", 2, "--algorithm", "oblivious-greedy"
        )
        title, rows = self.rows_of_table(text)
        self.assertEqual(len(rows), 5)
        end_of_gain = title.index("gain") + len("gain")
        part = title.index("part")
        for row in rows:
            self.assertRegex(row[:end_of_gain], r"\d\.\d+$")
            self.assertIn(row[part : part + 2], ("S0", "S1"))
        self.assertEqual(sum("deleted" in row for row in rows), 2)
        decimal_points = {row[:end_of_gain].rindex(".") for row in rows}
        self.assertEqual(len(decimal_points), 1)
        self.assertIn("linear on data.csv, target y: 6 items, 40 rows\n", text)
        self.assertIn("oblivious-greedy: 5 items chosen", text)
        for word in ("value", "worst case", "cost", "plain greedy"):
            self.assertIn(f"\n  {word} ", text)

    names = ("ä" * 30, "漢字" * 40, "x" * 300, "tab\there", "several words in a name " * 5, "plain")

    def wide_table(self):
        return self.write("names.csv", columns_csv([*self.names, "y"]))

    def test_wide_and_long_names_keep_the_columns_straight(self):
        call = ("select", "--data", self.wide_table(), "--target", "y", "--k", 6, "--tau", 1,
                "--algorithm", "oblivious-greedy")  # fmt: skip

        def cells(text):
            return sum(2 if "\u4e00" <= letter <= "\u9fff" else 1 for letter in text)

        for width in (60, 80, 120):
            text = self.done(*call, env={"COLUMNS": str(width)})
            title, rows = self.rows_of_table(text)
            self.assertNotIn("…", text)
            self.assertNotIn("\t", text)
            part = title.index("part")
            letters = ""
            for row in rows:
                self.assertLessEqual(cells(row), width)
                if found := re.search(r" S[01] ", row):
                    self.assertEqual(cells(row[: found.start() + 1]), part, row)
                letters += row[5 : found.start() if found else None].strip()
            for name in self.names:
                self.assertIn(name.replace("\t", "\ufffd").replace(" ", "").strip(),
                              letters.replace(" ", ""))  # fmt: skip

    def test_nothing_is_cut_in_a_pipe(self):
        data = self.wide_table()
        for call in (
            ("select", "--k", 6, "--tau", 1, "--certify"),
            ("ratios",),
            ("guarantee", "--k", 4, "--tau", 1),
        ):
            text = self.done(call[0], "--data", data, "--target", "y", *call[1:])
            self.assertNotIn("…", text)
            if call[0] == "select":
                for name in self.names:
                    self.assertIn(name.replace("\t", "\ufffd").strip(), text)

    def test_answers_are_whole_at_any_width(self):
        """Every word of a reason, whatever line it is in."""

        def words(text):
            return sorted(text.rpartition("\n\n")[0].split())  # without the time

        call = ("certify", *self.linear, "--items", "a,b,c,d", "--tau", 1)
        for width in (60, 80):
            narrow = self.done(*call, env={"COLUMNS": str(width)})
            self.assertLessEqual(max(map(len, narrow.splitlines())), width)
            self.assertEqual(words(narrow), words(self.done(*call)))
        reasons = self.json("ratios", *self.linear)
        narrow = self.done("ratios", *self.linear, env={"COLUMNS": "80"})
        self.assertLessEqual(max(map(len, narrow.splitlines())), 80)
        for word in reasons["gamma"]["why"].split():
            self.assertIn(word, narrow)

    def test_no_colour_and_no_control_characters_in_a_pipe(self):
        for call in (("select", *self.linear, "--k", 3, "--tau", 1), ("select", "--help")):
            self.assertNotIn("\x1b", self.done(*call))

    def test_ascii_where_the_terminal_knows_no_more(self):
        text = self.done("select", *self.linear, "--k", 3, "--tau", 1, env={"LANG": "C"})
        self.assertTrue(text.isascii())
        self.assertIn("###", text)

    def test_curve_and_attack_tell_what_is_left(self):
        text = self.done("curve", *self.linear, "--k", 4, "--tau-max", 3)
        title, rows = self.rows_of_table(text)
        self.assertEqual(
            title.split(), ["deleted", "auto", "greedy", "oblivious-greedy", "oblivious"]
        )
        self.assertEqual([row.split()[0] for row in rows], ["0", "1", "2", "3"])
        self.assertEqual(len({len(row) for row in rows}), 1)
        text = self.done("attack", *self.linear, "--items", "0-3", "--tau", 2)
        title, rows = self.rows_of_table(text)
        self.assertEqual(len(rows), 3)
        self.assertIn("100.0 %", rows[0])


class Help(CommandTest):
    def test_the_program_alone_prints_help(self):
        text = self.done()
        for command in ("select", "attack", "curve", "generate"):
            self.assertIn(f"\n  {command} ", text)
        self.assertEqual(text, self.done("--help"))

    def test_version(self):
        first, *facts = self.done("--version").splitlines()
        self.assertRegex(first, r"\Aholdfast \d+\.\d+\.\d+\Z")
        for name in ("instructions", "compiler", "Eigen", "fmt", "nlohmann-json", "zlib"):
            with self.subTest(name=name):
                self.assertTrue(any(re.fullmatch(rf"  {name} +\S.*", fact) for fact in facts))

    def test_each_command_explains_itself(self):
        for command in ("select", "attack", "curve", "generate", "reference"):
            text = self.done(command, "--help")
            self.assertIn("Examples\n", text)
            self.assertIn(f"holdfast {command} ", text)
            self.assertEqual(text, self.done("help", command))
            self.assertEqual(text, self.done(command, "-h"))
            self.assertLessEqual(max(map(len, text.splitlines())), 100)
            narrow = self.done(command, "--help", env={"COLUMNS": "72"})
            self.assertLessEqual(max(map(len, narrow.splitlines())), 72)

    def test_every_option_of_the_contract_is_explained(self):
        text = self.done("select", "--help")
        options = (
            "k tau algorithm beta eta bucket-size epsilon adversary repeats objective data target "
            "ridge no-intercept standardize missing columns ignore points kernel lengthscale "
            "output-variance kernel-matrix noise targets candidates similarity sets weights "
            "format output seed threads quiet"
        )
        for option in options.split():
            self.assertRegex(text, rf"\n  --{option}\b", option)

    def test_the_committed_reference_is_what_the_command_writes(self):
        committed = (SOURCE / "docs" / "reference.md").read_text(encoding="utf-8")
        self.assertEqual(
            self.done("reference"), committed, "run: holdfast reference --output docs/reference.md"
        )


if __name__ == "__main__":
    unittest.main()
