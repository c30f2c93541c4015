#!/usr/bin/env python3
"""Puts the claims and figures of a finished run into docs/: scripts/write_reproduction_page.py DIR

DIR is what `holdfast reproduce --out DIR` left. Nothing is judged here: verdicts and what decided
them come from DIR/claims.json.
"""

import json
import pathlib
import shutil
import sqlite3
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reproduction.md"
FIGURES = ROOT / "docs/figures/reproduction"
BEGIN, END = "<!-- results begin -->", "<!-- results end -->"


def duration(seconds):
    return f"{seconds / 60:.0f} min" if seconds >= 120 else f"{seconds:.0f} s"


def facts(folder):
    with sqlite3.connect(f"file:{folder / 'results.sqlite'}?mode=ro", uri=True) as store:
        waited = store.execute("select sum(seconds) from waiting").fetchone()[0]
        settings = dict(store.execute("select * from settings"))
        trials = store.execute("select count(distinct trial) from units").fetchone()[0]
        cells = store.execute("select count(*) from cells").fetchone()[0]
    return waited, settings, trials, cells


def claims_table(claims):
    lines = ["| | the paper says | verdict | what decided it |", "|---:|---|---|---|"]
    for claim in claims:
        said = f"{claim['text']} ({claim['where']})"
        evidence = claim["evidence"].replace("|", "\\|")
        lines.append(f"| {claim['claim']} | {said} | **{claim['verdict']}** | {evidence} |")
    return lines


def figure_lines(folder):
    FIGURES.mkdir(parents=True, exist_ok=True)
    for old in FIGURES.glob("*.svg"):
        old.unlink()
    lines = []
    for figure in sorted((folder / "figures").glob("*.svg")):
        shutil.copyfile(figure, FIGURES / figure.name)
        lines.append(f"![{figure.stem}](figures/reproduction/{figure.name})")
    return lines


def main():
    folder = pathlib.Path(sys.argv[1])
    claims = json.loads((folder / "claims.json").read_text())
    waited, settings, trials, cells = facts(folder)
    verdicts = [claim["verdict"] for claim in claims]
    counts = ", ".join(
        f"{verdicts.count(verdict)} {words}"
        for verdict, words in (
            ("holds", "hold"),
            ("in part", "hold in part"),
            ("does not hold", "do not hold"),
        )
    )
    lines = [
        f"`holdfast reproduce --out DIR`, version {settings['library version']}, seed "
        f"{settings['seed']}: {trials} trials, {cells:,} cells, {duration(waited)} on two cores.",
        f"Of {len(claims)} claims {counts}.",
        "",
        *claims_table(claims),
        "",
        "### Figures",
        "",
        *figure_lines(folder),
    ]
    head, rest = PAGE.read_text().split(BEGIN)
    tail = rest.split(END)[1]
    PAGE.write_text(f"{head}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{tail}")


if __name__ == "__main__":
    main()
