"""Work that is cut off: killed, interrupted, out of space, on folders that cannot be written or
that vanish, on a store that is damaged. Files are whole or not there, and nothing that was done is
lost.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

from harness import (
    COMMAND,
    DRAW,
    SOON,
    CommandTest,
    columns_csv,
    count,
    environment,
    repetitions,
)

REPRODUCE = ("reproduce", "--tiny", "--trials", "2", "--figure", "5", "--quiet")


def start(*arguments, cwd=None, before=None):
    return subprocess.Popen(
        [COMMAND, *map(str, arguments)],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=cwd, preexec_fn=before,
    )  # fmt: skip


def finished(*arguments, **options):
    process = start(*arguments, **options)
    output, errors = process.communicate(timeout=SOON)
    return process.returncode, output.decode(), errors.decode()


def cells(csv):
    """Every number but the seconds, which are the last column."""
    return [line.rsplit(",", 1)[0] for line in csv.splitlines()]


class CutOff(CommandTest):
    def one_line(self, answer, *words):
        code, _, said = answer
        self.assertIn(code, (1, 2), said)
        self.assertRegex(said, r"\Aholdfast: [^\n]+\n\Z")
        for word in words:
            self.assertIn(word, said)


class Reproduction(CutOff):
    def whole(self):
        code, text, said = finished(*REPRODUCE, "--format", "csv", "--out", self.folder / "whole")
        self.assertEqual(code, 0, said)
        return cells(text)

    def resumed(self, out):
        code, text, said = finished(*REPRODUCE, "--format", "csv", "--out", out)
        self.assertEqual(code, 0, said)
        return cells(text)

    def test_killed_at_random_moments_it_ends_with_the_same_numbers(self):
        began = time.monotonic()
        whole = self.whole()
        duration = time.monotonic() - began
        kills = 0
        out = self.folder / "killed"
        for _ in repetitions(short=4):
            process = start(*REPRODUCE, "--out", out)
            time.sleep(DRAW.uniform(0, 0.35 * duration))
            if process.poll() is None:
                process.kill()
                kills += 1
            process.communicate()
            if process.returncode == 0:  # it got to its end, so begin again
                self.assertEqual(self.resumed(out), whole)
                shutil.rmtree(out)
        self.assertEqual(self.resumed(out), whole)
        self.assertGreater(kills, 0)
        count("kills of the reproduction", kills)

    def test_a_damaged_store_is_said_to_be_one(self):
        self.whole()
        store = self.folder / "whole" / "results.sqlite"
        if not store.exists():
            store = next((self.folder / "whole").glob("results.*"))
        good = store.read_bytes()
        damages = 0
        for number in repetitions(short=5):
            bad = bytearray(good)
            kind = number % 5
            if kind == 0:
                bad = bad[: DRAW.randrange(1, len(bad))]
            elif kind == 1:
                bad[: DRAW.randrange(1, 4000)] = b"no database"
            elif kind == 2:
                at = DRAW.randrange(len(bad))
                bad[at : at + 2000] = DRAW.randbytes(2000)
            elif kind == 3:
                bad = bytearray(DRAW.randbytes(5000))
            else:
                for _ in range(30):
                    bad[DRAW.randrange(len(bad))] ^= 1 << DRAW.randrange(8)
            folder = self.folder / "damaged"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / store.name).write_bytes(bad)
            answer = finished(*REPRODUCE, "--format", "csv", "--out", folder)
            damages += 1
            if answer[0] != 0:
                self.one_line(answer)
        count("damaged stores", damages)

    def test_something_else_in_the_place_of_the_store(self):
        for name in ("results.sqlite", "results.db", "reproduce.log", "figure5.svg"):
            out = self.folder / f"odd-{name}"
            (out / name).mkdir(parents=True)
            answer = finished(*REPRODUCE, "--out", out)
            if answer[0] != 0:
                self.one_line(answer)


class WriterTest(CutOff):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.out.mkdir()
        wide = self.write("wide.csv", columns_csv([f"c{i}" for i in range(40)] + ["y"], rows=400))
        self.wide = ("--data", wide, "--target", "y")

    def requests(self):
        """(words of a command, file that it writes, whether the file is whole)"""
        out = self.out

        def is_document(path):
            return json.loads(path.read_text())["schema"].startswith("holdfast.")

        def is_page(path):
            return path.read_text().rstrip().endswith("</html>")

        def has_rows(path):
            lines = path.read_text().splitlines()
            return len(lines) > 1 and len({line.count(",") for line in lines}) == 1

        yield ("select", *self.wide, "--k", 9, "--tau", 2, "--algorithm", "greedy",
               "--format", "json", "--output", out / "s.json"), "s.json", is_document  # fmt: skip
        yield ("select", *self.wide, "--k", 6, "--tau", 1, "--algorithm", "greedy",
               "--report", out / "p.html"), "p.html", is_page  # fmt: skip
        yield ("curve", *self.wide, "--k", 6, "--tau-max", 2, "--format", "csv",
               "--algorithms", "greedy", "--output", out / "c.csv"), "c.csv", has_rows  # fmt: skip
        yield ("generate", "linear", "--out", out, "--force", "--train-rows", 400,
               "--test-rows", 400), "train.csv", has_rows  # fmt: skip
        yield ("certify", *self.wide, "--items", "0-5", "--tau", 2, "--format", "json",
               "--output", out / "z.json"), "z.json", is_document  # fmt: skip

    def leftovers(self):
        return list(self.out.glob(".holdfast-*"))

    def every_writer_fails(self, folder, *words, **surroundings):
        """All writers pointed at a folder that cannot take what they write."""
        for request, name, _ in self.requests():
            moved = [
                str(w).replace(str(self.out), str(folder)) if isinstance(w, Path) else w
                for w in request
            ]
            with self.subTest(name=name):
                answer = finished(*moved, **surroundings)
                self.one_line(answer, *words)
        self.one_line(finished(*REPRODUCE, "--out", folder / "r", **surroundings))


class Writers(WriterTest):
    def test_killed_at_random_moments_files_are_whole_or_not_there(self):
        kills = files = leftovers = 0
        durations = {}
        for number in repetitions(short=10):
            requests = list(self.requests())
            words, name, is_whole = requests[number % len(requests)]
            path = self.out / name
            if name not in durations:
                began = time.monotonic()
                code, _, said = finished(*words)
                self.assertEqual(code, 0, said)
                durations[name] = time.monotonic() - began
            if number % 2:
                path.unlink(missing_ok=True)
            was_there = path.exists()
            process = start(*words)
            time.sleep(DRAW.uniform(0, 1.1 * durations[name]))
            process.kill()
            process.communicate()
            kills += process.returncode == -signal.SIGKILL
            if path.exists():
                files += 1
                self.assertTrue(is_whole(path), f"{name} is there in part")
            else:
                self.assertFalse(was_there, f"{name} is lost")
            leftovers += len(self.leftovers())
            for left in self.leftovers():
                left.unlink()
        count("kills of writers", kills)
        count("files found whole after a kill", files)
        count("temporary files left by a kill", leftovers)

    def test_interrupted_at_random_moments(self):
        interrupts = leftovers = 0
        words = ("select", *self.wide, "--k", 20, "--tau", 8, "--budget", 10**12,
                 "--format", "json", "--output", self.out / "s.json")  # fmt: skip
        for number in repetitions(short=4):
            (self.out / "s.json").unlink(missing_ok=True)
            # Whoever is started in the background is told to ignore this signal.
            process = start(*words, before=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            time.sleep(DRAW.uniform(0, 0.8))
            for _ in range(1 + number % 2):
                process.send_signal(DRAW.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)))
            process.communicate(timeout=SOON)
            # Before the command looks after signals, they end it as they end any process.
            early = (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP)
            self.assertIn(process.returncode, (0, 130, *early))  # 0: it was faster
            interrupts += process.returncode != 0
            if (self.out / "s.json").exists():
                chosen = json.loads((self.out / "s.json").read_text())
                self.assertIs(chosen["interrupted"], process.returncode == 130)
            leftovers += len(self.leftovers())
        count("interrupts of the command", interrupts)
        # A second signal ends the process even where a write hangs. Only one that comes between
        # two system calls of a commit could leave a name behind.
        self.assertLessEqual(leftovers, interrupts // 100)


class Folders(WriterTest):
    @contextlib.contextmanager
    def small_disk(self, options):
        if os.geteuid() != 0:
            self.skipTest("only root may mount a small disk")
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], check=False
        )
        if mounted.returncode != 0:
            self.skipTest("the system does not let us mount a small disk")
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", disk], check=True)

    def test_a_full_disk(self):
        with self.small_disk("size=16k") as disk:
            old = disk / "s.json"
            old.write_text("old")
            (disk / "ballast").write_bytes(bytes(12000))
            self.every_writer_fails(disk)
            self.assertEqual(old.read_text(), "old")
            self.assertEqual(list(disk.glob(".holdfast-*")), [])

    def test_a_disk_that_fills_up_under_the_reproduction(self):
        reached = finished(*REPRODUCE, "--format", "csv", "--out", self.folder / "whole")
        with self.small_disk("size=200k") as disk:
            answer = finished(*REPRODUCE, "--out", disk / "r")
            self.one_line(answer)
            kept = self.folder / "moved"
            shutil.copytree(disk / "r", kept)
        resumed = finished(*REPRODUCE, "--format", "csv", "--out", kept)
        self.assertEqual(cells(resumed[1]), cells(reached[1]))

    def test_a_folder_that_is_read_only(self):
        with self.small_disk("size=1m") as disk:
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            self.every_writer_fails(disk)

    def test_a_folder_that_vanishes(self):
        for request, _, _ in self.requests():
            self.out.mkdir(exist_ok=True)
            process = start(*request)
            vanish = threading.Timer(DRAW.uniform(0, 0.05), shutil.rmtree, (self.out, True))
            vanish.start()
            output, errors = process.communicate(timeout=SOON)
            vanish.join()
            if process.returncode != 0:
                self.one_line((process.returncode, output.decode(), errors.decode()), "cannot")
            shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(exist_ok=True)

    def test_the_working_folder_vanishes(self):
        gone = self.folder / "gone"
        gone.mkdir()
        script = f'cd "{gone}" && rmdir "{gone}" && exec "$0" "$@"'
        select = ["select", *map(str, self.linear), "--k", "2", "--output", "x.json"]
        process = subprocess.run(
            ["sh", "-c", script, os.path.abspath(COMMAND), *select],
            capture_output=True, env=environment(), timeout=SOON, check=False,
        )  # fmt: skip
        self.one_line((process.returncode, "", process.stderr.decode()))

    def test_two_runs_on_one_store(self):
        out = self.folder / "shared"
        both = [start(*REPRODUCE, "--format", "csv", "--out", out) for _ in range(2)]
        answers = []
        for process in both:
            output, errors = process.communicate(timeout=SOON)
            answers.append((process.returncode, output.decode(), errors.decode()))
        self.assertIn(0, [code for code, _, _ in answers])
        for answer in answers:
            if answer[0] != 0:
                self.one_line(answer, "another run")


if __name__ == "__main__":
    unittest.main()
