"""The shipped air-quality extract is what the script makes of the shipped raw values."""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AIR = ROOT / "data" / "air"
SCRIPT = ROOT / "scripts" / "make_air_extract.py"


class AirExtract(unittest.TestCase):
    def test_files_are_reproduced(self):
        with tempfile.TemporaryDirectory() as out:
            subprocess.run(
                [sys.executable, SCRIPT, AIR / "pm10_daily.csv.gz", AIR / "stations.csv", out],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            made = sorted(Path(out).iterdir())
            self.assertEqual(
                [path.name for path in made], ["pm10_2005_2009.csv", "stations_2005_2009.csv"]
            )
            for path in made:
                self.assertEqual(path.read_bytes(), (AIR / path.name).read_bytes(), path.name)

    def test_no_gaps_and_stations_in_order(self):
        with open(AIR / "pm10_2005_2009.csv", newline="") as file:
            header, *rows = csv.reader(file)
        with open(AIR / "stations_2005_2009.csv", newline="") as file:
            stations = [row[0] for row in list(csv.reader(file))[1:]]
        self.assertEqual(header, ["date", *stations])
        self.assertGreaterEqual(len(rows), 500)
        for row in rows:
            self.assertEqual(len(row), len(header))
            self.assertTrue(all(float(cell) >= 0 for cell in row[1:]))
        self.assertEqual([row[0] for row in rows], sorted({row[0] for row in rows}))


if __name__ == "__main__":
    unittest.main()
