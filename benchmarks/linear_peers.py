"""Linear regression against those who choose columns for it."""

import subprocess

import numpy as np
from classification import COMMAND, save
from measure import Job, best_of, entry, items_of, select, value_of


def figure2_data(folder):
    """X and y of the command's generator, 800 x 1000, and the options that name them."""
    made = folder / "linear"
    subprocess.run([COMMAND, "generate", "linear", "--out", made, "--quiet"], check=True)
    table = np.genfromtxt(made / "train.csv", delimiter=",", skip_header=1)
    target = (made / "train.csv").open().readline().strip().split(",").index("y")
    x, y = np.asfortranarray(np.delete(table, target, axis=1)), table[:, target].copy()
    return x, y, ["--objective", "linear", "--no-intercept", *save(folder, "figure2", x, y)]


def pursuit(x, y, k):
    """orthogonal_mp in the fastest of its configurations; X'X counts where it is needed."""
    from sklearn.linear_model import orthogonal_mp, orthogonal_mp_gram

    by_rows = np.ascontiguousarray(x)
    offers = [
        lambda: orthogonal_mp(x, y, n_nonzero_coefs=k, precompute="auto"),
        lambda: orthogonal_mp(x, y, n_nonzero_coefs=k, precompute=True),
        lambda: orthogonal_mp(x, y, n_nonzero_coefs=k, precompute=False),
        lambda: orthogonal_mp(by_rows, y, n_nonzero_coefs=k, precompute=False),
        lambda: orthogonal_mp_gram(x.T @ x, x.T @ y, n_nonzero_coefs=k),
    ]
    seconds, weights = min((best_of(10, offer) for offer in offers), key=lambda done: done[0])
    return seconds, np.flatnonzero(weights).tolist()


def splicing(x, y, k):
    import abess

    model = abess.LinearRegression(support_size=k, fit_intercept=False, thread=1)
    seconds, fitted = best_of(3, lambda: model.fit(x, y))
    return seconds, np.flatnonzero(fitted.coef_).tolist()


def penalized(x, y, k):
    """skglm's MCP: the path down to k columns, as a user walks it, each fit from the last one."""
    import skglm

    columns, target = np.asfortranarray(x / np.linalg.norm(x, axis=0) * np.sqrt(len(y))), y
    largest = np.abs(columns.T @ target).max() / len(y)

    def walk():
        model = skglm.MCPRegression(largest, fit_intercept=False, warm_start=True)
        for share in np.geomspace(1.0, 1e-3, 60)[1:]:
            model.alpha = largest * share
            weights = model.fit(columns, target).coef_
            if np.count_nonzero(weights) >= k:
                return np.argsort(-np.abs(weights), kind="stable")[:k].tolist()
        raise RuntimeError(f"no penalty of the path leaves {k} columns")

    walk()  # compiles its kernels
    return best_of(1, walk)


def sequential(x, y, k):
    """scikit-learn's forward selection, scored on the rows it fits: the job of greedy."""
    from sklearn.feature_selection import SequentialFeatureSelector
    from sklearn.linear_model import LinearRegression

    rows = np.arange(len(y))
    chooser = SequentialFeatureSelector(
        LinearRegression(fit_intercept=False),
        n_features_to_select=k,
        scoring="r2",
        cv=[(rows, rows)],
        n_jobs=1,
    )
    seconds, fitted = best_of(1, lambda: chooser.fit(x, y))
    return seconds, np.flatnonzero(fitted.get_support()).tolist()


def sequential_mlxtend(x, y, k):
    from mlxtend.feature_selection import SequentialFeatureSelector
    from sklearn.linear_model import LinearRegression

    model = LinearRegression(fit_intercept=False)
    chooser = SequentialFeatureSelector(model, k_features=k, scoring="r2", cv=0, n_jobs=1)
    seconds, fitted = best_of(1, lambda: chooser.fit(x, y))
    return seconds, list(fitted.k_feature_idx_)


def job(name, bar, data, k, peers):
    x, y, options = data
    seconds, ours = select(options, k, repetitions=10)

    def judge(chosen):
        return value_of(options, chosen) / ours["value"]

    assert len(items_of(ours)) == k
    return Job(name, bar, seconds, [
        entry(library, lambda choose=choose: choose(x, y, k), judge) for library, choose in peers
    ])  # fmt: skip


def jobs(folder):
    wide = figure2_data(folder)
    pursuits = [
        ("scikit-learn orthogonal_mp, its fastest configuration", pursuit),
        ("abess, best subset by splicing", splicing),
        ("skglm, MCP path to k columns", penalized),
    ]
    yield job("linear 800 x 1000, k = 100", "at most 0.45", wide, 100, pursuits)
    x, y = np.asfortranarray(wide[0][:500, :100]), wide[1][:500]
    options = ["--objective", "linear", "--no-intercept", *save(folder, "forward", x, y)]
    forward = [
        ("scikit-learn SequentialFeatureSelector", sequential),
        ("mlxtend SequentialFeatureSelector", sequential_mlxtend),
    ]
    name = "forward selection 500 x 100, k = 10"
    yield job(name, "at most 0.1", (x, y, options), 10, forward)
