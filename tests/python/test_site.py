"""What the documentation is made of: links, live pages, and the names in its tables."""

import importlib.machinery
import importlib.util
import pathlib
import re
import sys

import pytest

import holdfast as hf

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import live_pages  # noqa: E402


def script(name):
    """A script without a suffix, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def test_dead_links_are_named(tmp_path):
    check_links = script("check_links")
    (tmp_path / "more").mkdir()
    (tmp_path / "more/b.html").write_text('<h1 id="top">B</h1><a href="../a.html#here">a</a>')
    page = tmp_path / "a.html"
    good = '<p id="here"><a href="more/b.html#top">b</a> <a href="https://example.org/">out</a>'
    page.write_text(good)
    assert list(check_links.faults(tmp_path)) == []
    page.write_text(good + '<img src="none.svg"><a href="more/b.html#bottom">b</a><a href="#no">')
    assert list(check_links.faults(tmp_path)) == [
        "a.html: none.svg leads to no file",
        "a.html: more/b.html#bottom leads to no such place",
        "a.html: #no leads to no such place",
    ]


def test_live_pages_are_those_that_the_site_links(tmp_path):
    pytest.importorskip("pandas")
    live_pages.write(tmp_path, ROOT)
    made = {path.name for path in tmp_path.iterdir()}
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    assert set(re.findall(r"live/(\w+\.html)", text)) == made
    for path in tmp_path.iterdir():
        page = path.read_text(encoding="utf-8")
        assert page.startswith("<!doctype html>") and "holdfast.page/1" in page


def test_the_table_of_decisions_names_what_there_is():
    text = (ROOT / "docs/choosing.md").read_text(encoding="utf-8")
    first, second = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    columns = [[cell.strip() for cell in row.split("|")[1:-1]] for row in first.splitlines()[2:]]
    algorithms, adversaries = set(hf._core.algorithms()), set(hf._core.adversaries())
    options = {"seconds=60", "seconds=0.2", "budget=N", "costs", "cost_limit", "tau=0"}
    for _, algorithm, adversary, _ in columns:
        assert set(re.findall(r"`([^`]+)`", algorithm)) - options <= algorithms
        assert set(re.findall(r"`([^`]+)`", adversary)) - options <= adversaries
    assert set(re.findall(r"^\| `([^`]+)`", second, flags=re.MULTILINE)) <= adversaries
