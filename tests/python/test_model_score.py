"""ModelScore: the cross-validated score of any model as a set function."""

import itertools
import pickle

import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyRegressor
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.neighbors import KNeighborsRegressor

import holdfast as hf


@pytest.fixture(scope="module")
def diabetes():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    return X[X.columns[:6]], y


def test_it_is_the_cross_validated_score(diabetes):
    X, y = diabetes
    model = KNeighborsRegressor(9)
    f = hf.ModelScore(model, X, y, cv=3)
    base = cross_val_score(DummyRegressor(), X, y, cv=3).mean()
    for items in ([2], [0, 3], [1, 2, 5]):
        wanted = cross_val_score(model, X.iloc[:, items], y, cv=3).mean()
        assert f.value(items) == pytest.approx(wanted - base)
        assert f.score(items) == pytest.approx(wanted)
    assert f.value([]) == 0.0
    assert f.item_names == list(X.columns) and len(f) == 6


def test_greedy_chooses_as_scikit_learn_does(diabetes):
    X, y = diabetes
    model = LinearRegression()
    cv = KFold(4, shuffle=True, random_state=0)
    f = hf.ModelScore(model, X, y, cv=cv, scoring="neg_mean_absolute_error")
    chosen = hf.select(f, k=3, algorithm="greedy")
    peer = SequentialFeatureSelector(
        model, n_features_to_select=3, cv=cv, scoring="neg_mean_absolute_error"
    ).fit(X, y)
    assert sorted(chosen.names) == sorted(X.columns[peer.get_support()])


def test_a_robust_choice_is_the_best_of_all(diabetes):
    X, y = diabetes
    f = hf.ModelScore(KNeighborsRegressor(9), X, y, cv=3)

    def worst(items):
        return min(f.value([i for i in items if i != lost]) for lost in items)

    best = max(map(worst, itertools.combinations(range(6), 3)))
    chosen = hf.select(f, k=3, tau=1)
    assert chosen.worst_case.value == pytest.approx(worst(chosen.items))
    assert chosen.worst_case.value == pytest.approx(best)


def test_nothing_is_proven_from_monotonicity(diabetes, recwarn):
    X, y = diabetes
    f = hf.ModelScore(LinearRegression(), X, y, cv=3)
    assert f._core.fall == "a held-out score may fall when a column is added"
    chosen = hf.select(f, k=4, tau=2)
    assert chosen.worst_case.proven  # all 6 losses were tried
    with pytest.raises(
        ValueError, match="nothing can be certified about a set function that falls"
    ):
        hf.certify(f, chosen)
    assert [str(w.message) for w in recwarn if "falls" in str(w.message)] == []


def test_scores_are_kept_and_workers_change_nothing(diabetes):
    X, y = diabetes
    f = hf.ModelScore(LinearRegression(), X, y, cv=3)
    first = hf.select(f, k=3, tau=1, algorithm="greedy")
    scored = f.n_scored
    assert hf.select(f, k=3, tau=1, algorithm="greedy") == first
    assert f.n_scored == scored <= 2**6
    parallel = hf.ModelScore(LinearRegression(), X, y, cv=3, n_jobs=2)
    assert hf.select(parallel, k=3, tau=1, algorithm="greedy") == first
    again = pickle.loads(pickle.dumps(f))
    assert again.value([0, 2]) == f.value([0, 2])


def test_it_tells_how_long_it_takes(diabetes, capsys):
    f = hf.ModelScore(LinearRegression(), *diabetes, cv=3, progress=True)
    assert f.seconds_per_set > 0
    assert f.estimate(k=2) == pytest.approx(12 * f.seconds_per_set)  # 6 + 5, and the one in the end
    assert f.estimate(k=3, tau=1) == pytest.approx(18 * f.seconds_per_set)
    hf.select(f, k=2, algorithm="greedy")
    told = capsys.readouterr().err
    assert "one set of columns takes about" in told and "sets of columns scored in" in told


def test_classifiers():
    X, y = load_iris(return_X_y=True)
    f = hf.ModelScore(LogisticRegression(max_iter=1000), X, y)
    assert f.score([]) == pytest.approx(1 / 3)
    assert f.value([2, 3]) > 0.6
    assert f.item_names == ["0", "1", "2", "3"]
    assert 2 in hf.select(f, k=2, tau=1).items or 3 in hf.select(f, k=2, tau=1).items
