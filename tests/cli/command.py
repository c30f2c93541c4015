"""What the tests of the command share: how to call it, and small files for it."""

import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

COMMAND = os.environ.get("HOLDFAST_COMMAND", "build/bin/holdfast")
SOURCE = Path(os.environ.get("HOLDFAST_SOURCE_DIR", Path(__file__).parents[2]))

DONE, FAILED, WRONG_REQUEST, INTERRUPTED = 0, 1, 2, 130


def environment(**more):
    """Nothing of the caller's terminal or language."""
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "LC_ALL")}
    return kept | {"LANG": "C.UTF-8", "TERM": "xterm"} | more


def run(*arguments, env=None, **options):
    """The finished process; texts are decoded, whatever bytes they hold."""
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
        check=False,
        **options,
    )


def columns_csv(names, rows=40, seed=1, separator=","):
    """Random columns; the last one depends on the first two."""
    draw = random.Random(seed)
    lines = [separator.join(names)]
    for _ in range(rows):
        numbers = [draw.gauss(0, 1) for _ in names[:-1]]
        numbers.append(2 * numbers[0] - numbers[1] + 0.1 * draw.gauss(0, 1))
        lines.append(separator.join(f"{number:.6f}" for number in numbers))
    return "\n".join(lines) + "\n"


class CommandTest(unittest.TestCase):
    """Each test has a folder of its own with a table of six columns and the column y."""

    maxDiff = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.data = self.write("data.csv", columns_csv(["a", "b", "c", "d", "e", "f", "y"]))
        self.linear = ("--data", self.data, "--target", "y")

    def write(self, name, contents):
        path = self.folder / name
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def done(self, *arguments, **options):
        """Standard output of a call that must succeed and say nothing else."""
        process = run(*arguments, **options)
        self.assertEqual((process.stderr, process.returncode), ("", DONE))
        return process.stdout

    def json(self, *arguments, **options):
        def refuse(constant):
            self.fail(f"{constant} is no JSON")

        text = self.done(*arguments, "--format", "json", **options)
        return json.loads(text, parse_constant=refuse)

    def refused(self, *arguments, code=WRONG_REQUEST, **options):
        """The one line that a failing call writes, without the program's name."""
        process = run(*arguments, **options)
        self.assertEqual(process.returncode, code, process.stderr)
        self.assertEqual(process.stdout or "", "")
        self.assertRegex(process.stderr, r"\Aholdfast: [^\n]+\n\Z")
        return process.stderr.removeprefix("holdfast: ").rstrip("\n")

    def files(self):
        """Everything in the folder, hidden files included."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))
