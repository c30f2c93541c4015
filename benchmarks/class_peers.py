"""Logistic and softmax regression against libraries that choose columns for them."""

import numpy as np
from classification import logistic_data, mnist_sample, save
from measure import Job, best_of, entry, select, value_of


def splicing(kind, design, labels, k):
    """abess by the log-likelihood; where it offers two ways to fit, the faster one.

    It refuses constant columns, so it does not get them.
    """
    import abess

    varied = np.flatnonzero(design.std(axis=0) > 0)
    columns, done = np.ascontiguousarray(design[:, varied]), []
    ways = [{"approximate_Newton": True}, {"approximate_Newton": False}]
    for way in ways if kind == "LogisticRegression" else [{}]:
        model = getattr(abess, kind)(support_size=k, fit_intercept=False, thread=1, **way)
        seconds, fitted = best_of(1, lambda model=model: model.fit(columns, labels))
        weights = fitted.coef_.reshape(len(varied), -1)
        done.append((seconds, varied[np.abs(weights).sum(axis=1) > 0].tolist()))
    return min(done)


def penalized(design, labels, k):
    """skglm's l1 path down to k columns, each fit from the last one."""
    import skglm

    signs = np.where(labels > 0, 1, -1)
    largest = np.abs(design.T @ signs).max() / (2 * len(signs))
    columns = np.asfortranarray(design)

    def walk():
        model = skglm.SparseLogisticRegression(largest, fit_intercept=False, warm_start=True)
        for share in np.geomspace(1.0, 1e-3, 60)[1:]:
            model.alpha = largest * share
            weights = model.fit(columns, signs).coef_.ravel()
            if np.count_nonzero(weights) >= k:
                return np.argsort(-np.abs(weights), kind="stable")[:k].tolist()
        raise RuntimeError(f"no penalty of the path leaves {k} columns")

    walk()  # compiles its kernels
    return best_of(1, walk)


def job(name, objective, data, k, peers, folder):
    design, labels = data
    options = ["--objective", objective, "--no-intercept"]
    options += save(folder, f"peers-{objective}", design, labels)
    seconds, ours = select(options, k, repetitions=3)

    def judge(chosen):
        return value_of(options, chosen) / ours["value"]

    return Job(name, "below 1", seconds, [
        entry(library, lambda choose=choose: choose(design, labels, k), judge)
        for library, choose in peers
    ])  # fmt: skip


def jobs(folder):
    logistic = [
        ("abess, best subset by splicing", lambda x, y, k: splicing("LogisticRegression", x, y, k)),
        ("skglm, l1 path to k columns", penalized),
    ]
    softmax = [
        (
            "abess, best subset by splicing",
            lambda x, y, k: splicing("MultinomialRegression", x, y, k),
        )
    ]
    yield job("logistic 600 x 200, k = 20", "logistic", logistic_data(), 20, logistic, folder)
    digits = "softmax, MNIST sample 2000 x 784, k = 20"
    yield job(digits, "softmax", mnist_sample(), 20, softmax, folder)
