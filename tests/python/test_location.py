"""The San Francisco stores of spopt, 16 sites and 205 tracts: every robust optimum is reached."""

import csv
import importlib.metadata
import itertools

import numpy as np
import pytest

import holdfast as hf

FILE = "SF_network_distance_candidateStore_16_censusTract_205_new.csv"
CELLS = [(p, r) for p in (4, 6, 8, 10) for r in (1, 2, 3)]


def sites_of(mask):
    return [site for site in range(16) if mask >> site & 1]


@pytest.fixture(scope="module")
def tracts():
    """Distances, tracts x sites, and the demand of each tract."""
    files = importlib.metadata.files("spopt")
    path = next(file.locate() for file in files if file.name == FILE)
    with open(path, newline="") as lines:
        rows = list(csv.DictReader(lines))
    sites = {row["name"]: None for row in rows}
    tracts = {row["DestinationName"]: None for row in rows}
    distance = np.empty((len(tracts), len(sites)))
    demand = np.empty(len(tracts))
    place = {name: i for i, name in enumerate(tracts)}
    column = {name: j for j, name in enumerate(sites)}
    for row in rows:
        i = place[row["DestinationName"]]
        distance[i, column[row["name"]]] = float(row["distance"])
        demand[i] = float(row["demand"])
    assert distance.shape == (205, 16)
    return distance, demand


@pytest.fixture(scope="module")
def similarity(tracts):
    """Tracts x sites: demand times how much nearer the site is than the farthest one."""
    distance, demand = tracts
    return demand[:, None] * (distance.max() - distance)


@pytest.fixture(scope="module")
def values(similarity):
    """f of every set of sites, by its bits."""
    table = np.zeros(1 << 16)
    for mask in range(1, 1 << 16):
        table[mask] = similarity[:, sites_of(mask)].max(axis=1).sum()
    return table


def worst_left(values, mask, r):
    return min(
        values[mask & ~sum(1 << site for site in lost)]
        for lost in itertools.combinations(sites_of(mask), r)
    )


def robust_optimum(values, p, r):
    masks = (sum(1 << s for s in chosen) for chosen in itertools.combinations(range(16), p))
    return max(worst_left(values, mask, r) for mask in masks)


@pytest.fixture(scope="module")
def robust_optima(values):
    return {(p, r): robust_optimum(values, p, r) for p, r in CELLS}


@pytest.mark.parametrize(("p", "r"), CELLS)
def test_the_robust_optimum_is_reached_and_proven(similarity, values, robust_optima, p, r):
    selection = hf.select(hf.FacilityLocation(similarity), k=p, tau=r)
    mask = sum(1 << int(site) for site in selection.items)
    truth = worst_left(values, mask, r)
    assert selection.worst_case.proven
    assert selection.worst_case.value == pytest.approx(truth, rel=1e-12)
    assert truth == pytest.approx(robust_optima[p, r], rel=1e-12)


def cost_of(tracts, sites):
    distance, demand = tracts
    return float(demand @ distance[:, sorted(sites)].min(axis=1))


@pytest.mark.parametrize(("p", "r"), CELLS)
def test_costs_of_the_location_interdiction_median_problem(tracts, robust_optima, p, r):
    distance, demand = tracts
    stores = hf.FacilityLocation(distances=distance, weights=demand)
    selection = hf.select(stores, k=p, tau=r)
    chosen = set(selection.items.tolist())
    assert selection.cost == pytest.approx(cost_of(tracts, chosen), rel=1e-9)
    lost = set(selection.worst_case.items.tolist())
    assert selection.worst_case.cost == pytest.approx(cost_of(tracts, chosen - lost), rel=1e-9)
    dearest = max(cost_of(tracts, chosen - set(gone)) for gone in itertools.combinations(chosen, r))
    assert selection.worst_case.cost == pytest.approx(dearest, rel=1e-9)
    # The least of all dearest costs: what the table saves, taken from serving all from afar.
    least = demand.sum() * distance.max() - robust_optima[p, r]
    assert selection.worst_case.cost == pytest.approx(least, rel=1e-9)


@pytest.mark.parametrize("p", [4, 6, 8, 10])
def test_the_median_is_certified_within_five_percent_of_its_cost(tracts, p):
    distance, demand = tracts
    stores = hf.FacilityLocation(distances=distance, weights=demand)
    selection = hf.select(stores, k=p, certify=True)
    least = selection.certificate.optimum_cost_lower
    assert least <= selection.cost * (1 + 1e-9)
    assert selection.cost <= 1.05 * least
