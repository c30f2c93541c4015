"""The rooms of the house know each other in one direction only.

Reads the #include lines of all C++ files and fails on an arrow that the table does not allow.
Tests, benchmarks and examples are free to include anything.
"""

import functools
import os
import re
import tempfile
import unittest
from pathlib import Path

PROBLEMS = {"core", "objectives", "attacks", "algorithms", "theory", "data"}
LIBRARY = PROBLEMS | {"registry", "tasks", "documents"}

# Room -> rooms it may include, besides itself.
ARROWS = {
    "core": set(),
    "linalg": {"core"},
    "objectives": {"core", "linalg"},
    "attacks": {"core", "linalg"},
    "algorithms": {"core", "attacks"},
    "theory": {"core", "linalg", "attacks"},
    "data": {"core"},
    "registry": PROBLEMS | {"linalg"},
    "tasks": PROBLEMS | {"registry"},
    "documents": PROBLEMS | {"registry", "tasks"},
    "paper": LIBRARY,
    "cli": LIBRARY | {"paper"},
    "python": LIBRARY,
}

# linalg knows matrices, threads and errors, but nothing of sets.
SETS = {"state", "objective", "selection", "deletion", "algorithm", "adversary"}

# Compiled once per x86-64 level. The other rooms are compiled for the baseline and must not see
# Eigen, not even through a header: an Eigen matrix cannot cross from one level to another.
NUMERIC = {"linalg", "objectives", "attacks"}

# Foreign headers that belong to one room only.
OWNERS = {
    "Python.h": "python",
    "nanobind/": "python",
    "pybind11/": "python",
    "sqlite3.h": "paper",
    "boost/": "paper",
    "CLI/": "cli",
}

SUFFIXES = {".hpp", ".h", ".cpp", ".cc", ".ipp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def room_of(path):
    """The room of a file, given relative to the root; an unknown folder is returned as it is."""
    parts = path.split("/")
    if parts[0] == "holdfast":
        return parts[1] if len(parts) > 2 else path
    return parts[0]


@functools.cache
def includes_of(root, path):
    """(is_ours, name) of each include; ours are relative to the root."""
    found = []
    for quote, name in INCLUDE.findall((root / path).read_text(encoding="utf-8")):
        beside = (Path(path).parent / name).as_posix()
        if quote == '"' and not (root / name).exists() and (root / beside).exists():
            name = os.path.normpath(beside)
        found.append((quote == '"' or name.startswith("holdfast/"), name))
    return found


def source_files(root):
    for top in ("holdfast", "paper", "cli", "python"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path.relative_to(root).as_posix()


def wrong_arrow(path, name):
    """Why the file may not include one of ours, or None."""
    room, target = room_of(path), room_of(name)
    if target not in ARROWS:
        return f"unknown folder of {name}; rooms are {', '.join(ARROWS)}"
    if target != room and target not in ARROWS[room]:
        return f"{room} may not include {name}; it may include {sorted(ARROWS[room])}"
    if room == "linalg" and target == "core" and Path(name).stem in SETS:
        return f"linalg knows nothing of sets and may not include {name}"
    return None


def owner_of(name):
    """The only room that may include a foreign header, or None if every room may."""
    return next((room for start, room in OWNERS.items() if name.startswith(start)), None)


def reached_files(root, path):
    """The file and all of ours that it includes, directly or not."""
    seen, waiting = set(), [path]
    while waiting:
        file = waiting.pop()
        if file not in seen and (root / file).exists():
            seen.add(file)
            waiting.extend(name for ours, name in includes_of(root, file) if ours)
    return sorted(seen)


def eigen_includes(root, path):
    """(file, name) of each header of Eigen that the file reaches, and who includes it."""
    for file in reached_files(root, path):
        for ours, name in includes_of(root, file):
            if not ours and name.startswith("Eigen/"):
                yield file, name


def violations(root):
    found = []
    for path in source_files(root):
        room = room_of(path)
        if room not in ARROWS:
            found.append(f"{path}: unknown folder; rooms are {', '.join(ARROWS)}")
            continue
        for ours, name in includes_of(root, path):
            if ours:
                reason = wrong_arrow(path, name)
                if reason:
                    found.append(f"{path}: {reason}")
            elif owner_of(name) not in (None, room):
                found.append(f"{path}: <{name}> belongs in {owner_of(name)}/ only")
        if room not in NUMERIC:
            found.extend(
                f"{path}: only {', '.join(sorted(NUMERIC))} may see <{name}> (by {file})"
                for file, name in eigen_includes(root, path)
            )
    return found


class Arrows(unittest.TestCase):
    def test_this_tree_follows_the_table(self):
        root = Path(os.environ.get("HOLDFAST_SOURCE_DIR", Path(__file__).parents[2]))
        self.assertEqual(violations(root), [])


class SelfTest(unittest.TestCase):
    """Each rule catches what it is for, in a small made-up tree."""

    def violations_of(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return violations(root)

    def assert_caught(self, files, path, words):
        found = self.violations_of(files)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(path + ":"), found)
        self.assertIn(words, found[0])

    def test_allowed_arrows_pass(self):
        self.assertEqual(
            self.violations_of(
                {
                    "holdfast/core/state.hpp": "#include <vector>\n",
                    "holdfast/linalg/factor.cpp": "#include <Eigen/Dense>\n"
                    '#include "holdfast/core/matrix.hpp"\n',
                    "holdfast/objectives/linear.cpp": '#include "holdfast/linalg/factor.hpp"\n',
                    "holdfast/registry/registry.cpp": '#include "holdfast/objectives/linear.hpp"\n',
                    "cli/main.cpp": '#include "cli/select.hpp"\n#include "paper/store.hpp"\n',
                    "tests/core/state_test.cpp": '#include "holdfast/linalg/factor.hpp"\n',
                }
            ),
            [],
        )

    def test_an_algorithm_that_knows_an_objective(self):
        path = "holdfast/algorithms/greedy.cpp"
        self.assert_caught(
            {path: '#include "holdfast/objectives/trace/linear.hpp"\n'},
            path,
            "algorithms may not include",
        )

    def test_an_upward_arrow_by_relative_path(self):
        path = "holdfast/core/state.hpp"
        self.assert_caught(
            {path: '  #  include "../data/csv.hpp"\n', "holdfast/data/csv.hpp": ""},
            path,
            "core may not include holdfast/data/csv.hpp",
        )

    def test_linalg_that_knows_sets(self):
        path = "holdfast/linalg/factor.hpp"
        self.assert_caught({path: '#include "holdfast/core/state.hpp"\n'}, path, "nothing of sets")

    def test_the_command_behind_the_registry(self):
        path = "cli/main.cpp"
        self.assert_caught({path: "#include <holdfast/linalg/factor.hpp>\n"}, path, "cli may not")

    def test_eigen_in_a_room_that_is_compiled_once(self):
        path = "holdfast/tasks/tasks.cpp"
        files = {
            path: '#include "holdfast/objectives/private.hpp"\n',
            "holdfast/objectives/private.hpp": "#include <Eigen/Core>\n",
        }
        self.assert_caught(files, path, "only attacks, linalg, objectives")

    def test_an_unknown_folder(self):
        path = "holdfast/helpers/strings.hpp"
        self.assert_caught({path: ""}, path, "unknown folder")

    def test_a_stray_file_in_the_library_root(self):
        path = "holdfast/strings.hpp"
        self.assert_caught({path: ""}, path, "unknown folder")

    def test_a_python_header_below_python(self):
        path = "holdfast/core/run.cpp"
        self.assert_caught({path: "#include <Python.h>\n"}, path, "python/ only")

    def test_a_database_in_the_library(self):
        path = "holdfast/documents/store.cpp"
        self.assert_caught({path: "#include <sqlite3.h>\n"}, path, "paper/ only")

    def test_the_reproduction_in_the_python_package(self):
        path = "python/bindings/module.cpp"
        self.assert_caught({path: '#include "paper/store.hpp"\n'}, path, "python may not")


if __name__ == "__main__":
    unittest.main()
