# Every target installs what it needs and costs nothing when repeated.
#
#   make run        the main job on the shipped air-quality data
#   make test       all tests: release build, Python, the report page in a browser
#   make build      the command for this machine, at build/bin/holdfast
#   make install    the command and the library for any machine, into PREFIX (/usr/local)
#   make python     the Python package, into .venv
#   make docs       the site of documentation, at build/docs/index.html
#   make bench      speed, as ratios to other libraries
#   make lint       format, text, style, types; `make format` repairs what a tool can repair
#   make tidy       static analysis by clang-tidy
#   make test-asan  tests with address and undefined-behaviour checks
#   make test-tsan  tests of threads, with data-race checks
#   make test-dist  tests of what `make install` installs
#   make campaign   fuzzing, kills, limits and load, for CAMPAIGN_SECONDS (300); runs add up
#   make wheel      wheels for Linux on x86-64 and the sdist, into dist/
#   make package    a Debian package, into dist/
#   make test-install  installs and uses both in clean systems, and the wheels for aarch64
#   make outdated   which pinned dependencies have newer versions
#   make clean      removes build/ (not .venv, which holds downloads only)

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
CAMPAIGN_SECONDS ?= 300
CAMPAIGN ?= --page
BUILD = scripts/build -j $(JOBS) --preset
TEST = ctest -j $(JOBS) --preset

.PHONY: run test build install python docs bench lint tidy format clean
.PHONY: test-release test-python test-report test-asan test-tsan test-dist dist
.PHONY: campaign campaign-readers
.PHONY: setup setup-lint setup-clang setup-python
.PHONY: portable sdist wheel wheel-aarch64 package test-install outdated

build: build/build.ninja
	$(BUILD) release --target holdfast_command

run: build
	scripts/demo

test: test-release test-python test-report

test-release: build/build.ninja setup-python
	$(BUILD) release --target all holdfast_benchmarks holdfast_robust
	$(TEST) release

python: .venv/.holdfast

# Threads of other libraries that wait give the processor away: it may be a busy one.
test-python: build python
	OMP_WAIT_POLICY=passive .venv/bin/python -W error -m pytest -q tests/python
	.venv/bin/python -W error -m pytest -q --doctest-modules --pyargs holdfast
	.venv/bin/python -W error -m pytest -q --doctest-glob='*.md' docs/index.md docs/quickstart.md docs/user-guide.md \
	  docs/why-not.md docs/tutorials

test-report: build
	scripts/test_report

test-asan test-tsan: test-%: build/%/build.ninja setup-python
	$(BUILD) $*
	$(TEST) $*

# Sanitized programs for libFuzzer, then everything in turn. docs/reliability.md gets the figures.
campaign: build python build/fuzz/build.ninja
	$(BUILD) release --target campaign_tests
	$(BUILD) fuzz --target fuzzers campaign_tests
	scripts/report_packages test
	python3 tests/campaign/campaign.py --seconds $(CAMPAIGN_SECONDS) --jobs $(JOBS) $(CAMPAIGN)

# What CI has time for: the readers only, which need no other part of the library, and always the
# same files.
campaign-readers: build/fuzz/build.ninja
	$(BUILD) fuzz --target fuzz_readers
	python3 tests/campaign/campaign.py --runs 50000 --jobs $(JOBS) --only fuzz_readers

dist: build/dist/build.ninja
	$(BUILD) dist --target holdfast_command

test-dist: dist
	$(TEST) dist

install: dist
	cmake --install build/dist --prefix $(PREFIX)

# The dist build, linked against old C and C++ libraries from now on: it runs on older systems too.
portable: build/dist/build.ninja setup-python
	scripts/setup_wheel
	scripts/make_sysroot x86_64
	cmake --preset dist -DHOLDFAST_SYSROOT=$(CURDIR)/build/wheel/sysroot-x86_64 >build/wheel/cmake.log
	$(BUILD) dist --target holdfast_command holdfast_written

sdist: setup-python
	.venv/bin/python -c "from scikit_build_core.build import build_sdist as b; b('dist')"

wheel: portable sdist
	.venv/bin/python scripts/make_wheels x86_64 build/dist

wheel-aarch64: wheel
	scripts/setup cross
	scripts/make_sysroot aarch64
	cmake --preset aarch64 >build/wheel/cmake.log
	$(BUILD) aarch64 --target holdfast holdfast_report
	.venv/bin/python scripts/make_wheels aarch64 build/wheel/aarch64

package: portable
	scripts/make_package

test-install: wheel wheel-aarch64 package
	$(BUILD) aarch64 --target core_tests linalg_tests
	.venv/bin/python scripts/test_install

outdated: setup-python
	scripts/outdated

bench: build python
	$(BUILD) release --target holdfast_benchmarks
	benchmarks/run

docs: python
	scripts/docs

lint: setup-lint setup-python
	scripts/lint

tidy: setup-lint build/build.ninja
	scripts/tidy build

format: setup-lint setup-python
	scripts/lint --fix

clean:
	rm -rf build

# With the library of the release build: only the bindings are compiled here.
.venv/.holdfast: $(shell find python holdfast cmake report/src -type f) CMakeLists.txt pyproject.toml | build setup-python
	@echo "Compiling the Python package"
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	  --no-deps -C cmake.define.HOLDFAST_BUILT_IN=$(CURDIR)/build .
	@touch $@

# Ninja runs CMake again by itself, except for presets, which it does not know.
build/build.ninja: CMakePresets.json | setup
	cmake --preset release

build/%/build.ninja: CMakePresets.json | setup
	cmake --preset $*

build/asan/build.ninja build/tsan/build.ninja build/fuzz/build.ninja: | setup-clang

setup:
	@scripts/setup build

setup-lint: setup
	@scripts/setup lint

setup-clang: setup
	@scripts/setup clang

setup-python:
	@scripts/setup python
	@scripts/setup_python
