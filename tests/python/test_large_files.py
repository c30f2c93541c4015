"""The command on several files, which it reads in blocks."""

import gzip
import json
import subprocess

import numpy as np
import pytest

import holdfast as hf


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The same table whole, and cut into three files."""
    folder = tmp_path_factory.mktemp("large")
    random = np.random.default_rng(5)
    X = np.round(random.normal(size=(6000, 8)) + 50.0, 6)
    y = np.round(X @ random.normal(size=8) + random.normal(size=6000), 6)
    header = ",".join([*(f"c{j}" for j in range(8)), "y"])
    lines = [
        ",".join(map(repr, [*map(float, row), float(target)]))
        for row, target in zip(X, y, strict=True)
    ]
    (folder / "whole.csv").write_text("\n".join([header, *lines]) + "\n")
    (folder / "a.csv").write_text("\n".join([header, *lines[:1000]]))
    with gzip.open(folder / "b.csv.gz", "wt") as file:
        file.write("\n".join([header, *lines[1000:5500]]) + "\n")
    (folder / "c.csv").write_text("\n".join([header, *lines[5500:]]) + "\n")
    return folder, X, y


def select(command, data, *more, check=True):
    done = subprocess.run(
        [
            command,
            "select",
            "--data",
            data,
            "--target",
            "y",
            "--k",
            "4",
            "--tau",
            "1",
            "--format",
            "json",
            *more,
        ],
        capture_output=True,
        text=True,
    )
    assert not check or done.returncode == 0, done.stderr
    return json.loads(done.stdout) if check else done


@pytest.mark.parametrize("more", [(), ("--no-intercept",), ("--standardize", "--ridge", "2")])
def test_several_files_are_one_table(command, table, more):
    folder, _, _ = table
    parts = f"{folder}/a.csv,{folder}/b.csv.gz,{folder}/c.csv"
    found, whole = select(command, parts, *more), select(command, folder / "whole.csv", *more)
    assert found["objective"]["rows"] == 6000
    assert [item["name"] for item in found["items"]] == [item["name"] for item in whole["items"]]
    assert found["value"] == pytest.approx(whole["value"], rel=1e-9)
    assert found["worst_case"]["value"] == pytest.approx(whole["worst_case"]["value"], rel=1e-9)
    assert found["share"] == pytest.approx(whole["share"], rel=1e-9)


def test_the_command_and_python_give_the_same_bits(command, table):
    folder, X, y = table
    found = select(command, f"{folder}/a.csv,{folder}/b.csv.gz,{folder}/c.csv")
    moments = hf.Moments()
    moments.update(X, y)
    expected = hf.select(hf.LinearRegression.from_moments(moments), k=4, tau=1)
    assert found["value"] == expected.value
    assert found["worst_case"]["value"] == expected.worst_case.value


def test_row_weights_come_in_blocks_too(command, table):
    folder, X, y = table
    weights = np.random.default_rng(1).integers(0, 4, len(y)).astype(float)
    np.save(folder / "weights.npy", weights)
    parts = f"{folder}/a.csv,{folder}/b.csv.gz,{folder}/c.csv"
    found = select(command, parts, "--row-weights", folder / "weights.npy")
    expected = hf.select(hf.LinearRegression(X, y, sample_weight=weights), k=4, tau=1)
    assert [item["index"] for item in found["items"]] == expected.items.tolist()
    assert found["value"] == pytest.approx(expected.value, rel=1e-9)
    moments = hf.Moments()
    moments.update(X, y, sample_weight=weights)
    again = hf.select(hf.LinearRegression.from_moments(moments), k=4, tau=1)
    assert found["worst_case"]["value"] == again.worst_case.value
    np.save(folder / "few.npy", weights[:-1])
    done = select(command, parts, "--row-weights", folder / "few.npy", check=False)
    assert done.returncode == 2
    assert "5999 row weights for at least 6000 rows" in done.stderr


def test_what_is_wrong_is_said(command, table):
    folder, _, _ = table
    (folder / "other.csv").write_text("c0,y\n1,2\n3,4\n")
    for data, more, message in (
        (f"{folder}/a.csv,{folder}/other.csv", (), "its columns differ from those of"),
        (f"{folder}/a.csv,{folder}/b.csv", (), "there is no file"),
        (
            f"{folder}/a.csv,{folder}/c.csv",
            ("--target-file", folder / "a.csv"),
            "--target",
        ),
    ):
        done = select(command, data, *more, check=False)
        assert done.returncode == 2
        assert message in done.stderr
