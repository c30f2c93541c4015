"""Where to open stores so that closing some of them hurts customers least, and which to protect.

16 possible stores and 205 census tracts of San Francisco (data of the package spopt). The cost is
the sum over tracts of their people times the distance to the nearest open store.

    .venv/bin/python examples/san_francisco/san_francisco.py [--out DIR] [--quick]
"""

from __future__ import annotations

import argparse
import importlib.metadata
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import holdfast as hf

ROOT = pathlib.Path(__file__).resolve().parents[2]
DISTANCES = "SF_network_distance_candidateStore_16_censusTract_205_new.csv"
STORES = "SF_store_site_16_longlat.csv"
TRACTS = "SF_demand_205_centroid_uniform_weight.csv"
CELLS = [(p, r) for p in (4, 6, 8, 10) for r in (1, 2, 3)]
SHOWN = (6, 2)  # stores and losses on the map


@dataclass(frozen=True)
class City:
    """Distances in metres, tracts x stores; people of each tract; places as longitude, latitude."""

    distances: pd.DataFrame
    people: pd.Series
    stores: pd.DataFrame
    tracts: pd.DataFrame

    def objective(self) -> hf.FacilityLocation:
        return hf.FacilityLocation(distances=self.distances, weights=self.people)

    def metres(self, cost: float) -> float:
        """A cost as the mean distance of a person."""
        return cost / float(self.people.sum())


def read_city() -> City:
    def read(name: str) -> pd.DataFrame:
        files = importlib.metadata.files("spopt") or []
        path = next(file.locate() for file in files if file.name == name)
        return pd.read_csv(path)

    pairs = read(DISTANCES)
    order = pairs["name"].unique()
    distances = pairs.pivot(index="DestinationName", columns="name", values="distance")[order]
    people = pairs.groupby("DestinationName")["demand"].first()
    stores = read(STORES).set_index("NAME").loc[order, ["long", "lat"]]
    tracts = read(TRACTS).set_index("NAME").loc[distances.index, ["long", "lat"]]
    return City(distances, people.loc[distances.index], stores, tracts)


def compare(city: City, p: int, r: int) -> dict[str, object]:
    """Mean distances: the median of p stores and the robust choice, before and after r losses."""
    f = city.objective()
    median = hf.select(f, k=p)
    robust = hf.select(f, k=p, tau=r)
    hit = hf.attack(f, median, r)
    shield = hf.protect(f, median, r, q=1)
    return {
        "stores": p,
        "lost": r,
        "median": city.metres(median.cost),
        "median, worst lost": city.metres(hit.cost),
        "median, one protected": city.metres(shield.cost),
        "robust": city.metres(robust.cost),
        "robust, worst lost": city.metres(robust.worst_case.cost),
        "proven": hit.proven and robust.worst_case.proven and shield.proven,
        "protect": " ".join(shield.names),
        "median stores": " ".join(median.names),
        "robust stores": " ".join(robust.names),
    }


NUMBERS = [
    "median",
    "median, worst lost",
    "median, one protected",
    "robust",
    "robust, worst lost",
]


def markdown(results: pd.DataFrame) -> str:
    lines = ["| stores | lost | " + " | ".join(NUMBERS) + " | protect |"]
    lines.append("|---:|---:|" + "---:|" * len(NUMBERS) + "---|")
    for row in results.to_dict("records"):
        cells = " | ".join(f"{row[name]:,.0f}" for name in NUMBERS)
        lines.append(f"| {row['stores']} | {row['lost']} | {cells} | {row['protect']} |")
    return "\n".join(lines)


def draw(city: City, p: int, r: int) -> plt.Figure:
    """Each tract in the colour of its distance after the worst losses, for both choices."""
    f = city.objective()
    choices = {"best if nothing is lost": hf.select(f, k=p), "robust": hf.select(f, k=p, tau=r)}
    figure, panels = plt.subplots(1, 2, figsize=(7.4, 5.0), sharex=True, sharey=True)
    for panel, (title, choice) in zip(panels, choices.items(), strict=True):
        lost = hf.attack(f, choice, r)
        left = [name for name in choice.names if name not in lost.names]
        distance = city.distances[left].min(axis=1) / 1000
        tracts = panel.scatter(
            city.tracts["long"],
            city.tracts["lat"],
            c=distance,
            s=city.people / 150,
            cmap="viridis_r",
            vmin=0,
            vmax=10,
            linewidths=0,
        )
        for names, marker, color, label in (
            (left, "^", "black", "open"),
            (lost.names, "X", "#d55e00", "lost"),
        ):
            places = city.stores.loc[list(names)]
            panel.scatter(
                places["long"], places["lat"], marker=marker, color=color, s=90, label=label
            )
        panel.set_title(
            f"{title}: {city.metres(choice.cost):,.0f} m,\n"
            f"{city.metres(lost.cost):,.0f} m after the worst {r} losses",
            fontsize=10,
        )
        panel.set_aspect(1 / np.cos(np.radians(37.75)))
        panel.set_xticks([])
        panel.set_yticks([])
    panels[0].legend(loc="lower left", frameon=False)
    figure.colorbar(tracts, ax=panels, label="km to the nearest store left", shrink=0.8)
    return figure


def write(city: City, results: pd.DataFrame, out: pathlib.Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    results.to_csv(out / "san_francisco.csv", index=False, float_format="%.2f")
    # The same numbers give the same SVG, byte for byte.
    with plt.rc_context({"svg.hashsalt": "holdfast"}):
        figure = draw(city, *SHOWN)
        figure.savefig(out / "san_francisco.png", dpi=150)
        figure.savefig(out / "san_francisco.svg", metadata={"Date": None})
    plt.close(figure)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/examples/san_francisco")
    parser.add_argument("--quick", action="store_true", help="4 and 6 stores, 1 and 2 losses")
    options = parser.parse_args(arguments)
    city = read_city()
    cells = [(p, r) for p, r in CELLS if not options.quick or (p <= 6 and r <= 2)]
    results = pd.DataFrame([compare(city, p, r) for p, r in cells])
    print("mean distance of a person to the nearest open store, in metres\n")
    print(markdown(results))
    print(f"\nall worst cases and protections proven: {bool(results['proven'].all())}")
    write(city, results, options.out)
    print(f"written to {options.out}: san_francisco.csv, san_francisco.png, san_francisco.svg")


if __name__ == "__main__":
    main()
