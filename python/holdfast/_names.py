"""The names that the registry knows, for type checkers and editors; a test keeps them equal."""

from __future__ import annotations

from typing import Literal

Algorithm = Literal[
    "oblivious-greedy",
    "greedy",
    "oblivious",
    "pro-greedy",
    "osu",
    "stochastic-greedy",
    "random-greedy",
    "omp",
    "saturate",
    "partitioned-greedy",
    "partitioned-robust",
    "beta-path",
    "robust-swap",
    "auto",
]

Adversary = Literal[
    "paper",
    "greedy-min",
    "greedy-max",
    "random-greedy-min",
    "stochastic-greedy-min",
    "grow-min",
    "pair-greedy",
    "first-greedy-min",
    "paper+ls",
    "greedy-min+ls",
    "greedy-max+ls",
    "random-greedy-min+ls",
    "stochastic-greedy-min+ls",
    "grow-min+ls",
    "pair-greedy+ls",
    "first-greedy-min+ls",
    "strong",
    "exact",
    # The old name of "paper".
    "all",
    "all+ls",
]
