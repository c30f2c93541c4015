"""How Sphinx builds the documentation; `scripts/docs` runs it."""

import contextlib
import doctest
import re
import sys
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError

import holdfast

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

import live_pages  # noqa: E402

project = "Holdfast"
author = "the authors of Holdfast"
copyright = author
version = release = holdfast.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "matplotlib.sphinxext.plot_directive",
]

# Pictures of the gallery and the tutorials are drawn when the site is built.
plot_working_directory = str(ROOT)
plot_formats = ["svg"]
plot_html_show_formats = False
plot_html_show_source_link = False
plot_rcparams = {"figure.figsize": (6.4, 3.8), "figure.constrained_layout.use": True}

# Pages are Markdown. Headings get anchors as on GitHub, so that links work in both places.
myst_heading_anchors = 3

# Most code blocks of the older pages are indented, without a language: commands and their output.
highlight_language = "text"

# Docstrings are in numpy style and say the types of their parameters.
napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
default_role = "py:obj"
add_module_names = False
# The k of a shape, "(k,)", is no reference to an attribute of that name.
suppress_warnings = ["ref.python"]
maximum_signature_line_length = 110

html_theme = "furo"
html_title = f"Holdfast {version}"
html_copy_source = False
html_show_sourcelink = False

# The copy button takes what one types: no prompts, no output.
copybutton_exclude = ".linenos, .gp, .go"

# Nobody makes these by hand, so how they are made is not shown.
_MADE_BY_TASKS = {"Curve", "Deletion", "Guarantee", "Objective", "Ratios", "Selection"}


def _without_signature(app, what, name, obj, options, signature, return_annotation):
    if what == "class" and name.rpartition(".")[2] in _MADE_BY_TASKS:
        return "", None
    return None


def _list_objectives(app, name, source):
    """The objectives of the package, so that nobody has to list them by hand."""
    registered = holdfast._core.objectives()

    def place(name):
        known_as = getattr(getattr(holdfast, name), "_registered_name", None)
        return registered.index(known_as) if known_as else len(registered)

    classes = sorted((c for c in holdfast.objectives.__all__ if c != "Objective"), key=place)
    links = ", ".join(f"{{py:obj}}`~holdfast.{c}`" for c in classes)
    directives = "\n\n".join(f".. autoclass:: {c}" for c in classes)
    source[0] = source[0].replace("OBJECTIVE_LINKS", links)
    source[0] = source[0].replace("OBJECTIVE_CLASSES", directives)


_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./[^)#\s]+)\)")


def _without_outside_links(app, name, source):
    """A link to a file of the checkout outside docs/ becomes its text: the site has no such file.

    Every other dead link stays an error.
    """
    page = Path(app.env.doc2path(name))

    def inside_or_text(match):
        target = (page.parent / match[2]).resolve()
        return match[0] if target.is_relative_to(app.srcdir) else match[1]

    source[0] = _LINK.sub(inside_or_text, source[0])


def _without_last_blank_line(app, document):
    """Examples end in a blank line, since doctest ends expected output there; pages hide it."""
    for block in document.findall(nodes.literal_block):
        text = block.astext()
        if block.rawsource == text and text.endswith("\n"):
            block.rawsource = text.rstrip("\n")
            block[:] = [nodes.Text(block.rawsource)]


def _run_tutorials(app):
    """Tutorials are executed when the site is built: what they show is what happens."""
    with contextlib.chdir(ROOT):
        for page in sorted(Path(app.srcdir, "tutorials").glob("*.md")):
            result = doctest.testfile(str(page), module_relative=False)
            if result.failed:
                raise ExtensionError(f"{page.name}: {result.failed} examples print something else")


def _make_live_pages(app, exception):
    """Pages of results for readers to click on."""
    if exception is None and app.builder.name == "html":
        live_pages.write(Path(app.outdir, "live"), ROOT)


def setup(app):
    app.connect("builder-inited", _run_tutorials)
    app.connect("build-finished", _make_live_pages)
    app.connect("doctree-read", _without_last_blank_line)
    app.connect("source-read", _without_outside_links)
    app.connect("source-read", _list_objectives)
    app.connect("autodoc-process-signature", _without_signature)
