# Every target installs what it needs and costs nothing when repeated.
#
#   make run        the main job on the shipped air-quality data
#   make test       all tests: release build, the report page in a browser, then with sanitizers
#   make build      the command, at build/bin/holdfast
#   make bench      speed, as ratios to other libraries
#   make lint       format, static analysis, text; `make format` repairs what a tool can repair
#   make test-asan  tests with address and undefined-behaviour checks
#   make test-tsan  tests of threads, with data-race checks
#   make clean      removes build/ (not .venv, which holds downloads only)

JOBS ?= $(shell nproc)
BUILD = cmake --build -j $(JOBS) --preset
TEST = ctest -j $(JOBS) --preset

.PHONY: run test build bench lint format test-release test-report test-asan test-tsan clean
.PHONY: setup setup-lint setup-python

build: build/build.ninja
	$(BUILD) release --target holdfast_command

run: build
	scripts/demo

test: test-release test-report test-asan

test-release: build/build.ninja setup-python
	$(BUILD) release
	$(TEST) release

test-report: setup
	scripts/test_report

test-asan test-tsan: test-%: build/%/build.ninja setup-python
	$(BUILD) $*
	$(TEST) $*

bench: build setup-python
	$(BUILD) release --target holdfast_benchmarks
	benchmarks/run

lint: setup-lint setup-python build/dev/build.ninja
	scripts/lint

format: setup-lint setup-python
	scripts/lint --fix

clean:
	rm -rf build

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
