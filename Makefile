# The doors of the project. `make run` serves the demo shop; `make check` is the law.

# HOST:PORT of the demo shop: `make run LISTEN=127.0.0.1:9000`, or `[::1]:9000`.
LISTEN = 127.0.0.1:8080
LISTEN_PORT = $(lastword $(subst :, ,$(LISTEN)))
LISTEN_HOST = $(patsubst [%],%,$(patsubst %:$(LISTEN_PORT),%,$(LISTEN)))
STRICT = --explicit-target-dependency-import-check error
# With Swift's libraries inside: quicker by a twentieth, and nothing of Swift's need be installed where
# the program runs. macOS brings them itself.
RELEASE = swift build -c release $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: run build test check fuzz format bench hostile clean

# Always on a private PostgreSQL: a demo must not land in the database of an exported URL.
run:
	@.ci/install run
	@$(RELEASE) --product moa
	@.ci/hints $(LISTEN)
	@exec env -u MOA_DATABASE_URL .build/release/moa serve --demo --drain-delay 0 \
	  --host "$(LISTEN_HOST)" --port "$(LISTEN_PORT)"

build:
	@.ci/install run
	swift build

test:
	@.ci/install check
	@.ci/test

check:
	@.ci/install check
	swift format lint --strict --recursive Package.swift Sources Tests
	@.ci/test $(STRICT)

# An hour for all targets together; `make fuzz SECONDS=60` for a short one.
SECONDS = 3600
fuzz:
	@.ci/install run
	@.ci/install fuzz
	@Tests/Fuzz/run $(SECONDS)

format:
	swift format --in-place --recursive Package.swift Sources Tests

bench:
	@.ci/install bench
	@for product in moa conformance-server pages statements; do \
	  $(RELEASE) --product $$product || exit 1; done
	python3 Tests/Benchmarks/compare.py .build/release/moa .build/release/conformance-server
	python3 Tests/Benchmarks/catalogue.py .build/release
	@for page in products tiles open-market mommytalk detail; do \
	  .build/release/pages $$page && .build/release/pages $$page 10000 still || exit 1; done

# About ten minutes of attacks; every promise is a row of the table that it prints.
hostile:
	@.ci/install hostile
	@for product in moa conformance-server churn; do \
	  $(RELEASE) --product $$product || exit 1; done
	python3 Tests/Hostile/hostile.py .build/release

clean:
	swift package clean
