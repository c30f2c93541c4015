"""What the harnesses share: how long they go on, what they count, and how they call the command.

In `make test` each does a short part. `make campaign` sets HOLDFAST_CAMPAIGN_SECONDS, a seed and a
file for the counts.
"""

import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command import COMMAND, CommandTest, columns_csv, environment, run  # noqa: F401

SECONDS = float(os.environ.get("HOLDFAST_CAMPAIGN_SECONDS", 0))
DRAW = random.Random(os.environ.get("HOLDFAST_CAMPAIGN_SEED", "1"))
SOON = 300  # a bound for what should take a moment, on a busy machine under a sanitizer


def count(name, number=1):
    """Leaves a line "name number" for the campaign."""
    if file := os.environ.get("HOLDFAST_CAMPAIGN_COUNTS"):
        with open(file, "a") as counts:
            counts.write(f"{name} {number}\n")


def repetitions(short):
    """Numbers from 0: so many in `make test`, as many as time allows in a campaign."""
    end = time.monotonic() + SECONDS
    number = 0
    while number < short or time.monotonic() < end:
        yield number
        number += 1


def under_sanitizer():
    program = Path(COMMAND).read_bytes()
    return b"__asan_init" in program or b"__tsan_init" in program
