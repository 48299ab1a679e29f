# The doors of the project. `make run` serves the demo shop; `make check` is the law.

LISTEN = 127.0.0.1:8080
STRICT = --explicit-target-dependency-import-check error

.PHONY: run build test check format bench clean

run:
	@.ci/install run
	@swift build -c release --product moa
	@.ci/hints $(LISTEN)
	@exec .build/release/moa serve --demo --drain-delay 0

build:
	@.ci/install run
	swift build

test:
	@.ci/install check
	swift test

check:
	@.ci/install check
	swift format lint --strict --recursive Package.swift Sources Tests
	swift build --build-tests $(STRICT)
	swift test $(STRICT)

format:
	swift format --in-place --recursive Package.swift Sources Tests

bench:
	@.ci/install bench
	@swift build -c release --product moa
	python3 Tests/Benchmarks/compare.py .build/release/moa

clean:
	swift package clean
