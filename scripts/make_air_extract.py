#!/usr/bin/env python3
"""Cuts a table without gaps out of the raw daily PM10 values.

Keeps the stations that delivered on at least a given share of the days of a period, and of those
days the ones on which all of them delivered. Values are copied as they are written.
"""

import argparse
import csv
import gzip
from pathlib import Path


def read_rows(path):
    """Header and rows of a CSV file, which may be gzipped."""
    open_text = gzip.open if path.suffix == ".gz" else open
    with open_text(path, "rt", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def write_rows(path, header, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def days_within(rows, first_year, last_year):
    return [row for row in rows if first_year <= int(row[0][:4]) <= last_year]


def well_covered(rows, columns, coverage):
    """The columns that are filled in at least this share of the rows."""
    return [j for j in columns if sum(row[j] != "" for row in rows) >= coverage * len(rows)]


def extract(header, rows, first_year, last_year, coverage):
    """Header and rows of the table without gaps."""
    days = days_within(rows, first_year, last_year)
    stations = well_covered(days, range(1, len(header)), coverage)
    complete = [row for row in days if all(row[j] != "" for j in stations)]
    kept = [0, *stations]
    return [header[j] for j in kept], [[row[j] for j in kept] for row in complete]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("raw", type=Path, help="daily values: a date column, a column a station")
    parser.add_argument("stations", type=Path, help="coordinates: a row a station")
    parser.add_argument("out", type=Path, help="folder for the two files that are made")
    parser.add_argument("--first-year", type=int, default=2005)
    parser.add_argument("--last-year", type=int, default=2009)
    parser.add_argument("--coverage", type=float, default=0.93, help="share of days, 0 to 1")
    options = parser.parse_args()

    period = f"{options.first_year}_{options.last_year}"
    header, rows = extract(
        *read_rows(options.raw), options.first_year, options.last_year, options.coverage
    )
    write_rows(options.out / f"pm10_{period}.csv", header, rows)

    station_header, station_rows = read_rows(options.stations)
    by_name = {row[0]: row for row in station_rows}
    chosen = [by_name[name] for name in header[1:]]
    write_rows(options.out / f"stations_{period}.csv", station_header, chosen)
    print(f"{len(chosen)} stations, {len(rows)} complete days")


if __name__ == "__main__":
    main()
