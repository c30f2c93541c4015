"""Signals, and what a terminal shows while something takes long."""

import json
import os
import pathlib
import pty
import random
import re
import select
import signal
import subprocess
import time
import unittest

from command import COMMAND, INTERRUPTED, CommandTest, environment

# Generous: the promise is a second, but a test machine may be busy.
SOON = 20


class LongCall(CommandTest):
    """Calls that would take hours."""

    def setUp(self):
        super().setUp()
        # A target that every column explains a little of: no attack stands out.
        names = [f"x{i}" for i in range(80)] + ["y"]
        draw = random.Random(5)
        rows = [[draw.gauss(0, 1) for _ in names] for _ in range(90)]
        table = [",".join(names)] + [",".join(f"{x:.6f}" for x in row) for row in rows]
        wide = self.write("wide.csv", "\n".join(table) + "\n")
        self.forever = (
            "attack", "--data", wide, "--target", "y", "--items", "0-79", "--tau", "40",
            "--adversary", "exact", "--most-nodes", str(10**18),
        )  # fmt: skip

    def start(self, *arguments, **options):
        process = subprocess.Popen(
            [COMMAND, *map(str, arguments)], env=environment(), stdin=subprocess.DEVNULL, **options
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process


def wait_until_it_watches(process, signal_number):
    """On a busy machine a signal could come before the command looks after signals."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    for _ in range(10 * SOON):
        blocked = re.search(r"SigBlk:\s*(\w+)", status.read_text())
        if blocked and int(blocked[1], 16) >> (signal_number - 1) & 1:
            return
        time.sleep(0.1)


class Signals(LongCall):
    def interrupted(self, process, signal_number):
        wait_until_it_watches(process, signal_number)
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "it ended before it was interrupted")
        process.send_signal(signal_number)
        output, errors = process.communicate(timeout=SOON)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertEqual(output, b"")
        self.assertEqual(errors, b"holdfast: interrupted\n")

    def test_interrupt_and_terminate(self):
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=signal_number):
                process = self.start(*self.forever, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.interrupted(process, signal_number)

    def test_nothing_is_left_half_written(self):
        old = self.write("out.json", "old")
        before = self.files()
        process = self.start(
            *self.forever, "--output", old, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.interrupted(process, signal.SIGINT)
        self.assertEqual(old.read_text(), "old")
        self.assertEqual(self.files(), before)

    def test_work_that_cannot_look_up_is_ended(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)  # reading it waits for a writer who never comes
        process = self.start(
            "select", "--data", fifo, "--target", "y", "--k", 1,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.interrupted(process, signal.SIGINT)

    NOTE = b"holdfast: interrupted; best so far\n"

    def search(self, most_nodes, *options):
        """A search that goes on until it is stopped, and then an attack of some seconds."""
        process = self.start(
            "select", *self.forever[1:5], "--k", 60, "--tau", 30, "--algorithm", "robust-swap",
            "--budget", 10**15, "--adversary", "exact", "--most-nodes", most_nodes,
            *options,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        time.sleep(5.0)  # until it searches, also on a busy machine
        process.send_signal(signal.SIGINT)
        return process

    def test_a_search_ends_with_the_best_it_has(self):
        process = self.search(4_000, "--format", "json")
        output, errors = process.communicate(timeout=10 * SOON)
        self.assertEqual((process.returncode, errors), (INTERRUPTED, self.NOTE))
        chosen = json.loads(output)
        self.assertEqual(len(chosen["items"]), 60)
        self.assertIs(chosen["interrupted"], True)
        self.assertIn("interrupted", chosen["stopped"])
        self.assertNotIn("greedy", chosen)

    def test_the_best_it_has_goes_to_the_file(self):
        out = self.folder / "best.txt"
        process = self.search(1, "--output", out)
        output, errors = process.communicate(timeout=10 * SOON)
        self.assertEqual((process.returncode, output, errors), (INTERRUPTED, b"", self.NOTE))
        text = " ".join(out.read_text().split())
        self.assertIn(
            "60 items chosen, any 30 of them may be lost (interrupted; best so far)", text
        )

    def test_no_attack_follows_an_interrupted_search(self):
        process = self.search(10**15, "--format", "json")
        output, errors = process.communicate(timeout=SOON)
        self.assertEqual((process.returncode, errors), (INTERRUPTED, self.NOTE))
        chosen = json.loads(output)
        self.assertEqual(len(chosen["worst_case"]["deleted"]), 30)
        self.assertIs(chosen["worst_case"]["proven"], False)

    def final_attack(self, *options):
        """A choice of no time, then an attack that would take hours."""
        process = self.start(
            "select", *self.forever[1:5], "--k", 79, "--tau", 40, *self.forever[-4:], *options,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        wait_until_it_watches(process, signal.SIGINT)
        time.sleep(5.0)
        self.assertIsNone(process.poll(), "it ended before it was interrupted")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=SOON)
        self.assertEqual((process.returncode, errors), (INTERRUPTED, self.NOTE))
        return output.decode()

    def test_the_final_attack_ends_with_the_worst_that_is_known(self):
        # Where the search was when the signal came decides which of its attacks is the worst.
        for algorithm, finders in (("greedy", {"greedy-min"}), ("auto", {"strong", "exact"})):
            with self.subTest(algorithm=algorithm):
                text = self.final_attack("--algorithm", algorithm, "--format", "json")
                chosen = json.loads(text)
                worst = chosen["worst_case"]
                self.assertIs(chosen["interrupted"], True)
                self.assertEqual(len(chosen["items"]), 79)
                self.assertEqual(len(worst["deleted"]), 40)
                self.assertIn(worst["adversary"], finders)
                self.assertIs(worst["proven"], False)
                self.assertLess(0, worst["value"])
                self.assertLess(worst["value"], chosen["value"])
                self.assertNotIn("greedy", chosen)

    def test_the_text_of_an_interrupted_attack_says_so(self):
        text = " ".join(self.final_attack("--algorithm", "greedy").split())
        self.assertIn(
            "79 items chosen, any 40 of them may be lost (interrupted; best so far)", text
        )
        self.assertIn("found by greedy-min", text)

    def test_a_signal_that_is_ignored_stays_ignored(self):
        process = self.start(
            *self.forever,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        time.sleep(1.0)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SOON)
        self.assertEqual(process.returncode, INTERRUPTED)


class Terminal(LongCall):
    """A terminal of our own on standard error (and output)."""

    def on_terminal(self, *arguments):
        controller, terminal = pty.openpty()
        process = self.start(*arguments, stdout=terminal, stderr=terminal)
        os.close(terminal)
        self.addCleanup(os.close, controller)
        return process, controller

    def read_until(self, controller, is_enough, seconds=SOON):
        shown = b""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not is_enough(shown):
            if select.select([controller], [], [], 0.1)[0]:
                try:
                    shown += os.read(controller, 65536)
                except OSError:  # the other side is closed
                    break
        return shown

    def test_progress_appears_and_is_removed(self):
        process, controller = self.on_terminal(*self.forever)
        shown = self.read_until(controller, lambda shown: shown.count(b"\r") >= 3)
        self.assertGreaterEqual(shown.count(b"\r"), 3, shown)
        process.send_signal(signal.SIGINT)
        rest = self.read_until(controller, lambda shown: b"interrupted" in shown)
        process.wait(SOON)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertTrue(rest.endswith(b"\r\x1b[Kholdfast: interrupted\r\n"), rest)

    def test_no_progress_if_quiet(self):
        process, controller = self.on_terminal(*self.forever, "--quiet")
        self.assertEqual(self.read_until(controller, lambda shown: shown, seconds=2), b"")
        process.kill()

    def test_short_work_shows_its_result_only(self):
        process, controller = self.on_terminal("select", *self.linear, "--k", 3, "--tau", 1)
        shown = self.read_until(controller, lambda shown: b"thread" in shown)
        process.wait(SOON)
        self.assertNotIn(b"\x1b[K", shown)
        self.assertIn(b"\x1b[1mlinear\x1b[0m", shown)


if __name__ == "__main__":
    unittest.main()
