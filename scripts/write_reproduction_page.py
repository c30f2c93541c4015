#!/usr/bin/env python3
"""Puts the claims and figures of a finished run into docs/.

    scripts/write_reproduction_page.py DIR                what `holdfast reproduce --out DIR` left
    scripts/write_reproduction_page.py --beyond DIR ...   what `... --beyond N --out DIR` added
    scripts/write_reproduction_page.py --readings DIR     what `... --readings --out DIR` added

Nothing is judged here: verdicts and what decided them come from DIR/claims.json, the tables that
go beyond the paper from DIR/beyond.md, those of other readings from DIR/readings.md, the numbers of
the figures from DIR/figures/numbers.csv. With --beyond, figures that no DIR holds stay as they are.
"""

import json
import pathlib
import re
import shutil
import sqlite3
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reproduction.md"
FIGURES = ROOT / "docs/figures/reproduction"
BEYOND_FIGURES = ROOT / "docs/figures/beyond"


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
    lines = [
        "| | the paper says | verdict | by the first rule | what decided it |",
        "|---:|---|---|---|---|",
    ]
    for claim in claims:
        said = f"{claim['text']} ({claim['where']})"
        evidence = claim["evidence"].replace("|", "\\|")
        lines.append(
            f"| {claim['claim']} | {said} | **{claim['verdict']}** | {claim['first_rule']} "
            f"| {evidence} |"
        )
    return lines


def differences(claims):
    differ = [str(c["claim"]) for c in claims if c["verdict"] != c["first_rule"]]
    if not differ:
        return "No verdict differs from that of the first rule."
    return f"The first rule gave other verdicts on these claims: {', '.join(differ)}."


def copy_numbers(folders, place, is_wanted, is_kept):
    """Copies the numbers behind the figures, from which a test draws them again."""
    numbers = place / "numbers.csv"
    old = numbers.read_text().splitlines()[1:] if numbers.exists() else []
    rows = [row for row in old if is_kept(row.split(",")[0])]
    for folder in folders:
        header, *more = (folder / "figures/numbers.csv").read_text().splitlines()
        rows += [row for row in more if is_wanted(row.split(",")[0])]
    numbers.write_text("\n".join([header, *rows]) + "\n")


def figure_lines(folders, place, is_wanted, is_kept=lambda stem: False):
    """Copies the figures and returns the lines that show them and those that are kept."""
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("*.svg"):
        if not is_kept(old.stem):
            old.unlink()
    copy_numbers(folders, place, is_wanted, is_kept)
    for folder in folders:
        for figure in (folder / "figures").glob("*.svg"):
            if is_wanted(figure.stem):
                shutil.copyfile(figure, place / figure.name)
    return [
        f"![{figure.stem}](figures/{place.name}/{figure.name})"
        for figure in sorted(place.glob("*.svg"))
    ]


def section(name):
    """What comes before it on the page, the section itself, and what comes after."""
    begin, end = f"<!-- {name} begin -->", f"<!-- {name} end -->"
    head, rest = PAGE.read_text().split(begin)
    body, tail = rest.split(end)
    return head + begin, body, end + tail


def replace_section(name, lines):
    head, _, tail = section(name)
    PAGE.write_text(f"{head}\n\n" + "\n".join(lines) + f"\n\n{tail}")


def judged_units(folder):
    """Pairs of a figure and a trial that went beyond the paper."""
    with sqlite3.connect(f"file:{folder / 'results.sqlite'}?mode=ro", uri=True) as store:
        return store.execute(
            "select distinct substr(experiment, 4, 1), trial from units"
            " where judge_stamp is not null"
        ).fetchall()


def beyond_heading(units):
    figures = " and ".join(sorted({figure for figure, _ in units}))
    count = len({trial for _, trial in units})
    return f"### Figure {figures}, {count} trial{'s' if count > 1 else ''}"


def wrapped(path):
    """The lines of a Markdown file, prose within 100 columns."""
    lines = []
    for line in path.read_text().strip().splitlines():
        lines += [line] if line.startswith(("|", "#")) else textwrap.wrap(line, 100) or [""]
    return lines


def write_beyond(folders):
    parts = {}  # by heading
    figures = set()
    for folder in folders:
        units = judged_units(folder)
        figures |= {figure for figure, _ in units}
        parts[beyond_heading(units)] = wrapped(folder / "beyond.md")
    for part in section("beyond")[1].split("\n### ")[1:]:
        heading, *lines = part.split("\n![")[0].strip().splitlines()
        if not figures & set(re.findall(r"\d", heading.partition(",")[0])):
            parts[f"### {heading}"] = lines[1:]
    lines = [line for heading in sorted(parts) for line in (heading, "", *parts[heading], "")]

    def is_kept(stem):
        return stem[3] not in figures

    def is_wanted(stem):
        return stem.endswith("objective-beyond")

    lines += figure_lines(folders, BEYOND_FIGURES, is_wanted, is_kept)
    replace_section("beyond", lines)


def write_readings(folder):
    replace_section("readings", wrapped(folder / "readings.md"))


def write_results(folder):
    claims = json.loads((folder / "claims.json").read_text())
    waited, settings, trials, cells = facts(folder)
    verdicts = [claim["verdict"] for claim in claims]
    counts = ", ".join(
        f"{verdicts.count(verdict)} {words}"
        for verdict, words in (
            ("holds", "hold"),
            ("in part", "hold in part"),
            ("does not hold", "do not hold"),
            ("undecided", "are undecided"),
        )
    )
    lines = [
        f"`holdfast reproduce --out DIR`, seed {settings['seed']}: {trials} trials, "
        f"{cells:,} cells, {duration(waited)} on two cores.",
        f"Of {len(claims)} claims {counts}.",
        *textwrap.wrap(differences(claims), 100),
        "",
        *claims_table(claims),
        "",
        "### Figures",
        "",
        *figure_lines([folder], FIGURES, lambda stem: not stem.endswith("-beyond")),
    ]
    replace_section("results", lines)


def main():
    if sys.argv[1] == "--beyond":
        write_beyond([pathlib.Path(argument) for argument in sys.argv[2:]])
    elif sys.argv[1] == "--readings":
        write_readings(pathlib.Path(sys.argv[2]))
    else:
        write_results(pathlib.Path(sys.argv[1]))


if __name__ == "__main__":
    main()
