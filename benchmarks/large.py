"""Large data, as rows of the table: JSON on standard output.

    .venv/bin/python benchmarks/large.py [--items N] [--rows N] [--only facilities,classes,...]

Run by the environment in which the package is installed; the peers of facility location run in the
environment of the benchmarks. Each job is a fresh process that tells its own peak of memory. No
job takes more than 300 seconds; moments need 8 GB of disk for ten million rows.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = ROOT / "build/bench-venv/bin/python"
NEIGHBORS, CHOSEN = 16, 500
# Seconds for one job; a peer that takes longer gets a tenth of the items.
PATIENCE = 300


def neighbors(items, seed=0):
    """Each item with 15 others, most of them nearby in a line of items; similarities fall."""
    random = np.random.default_rng(seed)
    steps = 1 + np.cumsum(random.integers(0, 60, size=(items, NEIGHBORS - 1)), axis=1)
    steps += np.arange(NEIGHBORS - 1)
    indices = np.empty((items, NEIGHBORS), dtype=np.int32)
    indices[:, 0] = np.arange(items)
    indices[:, 1:] = (np.arange(items)[:, None] + steps) % items
    similarities = np.empty((items, NEIGHBORS))
    similarities[:, 0] = 1.0
    similarities[:, 1:] = np.exp(-steps / 200.0) * random.uniform(0.5, 1.0, steps.shape)
    return indices, similarities


def peak_gib():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def value_of(indices, similarities, chosen):
    kept = np.isin(indices, chosen)
    return float(np.where(kept, similarities, 0.0).max(axis=1).sum())


def job_facilities(items):
    import holdfast as hf

    indices, similarities = neighbors(items)
    began = time.perf_counter()
    objective = hf.FacilityLocation.from_neighbors(indices, similarities)
    selection = hf.select(objective, CHOSEN, algorithm="greedy", n_jobs=1)
    return time.perf_counter() - began, selection.value


def job_peer(name, items):
    """apricot and submodlib take the same pairs; both want a square matrix."""
    import scipy.sparse as sp

    indices, similarities = neighbors(items)
    starts = np.arange(0, items * NEIGHBORS + 1, NEIGHBORS)
    matrix = sp.csr_matrix((similarities.ravel(), indices.ravel(), starts), shape=(items, items))
    if name == "apricot":
        import apricot

        warm = apricot.FacilityLocationSelection(2, metric="precomputed", optimizer="lazy")
        warm.fit(matrix[:50, :50].tocsr())
        chooser = apricot.FacilityLocationSelection(CHOSEN, metric="precomputed", optimizer="lazy")
        began = time.perf_counter()
        chooser.fit(matrix.T.tocsr())
        chosen = chooser.ranking
    else:
        import submodlib

        began = time.perf_counter()
        function = submodlib.FacilityLocationFunction(
            n=items, mode="sparse", sijs=matrix, num_neighbors=NEIGHBORS
        )
        chosen = function.maximize(budget=CHOSEN, optimizer="LazyGreedy", show_progress=False)
        chosen = [item for item, _ in chosen]
    return time.perf_counter() - began, value_of(indices, similarities, chosen)


def sparse_classes(rows, columns, entries, seed=2):
    """Binary columns, common and rare ones, of which 40 decide the class."""
    import scipy.sparse as sp

    random = np.random.default_rng(seed)
    rates = 1.0 / (10.0 + np.arange(columns))
    counts = random.poisson(rates * entries / rates.sum()).clip(0, rows // 2)
    where = np.concatenate([random.choice(rows, count, replace=False) for count in counts])
    starts = np.concatenate([[0], np.cumsum(counts)])
    X = sp.csc_matrix((np.ones(len(where)), where, starts), shape=(rows, columns))
    weights = np.zeros(columns)
    weights[random.choice(columns // 20, 40, replace=False)] = random.choice([-2.0, 2.0], 40)
    y = (X @ weights + random.logistic(size=rows) > 0).astype(int)
    return X, y


def job_classes(rows, columns, k):
    import holdfast as hf

    X, y = sparse_classes(rows, columns, 1_200_000)
    began = time.perf_counter()
    objective = hf.LogisticRegression(X, y)
    selection = hf.select(objective, k, algorithm="greedy", n_jobs=1)
    return time.perf_counter() - began, selection.value


def job_refits(rows, columns, k):
    """One refit of scikit-learn for each candidate of each step, from a sample of 40 candidates."""
    from sklearn.linear_model import LogisticRegression

    X, y = sparse_classes(rows, columns, 1_200_000)
    random = np.random.default_rng(0)
    seconds = 0.0
    for size in (0, k // 2, k - 1):
        members = random.choice(columns // 20, size, replace=False)
        sample = random.choice(columns, 40, replace=False)
        tables = [X[:, [*members, candidate]].tocsr() for candidate in sample]
        began = time.perf_counter()
        for table in tables:
            LogisticRegression(C=1.0, solver="lbfgs", tol=1e-4).fit(table, y)
        seconds += (time.perf_counter() - began) / len(sample) / 3.0
    return seconds * columns * k, 0.0


def write_parquet(folder, rows, columns):
    import pyarrow
    import pyarrow.parquet as pq

    random = np.random.default_rng(1)
    names = [*(f"x{j}" for j in range(columns)), "y"]
    path = pathlib.Path(folder) / "table.parquet"
    writer = None
    for first in range(0, rows, 100_000):
        block = random.normal(size=(min(100_000, rows - first), columns + 1))
        table = pyarrow.table(dict(zip(names, block.T, strict=True)))
        # Numbers that do not repeat gain nothing from a dictionary.
        writer = writer or pq.ParquetWriter(
            path, table.schema, compression="none", use_dictionary=False
        )
        writer.write_table(table, row_group_size=100_000)
    writer.close()
    return path


class Batches:
    """A Parquet file as an Arrow stream, in batches that stay in the caches."""

    def __init__(self, path):
        import pyarrow
        import pyarrow.parquet as pq

        self.file = pq.ParquetFile(path, pre_buffer=False)  # or it would read ahead
        batches = self.file.iter_batches(batch_size=16_384)
        self.reader = pyarrow.RecordBatchReader.from_batches(self.file.schema_arrow, batches)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.reader.__arrow_c_stream__(requested_schema)


def job_moments(path):
    import holdfast as hf

    began = time.perf_counter()
    moments = hf.Moments()
    moments.update_from(Batches(path), target="y")
    return time.perf_counter() - began, moments.n_rows


def job_product(rows, columns):
    """X'X alone, of as many rows as fit at once, again and again."""
    block = np.random.default_rng(1).normal(size=(100_000, columns + 1))
    block.T @ block
    began = time.perf_counter()
    for _ in range(0, rows, len(block)):
        block.T @ block
    return time.perf_counter() - began, rows


def dask_moments(client, rows):
    import dask.array as da
    import distributed
    import holdfast.dask as hfd

    chunk = 32_768
    table = da.random.default_rng(1).normal(size=(rows, 100), chunks=(chunk, 100)).persist()
    target = da.random.default_rng(2).normal(size=rows, chunks=chunk).persist()
    distributed.wait([table, target])
    hfd.moments(table[: 4 * chunk], target[: 4 * chunk], client=client)  # warms the workers up
    began = time.perf_counter()
    hfd.moments(table, target, client=client)
    return time.perf_counter() - began


def dask_facilities(client, rows, columns=400, k=20):
    """The objective and the choice: a pass over all numbers, then gains of some in each step."""
    import dask.array as da
    import distributed
    import holdfast.dask as hfd

    import holdfast as hf

    def chosen(similarity):
        objective = hfd.FacilityLocation(similarity, client=client)
        return hf.select(objective, k, algorithm="greedy", adversary="random-greedy-min")

    similarity = da.random.default_rng(3).random((rows, columns), chunks=(32_768, columns))
    similarity = similarity.persist()
    distributed.wait(similarity)
    chosen(similarity[:65_536])
    began = time.perf_counter()
    chosen(similarity)
    return time.perf_counter() - began


def dask_step(client, columns):
    """A step of greedy that computes nearly nothing."""
    import dask.array as da
    import holdfast.dask as hfd

    import holdfast as hf

    random = np.random.default_rng(4)
    table = da.from_array(random.normal(size=(50, columns)), chunks=(50, columns // 4))
    objective = hfd.LinearRegression(table, random.normal(size=50), spread="items", client=client)
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        hf.select(objective, 40, algorithm="greedy", adversary="random-greedy-min")
        seconds.append(time.perf_counter() - began)
    return min(seconds) / 40


DASK = {"moments": dask_moments, "facilities": dask_facilities, "step": dask_step}


def job_dask(workers, kind, size):
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        ) as made,
        distributed.Client(made) as client,
    ):
        return DASK[kind](client, size), size


def measured(*arguments, python=sys.executable):
    """Seconds, value and peak of a job in a process of its own."""
    command = [python, __file__, "--job", *map(str, arguments)]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "2"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"not done after {PATIENCE} s") from None
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or ["killed"])[-1])
    return json.loads(done.stdout.splitlines()[-1])


def facility_rows(items):
    seconds, _, peak = measured("facilities", items)
    what = f"facility location, {items:,} items with {NEIGHBORS} neighbours, k = {CHOSEN}"
    rows = [(f"{what}: GiB at the peak", "2 GiB (not seconds)", peak, 2.0, "at most 1")]
    if not PEERS.exists():
        return rows
    for name in ("apricot", "submodlib"):
        size, found = items, None
        while found is None and size >= 1000:
            try:
                found = measured("peer", name, size, python=PEERS)
            except RuntimeError as error:
                why, size = str(error)[:60], size // 10
        if found is None:
            rows.append((what, f"{name}: {why}", seconds, float("nan"), "at most 0.2"))
            continue
        ours = measured("facilities", size)
        share = found[1] / ours[1]
        told = f"{name} on the same pairs (value {share:.4f} of ours)"
        rows.append(
            (what.replace(f"{items:,}", f"{size:,}"), told, ours[0], found[0], "at most 0.2")
        )
    return rows


def class_rows(rows=20_000):
    table = []
    for columns, k in ((50_000, 20), (300_000, 10)):
        seconds, _, peak = measured("classes", rows, columns, k)
        refits, _, _ = measured("refits", rows, columns, k)
        what = f"sparse logistic, {rows:,} x {columns:,}, 1.2 million entries, k = {k}"
        table.append((f"{what}: GiB at the peak", "2 GiB (not seconds)", peak, 2.0, "at most 1"))
        table.append(
            (what, "refits of scikit-learn, from a sample", seconds, refits, "at most 0.02")
        )
    return table


def moments_rows(rows, columns=100):
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        path = write_parquet(folder, rows, columns)
        seconds, _, peak = measured("moments", path)
    product, _, _ = measured("product", rows, columns)
    what = f"moments of {rows:,} x {columns} from Parquet, {peak:.2f} GiB at the peak"
    return [(what, "X'X alone", seconds, product, "at most 1.5")]


def dask_rows(rows):
    """Rows in whole chunks for each worker, or one of them would have more to do. In turns."""
    table = []
    for kind, share in (("moments", 5), ("facilities", 20)):
        size = max(1, rows // share >> 16) << 16
        turns = [[measured("dask", workers, kind, size)[0] for workers in (1, 2)] for _ in range(2)]
        one, two = np.min(turns, axis=0)
        table.append((f"Dask, {kind}, {size:,} rows: two workers", "one", two, one, "at most 0.63"))
    step, _, _ = measured("dask", 2, "step", 200)
    table.append(("Dask, a step of greedy on little data", "20 ms", step, 0.02, "at most 1"))
    return table


JOBS = {
    "facilities": lambda items: job_facilities(int(items)),
    "peer": lambda name, items: job_peer(name, int(items)),
    "moments": job_moments,
    "classes": lambda rows, columns, k: job_classes(int(rows), int(columns), int(k)),
    "refits": lambda rows, columns, k: job_refits(int(rows), int(columns), int(k)),
    "product": lambda rows, columns: job_product(int(rows), int(columns)),
    "dask": lambda workers, kind, items: job_dask(int(workers), kind, int(items)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--only", help="facilities, classes, moments, dask; all by default")
    parser.add_argument("--job", nargs="+")
    arguments = parser.parse_args()
    if arguments.job:
        name, *rest = arguments.job
        print(json.dumps([*JOBS[name](*rest), peak_gib()]))
        return
    tables = {
        "facilities": lambda: facility_rows(arguments.items),
        "classes": class_rows,
        "moments": lambda: moments_rows(arguments.rows),
        "dask": lambda: dask_rows(arguments.rows),
    }
    only = arguments.only.split(",") if arguments.only else list(tables)
    print(json.dumps([row for name in only for row in tables[name]()]))


if __name__ == "__main__":
    main()
