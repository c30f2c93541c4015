"""What `make campaign` runs: every harness for its share of the time, at low priority.

Corpora and totals stay in build/campaign, so that runs add up. The figures go into the marked part
of docs/reliability.md, and a tree without totals goes on from there. Ends with code 1 if anything
was found.
"""

import argparse
import collections
import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import coverage
import seeds

SOURCE = Path(__file__).parents[2]
STATE = SOURCE / "build" / "campaign"
COMMAND = str(SOURCE / "build" / "bin" / "holdfast")
PAGE = SOURCE / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

# Shares of the time. What reads what people write gets most of it.
SHARES = {"fuzz_readers": 0.55, "fuzz_program": 0.1, "walks": 0.1, "harnesses": 0.25}

LONGEST = {"npz": 1500, "gzip": 400, "npy": 256, "any-table": 256, "selection": 700,
           "summary": 500, "command-line": 300}  # fmt: skip
USUAL_LENGTH = 96
PROGRAM = {"selection", "summary", "outages", "failure-groups", "command-line"}

HARNESSES = {
    "kills of the reproduction": ("kills_test.py", "Reproduction.test_killed"),
    "damaged stores": ("kills_test.py", "Reproduction.test_a_damaged"),
    "kills of writers": ("kills_test.py", "Writers.test_killed"),
    "interrupts of the command": ("kills_test.py", "Writers.test_interrupted"),
    "disks and folders": ("kills_test.py", "Folders"),
    "memory": ("limits_test.py", "Memory"),
    "odd numbers": ("limits_test.py", "Numbers"),
    "system": ("limits_test.py", "System"),
    "interrupts from Python": ("python_interrupts.py", None),
    "damaged documents": ("random_documents_test.ts", None),
}

SANITIZER = (
    "detect_leaks=0:malloc_context_size=0:quarantine_size_mb=1:max_redzone=16:"
    "detect_stack_use_after_return=0:symbolize=0"
)


class Totals:
    """Counts that add up over runs, and what the corpora reach. Several runs may go on at once."""

    def __init__(self):
        STATE.mkdir(parents=True, exist_ok=True)
        self.file = STATE / "totals.json"
        self.counts, self.coverage = read_page()  # coverage of the readers: coverage.measured()
        with self.changing():
            pass

    @contextlib.contextmanager
    def changing(self):
        with open(STATE / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self.file.exists():
                kept = json.loads(self.file.read_text())
                self.counts = collections.Counter(kept["counts"])
                self.coverage = kept["coverage"]
            yield
            kept = {"counts": dict(self.counts), "coverage": self.coverage}
            temporary = self.file.with_suffix(".new")
            temporary.write_text(json.dumps(kept, indent=1, sort_keys=True))
            temporary.replace(self.file)

    def add(self, name, number):
        with self.changing():
            self.counts[name] += number

    def reached(self, measured):
        with self.changing():
            self.coverage = measured


class Campaign:
    def __init__(self, asked):
        self.asked = asked
        self.totals = Totals()
        self.failures = []
        seeds.write(STATE / "seeds")

    def run(self):
        parts = {
            "fuzz_readers": lambda seconds: self.fuzz("fuzz_readers", seconds),
            "fuzz_program": lambda seconds: self.fuzz("fuzz_program", seconds),
            "walks": self.walks,
            "harnesses": self.harnesses,
        }
        chosen = self.asked.only or list(parts)
        whole = sum(SHARES[part] for part in chosen)
        for part in chosen if self.asked.seconds > 0 else []:
            print(f"campaign: {part}", flush=True)
            parts[part](self.asked.seconds * SHARES[part] / whole)
        if self.asked.page:
            self.totals.reached(coverage.measured())
            write_page(self.totals)
        for failure in self.failures:
            print(f"campaign: FAILED {failure}", file=sys.stderr)
        return 1 if self.failures else 0

    # Fuzzing

    def fuzz(self, program, seconds):
        path = SOURCE / "build" / "fuzz" / "bin" / program
        targets = [t for t in seeds.SEEDS if (t in PROGRAM) == (program == "fuzz_program")]
        if self.asked.targets:
            targets = [t for t in targets if t in self.asked.targets]
        each = max(1, round(seconds * self.asked.jobs / max(1, len(targets))))
        with ThreadPoolExecutor(self.asked.jobs) as pool:
            list(pool.map(lambda target: self.fuzz_target(path, target, each), targets))

    def fuzz_target(self, path, target, seconds):
        # A fixed number of runs is for CI: from the seeds alone, so that it is the same every time.
        fixed = self.asked.runs
        limits = [f"-runs={fixed}", "-seed=1"] if fixed else [f"-max_total_time={seconds}"]
        corpus = STATE / ("fixed" if fixed else "corpus") / target
        if fixed:
            shutil.rmtree(corpus, ignore_errors=True)
        corpus.mkdir(parents=True, exist_ok=True)
        findings = STATE / "findings"
        findings.mkdir(exist_ok=True)
        words = STATE / "seeds" / f"{target}.dict"
        command = [
            path, *limits, f"-max_len={LONGEST.get(target, USUAL_LENGTH)}",
            "-len_control=0", "-detect_leaks=0", "-timeout=25", "-rss_limit_mb=2000",
            "-print_final_stats=1", "-verbosity=1", f"-artifact_prefix={findings}/{target}-",
            *([f"-dict={words}"] if words.stat().st_size else []),
            corpus, STATE / "seeds" / target,
        ]  # fmt: skip
        answer = self.call(command, HOLDFAST_TARGET=target, ASAN_OPTIONS=SANITIZER)
        done = re.search(r"number_of_executed_units: (\d+)", answer.stderr)
        # A process that was ended by a finding prints its last count in the line before.
        seen = [int(n) for n in re.findall(r"^#(\d+)\t", answer.stderr, re.MULTILINE)]
        executed = int(done[1]) if done else max(seen, default=0)
        self.totals.add(f"fuzz: {target}", executed)
        if answer.returncode != 0:
            why = re.findall(r"what\(\).*|ERROR: .*|runtime error: .*", answer.stderr)
            self.failures.append(f"{target}: {why[0] if why else answer.stderr[-300:]}")

    # What runs as tests, only longer

    def walks(self, seconds):
        plain = SOURCE / "build" / "tests" / "campaign_tests"
        sanitized = SOURCE / "build" / "fuzz" / "tests" / "campaign_tests"
        for program, tests, share in (
            (plain, "Campaign.Walks*", 0.5),
            (sanitized, "Campaign.Walks*", 0.2),
            (plain, "Load.ManyThreads*", 0.1),
            (plain, "Load.Forks*", 0.1),
            (plain, "Load.StopRequests*", 0.1),
        ):
            self.count([program, f"--gtest_filter={tests}"], seconds * share)

    def harnesses(self, seconds):
        for name, (script, only) in HARNESSES.items():
            print(f"campaign: {name}", flush=True)
            command = self.command_of(script)
            if command is None:
                print(f"campaign: no {name}: what they need is not installed", file=sys.stderr)
                continue
            self.count(command + (["-k", only] if only else []), seconds / len(HARNESSES))

    @staticmethod
    def command_of(script):
        if script.endswith(".ts"):
            vitest = SOURCE / "report" / "node_modules" / ".bin" / "vitest"
            options = ["--root", SOURCE / "report", "--project", "unit", f"tests/unit/{script}"]
            return [vitest, "run", *options] if vitest.exists() else None
        python = sys.executable
        if script == "python_interrupts.py":
            python = SOURCE / ".venv" / "bin" / "python"
            if not (SOURCE / ".venv" / ".holdfast").exists():
                return None
        return [python, SOURCE / "tests" / "campaign" / script]

    def count(self, command, seconds):
        counts = STATE / f"counts-{os.getpid()}"
        counts.unlink(missing_ok=True)
        answer = self.call(
            command,
            HOLDFAST_CAMPAIGN_SECONDS=f"{seconds:.0f}",
            HOLDFAST_CAMPAIGN_SEED=str(time.time_ns() % 10**12),
            HOLDFAST_CAMPAIGN_COUNTS=str(counts),
            HOLDFAST_COMMAND=os.environ.get("HOLDFAST_COMMAND", COMMAND),
            HOLDFAST_SOURCE_DIR=str(SOURCE),
        )
        for line in counts.read_text().splitlines() if counts.exists() else []:
            name, _, number = line.rpartition(" ")
            self.totals.add(name, int(number))
        counts.unlink(missing_ok=True)
        if answer.returncode != 0:
            log = STATE / "findings" / f"harness-{time.time_ns()}.log"
            log.parent.mkdir(exist_ok=True)
            log.write_text(answer.stdout + answer.stderr)
            self.failures.append(f"{' '.join(map(str, command[1:]))}: see {log}")

    @staticmethod
    def call(command, **more):
        return subprocess.run(
            [*map(str, command)], env={**os.environ, **more}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", check=False,
            preexec_fn=lambda: os.nice(10),
        )  # fmt: skip


def grouped(number):
    return f"{number:,}"


def figures(totals):
    counts = totals.counts
    fuzzed = {name[6:]: n for name, n in counts.items() if name.startswith("fuzz: ")}
    lines = [
        f"Counted up to {date.today().isoformat()}, over all runs so far.",
        "",
        "| fuzzed | executions |",
        "|---|---:|",
        *(f"| {name} | {grouped(n)} |" for name, n in sorted(fuzzed.items())),
        f"| **all** | **{grouped(sum(fuzzed.values()))}** |",
        "",
        "| other harnesses | times |",
        "|---|---:|",
        *(f"| {name} | {grouped(n)} |" for name, n in sorted(counts.items())
          if not name.startswith("fuzz: ")),
    ]  # fmt: skip
    if totals.coverage:
        lines += ["", "| code of the readers | reached by the corpora |", "|---|---:|"]
    for what, (reached, all_of_them) in totals.coverage.items():
        share = 100 * reached / all_of_them
        lines.append(f"| {what} | {grouped(reached)} of {grouped(all_of_them)} ({share:.1f} %) |")
    return "\n".join(lines)


def number(words):
    return int(words.replace(",", ""))


def read_page():
    return read_figures(PAGE.read_text().partition(BEGIN)[2].partition(END)[0])


def read_figures(text):
    """What `figures` has written: counts and coverage."""
    tables = {}
    heading = ""
    for row in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
        name, figure = row.split(" | ")
        if re.match(r"\d", figure):
            tables[heading][name] = figure
        elif not name.startswith("**"):
            heading = name
            tables[heading] = {}
    counts = collections.Counter()
    for name, figure in tables.get("fuzzed", {}).items():
        counts[f"fuzz: {name}"] = number(figure)
    for name, figure in tables.get("other harnesses", {}).items():
        counts[name] = number(figure)
    coverage = {
        name: [number(part) for part in figure.partition(" (")[0].split(" of ")]
        for name, figure in tables.get("code of the readers", {}).items()
    }
    return counts, coverage


def write_page(totals):
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures(totals)}\n\n{END}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="of the clock, in all; 0: none")
    parser.add_argument("--runs", type=int, help="of each fuzzer, always the same ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="fuzzers at a time")
    parser.add_argument("--only", action="append", choices=list(SHARES))
    parser.add_argument("--targets", nargs="*", help="fuzz these only")
    parser.add_argument("--page", action="store_true", help="write the figures into the page")
    sys.exit(Campaign(parser.parse_args()).run())


if __name__ == "__main__":
    main()
