"""An installed Holdfast is found by find_package, compiles without our dependencies, and runs."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("HOLDFAST_SOURCE_DIR", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("HOLDFAST_BUILD_DIR", SOURCE / "build"))
COMPILER = os.environ.get("HOLDFAST_CXX", "c++")


def run(*command):
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.prefix = self.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", self.prefix)

    def test_a_project_of_somebody_else_uses_the_library(self):
        options = [
            f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={COMPILER}",
            # A sanitized library needs a sanitized executable.
            f"-DCMAKE_CXX_FLAGS={os.environ.get('HOLDFAST_CXX_FLAGS', '')}",
        ]
        build = self.folder / "build"
        run("cmake", "-G", "Ninja", "-S", SOURCE / "tests/consumer", "-B", build, *options)
        run("cmake", "--build", build)
        self.assertIn("chosen:", run(build / "consumer"))

    def test_every_installed_header_compiles_without_our_dependencies(self):
        include = self.prefix / "include"
        headers = sorted(path.relative_to(include) for path in include.rglob("*.hpp"))
        self.assertTrue(headers)
        all_headers = self.folder / "all_headers.cpp"
        all_headers.write_text("".join(f'#include "{header}"\n' for header in headers))
        run(COMPILER, "-std=c++20", "-fsyntax-only", f"-I{include}", all_headers)

    def test_the_installed_command_finds_its_library_after_a_move(self):
        moved = self.folder / "moved"
        self.prefix.rename(moved)
        self.assertIn("0.2.0", run(moved / "bin/holdfast", "--version"))


if __name__ == "__main__":
    unittest.main()
