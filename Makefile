# Everything that is done to this project by command. `make` alone lists it; each target works from a
# fresh clone, because each builds the virtual environment it needs first.

VENV  := .venv
PY    := $(VENV)/bin/python
PIP   := $(PY) -m pip --quiet --disable-pip-version-check
RUN   := $(VENV)/ready-to-run
DEV   := $(VENV)/ready-to-develop
BROWSER := $(VENV)/ready-to-browse

# Real games, which are not part of the project.
CORPUS ?= ../shared/corpus

# The first interpreter that is new enough and can make a virtual environment.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

.PHONY: help demo sim test test-browser check perft replay soak crash day mutants fuzz peers bench venv clean \
	hardware hardware-check hardware-fab install uninstall test-install test-guest
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: ## set up or update this Raspberry Pi: sudo make install (DESTDIR=/mnt/card for another root)
	@/usr/bin/python3 -B -m firmware.setup install --root $(or $(DESTDIR),/)

uninstall: ## take it out again; games and configuration stay
	@/usr/bin/python3 -B -m firmware.setup uninstall --root $(or $(DESTDIR),/)

demo: $(RUN) ## watch a hand play a game of Russian draughts on the simulated board
	@$(PY) -m host_sim demo $(ARGS)

sim: $(DEV) ## the simulated board as a page in the browser, to play with
	@$(PY) -m host_sim page $(ARGS)

test: $(DEV) ## the test suite, about five minutes (ARGS="-k clock" picks some)
	$(PY) -m pytest $(ARGS)

test-browser: $(BROWSER) ## drive the pages in Chromium (Debian: apt install chromium)
	$(PY) -m pytest -m browser tests/browser $(ARGS)

test-install: $(DEV) ## install and uninstall in trees of Debian 12 and 13 (root; apt install debootstrap)
	$(PY) -m pytest -m slow tests/setup $(ARGS)

test-guest: $(DEV) ## play on the board as installed, in a virtual machine (root; see tests/guest/test_guest.py)
	$(PY) -m pytest -m slow tests/guest $(ARGS)

check: $(BROWSER) ## style, types and architecture
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest tests/test_architecture.py

perft: $(DEV) ## count move trees against published numbers, up to a million nodes each
	$(PY) -m pytest -m slow tests/rules $(ARGS)

replay: $(RUN) ## play whole files of real games through the simulated hardware
	@test -d $(CORPUS) || echo "No games to replay: $(CORPUS) is not there (make replay CORPUS=FOLDER)."
	@test ! -d $(CORPUS) || $(PY) -m host_sim replay $(CORPUS)/russian_abatsiev.pdn \
		$(CORPUS)/international_wk2003.pdn $(ARGS)
	@test ! -d $(CORPUS) || $(PY) -m host_sim replay $(CORPUS)/english_tinsley.pdn --first 50 $(ARGS)

soak: $(RUN) ## 200 games by seeded hands; every move must be recognised (ARGS=--faults)
	@$(PY) -m host_sim soak --games 200 --seed 1 --variant all $(ARGS)

crash: $(RUN) ## 2000 power cuts at random moments of 50 games; nothing recorded may be lost
	@$(PY) -m host_sim crash --games 50 --cuts 2000 --seed 1 $(ARGS)

day: $(DEV) ## a game of five hours and a tournament day of twelve, in virtual time
	$(PY) -m pytest -s -m slow tests/sim/test_day.py $(ARGS)

mutants: $(DEV) ## plant bugs one by one; each must be found by its check, ten minutes
	$(PY) -m pytest -m slow tests/mutants $(ARGS)

fuzz: $(DEV) ## feed the readers of FEN, moves and PDN five minutes of nonsense, in 2 GB of memory
	ulimit -v 2000000; REEDBOARD_FUZZ=25000 $(PY) -m pytest tests/notation/test_fuzz.py $(ARGS)

peers: $(DEV) ## let py-draughts and pydraughts read what this project writes
	$(PY) -m pytest -m slow tests/notation $(ARGS)

bench: $(DEV) ## measure speed and bus use, beside py-draughts and pydraughts
	$(PY) -m tests.bench $(ARGS)

hardware: $(RUN) ## write schematics, boards, lists, tables and decks anew from the wiring files
	@$(PY) -m hardware.gen

hardware-check: $(RUN) ## ERC, DRC, netlist and margins; needs KiCad 9 and ngspice, installs them if root
	@$(PY) -m hardware.gen --check
	@$(PY) -m hardware.check --install $(ARGS)

hardware-fab: $(RUN) ## gerbers, drill, positions, STEP, PDF, pictures into build/fab; needs KiCad 9
	@$(PY) -m hardware.fab $(ARGS)

venv: $(DEV) ## build .venv with all that development needs

clean: ## remove all that these targets made
	rm -rf $(VENV) .venv-peers build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Reedboard needs Python 3.11 or newer with venv:" \
		"install it (Debian: apt install python3-venv) or run make PYTHON=/path/to/python3." >&2; exit 2; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --editable .
	@touch $@

$(DEV): $(RUN)
	@echo "Adding the tools of development to $(VENV) ..."
	@$(PIP) install --editable '.[dev]'
	@touch $@

$(BROWSER): $(DEV)
	@echo "Adding the driver of the browser to $(VENV) ..."
	@$(PIP) install --editable '.[browser]'
	@touch $@
