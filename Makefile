# The doors of the project. `make run` serves the demo shop; `make check` is the law.

# HOST:PORT of the demo shop: `make run LISTEN=127.0.0.1:9000`, or `[::1]:9000`.
LISTEN = 127.0.0.1:8080
LISTEN_PORT = $(lastword $(subst :, ,$(LISTEN)))
LISTEN_HOST = $(patsubst [%],%,$(patsubst %:$(LISTEN_PORT),%,$(LISTEN)))
# Otherwise the interface of a module is compiled beforehand as well, so that others need not wait for the rest.
AT_ONCE = -Xswiftc -no-emit-module-separately-wmo

# How the decision LinkedAsOne has it, for the programs of benchmarks as well. macOS brings Swift's libraries
# itself; the rest was not tried there.
ifeq ($(shell uname),Linux)
LINKED_AS_ONE = --static-swift-stdlib --experimental-lto-mode full
endif
# What `make run` starts.
PROGRAM = .build/release/moa
BUILD_PROGRAM = swift build -c release --product moa
OPTIMIZED = .build/optimized
OPTIMIZE = swift build -c release --scratch-path $(OPTIMIZED) $(LINKED_AS_ONE) $(AT_ONCE)

.PHONY: run build release deb image quick test check contract fuzz format bench hostile soak clean tried

# Always on a private PostgreSQL of the usual directory: a demo must not land in the database of an exported
# URL, nor in that of an exported directory.
run:
	@.ci/install run
	@$(BUILD_PROGRAM)
	@.ci/hints $(LISTEN)
	@exec env -u MOA_DATABASE_URL -u MOA_DATA_DIR $(PROGRAM) serve --demo --naver-open --drain-delay 0 \
	  --host "$(LISTEN_HOST)" --port "$(LISTEN_PORT)"

build:
	@.ci/install run
	swift build

# What operators install, and its symbols in a file of their own, which debuggers find beside it; takes a
# minute and a half more than `make run` takes to build.
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

# Of one build, which is optimised, since a compiler may be wrong about that alone: parts and the whole program are
# tried with the checks of a debug build, and open to tests. `make hostile`, `make soak` and `make bench` try the
# program as operators install it.
TESTED = .build/tested
AS_TESTED = -c release --scratch-path $(TESTED) --explicit-target-dependency-import-check error $(AT_ONCE) \
  $(addprefix -Xswiftc ,-enable-testing -assert-config Debug -gnone)
test:
	@.ci/install check
	@.ci/test $(AS_TESTED)

# What a change of a rule, a cell or a route breaks: without a database, and without the program.
quick:
	@swift build --build-tests
	@swift test --skip-build --filter '^(TextTests|DomainTests|UseCasesTests|TransportTests|HTTPTests)\.'

TRIED = .build/tried.log
check:
	@.ci/install check
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	swift build --build-tests $(AS_TESTED)
	@rm -f $(TRIED)
	@$(MAKE) --no-print-directory -j 2 test tried || { tail -n 14 $(TRIED) 2>/dev/null | tail -c 1200; exit 1; }

tried: OPTIMIZED = $(TESTED)
tried:
	@$(STRIP)
	@.ci/tried $(CURDIR)/$(INSTALLED) $(TRIED)

# An hour for all targets together; `make fuzz SECONDS=60` for a short one.
SECONDS = 3600
fuzz:
	@.ci/install run
	@.ci/install fuzz
	@Tests/Fuzz/run $(SECONDS)

# Whether the running shop keeps its contract, and its pages work in Chromium.
contract:
	@.ci/install check
	@$(BUILD_PROGRAM)
	@.ci/contract $(CURDIR)/$(PROGRAM)

format:
	swift format --in-place --recursive Package.swift Sources Tests

# The plans of searches are tried at twenty times as many products as `make test` has.
PRODUCTS = 100000
bench:
	@.ci/install bench
	MOA_SEARCHED_PRODUCTS=1000000 swift test --filter '^RepositoriesTests\.SearchPlanTests'
	@for product in moa conformance-server pages statements; do \
	  $(OPTIMIZE) --product $$product || exit 1; done
	python3 Tests/Benchmarks/compare.py $(OPTIMIZED)/release/moa \
	  $(OPTIMIZED)/release/conformance-server
	python3 Tests/Benchmarks/catalogue.py $(OPTIMIZED)/release --products $(PRODUCTS)
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
	rm -rf $(OPTIMIZED) $(TESTED) $(TRIED)
