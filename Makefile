# Two commands do all the set-up: `make run` starts the app, `make test` passes every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
SOURCES_DIR ?= ../shared/sources

.PHONY: run test check unit browser bench clean

run: $(VENV)/.run
	$(BIN)/streamlit run app.py --server.port $(PORT)

test: check unit browser

$(VENV)/.run: requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.test: $(VENV)/.run tests/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	$(BIN)/python -m tests.browser.chromium
	touch $@

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m components.commands.catalogues
	$(BIN)/frictionless validate data/datapackage.json
	$(BIN)/python -m components.commands.keep_version
	@if [ -d $(SOURCES_DIR) ]; then $(BIN)/python -m components.commands.check_citations $(SOURCES_DIR); \
	elif [ -n "$$REQUIRE_ALL" ]; then echo "The documents are not in $(SOURCES_DIR)."; exit 1; \
	else echo "NO CITATION WAS CHECKED: the documents are not in $(SOURCES_DIR)."; fi

unit: $(VENV)/.test
	$(BIN)/pytest tests --ignore=tests/browser --ignore=tests/bench

browser: $(VENV)/.test
	$(BIN)/pytest tests/browser

bench: $(VENV)/.test
	$(BIN)/python -m tests.bench.rerun

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
