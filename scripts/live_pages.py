"""The pages of results that the documentation shows: `make docs` writes them into its site."""

from pathlib import Path

import numpy as np
import pandas as pd

import holdfast as hf

FIVE = ["DEBE032", "DENW065", "DENI063", "DETH026", "DEUB004"]


def stations(root):
    """What predicts DEHE046, and where the stations are."""
    X = pd.read_csv(root / "data/air/pm10_2005_2009.csv").drop(columns="date")
    y = X.pop("DEHE046")
    known = pd.read_csv(root / "data/air/stations_2005_2009.csv").set_index("station")
    places = known.reindex(X.columns)[["latitude", "longitude"]]
    return X, hf.LinearRegression(X, y), places


def events_like_outages(columns):
    """Two hundred days on which each station is silent with its own rate."""
    rates = np.random.default_rng(0).uniform(0.02, 0.2, size=len(columns))
    return hf.draw_failures(rates, draws=200)


def write(folder, root):
    folder.mkdir(parents=True, exist_ok=True)
    X, f, places = stations(Path(root))
    grid = np.stack(np.meshgrid(np.arange(20.0), np.arange(20.0)), axis=-1).reshape(-1, 2)
    sites = hf.VarianceReduction(grid, lengthscale=5.0, noise=0.1)
    events = hf.Scenarios(f, events_like_outages(X.columns))
    pages = {
        "stations": hf.select(f, k=10, tau=3, certify=True).to_html(coordinates=places),
        "sensors": hf.select(sites, k=10, tau=3, seconds=2).to_html(),
        "protect": hf.protect(f, FIVE, tau=2, q=1).to_html(coordinates=places),
        "outages": hf.assess(events, FIVE).to_html(coordinates=places),
    }
    for name, page in pages.items():
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
