"""Errors and warnings say what is wrong in the words of the caller."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import holdfast as hf

RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(RNG.normal(size=(20, 3)), columns=["age", "bmi", "blood pressure"])
Y = RNG.normal(size=20)
CLASSES = (Y > 0).astype(int)


def with_hole(value=np.nan):
    frame = FRAME.copy()
    frame.loc[4, "bmi"] = value
    return frame


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: hf.LinearRegression(with_hole(), Y),
            "X is nan in row 4, column 'bmi'; every number must be finite",
        ),
        (
            lambda: hf.LogisticRegression(with_hole(np.inf), CLASSES),
            "X is inf in row 4, column 'bmi'; every number must be finite",
        ),
        (
            lambda: hf.SoftmaxRegression(with_hole().to_numpy(), CLASSES),
            "X is nan in row 4, column 1; every number must be finite",
        ),
        (
            lambda: hf.LinearRegression(
                scipy.sparse.csr_matrix(with_hole().to_numpy()), Y, names=list(FRAME)
            ),
            "X is nan in row 4, column 'bmi'; every number must be finite",
        ),
        (
            lambda: hf.LinearRegression(FRAME, np.where(Y > 1, np.nan, Y)),
            f"y is nan in row {np.argmax(Y > 1)}; every number must be finite",
        ),
        (lambda: hf.LinearRegression(FRAME, Y[:-1]), "X has 20 rows, but y has 19 values"),
        (
            lambda: hf.SoftmaxRegression(FRAME, ["a", "b"]),
            "X has 20 rows, but y has 2 values",
        ),
        (
            lambda: hf.LogisticRegression(FRAME, np.digitize(Y, [-0.5, 0.5])),
            "y has 3 classes, and LogisticRegression tells two apart; SoftmaxRegression takes more",
        ),
        (
            lambda: hf.LinearRegression(FRAME.assign(city="Ulm"), Y),
            "X: column 'city' must hold numbers: could not convert string to float: 'Ulm'",
        ),
        (
            lambda: hf.FacilityLocation(np.where(np.eye(3), np.nan, 1.0)),
            "similarity is nan in row 0, column 0; every number must be finite",
        ),
        (
            lambda: hf.VarianceReduction(with_hole()),
            "points is nan in row 4, column 1; every number must be finite",
        ),
    ],
)
def test_inputs(make, message):
    with pytest.raises(ValueError) as caught:
        make()
    assert str(caught.value) == message


def linear():
    return hf.LinearRegression(FRAME, Y)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bmj", "items: there is no item named 'bmj'; did you mean 'bmi'?"),
        ("BMI", "items: there is no item named 'BMI'; did you mean 'bmi'?"),
        ("blood presure", "there is no item named 'blood presure'; did you mean 'blood pressure'?"),
        ("weight", "items: there is no item named 'weight'"),
    ],
)
def test_a_name_that_is_nearly_right(name, message):
    with pytest.raises(ValueError) as caught:
        linear().value([name])
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    "call",
    [
        lambda f: f.value(["age"]),
        lambda f: hf.select(f, 1, must=["age"]),
        lambda f: hf.attack(f, ["age"], 1),
        lambda f: hf.repair(f, ["bmi"], ["age"], 1),
    ],
)
def test_a_member_of_a_group_is_no_item(call):
    grouped = hf.Grouped(linear(), {"visit": ["age", "blood pressure"]})
    with pytest.raises(ValueError, match="'age' is a member of group 'visit'; groups are chosen"):
        call(grouped)
    with pytest.raises(ValueError, match="did you mean 'visit'"):
        grouped.value(["visits"])


def test_a_group_with_an_unknown_member_is_named():
    with pytest.raises(ValueError, match=r"group 'visit': .* 'bmj'; did you mean 'bmi'"):
        hf.Grouped(linear(), {"visit": ["bmj"]})


def test_an_option_of_another_algorithm_says_whose_it_is():
    with pytest.raises(TypeError, match="'beta' is no option of auto or strong; it is one of obl"):
        hf.select(linear(), 2, 1, beta=0.5)
    with pytest.raises(TypeError, match="'betta' is no option of auto or strong; valid are"):
        hf.select(linear(), 2, 1, betta=0.5)


def distances():
    points = RNG.normal(size=(6, 2))
    return np.linalg.norm(points[:, None] - points, axis=2)


def test_distances_are_noticed():
    with pytest.warns(UserWarning, match="these look like distances") as caught:
        hf.FacilityLocation(distances())
    assert caught[0].filename == __file__


@pytest.mark.filterwarnings("error")
def test_similarities_are_not_taken_for_distances():
    D = distances()
    hf.FacilityLocation(D.max() - D)
    hf.FacilityLocation(D[:4])
    hf.FacilityLocation(np.zeros((3, 3)))
    hf.FacilityLocation([[0.0]])
