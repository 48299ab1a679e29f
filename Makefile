# The entry points of the project. `make run` serves the demo shop; every change must pass `make check`.

# HOST:PORT of the demo shop: `make run LISTEN=127.0.0.1:9000`, or `[::1]:9000`.
LISTEN = 127.0.0.1:8080
LISTEN_PORT = $(lastword $(subst :, ,$(LISTEN)))
LISTEN_HOST = $(patsubst [%],%,$(patsubst %:$(LISTEN_PORT),%,$(LISTEN)))
# SwiftPM's release configuration compiles a module whole; without optimisation and debug information that is the
# quickest build. Modules wait for each other either way: the interface is not made beforehand as well.
AT_ONCE = -Xswiftc -no-emit-module-separately-wmo
# The one everyday build, so that `make run` and `make test` need not compile anything twice.
PLAIN = -c release $(AT_ONCE) $(addprefix -Xswiftc ,-Onone -gnone -enable-testing)
BUILD_PROGRAM = swift build $(PLAIN) --product moa
PROGRAM = .build/release/moa

# Linked as the decision LinkedAsOne describes, also for the programs of benchmarks. On macOS Swift's libraries
# are part of the system; the rest was not tried there.
ifeq ($(shell uname),Linux)
LINKED_AS_ONE = --static-swift-stdlib --experimental-lto-mode full
endif
OPTIMIZED = .build/optimized
OPTIMIZE = swift build -c release --scratch-path $(OPTIMIZED) $(LINKED_AS_ONE) $(AT_ONCE)

.PHONY: run build release deb image quick test check nightly contract fuzz format bench hostile soak clean tried

# Always on a private PostgreSQL in the usual directory: a demo must not be loaded into the database of an exported
# URL or directory. `make run FAST=1` builds and starts the program of `make release`.
run: $(if $(FAST),release)
	@.ci/install run
	@$(if $(FAST),,$(BUILD_PROGRAM))
	@.ci/hints $(LISTEN) $(if $(FAST),optimised,plain)
	@exec env -u MOA_DATABASE_URL -u MOA_DATA_DIR $(if $(FAST),$(INSTALLED),$(PROGRAM)) serve --demo \
	  --naver-open --cors-origins loopback --drain-delay 0 --host "$(LISTEN_HOST)" --port "$(LISTEN_PORT)"

build:
	@.ci/install run
	swift build

# The program that operators install, and its symbols in a separate file, which debuggers find beside it. It takes
# several times as long as the build of `make run`.
INSTALLED = $(OPTIMIZED)/moa
ifeq ($(shell uname),Linux)
STRIP = objcopy --only-keep-debug $(OPTIMIZED)/release/moa $(INSTALLED).debug \
  && printf '%-48s' "$$(git describe --always --abbrev=40 --exclude='*' --dirty 2>/dev/null)" \
    > $(OPTIMIZED)/commit \
  && objcopy --strip-all --add-gnu-debuglink=$(INSTALLED).debug \
    --update-section .moa_commit=$(OPTIMIZED)/commit $(OPTIMIZED)/release/moa $(INSTALLED)
else
STRIP = cp $(OPTIMIZED)/release/moa $(INSTALLED)
endif
release:
	@.ci/install run
	@$(OPTIMIZE) --product moa
	@$(STRIP)
	@echo "$(INSTALLED)"

# For machines without Swift.
PACKAGES = .build/packages
deb: release
	@.ci/install packages
	@deploy/debian/build $(INSTALLED) $(PACKAGES)

image: release
	@.ci/install packages
	@deploy/image/build $(INSTALLED) $(PACKAGES)

# The walls are checked here, where all modules are built.
AS_TESTED = $(PLAIN) --explicit-target-dependency-import-check error
test:
	@.ci/install check
	@.ci/test $(AS_TESTED)

# Finds what a change of a rule, a cell or the HTTP engine breaks, without a database and without the program.
quick:
	@swift build --build-tests $(PLAIN)
	@swift test --skip-build $(PLAIN) --filter '^(TextTests|DomainTests|UseCasesTests|WebTests|HTTPTests)\.'

TRIED = .build/tried.log
check:
	@.ci/install check
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	swift build --build-tests $(AS_TESTED)
	@rm -f $(TRIED)
	@$(MAKE) --no-print-directory -j 2 test tried || { tail -n 14 $(TRIED) 2>/dev/null | tail -c 1200; exit 1; }

# Contract and packages, with the program of the tests: `make nightly` tries the one that operators install.
tried: OPTIMIZED = .build
tried:
	@$(STRIP)
	@.ci/tried $(CURDIR)/$(INSTALLED) $(TRIED) contract packages

# Within an hour: everything that takes too long for every change, and all tests once more with the optimised program.
# The modules of the tests are optimised, too, with the checks of a debug build, to find mistakes of the compiler.
NIGHTLY = .build/nightly
AS_NIGHTLY = -c release --scratch-path $(NIGHTLY) $(AT_ONCE) \
  $(addprefix -Xswiftc ,-enable-testing -assert-config Debug -gnone)
nightly: release
	@for purpose in check clients hostile soak fuzz; do .ci/install $$purpose || exit 1; done
	@for product in conformance-server churn; do $(OPTIMIZE) --product $$product || exit 1; done
	@.ci/nightly $(CURDIR)/$(INSTALLED) $(AS_NIGHTLY)

# An hour for all targets together; `make fuzz SECONDS=60` for a short one.
SECONDS = 3600
fuzz:
	@.ci/install run
	@.ci/install fuzz
	@Tests/Fuzz/run $(SECONDS)

# Checks whether the running shop keeps its contract, and whether its pages work in Chromium.
contract:
	@.ci/install check
	@$(BUILD_PROGRAM)
	@.ci/contract $(CURDIR)/$(PROGRAM)

format:
	swift format --in-place --recursive Package.swift Sources Tests

PRODUCTS = 100000
bench:
	@.ci/install bench
	@for product in moa conformance-server pages statements; do \
	  $(OPTIMIZE) --product $$product || exit 1; done
	python3 Tests/Benchmarks/compare.py $(OPTIMIZED)/release/moa \
	  $(OPTIMIZED)/release/conformance-server
	python3 Tests/Benchmarks/catalogue.py $(OPTIMIZED)/release --products $(PRODUCTS)
	python3 Tests/Benchmarks/answers.py $(OPTIMIZED)/release/moa
	@for page in products tiles open-market mommytalk detail; do \
	  $(OPTIMIZED)/release/pages $$page || exit 1; done

# About ten minutes of attacks; every promise is a row of the table that it prints.
hostile:
	@.ci/install hostile
	@for product in moa conformance-server churn; do \
	  $(OPTIMIZE) --product $$product || exit 1; done
	python3 Tests/Hostile/hostile.py $(OPTIMIZED)/release

# An hour of mixed load with a fault every minute, as root on Linux; `make soak MINUTES=10` for a short one.
MINUTES = 60
soak:
	@.ci/install soak
	@$(OPTIMIZE) --product moa
	python3 Tests/Hostile/soak.py $(OPTIMIZED)/release/moa --minutes $(MINUTES)

clean:
	swift package clean
	rm -rf $(OPTIMIZED) $(NIGHTLY) $(TRIED) .build/moa .build/moa.debug .build/commit
