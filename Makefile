# The two commands are `make book` and `make test`; `make help` lists the rest.
# Needed beforehand: Python 3.11 to 3.14 and GNU make. Everything else goes into .venv.

PYTHON ?= python3
PORT ?= 8000
PY := .venv/bin/python

# What all results depend on, what only the bundle does, what else measures, the pages, and what
# every page depends on.
CODE := $(wildcard code/*.py code/own_table/*.py) $(wildcard data/*.csv)
BUNDLED := $(wildcard book/coursework/* code/check/*.py) book/bundle.py book/record.py book/record.txt \
	book/behind.py book/toc.py requirements.txt LICENSE \
	LICENSE-text.md data/README.md
MEASURES := $(wildcard code/checkpoint/*.py code/checkpoint/*/*.py code/checkpoint/*/*.mplstyle \
	code/checkpoint/*/*.toml)
PAGES := $(wildcard book/*.md)
SETTINGS := _config.yml _toc.yml $(wildcard book/_ext/*.py book/_static/* book/_templates/* \
	book/_templates/*/* book/scene/*) code/checkpoint/snippets.py code/checkpoint/lookup.py

.PHONY: book figures accept test lint browser check measure bundle bench mutants pdf picture lock serve clean help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules

# What a reader has set for other work (another Python's path and flags, options of pytest, colours,
# an active environment, start-up files, an empty HOME) reaches no recipe. Proxies, certificates and
# the addresses of packages are left in force.
unexport VIRTUAL_ENV FORCE_COLOR CLICOLOR_FORCE UV_SYSTEM_PYTHON UV_OVERRIDE UV_CONSTRAINT \
	$(filter-out PYTHON_%,$(filter PYTHON% PYTEST%,$(.VARIABLES)))
export IPYTHONDIR := $(CURDIR)/.venv/settings/ipython
export JUPYTER_PREFER_ENV_PATH := 1
export JUPYTER_RUNTIME_DIR := $(CURDIR)/.venv/settings/jupyter
export MPLCONFIGDIR := $(CURDIR)/.venv/settings/matplotlib

book: _build/done  ## build the chapter, recomputing what has changed
	@echo "The chapter: _build/html/index.html (open it in a browser)"

figures: book/generated/done  ## measure, check, and redraw results and figures only
	@echo "The figures: book/generated/figures"

test: book browser  ## build, then run every test (BROWSER=0 leaves the browser out)
	@$(PY) -m pytest --numprocesses logical --maxprocesses 4 --dist worksteal $(OPTIONS)

lint: .venv/done  ## look for slips in the Python files, in a second (a part of the tests, too)
	@$(PY) -m ruff check

browser: .venv/done  # a Chromium for the tests and the PDF, found or installed
	@test "$(BROWSER)" = 0 || $(PY) book/chromium.py

check: .venv/done  ## check your own scalers: make check FILE=my_scalers.py
	@test -n "$$FILE" || { echo "Name your file: make check FILE=my_scalers.py"; exit 2; }
	@$(PY) code/check "$$FILE" $(if $(ONLY),--only $(ONLY))

measure: .venv/done  ## what scaling changes on your table: make measure FILE=my.csv OUTCOME=diagnosis
	@test -n "$$FILE" -a -n "$$OUTCOME" || \
		{ echo "Name file and outcome: make measure FILE=my.csv OUTCOME=diagnosis"; exit 2; }
	@$(PY) code/measure.py "$$FILE" --outcome "$$OUTCOME" $(OPTIONS)

bundle: book  ## the zip of the page Exercises; CLASS=1: one to hand out, without answers
	@$(PY) book/bundle.py $(if $(CLASS),--class)

pdf: book browser  ## print the whole chapter as one PDF
	@$(PY) book/pdf.py

serve: book  ## show the chapter at http://localhost:8000 (or another PORT=)
	@$(PY) -m http.server --bind localhost --directory _build/html $(PORT)

accept: book/generated/done  ## accept every result as the pages print it now: the diff is the review
	@$(PY) book/record.py accept

bench: .venv/done  ## time and memory beside scikit-learn and River
	@$(PY) tests/benchmark.py $(BENCH)

mutants: .venv/done  ## change the functions bit by bit: does a test notice? (hours)
	@$(PY) -m uv run --quiet --no-project --python $(PY) --with-requirements requirements-mutation.txt \
		python tests/mutants.py $(MODULE)

picture: book/generated/done  ## renew the README's picture
	@cp book/generated/figures/scene_still.svg book/picture.svg

lock: .venv/done  ## renew requirements.lock from requirements.txt
	@$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header requirements.txt --output-file requirements.lock

clean:  ## remove all that was built (the installed packages in .venv stay)
	@rm -rf _build book/generated

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Each stamp `done` is removed first and written last: a step that was interrupted is done anew.

.venv/done: requirements.lock
	@"$(PYTHON)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' || \
		{ echo "Python 3.11 to 3.14 is needed: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Installing the packages of requirements.lock into .venv"
	@test ! -L .venv || { echo ".venv is a link: remove it first"; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv || \
		{ echo "Python lacks venv; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@awk '/^[a-z]/ { uv = /^uv==/ } uv' requirements.lock > .venv/uv.txt
	@PIP_DRY_RUN=0 $(PY) -m pip install --quiet --disable-pip-version-check --no-user --target= \
		--root=/ --prefix="$(CURDIR)/.venv" --require-hashes -r .venv/uv.txt
	@$(PY) -m uv pip install --quiet --python $(PY) --require-hashes --compile-bytecode -r requirements.lock
	@$(PY) -c 'import os, time; print("Installing:", round(time.time() - os.path.getmtime(".venv/pyvenv.cfg")), "s")'
	@touch $@

book/generated/done: .venv/done $(CODE) $(MEASURES)
	@rm -f $@
	@$(PY) code/checkpoint
	@touch $@

# Sphinx re-reads the pages that changed, or whose results, functions or data did; where a setting
# has changed it starts anew. It works aside: the last good pages stay until then.
_build/done: book/generated/done $(SETTINGS) $(PAGES) $(BUNDLED) book/finish.py
	@$(if $(filter $(SETTINGS),$?),rm -rf _build/aside)
	@rm -f $@
	@$(PY) book/record.py
	@$(PY) book/behind.py
	@mkdir -p _build
	@begun=$$(date +%s); $(PY) .venv/bin/jupyter-book build . --path-output _build/aside --quiet \
		--warningiserror --nitpick --keep-going > _build/log 2>&1 || { cat _build/log; exit 1; }; \
		echo "Pages: $$(($$(date +%s) - begun)) s"
	@$(PY) book/bundle.py
	@rm -rf _build/new && cp -R _build/aside/_build/html _build/new && cp _build/coursework.zip _build/new
	@$(PY) book/finish.py _build/new
	@rm -rf _build/html && mv _build/new _build/html
	@touch $@
