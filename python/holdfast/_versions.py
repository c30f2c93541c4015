"""What a bug report should tell about an installation."""

import platform
from importlib import metadata

from holdfast._core import build_facts, version

_PACKAGES = ("numpy", "scikit-learn", "pandas", "pyarrow", "dask", "matplotlib")


def versions() -> dict[str, str]:
    """The versions of Holdfast and of all that it works with, by name.

    "instructions" is the instruction set of the library that the loader has chosen for this
    machine. Packages that are not installed are left out.
    """
    found = {"holdfast": version(), **build_facts()}
    found["Python"] = f"{platform.python_implementation()} {platform.python_version()}"
    found["system"] = platform.platform()
    for package in _PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def show_versions() -> None:
    """Prints what a bug report should tell: versions, compiler, instruction set."""
    for name, value in versions().items():
        print(f"{name:<14} {value}")
