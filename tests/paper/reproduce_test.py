"""The command `holdfast reproduce`: a killed run resumes and ends with the same numbers, and two
runs in one folder do not disturb each other."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

COMMAND = os.environ["HOLDFAST_COMMAND"]
ARGUMENTS = ["reproduce", "--tiny", "--trials", "2"]


def run(out, *more, figures="5"):
    return subprocess.run(
        [COMMAND, *ARGUMENTS, "--figure", figures, "--out", str(out), *more],
        capture_output=True,
        text=True,
    )


def cells(csv):
    """Every number but the seconds, which are the last column."""
    return [line.rsplit(",", 1)[0] for line in csv.splitlines()]


def start(out, *more):
    return subprocess.Popen(
        [COMMAND, *ARGUMENTS, "--figure", "5", "--out", str(out), *more],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished_units(out):
    log = Path(out) / "reproduce.log"
    return len(log.read_text().splitlines()) if log.exists() else 0


def wait_for_units(process, out, count):
    while process.poll() is None and finished_units(out) < count:
        time.sleep(0.005)


class Reproduce(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)

    def kill_and_resume(self, *arguments):
        """One run that is never stopped, in root/whole, and one that is, in root/killed."""
        whole = run(self.root / "whole", "--format", "csv", *arguments)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        kills = 0
        for more in (3, 10, 25):
            process = start(self.root / "killed", *arguments)
            wait_for_units(
                process, self.root / "killed", finished_units(self.root / "killed") + more
            )
            if process.poll() is None:
                kills += 1
            process.send_signal(signal.SIGKILL)
            process.communicate()
        self.assertGreater(kills, 0, "every run was over before it could be killed")
        resumed = run(self.root / "killed", "--format", "csv", *arguments)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertEqual(cells(resumed.stdout), cells(whole.stdout))

    def test_killed_runs_end_with_the_same_numbers(self):
        self.kill_and_resume()

    def test_killed_readings_end_with_the_same_files(self):
        self.kill_and_resume("--reading", "noise=literal,start=zero", "--reading-trials", "2")
        for name in ("readings.md", "readings.csv"):
            killed, whole = (self.root / run / name for run in ("killed", "whole"))
            self.assertEqual(killed.read_bytes(), whole.read_bytes())

    def test_readings_are_told_in_text_and_in_files(self):
        done = run(self.root / "out", "--readings", "--reading-trials", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("noise=literal + start=zero", "adversary=strong", "beta=1"):
            self.assertIn(name, done.stdout)
            self.assertIn(f"| {name} |", (self.root / "out" / "readings.md").read_text())
        self.assertIn("Left out: start=stationary", done.stdout)

    def test_a_second_run_in_the_folder_is_refused_and_does_no_harm(self):
        out = self.root / "shared"
        first = start(out)
        wait_for_units(first, out, 1)
        second = run(out)
        if first.poll() is None:
            self.assertEqual(second.returncode, 1)
            self.assertIn("another run is writing results here", second.stderr)
        first.communicate()
        self.assertEqual(first.returncode, 0)
        alone = run(self.root / "alone", "--format", "csv")
        after = run(out, "--format", "csv")
        self.assertEqual(cells(after.stdout), cells(alone.stdout))

    def test_the_claims_file_keeps_its_contract(self):
        done = run(self.root / "out", "--format", "json", figures="1,2,3,5")
        self.assertEqual(done.returncode, 0, done.stderr)
        claims = json.loads((self.root / "out" / "claims.json").read_text())
        self.assertEqual([c["claim"] for c in claims], [1, 2, 3, 4, *range(7, 18)])
        for claim in claims:
            for rule in ("verdict", "first_rule"):
                self.assertIn(claim[rule], ("holds", "in part", "does not hold", "undecided"))
            self.assertTrue(claim["evidence"])
        verdicts = {claim["claim"]: claim["verdict"] for claim in claims}
        self.assertEqual((verdicts[10], verdicts[15]), ("undecided", "undecided"))
        self.assertEqual(json.loads(done.stdout)["claims"], claims)

    def test_beyond_the_paper_every_cell_is_compared(self):
        done = run(self.root / "out", "--beyond", "1", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        compared = json.loads(done.stdout)["beyond"]
        self.assertEqual(len({(c["panel"], c["tau"], c["k"]) for c in compared}), len(compared))
        for cell in compared:
            self.assertGreaterEqual(
                cell["robust_swap"]["value"], cell["beta_path"]["value"] * (1 - 1e-9)
            )
        text = run(self.root / "out", "--beyond", "1")
        self.assertIn("variance reduction, alpha = 0.05, tau = 10", text.stdout)
        self.assertNotIn("judged by strong", run(self.root / "paper").stdout)

    def test_wrong_requests_are_refused_in_one_line(self):
        for arguments, said in (
            (["--figure", "6"], "--figure 6"),
            (["--trials", "0"], "--trials"),
            (["--quick", "--tiny"], "exclude"),
            (["--reading", "ridge=7"], "there is no reading 'ridge=7'"),
            (["--reading-trials", "1"], "--reading-trials"),
        ):
            done = subprocess.run(
                [COMMAND, "reproduce", "--out", str(self.root / "no"), *arguments],
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
