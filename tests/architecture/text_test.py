"""scripts/check_text finds wide prose, and nothing in what cannot or need not be broken."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("HOLDFAST_SOURCE_DIR", Path(__file__).parents[2]))
WIDE = "word " * 21 + "end"


def faults_of(name, text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_text(text, encoding="utf-8")
        checked = subprocess.run(
            [sys.executable, ROOT / "scripts/check_text", file],
            capture_output=True,
            text=True,
            check=False,
        )
        return checked.stderr


class WideProse(unittest.TestCase):
    def assert_wide(self, name, text):
        self.assertIn("prose of", faults_of(name, text))

    def assert_passes(self, name, text):
        self.assertEqual(faults_of(name, text), "")

    def test_in_markdown(self):
        self.assert_wide("page.md", f"{WIDE}\n")
        self.assert_wide("page.md", f"- item\n    {WIDE}\n")
        self.assert_wide("page.md", f"```\ncode\n```\n{WIDE}\n")

    def test_in_comments(self):
        self.assert_wide("code.cpp", f"/// {WIDE}\n")
        self.assert_wide("code.hpp", f"int x;  // {WIDE}\n")
        self.assert_wide("page.ts", f"/**\n * {WIDE}\n */\n")
        self.assert_wide("script.py", f"x = 1  # {WIDE}\n")
        self.assert_wide("rules.cmake", f"# {WIDE}\n")

    def test_not_in_code_and_tables(self):
        self.assert_passes("page.md", f"```\n{WIDE}\n```\n")
        self.assert_passes("page.md", f"Like so:\n\n    {WIDE}\n    {WIDE}\n")
        self.assert_passes("page.md", f"| {WIDE} |\n|---|\n")
        self.assert_passes("code.cpp", f'auto text = "{WIDE}";\n')

    def test_not_where_no_line_can_be_broken(self):
        self.assert_passes("page.md", f"- [{WIDE}](https://example.org/)\n")
        self.assert_passes("page.md", f"`{WIDE}`\n")
        self.assert_passes("code.cpp", f"// https://example.org/{'x' * 100}\n")


if __name__ == "__main__":
    unittest.main()
