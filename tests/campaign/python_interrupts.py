"""Ctrl-C in Python at random moments: each ends in KeyboardInterrupt or in the result, and what is
selected afterwards is what was selected before."""

import os
import signal
import threading
import time

import numpy as np
from harness import DRAW, SECONDS, count

import holdfast


def main():
    # Whoever is started in the background is told to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    draw = np.random.default_rng(1)
    data = draw.normal(size=(300, 60))
    target = data[:, 0] - 2 * data[:, 1] + draw.normal(size=300)
    objective = holdfast.LinearRegression(data, target)

    def select(**options):
        return holdfast.select(objective, k=12, tau=3, **options)

    usual = list(select(algorithm="greedy").items)
    end = time.monotonic() + max(SECONDS, 2)
    interrupts = caught = 0
    while time.monotonic() < end:
        timer = threading.Timer(DRAW.uniform(0, 0.05), os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            try:
                select(algorithm="robust-swap", budget=10**9)
            finally:
                timer.join()
            time.sleep(0)  # where a late signal is heard
        except KeyboardInterrupt:
            caught += 1
        interrupts += 1
        assert list(select(algorithm="greedy").items) == usual
    assert caught > 0
    count("interrupts from Python", interrupts)
    count("interrupts from Python that were raised", caught)


if __name__ == "__main__":
    main()
