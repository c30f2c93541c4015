"""How many lines and branches of the readers the corpora reach, by gcov.

coverage.measured() compiles the readers once more, without optimization, into
build/campaign/coverage.
"""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).parents[2]
STATE = SOURCE / "build" / "campaign"
PLACE = STATE / "coverage"
READERS = sorted(
    path for path in (SOURCE / "holdfast" / "data").glob("*.cpp") if "generators" not in path.name
)
HEADERS = [
    *(SOURCE / "holdfast" / "data").glob("*.hpp"), *(SOURCE / "holdfast" / "core").glob("*.hpp"),
    *(SOURCE / "tests" / "campaign").glob("*.hpp"),
]  # fmt: skip
OTHERS = [
    SOURCE / name
    for name in (
        "holdfast/core/errors.cpp", "holdfast/core/matrix.cpp",
        "tests/campaign/reader_targets.cpp", "tests/campaign/fuzzer/entry.cpp",
        "tests/campaign/fuzzer/replay.cpp",
    )
]  # fmt: skip
COMPILER = [
    "g++", "-std=c++20", "--coverage", "-O0", f"-I{SOURCE}", "-DHOLDFAST_READER_TARGETS",
]  # fmt: skip


def run(command, **options):
    return subprocess.run(
        [*map(str, command)], check=True, cwd=PLACE, capture_output=True, **options
    )


def compiled(path):
    made = PLACE / (path.stem + ".o")
    newest = max(file.stat().st_mtime for file in (path, *HEADERS))
    if not made.exists() or made.stat().st_mtime < newest:
        run([*COMPILER, "-c", path, "-o", made])
    return made


def measured():
    """What is reached of what there is in holdfast/data, generators left out."""
    PLACE.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, [*READERS, *OTHERS]))
    run(["g++", "--coverage", "-o", "replay", *objects, "-lfmt", "-lz"])
    for old in PLACE.glob("*.gcda"):
        old.unlink()
    run(["./replay", STATE / "corpus", STATE / "seeds"],
        env={**os.environ, "HOLDFAST_TARGET": "all"}, stdin=subprocess.DEVNULL)  # fmt: skip
    answer = run(["gcov", "--branch-probabilities", "--json-format", "--stdout",
                  *PLACE.glob("*.gcda")], text=True)  # fmt: skip
    wanted = {str(path) for path in READERS}
    lines, branches = {}, {}
    for document in answer.stdout.splitlines():
        for file in json.loads(document)["files"]:
            if file["file"] not in wanted:
                continue
            for line in file["lines"]:
                place = (file["file"], line["line_number"])
                lines[place] = lines.get(place, 0) + line["count"]
                # Those that an exception takes are there at nearly every call.
                for number, branch in enumerate(b for b in line["branches"] if not b["throw"]):
                    key = (*place, line.get("function_name"), number)
                    branches[key] = branches.get(key, 0) + branch["count"]
    reached = sum(count > 0 for count in lines.values())
    taken = sum(count > 0 for count in branches.values())
    return {"lines": [reached, len(lines)], "branches": [taken, len(branches)]}


if __name__ == "__main__":
    print(measured())
