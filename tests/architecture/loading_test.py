"""What the shared libraries of this build export, and which of them the loader chooses.

Each x86-64 level has its own library with its own copy of Eigen's templates. If one of those were
exported, the copy of another file could replace it: code for the wrong machine, or memory freed in
another way than it was allocated.
"""

import os
import platform
import subprocess
import unittest
from pathlib import Path

BUILD = Path(os.environ.get("HOLDFAST_BUILD_DIR", Path(__file__).parents[2] / "build"))
COMMAND = BUILD / "bin" / "holdfast"
LOADER = Path("/lib64/ld-linux-x86-64.so.2")


def output_of(*command, **environment):
    return subprocess.run(
        [str(part) for part in command],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    ).stdout


def exported_symbols(binary):
    """Demangled names that other files can bind to."""
    lines = output_of("nm", "--dynamic", "--defined-only", "--demangle", binary).splitlines()
    return [line.split(maxsplit=2)[2] for line in lines]


def supported_levels():
    """The x86-64 levels of this machine, best first, as the loader sees them."""
    return [
        line.split()[0]
        for line in output_of(LOADER, "--help").splitlines()
        if line.strip().startswith("x86-64-v") and "supported" in line
    ]


class ExportedSymbols(unittest.TestCase):
    def test_the_libraries_export_only_our_own_names(self):
        libraries = sorted((BUILD / "lib").rglob("libholdfast.so"))
        self.assertTrue(libraries, f"no library below {BUILD / 'lib'}")
        for library in libraries:
            with self.subTest(library=library):
                names = exported_symbols(library)
                self.assertTrue(any("holdfast::Run::" in name for name in names), "exports nothing")
                self.assertEqual([name for name in names if "holdfast::" not in name], [])
                self.assertEqual([name for name in names if "Eigen::" in name], [])

    def test_the_command_offers_no_eigen_symbol_to_the_library(self):
        self.assertEqual([name for name in exported_symbols(COMMAND) if "Eigen::" in name], [])


@unittest.skipUnless(
    platform.machine() == "x86_64"
    and LOADER.exists()
    and (BUILD / "lib" / "glibc-hwcaps").exists(),
    "this build has one level only",
)
class Loader(unittest.TestCase):
    def test_the_command_loads_the_best_level_of_this_machine(self):
        built = {path.name for path in (BUILD / "lib" / "glibc-hwcaps").iterdir()}
        best = next((level for level in supported_levels() if level in built), None)
        trace = output_of(COMMAND, "--version", LD_DEBUG="libs")
        loaded = [
            Path(line.split("calling init:")[1].strip())
            for line in trace.splitlines()
            if "calling init:" in line and "libholdfast.so" in line
        ]
        self.assertEqual(len(loaded), 1, trace)
        expected = BUILD / "lib" / ("glibc-hwcaps/" + best if best else "")
        self.assertEqual(loaded[0].resolve().parent, expected.resolve())


if __name__ == "__main__":
    unittest.main()
