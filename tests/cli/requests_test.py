"""What is refused, and with which words and exit code."""

import unittest

from command import DONE, FAILED, CommandTest, run


class WrongRequests(CommandTest):
    def test_one_line_that_names_the_fault_and_what_is_valid(self):
        linear = self.linear
        three = ["select", *linear, "--k", 3]
        paper = [*three, "--algorithm", "oblivious-greedy"]
        cases = [
            (["frobnicate"], "unknown command", "select"),
            (["selct"], "did you mean select?"),
            (["select", *linear], "--k N is needed"),
            (["select", *linear, "--k", "ten"], "--k must be a whole number", '"ten"'),
            (["select", *linear, "--k", -1], "--k must be a whole number from 0", "-1"),
            ([*three, "--k", 4], "--k is given more than once"),
            ([*three, 5], '"5"'),
            (["select", *linear, "--k"], "--k needs a value"),
            ([*three, "--betta", 1], "--betta", "did you mean --beta?"),
            ([*paper, "--beta", -1], "--beta must be a number of at least 0"),
            ([*paper, "--beta", "nan"], "--beta must be a number"),
            ([*three, "--beta", 1], "--beta does nothing here", "--algorithm oblivious-greedy"),
            ([*three, "--repeats", 1], "--repeats does nothing here", "--adversary paper"),
            ([*three, "--algorithm", "gredy"], "did you mean greedy?"),
            ([*three, "--adversary", "exakt"], "did you mean exact?"),
            (["select", "--objective", "liner", "--k", 3], "did you mean linear?"),
            ([*three, "--algorithm", "greedy", "--beta", 1], "--beta", "oblivious-greedy"),
            ([*three, "--similarity", "s.csv"], "--similarity", "facility-location"),
            ([*three, "--format", "xml"], "--format must be one of text, json, csv"),
            ([*three, "--threads", -2], "--threads must be a whole number"),
            ([*three, "--missing", "keep"], "--missing must be one of error, drop"),
            ([*paper, "--tau", 4], "oblivious-greedy", "k >= 4"),
            (["select", "--k", 3], "linear needs --data"),
            (["select", "--data", self.data, "--k", 3], "linear needs --target"),
            (["select", "--data", self.data, "--target", "z", "--k", 3], "data.csv", '"z"'),
            (["select", "--data", self.folder / "dota.csv", "--k", 3], "--data", "did you mean"),
            (["select", "--data", self.folder, "--k", 3], "is a folder"),
            (["select", "--objective", "logdet", "--k", 3], "needs --points or --kernel-matrix"),
            (["attack", *linear, "--tau", 1], "--items", "--selection"),
            (["attack", *linear, "--items", "a,b"], "--tau N is needed"),
            (["attack", *linear, "--items", "a,zz", "--tau", 1], '"zz"'),
            (["attack", *linear, "--items", "a,a", "--tau", 1], "twice"),
            (["attack", "--selection", self.folder / "none.json"], "--selection: there is no file"),
            (["attack", "--selection", self.data], "data.csv", "is not JSON"),
            (["curve", *linear, "--k", 3], "--tau-max N is needed"),
            (["curve", *linear, "--k", 3, "--tau-max", 1, "--algorithms", "osu,osu"], "twice"),
            (["generate"], "linear, logistic, variance-reduction"),
            (["generate", "linear"], "generate needs --out"),
            (["generate", "lineer", "--out", self.folder], "did you mean linear?"),
            (["generate", "logistic", "--out", self.folder, "--noise-variance", 1], "--noise-"),
        ]  # fmt: skip
        for arguments, *words in cases:
            with self.subTest(arguments=[str(argument) for argument in arguments]):
                message = self.refused(*arguments)
                for word in words:
                    self.assertIn(word, message)

    def test_a_bad_cell_is_named(self):
        data = self.write("gap.csv", "a,b,y\n1,2,3\n4,,6\n7,x,9\n")
        message = self.refused("select", "--data", data, "--target", "y", "--k", 1)
        for word in ("gap.csv", "b", "--missing drop"):
            self.assertIn(word, message)

    def test_dropping_rows_is_told_unless_quiet(self):
        data = self.write("gap.csv", "a,b,y\n1,2,3\n4,,6\n7,x,9\n3,3,1\n5,1,1\n")
        call = ("select", "--data", data, "--target", "y", "--k", 1, "--missing", "drop")
        process = run(*call)
        self.assertEqual(process.returncode, DONE)
        self.assertEqual(process.stderr, "holdfast: 2 rows left out because of missing cells\n")
        self.assertEqual(run(*call, "--quiet").stderr, "")

    def test_a_message_is_one_line_even_about_odd_names(self):
        self.refused("select", "--data", self.folder / "a\nb.csv", "--k", 1)
        self.refused("select", *self.linear, "--k", 1, "--algorithm", "a\nb")

    def test_exact_refuses_a_budget_of_nothing(self):
        call = ("attack", *self.linear, "--items", "0-5", "--tau", 3, "--adversary", "exact")
        self.assertIn("--most-nodes must be", self.refused(*call, "--most-nodes", 0))

    def test_numbers_that_do_not_fit_are_refused_not_wrapped(self):
        self.assertIn("--k must be", self.refused("select", *self.linear, "--k", 2**31))
        self.assertIn("--k must be", self.refused("select", *self.linear, "--k", 2**70))


class Failures(CommandTest):
    """The request is right, the machine says no."""

    def test_output_that_cannot_be_written(self):
        call = ("select", *self.linear, "--k", 2)
        nowhere = self.folder / "nowhere" / "out.json"
        self.assertIn("there is no folder", self.refused(*call, "--output", nowhere, code=FAILED))
        self.assertIn("it is a folder", self.refused(*call, "--output", self.folder, code=FAILED))

    def test_full_disk(self):
        for call in (
            ("select", *self.linear, "--k", 2),
            ("--help",),
            ("--version",),
            ("reference",),
        ):
            with self.subTest(call=call[0]), open("/dev/full", "wb") as full:
                message = self.refused(*call, code=FAILED, stdout=full)
                self.assertIn("cannot write to standard output", message)
        message = self.refused(
            "select", *self.linear, "--k", 2, "--output", "/dev/full", code=FAILED
        )
        self.assertIn("/dev/full", message)

    def test_a_file_that_may_not_be_read(self):
        message = self.refused(
            "select", "--data", "/proc/self/mem", "--target", "y", "--k", 1, code=FAILED
        )
        self.assertIn("/proc/self/mem", message)


if __name__ == "__main__":
    unittest.main()
