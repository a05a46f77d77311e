# Two commands do all the set-up: `make run` starts the app, `make test` passes every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
OUT ?= site
SBOM ?= bom.json
SOURCES_DIR ?= ../shared/sources
# How many tests run at once; a worker in the browser has a server and a Chromium of its own.
WORKERS ?= 2
# What `make quick` compares with: the last commit, or a branch.
SINCE ?= HEAD

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --no-config --universal \
	--python-version 3.11 --generate-hashes $(if $(UPGRADE),--upgrade)
PYTEST := $(BIN)/pytest --numprocesses $(WORKERS)
CHECKS := check-style check-types check-layers check-texts check-data check-citations

.PHONY: publish run test test-long check $(CHECKS) unit browser quick hooks bench engines interop lock sbom audit clean

run: $(VENV)/.run
	$(BIN)/streamlit run app.py --server.port $(PORT)

test: check unit browser

# Before a version: what takes minutes, and what other programs make of our files.
test-long: $(VENV)/.test
	$(BIN)/python -m tests.bench.long --workers $(WORKERS)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.lock | $(BIN)/python
	$(INSTALL) -r requirements.lock
	touch $@

# The tests' lock holds all that the app needs, too.
$(VENV)/.test: tests/requirements.lock | $(BIN)/python
	$(INSTALL) -r tests/requirements.lock
	$(BIN)/python -m tests.support.programs
	touch $@

# Side by side, each with its output in one piece; all of them, even if the first finds something.
check: $(VENV)/.test
	@$(MAKE) --no-print-directory --jobs $(WORKERS) --output-sync --keep-going $(CHECKS)

check-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.support.check_tests

check-types:
	$(BIN)/mypy

check-layers:
	$(BIN)/lint-imports

check-texts:
	$(BIN)/python -m components.commands.catalogues

check-data:
	$(BIN)/python -m components.commands.check_sentences
	$(BIN)/frictionless validate data/datapackage.json
	$(BIN)/python -m components.commands.keep_version $(if $(REQUIRE_ALL),,--draft)
	$(BIN)/python -m components.commands.written

check-citations:
	@if [ -d $(SOURCES_DIR) ]; then $(BIN)/python -m components.commands.check_citations $(SOURCES_DIR); \
	elif [ -n "$$REQUIRE_ALL" ]; then echo "The documents are not in $(SOURCES_DIR)."; exit 1; \
	else echo "NO CITATION WAS CHECKED: the documents are not in $(SOURCES_DIR)."; fi

unit: $(VENV)/.test
	$(PYTEST) -m "not long" tests --ignore=tests/browser --ignore=tests/bench

# A browser is a program of its own: a test that fails is tried once more, and reported as RERUN.
browser: $(VENV)/.test
	$(PYTEST) -m "not long" --reruns 1 -r aR tests/browser

# Tests in a browser keep a loop of events running, which the others' own do not bear.
quick: check
	@tests=$$($(BIN)/python -m tests.support.affected_tests $(SINCE)) || exit 1; \
	[ -n "$$tests" ] || { echo "No test is affected."; exit 0; }; echo "$$tests"; \
	for where in "" -v; do part=$$(echo "$$tests" | grep $$where "^tests/browser"); \
	[ -z "$$part" ] || $(PYTEST) --quiet -m "not slow and not long" $$part || exit 1; done

# The story as plain files: make publish OUT=site BASE=https://example.org/story/
publish: $(VENV)/.run
	$(BIN)/python -m components.commands.publish $(OUT) $(if $(BASE),--base $(BASE)) $(if $(APP),--app $(APP))

hooks:
	git config core.hooksPath .githooks

bench: $(VENV)/.test
	$(BIN)/python -m tests.bench.rerun
	$(BIN)/python -m tests.bench.paint

# Spark's answers beside DuckDB's, with workers of its own; needs Java 17 (openjdk-17-jre-headless).
engines: $(VENV)/.test
	$(BIN)/python -m venv $(VENV)/engines
	$(VENV)/engines/bin/python -m pip install --quiet --disable-pip-version-check \
		-r tests/requirements.txt -r tests/engines/requirements.txt
	$(VENV)/engines/bin/python -m tests.engines.spark 5000 1000 5000 40
	PYTHONPATH=$$($(VENV)/engines/bin/python -c "import sysconfig as s; print(s.get_path('purelib'))") \
		REQUIRE_SPARK=1 $(BIN)/pytest tests/server/test_table.py -k spark

# Our files in other people's programs; needs the network, and writes docs/interop.md.
interop: $(VENV)/.test
	$(BIN)/python -m tests.interop

# The second file is held to the versions of the first: the tests run what readers run.
lock: $(VENV)/.test
	$(LOCK) requirements.txt --output-file requirements.lock
	$(LOCK) tests/requirements.txt --constraints requirements.lock --output-file tests/requirements.lock

# The bill of materials: make sbom SBOM=bom.json
sbom: $(VENV)/.run
	$(BIN)/python -m components.commands.sbom $(SBOM)

audit: $(VENV)/.test
	@$(BIN)/python -m tests.support.programs.audit

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
