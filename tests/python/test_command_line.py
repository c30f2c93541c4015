"""Python and the command line give the same answers for the same data and seed."""

import json
import subprocess

import numpy as np
import pytest

import holdfast as hf


def timeless(document):
    """Without times, without where the data came from and what files call its columns."""
    if isinstance(document, dict):
        leave_out = {"seconds", "threads", "objective", "version", "name", "names", "deleted_names"}
        return {key: timeless(value) for key, value in document.items() if key not in leave_out}
    if isinstance(document, list):
        return [timeless(entry) for entry in document]
    return document


def run(command, *arguments):
    done = subprocess.run(
        [command, *map(str, arguments), "--format", "json", "--quiet"],
        check=True,
        capture_output=True,
        text=True,
    )
    return timeless(json.loads(done.stdout))


@pytest.fixture(scope="module")
def files(tmp_path_factory, regression):
    folder = tmp_path_factory.mktemp("files")
    X, y = regression
    np.save(folder / "x.npy", X)
    np.save(folder / "y.npy", y)
    np.save(folder / "two.npy", (y > 0).astype(float))
    np.save(folder / "three.npy", np.digitize(y, [-1.0, 1.0]).astype(float))
    np.save(folder / "similarity.npy", np.abs(X))
    return folder


OBJECTIVES = {
    "linear": (hf.LinearRegression, "y.npy", {}),
    "logistic": (hf.LogisticRegression, "two.npy", {"ridge": 0.5}),
    "softmax": (hf.SoftmaxRegression, "three.npy", {"intercept": False}),
    "one-vs-rest": (hf.OneVsRestRegression, "three.npy", {"ridge": 2.0}),
}


@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("oblivious-greedy", {"beta": 0.5}),
        ("greedy", {}),
        ("stochastic-greedy", {"epsilon": 0.2}),
        ("random-greedy", {}),
    ],
)
def test_select(command, files, name, algorithm, options):
    kind, target, objective_options = OBJECTIVES[name]
    X, y = np.load(files / "x.npy"), np.load(files / target)
    given = [f"--{option}={value}" for option, value in options.items()]
    for option, value in objective_options.items():
        given.append("--no-intercept" if option == "intercept" else f"--{option}={value}")
    wanted = run(
        command,
        *("select", "--objective", name, "--data", files / "x.npy"),
        *("--target-file", files / target, "--k", 5, "--tau", 2, "--seed", 7),
        *("--algorithm", algorithm, "--adversary", "strong", *given),
    )
    got = hf.select(
        kind(X, y, **objective_options), 5, 2, algorithm=algorithm, random_state=7, **options
    )
    assert timeless(got.to_dict()) == wanted


def test_attack(command, files, regression):
    X, y = regression
    wanted = run(
        command,
        *("attack", "--objective", "linear", "--data", files / "x.npy"),
        *("--target-file", files / "y.npy", "--items", "0,1,2,5", "--tau", 2),
        *("--adversary", "exact"),
    )
    got = hf.attack(hf.LinearRegression(X, y), [0, 1, 2, 5], 2, adversary="exact")
    assert timeless(got.to_dict()) == wanted


def test_curve(command, files, regression):
    X, _ = regression
    wanted = run(
        command,
        *("curve", "--objective", "facility-location", "--similarity"),
        *(files / "similarity.npy", "--k", 6, "--tau", 2, "--tau-max", 3),
        *("--algorithms", "greedy,pro-greedy,oblivious", "--adversary", "strong"),
    )
    got = hf.curve(
        hf.FacilityLocation(np.abs(X)),
        6,
        2,
        3,
        algorithms=["greedy", "pro-greedy", "oblivious"],
    )
    assert timeless(got.to_dict()) == wanted


def test_theory(command, files, regression):
    X, y = regression
    np.save(files / "few.npy", np.asfortranarray(X[:, :6]))
    wanted = run(
        command,
        *("ratios", "--objective", "linear", "--data", files / "few.npy"),
        *("--target-file", files / "y.npy"),
    )
    got = hf.ratios(hf.LinearRegression(X[:, :6], y))
    assert timeless(got.to_dict()) == wanted
    wanted = run(command, "guarantee", "--k", 20, "--tau", 3, "--beta", 2, "--gamma", 0.4)
    assert timeless(hf.guarantee(20, 3, beta=2, gamma=0.4).to_dict()) == wanted


def test_points(command, tmp_path):
    points = np.random.default_rng(1).normal(size=(30, 2))
    np.save(tmp_path / "points.npy", points)
    wanted = run(
        command,
        *("select", "--objective", "variance-reduction", "--points", tmp_path / "points.npy"),
        *("--kernel", "matern52", "--noise", 0.5, "--targets", "0-9", "--candidates", "10-29"),
        *("--k", 4, "--tau", 1, "--algorithm", "auto", "--adversary", "strong"),
    )
    objective = hf.VarianceReduction(
        points, kernel="matern52", noise=0.5, targets=range(10), candidates=range(10, 30)
    )
    assert timeless(hf.select(objective, 4, 1).to_dict()) == wanted
