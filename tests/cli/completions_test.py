"""Completions and manual pages say what the help says."""

import re
import shlex
import subprocess
import unittest

from command import CommandTest


class Completions(CommandTest):
    def completed(self, *words):
        """What bash offers for the last of the words."""
        script = self.write("holdfast.bash", self.done("completions", "bash"))
        line = " ".join(shlex.quote(word) for word in words)
        code = (
            f"source {script}; COMP_WORDS=(holdfast {line}); COMP_CWORD={len(words)}; "
            "_holdfast; printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        told = subprocess.run(
            ["bash", "-uc", code],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=True,
        )
        self.assertEqual(told.stderr, "")
        return told.stdout.split()

    def test_bash_offers_commands_options_and_choices(self):
        self.assertEqual(self.completed("cur"), ["curve"])
        self.assertEqual(self.completed("attack", "--adv"), ["--adversary"])
        self.assertEqual(self.completed("attack", "--adversary", "ex"), ["exact"])
        self.assertEqual(self.completed("select", "--no-inter"), ["--no-intercept"])

    def test_bash_understands_a_value_behind_an_equals_sign(self):
        self.assertEqual(self.completed("attack", "--adversary", "=", "ex"), ["exact"])

    def test_bash_offers_files_where_a_file_is_due(self):
        self.assertEqual(self.completed("select", "--data", "da"), ["data.csv"])

    def test_bash_offers_nothing_where_a_number_is_due(self):
        self.assertEqual(self.completed("select", "--tau", ""), [])

    def test_each_shell_knows_every_option_of_the_help(self):
        scripts = {shell: self.done("completions", shell) for shell in ("bash", "zsh", "fish")}
        helped = re.findall(r"^  --([a-z-]+)", self.done("select", "--help"), re.MULTILINE)
        self.assertGreater(len(helped), 30)
        for option in helped:
            with self.subTest(option=option):
                self.assertRegex(scripts["bash"], rf"--{option}\b")
                self.assertRegex(scripts["zsh"], rf"--{option}\b")
                self.assertRegex(scripts["fish"], rf"from select' (-l|-s \w -l) {option} ")

    def test_a_shell_that_it_does_not_know(self):
        self.assertIn("bash, zsh", self.refused("completions", "tcsh"))
        self.assertIn("bash, zsh", self.refused("completions"))


class Manual(CommandTest):
    def test_the_page_of_a_command(self):
        page = self.done("manual", "select")
        self.assertRegex(page, r'\A\.TH "holdfast-select" 1 ')
        sections = re.findall(r"^\.SH (.+)$", page, re.MULTILINE)
        wanted = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "SEE ALSO"]
        self.assertEqual(sections, wanted)
        for option in re.findall(r"^  (--[a-z-]+)", self.done("select", "--help"), re.MULTILINE):
            with self.subTest(option=option):
                self.assertIn(f"\\fB{option.replace('-', chr(92) + '-')}\\fR", page)

    def test_no_line_of_text_begins_like_a_request(self):
        requests = {"TH", "SH", "SS", "TP", "B", "BR", "nf", "fi"}
        for command in ("select", "attack", "curve", "generate", "reproduce"):
            for line in self.done("manual", command).splitlines():
                if line.startswith((".", "'")):
                    self.assertIn(line.split()[0][1:], requests, line)

    def test_the_page_of_the_program_lists_the_commands(self):
        self.assertIn(".BR holdfast\\-curve (1)", self.done("manual"))
        self.assertIn("no command", self.refused("manual", "nonsense"))


if __name__ == "__main__":
    unittest.main()
