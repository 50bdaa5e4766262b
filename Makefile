# What can be done here: run `make` or `make help`.
PYTHON ?= python3
TEST_JOBS ?= 2
N ?= 1000000
DEALS ?= 2000
SEED ?= 66
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
UV_COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --fork-strategy fewest --no-config --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-long lockstep audits mutants faults fuzz browser check bench reports pictures fit-bidding lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22

demo: $(VENV)/.runtime ## play 100,000 games of Çift 66 and print the report
	$(BIN)/sixtysix simulate scenarios/cift66.toml --out runs/demo --force
	$(BIN)/sixtysix report runs/demo

test: $(VENV)/.dev ## run the tests, all but those of test-long
	$(BIN)/python -m pytest -n $(TEST_JOBS) --dist worksteal

test-long: $(VENV)/.dev ## the tests that test leaves out: clusters that lose workers, an object storage, file limits
	$(BIN)/python -m pytest -n 1 -m long

lockstep: $(VENV)/.dev ## kernel and referee side by side over N deals of each family (a million)
	SIXTYSIX_LOCKSTEP=$(N) SIXTYSIX_LOCKSTEP_SEED=$(SEED) \
		$(BIN)/python -m pytest -n $(TEST_JOBS) tests/agreement/test_lockstep.py \
		tests/agreement/test_talon_lockstep.py

mutants: $(VENV)/.dev ## break the kernel in every listed way: the audit must name the clause
	SIXTYSIX_ALL_MUTANTS=1 $(BIN)/python -m pytest -n $(TEST_JOBS) tests/mutation

audits: $(VENV)/.dev ## audit the logs of 200 drawn rule sets a family, DEALS deals of each
	SIXTYSIX_AUDIT=$(DEALS) $(BIN)/python -m pytest -n $(TEST_JOBS) tests/agreement/test_audit_clean.py

faults: $(VENV)/.dev ## kills, full disks, damaged files: every one, and their counts anew
	$(BIN)/python -m tests.faults.campaign $(TEST_JOBS)

fuzz: $(VENV)/.dev ## read N broken files of every kind (a million), and their counts anew
	$(BIN)/python -m tests.fuzz.campaign $(N) $(SEED) $(TEST_JOBS)

browser: $(VENV)/.dev ## open every kind of page in a headless chromium: no error, no request, charts seen
	$(BIN)/python -m pytest -n 1 -m browser tests/browser

check: $(VENV)/.dev ## lint, formatting, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.runtime ## speed of this machine, and the table of docs/performance.md anew
	$(BIN)/sixtysix bench
	$(BIN)/python benchmarks/performance.py

# Each report is written beside its old version and renamed, so that a failure leaves the old one.
reports: $(VENV)/.runtime ## remake the sample reports in reports/
	mkdir -p reports
	$(BIN)/sixtysix simulate scenarios/cift66.toml --out runs/reports --force
	$(BIN)/sixtysix report runs/reports --html reports/cift66.html.new > reports/cift66.txt.new
	$(BIN)/sixtysix report runs/reports --json > reports/cift66.json.new
	$(BIN)/sixtysix compare cift66 --set rules.auction.min_bid=120 --games 20000 \
		> reports/compare_min_bid_120.txt.new
	$(BIN)/sixtysix compare cift66 --set rules.kaput.wipes_melds=false --primary written \
		--games 20000 > reports/compare_kaput_keeps_melds.txt.new
	$(BIN)/sixtysix compare classic_66_v1 --set rules.marriage.after_close=true --games 20000 \
		> reports/compare_marriage_after_close.txt.new
	$(BIN)/sixtysix sweep cift66 --vary rules.auction.min_bid=120:200:10 --games 20000 \
		> reports/sweep_min_bid.txt.new
	$(BIN)/sixtysix sweep cift66 --vary rules.kaput.wipes_melds=true,false \
		--vary rules.kaput.factor=1,2 --metric made --metric written --metric kaput \
		--metric deals_per_game --games 20000 > reports/sweep_kaput.txt.new
	$(BIN)/sixtysix tune cift66 --vary rules.game.target=1000:2000:50 \
		--target deals_per_game=8 --games 20000 > reports/tune_length.txt.new
	$(BIN)/sixtysix sensitivity cift66 --games 20000 > reports/sensitivity.txt.new
	for preset in classic_66_v1 seksogtres; do \
		$(BIN)/sixtysix simulate scenarios/$$preset.toml --out runs/reports-$$preset --force \
			&& $(BIN)/sixtysix report runs/reports-$$preset \
			--html reports/$$preset.html.new > "reports/$$preset.txt.new" || exit 1; done
	$(BIN)/sixtysix compare cift66 --set bots.default=search --games 300 --other-bots none \
		> reports/search_cift66.txt.new
	for preset in classic_66_v1 seksogtres; do \
		$(BIN)/sixtysix compare $$preset --set bots.default=search --games 500 \
			--other-bots none > "reports/search_$$preset.txt.new" || exit 1; done
	for preset in classic_66_v1 seksogtres schnapsen; do \
		$(BIN)/sixtysix sensitivity $$preset --games 20000 \
			> "reports/sensitivity_$$preset.txt.new" || exit 1; \
		$(BIN)/sixtysix sensitivity $$preset --rights --games 20000 \
			> "reports/rights_$$preset.txt.new" || exit 1; done
	$(BIN)/sixtysix sensitivity cift66 --rights --games 20000 > reports/rights.txt.new
	for name in reports/*.new; do mv "$$name" "$${name%.new}" || exit 1; done
	rm -r runs/reports runs/reports-*

pictures: $(VENV)/.dev ## screenshots of the report for docs/, from reports/ (needs chromium)
	$(BIN)/python -m tests.browser.pictures

# make fit-bidding renews the package's own fit; SCENARIO=my.toml writes my-bidding.toml beside it.
SCENARIO ?= cift66
PACKAGE_FIT := sixtysix_sim/policies/auction/bidding.toml
FIT ?= $(if $(filter cift66,$(SCENARIO)),$(PACKAGE_FIT),$(basename $(SCENARIO))-bidding.toml)
fit-bidding: $(VENV)/.runtime ## fit the bidding of standard to the rules of SCENARIO
	$(BIN)/sixtysix bots fit $(SCENARIO) --out $(FIT)
	$(BIN)/sixtysix bots calibration $(SCENARIO) --games 60000 --seed 2026 \
		--set bots.default.fit=$(abspath $(FIT))

lock: $(VENV)/.runtime ## choose new versions and hashes for requirements*.txt
	$(PIP) install 'uv>=0.9'
	$(UV_COMPILE) --upgrade --extra build --output-file requirements.txt
	$(UV_COMPILE) --upgrade --extra build --extra dev --extra dask --extra s3 \
		--constraint requirements.txt --output-file requirements-dev.txt

clean: ## remove the environment, caches and the demo's run; other runs stay
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache runs/demo runs/reports runs/reports-* reports/*.new
	find sixtysix_sim tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment: one folder, two stamps, so that the demo need not wait for the test tools.
$(VENV)/.runtime: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "sixtysix needs Python 3.11 or newer; name one, as in: make PYTHON=python3.12" \
		"$(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Making the environment in $(VENV) (a minute or two, once)" >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes -r requirements.txt
	@PYTHONWARNINGS=ignore $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@echo "Adding the tools for tests and checks" >&2
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@
