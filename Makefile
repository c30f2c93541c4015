# Every target installs what it needs and costs nothing when repeated.
#
#   make run        the main job on the shipped air-quality data
#   make test       all tests: release build, Python, the report page in a browser, sanitizers
#   make build      the command, at build/bin/holdfast
#   make python     the Python package, into .venv
#   make docs       the site of documentation, at build/docs/index.html
#   make bench      speed, as ratios to other libraries
#   make lint       format, static analysis, text; `make format` repairs what a tool can repair
#   make test-asan  tests with address and undefined-behaviour checks
#   make test-tsan  tests of threads, with data-race checks
#   make clean      removes build/ (not .venv, which holds downloads only)

JOBS ?= $(shell nproc)
BUILD = cmake --build -j $(JOBS) --preset
TEST = ctest -j $(JOBS) --preset

.PHONY: run test build python docs bench lint format clean
.PHONY: test-release test-python test-report test-asan test-tsan
.PHONY: setup setup-lint setup-python

build: build/build.ninja
	$(BUILD) release --target holdfast_command

run: build
	scripts/demo

test: test-release test-python test-report test-asan

test-release: build/build.ninja setup-python
	$(BUILD) release
	$(TEST) release

python: .venv/.holdfast

test-python: build python
	.venv/bin/python -W error -m pytest -q tests/python
	.venv/bin/python -W error -m pytest -q --doctest-modules --pyargs holdfast
	.venv/bin/python -W error -m pytest -q --doctest-glob='*.md' docs/index.md docs/quickstart.md docs/user-guide.md

test-report: build
	scripts/test_report

test-asan test-tsan: test-%: build/%/build.ninja setup-python
	$(BUILD) $*
	$(TEST) $*

bench: build python
	$(BUILD) release --target holdfast_benchmarks
	benchmarks/run

docs: python
	scripts/docs

lint: setup-lint setup-python build/dev/build.ninja
	scripts/lint

format: setup-lint setup-python
	scripts/lint --fix

clean:
	rm -rf build

# Beside the release build on purpose: the compiler cache knows the objects already.
.venv/.holdfast: $(shell find python holdfast cmake -type f) CMakeLists.txt pyproject.toml | setup setup-python
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	  --no-deps .
	@touch $@

# Ninja runs CMake again by itself, except for presets, which it does not know.
build/build.ninja: CMakePresets.json | setup
	cmake --preset release

build/%/build.ninja: CMakePresets.json | setup
	cmake --preset $*

setup:
	@scripts/setup build

setup-lint: setup
	@scripts/setup lint

setup-python:
	@scripts/setup python
	@scripts/setup_python
