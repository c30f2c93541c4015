"""Answering rows with missing columns, as rows of the table: JSON on standard output.

The peer refits scikit-learn's LinearRegression on the training rows with the columns that a pattern
has, and predicts the rows of the pattern. Of the thousand patterns it refits a sample, and the
time is scaled up.
"""

import functools
import json
import statistics
import time

import numpy as np
from holdfast._class_models import ClassModels
from sklearn.linear_model import LinearRegression
from threadpoolctl import threadpool_limits

import holdfast as hf

TRAIN, SERVED, K, PATTERNS, SAMPLED = 20_000, 1_000_000, 40, 1_000, 20
REPETITIONS = 3
CLASS_ROWS = 5_000


def seconds_of(job):
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def training_data(rng):
    X = rng.normal(size=(TRAIN, K)) + rng.normal(size=(TRAIN, 1))
    return X, X @ rng.normal(size=K) + rng.normal(size=TRAIN)


def patterns_of(rng):
    """Which columns are there, each missing in one of ten patterns."""
    return rng.random((PATTERNS, K)) > 0.1


def refit(X, y, served, rows, there):
    return LinearRegression().fit(X[:, there], y).predict(served[rows][:, there])


def many_rows(rng, X, y):
    patterns = patterns_of(rng)
    pattern_of_row = rng.integers(PATTERNS, size=SERVED)
    served = rng.normal(size=(SERVED, K))
    served[~patterns[pattern_of_row]] = np.nan
    answers, times = [], []
    for _ in range(REPETITIONS):
        # All columns are chosen, and the time of choosing is no part of this. A new model has met
        # no pattern yet.
        model = hf.RobustRegressor(k=K, tau=1, algorithm="greedy").fit(X, y)
        times.append(seconds_of(lambda model=model: answers.append(model.predict(served))))
    theirs = 0.0
    for pattern in range(SAMPLED):
        rows = np.flatnonzero(pattern_of_row == pattern)
        job = functools.partial(refit, X, y, served, rows, patterns[pattern])
        np.testing.assert_allclose(answers[0][rows], job(), rtol=1e-7, atol=1e-7)
        theirs += min(seconds_of(job) for _ in range(REPETITIONS))
    return min(times), theirs * PATTERNS / SAMPLED


def one_row(rng, X, y):
    """The median of many single rows, each with a pattern that was never met."""
    model = hf.RobustRegressor(k=K, tau=1, algorithm="greedy").fit(X, y)
    plain = LinearRegression().fit(X, y)
    rows = rng.normal(size=(PATTERNS, 1, K))
    gaps = np.where(patterns_of(rng)[:, None, :], rows, np.nan)
    model.predict(gaps[0]), plain.predict(rows[0])
    before = model.n_models_
    ours = [seconds_of(lambda row=row: model.predict(row)) for row in gaps]
    assert model.n_models_ > before + 0.9 * PATTERNS
    theirs = [seconds_of(lambda row=row: plain.predict(row)) for row in rows]
    return statistics.median(ours), statistics.median(theirs)


def class_patterns(rng, classes):
    """New patterns in which three columns are missing: refits from the model of all columns, and
    from scratch.
    """
    X = rng.normal(size=(CLASS_ROWS, K)) + 0.7 * rng.normal(size=(CLASS_ROWS, 1))
    odds = X @ (0.5 * rng.normal(size=(K, classes)))
    y = (odds + rng.gumbel(size=odds.shape)).argmax(axis=1)
    name = "logistic" if classes == 2 else "softmax"
    models = ClassModels(name, X, y, ridge=1.0, intercept=True)
    left = [np.sort(rng.choice(K, K - 3, replace=False)) for _ in range(SAMPLED)]
    ours = [seconds_of(lambda some=some: models.fit(some)) for some in left]
    # A value is computed by a fit that shares nothing with that of other sets.
    theirs = [seconds_of(lambda some=some: models._objective.value(some)) for some in left]
    return statistics.median(ours), statistics.median(theirs)


def main():
    rng = np.random.default_rng(0)
    X, y = training_data(rng)
    with threadpool_limits(1):
        many, refits = many_rows(rng, X, y)
        single, predict = one_row(rng, X, y)
        by_classes = {classes: class_patterns(rng, classes) for classes in (2, 10)}
    table = [
        (
            f"RobustRegressor, k = {K}: a million rows with {PATTERNS:,} patterns of gaps",
            f"one scikit-learn refit a pattern on {TRAIN:,} rows, {SAMPLED} sampled",
            many,
            refits,
            "at most 0.1",
        ),
        (
            f"RobustRegressor, k = {K}: a row with a new pattern",
            "scikit-learn's predict of a row",
            single,
            predict,
            "at most 5",
        ),
    ]
    table += [
        (
            f"RobustClassifier, k = {K}, {classes} classes: a new pattern, 3 columns missing",
            f"the same fit from scratch, {CLASS_ROWS:,} rows",
            *seconds,
            "below 1",
        )
        for classes, seconds in by_classes.items()
    ]
    print(json.dumps(table))


if __name__ == "__main__":
    main()
