"""The command where the system gives less than usual: memory, threads, descriptors, columns of a
terminal, and where names and numbers are odd. Each call must end soon and either do its work or say
in one line why not."""

import fcntl
import itertools
import json
import os
import pty
import resource
import shutil
import signal
import struct
import subprocess
import termios
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
    under_sanitizer,
)

MEGABYTE = 2**20
NOBODY = 61234  # a user who has no processes: limits on their number count all of a user
LOCALE_WITH_COMMAS = (
    "comment_char %\nescape_char /\nLC_NUMERIC\n"
    'decimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n'
    + "".join(
        f'LC_{category}\ncopy "POSIX"\nEND LC_{category}\n'
        for category in ("CTYPE", "COLLATE", "MONETARY", "TIME", "MESSAGES")
    )
)
WITHOUT_SECONDS = ("seconds", "threads", "version")


def call(*arguments, before=None, stdout=subprocess.PIPE, env=None, cwd=None):
    """The finished process; bytes, because names need not be UTF-8."""
    return subprocess.run(
        [COMMAND, *(a if isinstance(a, bytes) else str(a) for a in arguments)],
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=SOON,
        check=False,
        preexec_fn=before,
        cwd=cwd,
    )


def timeless(value):
    """A document without what differs from run to run."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in WITHOUT_SECONDS}
    return [timeless(v) for v in value] if isinstance(value, list) else value


class Limits(CommandTest):
    def one_line(self, process, code=1):
        """What a failed process says."""
        said = process.stderr.decode()
        self.assertEqual(process.returncode, code, said)
        self.assertRegex(said, r"\Aholdfast: [^\n]+\n\Z")
        self.assertTrue(all(c.isprintable() for c in said[:-1]), said)
        return said

    def selection(self, *options, **surroundings):
        process = call("select", *self.linear, "--k", 3, "--tau", 1, "--format", "json", *options,
                       **surroundings)  # fmt: skip
        self.assertEqual(process.returncode, 0, process.stderr)
        return timeless(json.loads(process.stdout))


@unittest.skipIf(under_sanitizer(), "a sanitizer takes address space of its own")
class Memory(Limits):
    def requests(self):
        names = [f"c{i}" for i in range(60)] + ["y"]
        table = self.write("wide.csv", columns_csv(names, rows=3000))
        data = ("--data", table, "--target", "y")
        points = self.write("points.csv", columns_csv(["u", "v", "w"], rows=900))
        return [
            ("select", *data, "--k", 8, "--tau", 2),
            ("select", *data, "--k", 8, "--tau", 2, "--algorithm", "robust-swap", "--threads", 2),
            ("curve", *data, "--k", 8, "--tau-max", 3),
            ("select", "--objective", "logdet", "--points", points, "--k", 9, "--tau", 1),
            ("select", "--objective", "facility-location", "--points", points, "--k", 5),
        ]

    @staticmethod
    def limited(size):
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))

    def least(self):
        """With how much the program itself can be loaded."""
        for size in range(4 * MEGABYTE, 400 * MEGABYTE, MEGABYTE):
            if call("--version", before=self.limited(size)).returncode == 0:
                return size
        return self.fail("the program does not start")

    def test_too_little_is_said_and_never_a_crash(self):
        refused = done = 0
        requests = self.requests()
        least = self.least()
        # Near the least, another allocation fails with every few kilobytes.
        more = itertools.cycle([1, 2, 4, 6, 9, 14, 25, 90])
        for number in repetitions(short=8):
            request = requests[number % len(requests)]
            size = least + int((next(more) + DRAW.uniform(0, 1)) * MEGABYTE)
            process = call(*request, before=self.limited(size))
            with self.subTest(more=(size - least) / MEGABYTE, request=request[:2]):
                if process.returncode != 0:
                    self.assertIn("not enough memory", self.one_line(process))
                    refused += 1
                else:
                    done += 1
        self.assertGreater(refused, 0)
        self.assertGreater(done, 0)
        count("memory limits", refused + done)
        count("memory limits, refused", refused)


class System(Limits):
    def test_threads_that_are_refused_are_done_without(self):
        self.folder.chmod(0o755)

        def as_somebody_without_threads():
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)

        usual = self.selection("--threads", 8)
        # The search for leaks takes a thread of its own.
        without_leaks = {"ASAN_OPTIONS": "detect_leaks=0"}
        alone = self.selection(
            "--threads", 8, before=as_somebody_without_threads, env=without_leaks
        )
        self.assertEqual(alone, usual)

    def test_no_temporary_folder_is_needed(self):
        out = self.folder / "out.json"
        call("select", *self.linear, "--k", 2, "--output", out, env={"TMPDIR": "/nonexistent"})
        self.assertTrue(out.exists())

    def test_closed_descriptors(self):
        select = ("select", *self.linear, "--k", 2, "--tau", 1)
        self.assertIn("standard output", self.one_line(call(*select, before=lambda: os.close(1))))
        self.assertEqual(call(*select, before=lambda: os.close(0)).returncode, 0)
        self.assertEqual(call(*select, before=lambda: os.close(2)).returncode, 0)
        piped = call("select", "--data", "-", "--target", "y", "--k", 1, before=lambda: os.close(0))
        self.one_line(piped)

    def test_messages_never_go_into_a_file(self):
        """Closed descriptors are taken by the next file that is opened."""
        holes = self.write("holes.csv", "a,b,y\n1,2,3\n,5,6\n7,8,1\n2,2,2\n")
        out = self.folder / "out.json"
        for closed in ((2,), (1, 2), (0, 1, 2)):
            call("select", "--data", holes, "--target", "y", "--missing", "drop", "--k", 1,
                 "--format", "json", "--output", out,
                 before=lambda: [os.close(d) for d in closed])  # noqa: B023  # fmt: skip
            json.loads(out.read_text())
            out.unlink()

    def test_full_devices(self):
        with open("/dev/full", "wb") as full:
            process = call("select", *self.linear, "--k", 2, stdout=full)
        self.assertIn("No space left", self.one_line(process))
        self.assertIn(
            "No space left",
            self.one_line(call("select", *self.linear, "--k", 2, "--output", "/dev/full")),
        )

    def test_a_limit_on_the_size_of_files(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        before = self.files()
        process = call("select", *self.linear, "--k", 2, "--output", self.folder / "out",
                       before=small_files)  # fmt: skip
        self.assertIn("File too large", self.one_line(process))
        process = call("generate", "linear", "--out", self.folder / "made", before=small_files)
        self.one_line(process)
        self.assertEqual([f for f in self.files() if f not in before and f != "made"], [])

    def test_terminals_of_any_width(self):
        requests = [
            ("select", *self.linear, "--k", 3, "--tau", 1, "--explain", "--certify"),
            ("curve", *self.linear, "--k", 3, "--tau-max", 2),
            ("ratios", *self.linear, "--exact-up-to", 8),
            ("guarantee", "--k", 9, "--tau", 2, "--gamma", "0.5", "--theta", "0.5"),
            ("select", "--help"),
        ]
        for request, columns in itertools.product(requests, (1, 2, 65535)):
            controller, terminal = pty.openpty()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 1, columns, 0, 0))
            process = subprocess.Popen(
                [COMMAND, *map(str, request)], stdin=subprocess.DEVNULL, stdout=terminal,
                stderr=terminal, env=environment(),
            )  # fmt: skip
            os.close(terminal)
            shown = b""
            try:
                while more := os.read(controller, 65536):
                    shown += more
            except OSError:  # the other side is closed
                pass
            os.close(controller)
            self.assertEqual(process.wait(SOON), 0, shown)
            self.assertGreater(len(shown), 100)

    def locale_with_commas(self):
        """The environment of a locale made here, since few are installed."""
        source = self.write("commas", LOCALE_WITH_COMMAS)
        made = self.folder / "de_XX"
        # It warns of categories that are left out.
        subprocess.run(["localedef", "-c", "-i", source, made], capture_output=True, check=False)
        self.assertTrue((made / "LC_NUMERIC").exists())
        return {"LOCPATH": str(self.folder), "LC_ALL": "de_XX"}

    @unittest.skipUnless(
        shutil.which("localedef") and Path("/usr/share/i18n/locales/POSIX").exists(),
        "the sources of locales are not installed",
    )
    def test_a_locale_with_decimal_commas(self):
        german = self.locale_with_commas()
        for request in (
            ("select", *self.linear, "--k", 3, "--tau", 1, "--ridge", "0.5"),
            ("guarantee", "--k", 9, "--tau", 2, "--gamma", "0.5", "--theta", "0.5"),
        ):
            for form in ("text", "csv", "json"):
                usual = call(*request, "--format", form, env={"LC_ALL": "POSIX"}).stdout
                commas = call(*request, "--format", form, env=german).stdout
                if form == "json":
                    usual, commas = (timeless(json.loads(text)) for text in (usual, commas))
                elif form == "text":  # ends with how long it took
                    usual, commas = (text.rstrip().rpartition(b"\n")[0] for text in (usual, commas))
                self.assertEqual(usual, commas)

    def test_names_of_files(self):
        table = self.data.read_bytes()
        for name in (b"two\nlines.csv", b"no\xffutf8.csv", b"\x1b[31mred.csv", b"-k", b"a,b.csv",
                     b"%s%n{}{0}.csv", b"$(touch x);`touch y`.csv"):  # fmt: skip
            path = os.path.join(os.fsencode(self.folder), name)
            with open(path, "wb") as file:
                file.write(table)
            page = path + b".html"
            request = (b"--data=" + path, "--target", "y", "--k", 2, "--tau", 1)
            with self.subTest(name=name):
                process = call("select", *request, "--format", "json", b"--report=" + page)
                self.assertEqual(process.returncode, 0, process.stderr)
                json.loads(process.stdout.decode())
                with open(page, "rb") as written:
                    written.read().decode()
                out = path + b".json"
                call("select", *request, "--format", "json", b"--output=" + out)
                call("attack", b"--selection=" + out, "--tau", 1)
                missing = call("select", b"--data=" + path + b"\x07", "--target", "y", "--k", 1)
                self.one_line(missing, 2)
        left = os.listdir(os.fsencode(self.folder))
        self.assertFalse({b"x", b"y"} & set(left), "a name was taken for a command")

    def test_names_of_columns_never_steer_the_terminal(self):
        names = ["a\x1b[31m\x07", "b\rc", "\x9b2J", "d\ne", "</script><b>", "y"]
        table = columns_csv([f'"{name}"' for name in names])
        data = ("--data", self.write("odd.csv", table), "--target", "y")
        holes = table.replace("\n", "\n,", 1).replace(",", "", 1)
        page = self.folder / "page.html"
        for request in (
            ("select", *data, "--k", 3, "--tau", 1, "--certify", "--report", page),
            ("curve", *data, "--k", 3, "--tau-max", 2),
            ("attack", *data, "--items", "a\x1b", "--tau", 1),
            ("select", "--data", self.write("holes.csv", holes), "--target", "y", "--k", 1),
            ("select", *data, "--k", 1, "--must", "b\rC"),
        ):
            process = call(*request)
            shown = (process.stdout + process.stderr).decode()
            self.assertEqual([c for c in shown if c != "\n" and not c.isprintable()], [], shown)
            if process.returncode != 0:
                self.one_line(process, 2)
        text = page.read_text()
        self.assertNotIn("</script><b>", text)
        self.assertIn("\\u003c/script>\\u003cb>", text)

    def files(self):
        return sorted(os.listdir(self.folder))


class Numbers(Limits):
    OBJECTIVES = ("linear", "logistic", "softmax", "one-vs-rest")
    SCALES = (1e150, 1e-150, 1e300, 1e-300, 1e308, 5e-324, 1e16)

    def table(self, scale, target_scale):
        lines = ["a,b,c,d,y"]
        for _ in range(24):
            row = [DRAW.gauss(0, 1) for _ in range(4)]
            row[DRAW.randrange(4)] *= scale
            lines.append(",".join(repr(max(-1.7e308, min(1.7e308, x))) for x in row)
                         + f",{(row[0] > 0) * target_scale!r}")  # fmt: skip
        return self.write("odd.csv", "\n".join(lines) + "\n")

    def test_odd_numbers_end_in_a_result_or_a_reason(self):
        done = refused = 0
        for number in repetitions(short=10):
            scale = DRAW.choice(self.SCALES)
            objective = self.OBJECTIVES[number % 4]
            table = self.table(scale, DRAW.choice((1.0, 1.0, scale)))
            options = ["--standardize"] if number % 3 == 0 else []
            if number % 5 == 0:
                options += ["--no-intercept"]
            if objective == "linear" and number % 2:
                options += ["--ridge", DRAW.choice(("1e-300", "1", "1e300"))]
            algorithm = DRAW.choice(("auto", "greedy", "robust-swap", "saturate", "beta-path"))
            with self.subTest(scale=scale, objective=objective, options=options, by=algorithm):
                process = call(
                    "select", "--objective", objective, "--data", table, "--target", "y", "--k", 3,
                    "--tau", 1, "--format", "json", "--algorithm", algorithm, *options,
                )  # fmt: skip
                if process.returncode == 0:
                    json.loads(process.stdout, parse_constant=self.fail)
                    done += 1
                else:
                    self.one_line(process, 2 if process.returncode == 2 else 1)
                    refused += 1
        count("odd numbers", done + refused)
        count("odd numbers, refused", refused)
        self.assertGreater(done, 0)

    def test_powers_of_two_change_no_choice(self):
        """Nothing is rounded when a column is multiplied by a power of two."""
        plain = [line.split(",") for line in self.data.read_text().split()]
        usual = self.selection()
        for power in (300, -300):
            scaled = [plain[0]] + [
                [repr(float(x) * 2.0**power) for x in row[:-1]] + [row[-1]] for row in plain[1:]
            ]
            table = self.write("scaled.csv", "".join(",".join(row) + "\n" for row in scaled))
            found = timeless(json.loads(call(
                "select", "--data", table, "--target", "y", "--k", 3, "--tau", 1,
                "--format", "json").stdout))  # fmt: skip
            self.assertEqual([i["name"] for i in found["items"]],
                             [i["name"] for i in usual["items"]])  # fmt: skip
            self.assertAlmostEqual(found["value"] / usual["value"], 1, places=9)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    unittest.main()
