"""The same bits on a cluster as on one machine, whatever happens to the workers."""

import gc
import os
import signal
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp

import holdfast as hf

distributed = pytest.importorskip("distributed")
da = pytest.importorskip("dask.array")
dd = pytest.importorskip("dask.dataframe")
pd = pytest.importorskip("pandas")
hfd = pytest.importorskip("holdfast.dask")
_dask_cluster = pytest.importorskip("holdfast._dask_cluster")

# A cluster that loses its workers on purpose complains in many ways.
pytestmark = pytest.mark.filterwarnings("ignore")

ROWS = 9000


@pytest.fixture(scope="module", autouse=True)
def nothing_left_behind():
    """What clusters leave to the garbage collector complains here and not in some later test."""
    yield
    gc.collect()


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(1)
    X = random.normal(size=(ROWS, 10)) + 5.0
    return X, X @ random.normal(size=10) + random.normal(size=ROWS)


@pytest.fixture(scope="module")
def similarity():
    random = np.random.default_rng(2)
    dense = random.random((ROWS, 30))
    dense[dense < 0.8] = 0.0
    return dense


def cluster_of(workers):
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
    )


@pytest.fixture(scope="module", params=[1, 2, 4])
def client(request):
    with cluster_of(request.param) as cluster, distributed.Client(cluster) as made:
        yield made


@pytest.fixture(scope="module")
def two():
    with cluster_of(2) as cluster, distributed.Client(cluster) as made:
        yield made


def answers(objective, algorithm="auto"):
    chosen = hf.select(objective, k=5, tau=2, algorithm=algorithm)
    worst = chosen.worst_case
    return chosen.items.tolist(), chosen.value, worst.items.tolist(), worst.value


def on_one_machine(X, y):
    moments = hf.Moments()
    moments.update(X, y)
    return hf.LinearRegression.from_moments(moments)


@pytest.mark.parametrize("chunks", [(ROWS, 10), (1000, 4), (3333, 10)])
def test_linear_regression(client, table, chunks):
    X, y = table
    objective = hfd.LinearRegression(
        da.from_array(X, chunks=chunks), da.from_array(y, chunks=2500), client=client
    )
    assert answers(objective) == answers(on_one_machine(X, y))


def test_linear_regression_on_frames(two, table):
    X, y = table
    frame = pd.DataFrame(X, columns=[f"c{j}" for j in range(10)])
    spread = dd.from_pandas(frame.assign(y=y), npartitions=5)
    objective = hfd.LinearRegression(spread.drop(columns="y"), spread["y"], client=two)
    assert objective.item_names[3] == "c3"
    assert answers(objective) == answers(on_one_machine(X, y))


@pytest.mark.parametrize("rows", [1500, 4096])
@pytest.mark.parametrize("form", ["dense", "sparse"])
def test_facility_location(client, similarity, rows, form):
    spread = da.from_array(similarity, chunks=(rows, 7))
    if form == "sparse":
        spread = spread.rechunk((rows, -1)).map_blocks(sp.csr_matrix, dtype=float)
    local = hf.FacilityLocation(similarity if form == "dense" else sp.csc_matrix(similarity))
    objective = hfd.FacilityLocation(spread, client=client)
    assert objective.largest_value == local.largest_value
    for algorithm in ("greedy", "oblivious-greedy"):
        assert answers(objective, algorithm) == answers(local, algorithm)


def test_the_search_takes_columns_near(two, similarity):
    objective = hfd.FacilityLocation(da.from_array(similarity, chunks=(4096, 30)), client=two)
    assert answers(objective) == answers(hf.FacilityLocation(similarity))


@pytest.fixture(scope="module")
def wide():
    random = np.random.default_rng(7)
    X = random.normal(size=(60, 90)) + 2.0
    X[:, 70] = X[:, 3]
    return X, X[:, [3, 20, 40]].sum(axis=1) + random.normal(size=60)


@pytest.mark.parametrize("chunks", [(60, 90), (25, 17), (60, 40)])
def test_linear_regression_on_spread_items(client, wide, chunks):
    X, y = wide
    objective = hfd.LinearRegression(
        da.from_array(X, chunks=chunks), y, spread="items", ridge=0.1, client=client
    )
    local = hf.LinearRegression(X, y, ridge=0.1)
    for algorithm in ("greedy", "oblivious-greedy"):
        assert answers(objective, algorithm) == answers(local, algorithm)


def test_sparse_columns_and_a_spread_response(two, wide):
    X, y = wide
    X = np.where(X > 2.0, X, 0.0)
    spread = da.from_array(X, chunks=(60, 35)).map_blocks(sp.csr_matrix, dtype=float)
    objective = hfd.LinearRegression(
        spread, da.from_array(y, chunks=20), spread="items", client=two
    )
    local = hf.LinearRegression(sp.csc_matrix(X), y)
    assert answers(objective, "oblivious-greedy") == answers(local, "oblivious-greedy")


def test_selection_in_parts(two, wide):
    X, y = wide
    spread = da.from_array(X, chunks=(60, 30))
    objective = hfd.LinearRegression(spread, y, spread="items", client=two)
    expected = answers(hf.LinearRegression(X, y), "partitioned-greedy")
    for _ in range(3):
        assert answers(objective, "partitioned-greedy") == expected


@pytest.mark.parametrize("algorithm", ["partitioned-greedy", "stochastic-greedy"])
def test_samples_on_a_cluster(client, wide, similarity, algorithm):
    X, y = wide
    places = da.from_array(similarity, chunks=(1500, 30))
    pairs = [
        (
            hfd.LinearRegression(
                da.from_array(X, chunks=(60, 35)), y, spread="items", client=client
            ),
            hf.LinearRegression(X, y),
        ),
        (hfd.FacilityLocation(places, client=client), hf.FacilityLocation(similarity)),
    ]
    for there, here in pairs:
        found = [
            hf.select(objective, k=5, algorithm=algorithm, epsilon=0.4, random_state=3)
            for objective in (there, here)
        ]
        assert found[0].items.tolist() == found[1].items.tolist()
        assert found[0].value == found[1].value


@pytest.mark.parametrize("sparse", [False, True])
def test_scales_and_weights_on_spread_items(two, wide, sparse):
    X, y = wide
    X = np.where(X > 2.0, X, 0.0)
    weights = np.random.default_rng(8).uniform(0.1, 2.0, len(y))
    weights[[5, 17]] = 0.0
    spread = da.from_array(X, chunks=(60, 35))
    if sparse:
        spread = spread.map_blocks(sp.csr_matrix, dtype=float)
        X = sp.csc_matrix(X)
    options = {"standardize": True, "ridge": 0.2, "sample_weight": weights}
    local = hf.LinearRegression(X, y, **options)
    objective = hfd.LinearRegression(spread, y, spread="items", client=two, **options)
    for algorithm in ("greedy", "oblivious-greedy"):
        assert answers(objective, algorithm) == answers(local, algorithm)


def test_candidates_keep_the_numbers_and_names_of_their_points(two):
    points = np.random.default_rng(10).random((60, 2))
    spread = da.from_array(points, chunks=(25, 2))
    offered = [50, 3, 44, 20, 21, 22, 7, 59]
    for names in (None, [f"place {i}" for i in range(60)]):
        options = {"targets": range(30), "candidates": offered, "names": names}
        objective = hfd.VarianceReduction(spread, client=two, **options)
        local = hf.VarianceReduction(points, **options)
        assert objective.item_names == local.item_names
        assert set(answers(local, "greedy")[0]) <= set(offered)
        assert answers(objective, "greedy") == answers(local, "greedy")


@pytest.mark.parametrize(("count", "chunks"), [(80, (80, 2)), (80, (33, 1)), (400, (150, 2))])
def test_variance_reduction(client, count, chunks):
    points = np.random.default_rng(9).random((count, 2))
    objective = hfd.VarianceReduction(
        da.from_array(points, chunks=chunks),
        lengthscale=0.3,
        targets=range(0, count, 3),
        client=client,
    )
    local = hf.VarianceReduction(points, lengthscale=0.3, targets=list(range(0, count, 3)))
    for algorithm in ("greedy", "oblivious-greedy"):
        assert answers(objective, algorithm) == answers(local, algorithm)


@pytest.mark.parametrize("rows", [1500, 4096])
@pytest.mark.parametrize("form", ["dense", "sparse"])
def test_coverage(client, similarity, rows, form):
    sets = (similarity > 0.9).astype(float)
    weights = np.random.default_rng(3).random(ROWS)
    spread = da.from_array(sets, chunks=(rows, 7))
    if form == "sparse":
        spread = spread.rechunk((rows, -1)).map_blocks(sp.csr_matrix, dtype=float)
        weights = None
    objective = hfd.Coverage(spread, weights=weights, client=client)
    local = hf.Coverage(sp.csc_matrix(sets), weights=weights)
    assert objective.name == "coverage"
    assert objective.largest_value == local.largest_value
    for algorithm in ("greedy", "oblivious-greedy"):
        assert answers(objective, algorithm) == answers(local, algorithm)


def test_neighbors(two):
    random = np.random.default_rng(4)
    indices = np.array([random.choice(50, 6, replace=False) for _ in range(5000)])
    values = random.random((5000, 6))
    objective = hfd.FacilityLocation.from_neighbors(
        da.from_array(indices, chunks=(1200, 6)),
        da.from_array(values, chunks=(900, 3)),
        50,
        client=two,
    )
    local = hf.FacilityLocation.from_neighbors(indices, values, 50)
    assert answers(objective, "greedy") == answers(local, "greedy")


def test_selector(two, table):
    X, y = table
    spread = da.from_array(X, chunks=(2000, 10))
    selector = hfd.RobustSelector(k=4, tau=1, client=two).fit(spread, da.from_array(y, chunks=2000))
    local = hf.RobustSelector(k=4, tau=1, objective="linear").fit(X, y)
    assert selector.get_support().tolist() == local.get_support().tolist()
    kept = selector.transform(spread)
    assert isinstance(kept, da.Array)
    assert (kept.compute() == local.transform(X)).all()


def pids_of(client):
    return list(client.run(os.getpid).values())


# A cluster of its own for each: Dask itself sometimes fails to start a killed worker again.
@pytest.mark.parametrize("seed", range(20))
def test_a_worker_killed_at_any_moment_changes_nothing(table, similarity, wide, seed):
    X, y = table
    expected = (
        answers(on_one_machine(X, y)),
        answers(hf.FacilityLocation(similarity), "greedy"),
        answers(hf.LinearRegression(*wide), "greedy"),
    )
    with cluster_of(2) as cluster, distributed.Client(cluster) as client:
        victim = pids_of(client)[seed % 2]
        moment = 0.8 * np.random.default_rng(seed).random()
        killer = threading.Timer(moment, os.kill, (victim, signal.SIGKILL))
        killer.start()
        linear = hfd.LinearRegression(
            da.from_array(X, chunks=(1024, 10)), da.from_array(y, chunks=1024), client=client
        )
        spread = da.from_array(similarity, chunks=(2048, 30))
        facilities = hfd.FacilityLocation(spread, client=client)
        columns = hfd.LinearRegression(
            da.from_array(wide[0], chunks=(60, 20)), wide[1], spread="items", client=client
        )
        found = answers(linear), answers(facilities, "greedy"), answers(columns, "greedy")
        killer.join()
    assert found == expected


def test_a_part_that_raises_is_named(two, table, similarity):
    X, y = table
    bad = X.copy()
    bad[5000, 3] = np.nan
    with pytest.raises(ValueError, match="in the rows from 4096: row 5000, column 3 is nan"):
        hfd.moments(
            da.from_array(bad, chunks=(4096, 10)), da.from_array(y, chunks=4096), client=two
        )
    wrong = similarity.copy()
    wrong[8500, 2] = -1.0
    with pytest.raises(ValueError, match="in the rows from 8192: similarity: row 308, column 2"):
        hfd.FacilityLocation(da.from_array(wrong, chunks=(4096, 30)), client=two)


def test_a_part_of_items_that_raises_is_named(two, wide):
    X, y = wide
    bad = X.copy()
    bad[7, 50] = np.nan
    spread = da.from_array(bad, chunks=(60, 40))
    with pytest.raises(ValueError, match=r"in the columns from 40: .*column 10 is nan"):
        hfd.LinearRegression(spread, y, spread="items", client=two)
    points = np.ones((30, 2))
    points[20, 1] = np.inf
    with pytest.raises(ValueError, match="in the points from 15: points: row 5, column 1 is inf"):
        hfd.VarianceReduction(da.from_array(points, chunks=(15, 2)), targets=[0], client=two)


def test_options_of_spread_items_that_cannot_be_are_said(two, wide):
    X, y = wide
    spread = da.from_array(X, chunks=(60, 40))

    def fails_with(message, X, **options):
        with pytest.raises(ValueError, match=message):
            hfd.LinearRegression(X, y, spread="items", client=two, **options)

    fails_with("60 rows, but sample_weight has 3", spread, sample_weight=[1, 2, 3])
    fails_with("0 in all rows", spread, sample_weight=np.zeros(60))
    sparse = spread.map_blocks(sp.csr_matrix, dtype=float)
    fails_with("without an intercept", sparse, standardize=True, intercept=False)
    with pytest.raises(ValueError, match="candidates: "):
        hfd.VarianceReduction(da.from_array(X), candidates=[99], client=two)


def test_progress_is_told(two, wide):
    X, y = wide
    objective = hfd.LinearRegression(da.from_array(X), y, spread="items", client=two)
    before = len(two.get_events("holdfast"))
    hf.select(objective, k=3, algorithm="greedy", adversary="random-greedy-min")
    deadline = time.monotonic() + 20  # nobody waits for progress to be told
    while len(two.get_events("holdfast")) < before + 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(two.get_events("holdfast")) >= before + 3


def test_no_worker_is_an_error_in_time(table):
    X, y = table
    with cluster_of(0) as cluster, distributed.Client(cluster) as client:
        began = time.monotonic()
        with pytest.raises(RuntimeError, match="no worker has come"):
            hfd.moments(da.from_array(X), da.from_array(y), client=client, timeout=1)
        assert time.monotonic() - began < 20


def spread_over(client, similarity, wide, what):
    if what == "rows":
        array = da.from_array(similarity, chunks=(4096, 30))
        return hfd.FacilityLocation(array, client=client, timeout=2)
    array = da.from_array(wide[0], chunks=(60, 20))
    return hfd.LinearRegression(array, wide[1], spread="items", client=client, timeout=2)


@pytest.mark.parametrize("what", ["rows", "items"])
def test_workers_that_leave_for_good_are_an_error_in_time(similarity, wide, what):
    with cluster_of(1) as cluster, distributed.Client(cluster) as client:
        objective = spread_over(client, similarity, wide, what)
        cluster.scale(0)
        while client.scheduler_info()["workers"]:
            time.sleep(0.05)
        began = time.monotonic()
        with pytest.raises(RuntimeError, match="no worker is left"):
            hf.select(objective, k=3, algorithm="greedy")
        assert time.monotonic() - began < 20


@pytest.mark.parametrize("what", ["rows", "items"])
def test_a_cluster_that_goes_away_is_an_error_in_time(similarity, wide, what):
    cluster = cluster_of(1)
    client = distributed.Client(cluster)
    objective = spread_over(client, similarity, wide, what)
    cluster.close()
    began = time.monotonic()
    with pytest.raises(RuntimeError, match="gone away"):
        hf.select(objective, k=3, algorithm="greedy")
    assert time.monotonic() - began < 30
    client.close()


def test_what_does_not_fit_is_said(two, table, similarity):
    X, y = table
    with pytest.raises(ValueError, match="9000 rows, but y has 10"):
        hfd.moments(da.from_array(X), da.from_array(y[:10]), client=two)
    with pytest.raises(TypeError, match="a Dask array or frame is expected, got ndarray"):
        hfd.moments(X, y, client=two)
    with pytest.raises(ValueError, match="spread must be 'rows' or 'items', got 'columns'"):
        hfd.LinearRegression(da.from_array(X), da.from_array(y), spread="columns", client=two)
    with pytest.raises(ValueError, match="9000 elements need 9000 weights or none, got 3"):
        hfd.Coverage(da.from_array(similarity), weights=[1, 2, 3], client=two)
    with pytest.raises(ValueError, match="objective must be 'linear'"):
        hfd.RobustSelector(objective="softmax").fit(da.from_array(X), da.from_array(y))


def test_workers_of_another_kind_are_refused(two, table, monkeypatch):
    monkeypatch.setattr(_dask_cluster, "_environment", lambda: "holdfast 0.0 on x86-64-v4")
    monkeypatch.setattr(two, "run", lambda function, **_: {"worker": "holdfast 0.1"})
    X, y = table
    with pytest.raises(RuntimeError, match=r"not alike.*worker: holdfast 0.1.*GLIBC_TUNABLES"):
        hfd.moments(da.from_array(X), da.from_array(y), client=two)
