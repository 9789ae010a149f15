# What each target does stands in README.md. Everything that is built goes to .build.

PREFIX ?= /usr/local
DESTDIR ?=

programs := $(CURDIR)/.build/programs
gazetteer := Sources/Geocoding/Gazetteer
# The one place where the version stands; everything else has it from there.
version := $(shell sed -n 's/.*version = "\(.*\)"/\1/p' Sources/Wire/Release.swift)
coastline := Sources/Rendering/Map/Coastline/coastline.dat
completions := $(foreach shell,bash zsh fish,$(programs)/completion.$(shell))
sources := $(shell find Sources -type f) Package.swift Makefile

# Nothing looks a symbol up in weatherd or its worker, so none is exported; and its relocations are packed where the C library can
# unpack them (glibc 2.36). Together that saves 5 MB of memory.
glibc := $(lastword $(shell getconf GNU_LIBC_VERSION))
packed := $(if $(shell printf '2.36\n$(glibc)\n' | sort -VC && echo yes),-Xlinker -z -Xlinker pack-relative-relocs)
# The C++ library, which the reader of TOML is written with, is linked into it: to load it took a millisecond of each start.
static := $(CURDIR)/.build/static
weatherd_flags := --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -L$(static) $(packed)
# TOMLKit asks for all of Foundation, of which its essentials have what it uses: without the rest weatherd is 43 MB smaller. What would
# need more of it is an error of the linker here.
absent := Foundation CoreFoundation FoundationInternationalization _FoundationICU
essential_flags := $(foreach library,$(absent),-Xlinker '--remap-inputs=*/lib$(library).a=/dev/null')

# libFuzzer finds its way by what all modules are compiled with; optimised they are tried ten times as often, and traps
# are the same. -enable-testing opens them to the targets, as @testable does in the tests.
fuzz_flags := --package-path Tests/Fuzz --scratch-path .build-fuzz --configuration release --sanitize fuzzer \
    -Xswiftc -enable-testing -Xswiftc -g
fuzz := Tests/Fuzz/run

# What a command that failed has left of its target is not taken for it.
.DELETE_ON_ERROR:

.PHONY: all run test integration torture soak sanitize fuzz fuzz-build fuzz-merge bench fleet lint format \
        install install-sandbox uninstall uninstall-sandbox deb clean \
        build-packages gazetteer-packages test-packages integration-packages deb-packages bench-packages

data := $(programs)/gazetteer.sqlite $(programs)/cities.sqlite $(programs)/coastline.dat
built := $(programs)/weatherd $(programs)/weatherd-worker $(programs)/weatherctl $(programs)/weatherctl-tools $(data) $(completions)
packages := .build/weatherd_$(version)_$(shell dpkg --print-architecture 2>/dev/null).deb .build/weatherd-places_$(version)_all.deb

all: $(built)

$(programs)/weatherd: $(sources) | build-packages $(static)/libstdc++.a
	swift build --configuration release --product weatherd $(weatherd_flags) $(essential_flags)
	@mkdir -p $(programs)
	strip -o $@ .build/release/weatherd

$(programs)/weatherd-worker: $(sources) | build-packages $(static)/libstdc++.a
	swift build --configuration release --product weatherd-worker $(weatherd_flags)
	@mkdir -p $(programs)
	strip -o $@ .build/release/weatherd-worker

# Where the linker looks first, and finds no shared one.
$(static)/libstdc++.a: | build-packages
	@mkdir -p $(@D)
	ln -sf "$$($(CXX) -print-file-name=libstdc++.a)" $@
	@test -f $@

# One small static executable: the dynamic loader alone would take longer than the answer of the daemon.
$(programs)/weatherctl: $(wildcard Sources/Wire/* Sources/Client/* Sources/weatherctl/* Sources/weatherctl/*/*) .make/embedded | build-packages
	@mkdir -p $(programs)
	.make/embedded $@

# With the flags of weatherd, so that what they share is compiled once.
$(programs)/weatherctl-tools: $(sources) $(programs)/weatherd | build-packages
	swift build --configuration release --product weatherctl-tools $(weatherd_flags)
	strip -o $@ .build/release/weatherctl-tools

indexes := $(wildcard Sources/Geocoding/Indexes/*.sql)
$(programs)/gazetteer.sqlite: $(gazetteer)/build.sh $(wildcard $(gazetteer)/*.sql $(gazetteer)/*.tsv.xz) $(indexes) | gazetteer-packages
	$(gazetteer)/build.sh $@

# The largest cities of it.
$(programs)/cities.sqlite: $(programs)/gazetteer.sqlite
	$(gazetteer)/build.sh $@ $<

$(programs)/coastline.dat: $(coastline)
	@mkdir -p $(programs)
	cp $< $@

$(programs)/completion.%: $(programs)/weatherctl-tools
	$< --generate-completion-script $* >$@

run: all
	@.make/run $(programs)

test: all test-packages
	swift build --build-tests
	WEATHERD_PROGRAMS=$(programs) swift test --skip-build --skip EndToEndTests
	# The real programs answer within seconds or not at all, so each test has the machine for itself.
	WEATHERD_PROGRAMS=$(programs) swift test --skip-build --no-parallel --filter EndToEndTests

integration: all $(packages) test-packages integration-packages
	swift build --build-tests
	Tests/Integration/run

# A month of faults on a fast clock, or as many days as DAYS says; WEATHERD_SOAK_SEED chooses another month.
DAYS ?= 30
soak: all test-packages
	swift build --build-tests
	WEATHERD_PROGRAMS=$(programs) WEATHERD_SOAK_DAYS=$(DAYS) swift test --skip-build --filter SoakTests

# What `make test` tries some times, tried often, with the machine for itself: some ten minutes.
torture: all test-packages
	swift build --build-tests
	WEATHERD_TORTURE=1 WEATHERD_PROGRAMS=$(programs) timeout --kill-after=10 900 swift test --skip-build --no-parallel \
	    --filter 'EndToEndTests.(CrashTests|StartRaceTests|SignalTests|UnrulyClientTests|WorkerTests)' \
	    --filter 'KeepingTests.(SettingsFilesTests|DamagedCacheTests)'

# The end-to-end tests with programs that watch their own memory, and then their own threads; SANITIZERS=thread for one of the
# two, UNITS=1 for the unit tests too.
sanitize: build-packages test-packages $(data)
	swift build --build-tests
	set -e; for kind in $(or $(SANITIZERS),address thread); do Tests/Sanitizers/run $$kind; done

# ONLY="client idle" for these sections alone; Tests/Benchmarks/Sections has them all.
bench: all $(programs)/floor bench-packages
	Tests/Benchmarks/bench.sh $(programs)/weatherd $(programs)/weatherctl $(programs)/floor

$(programs)/floor: Tests/Benchmarks/Floor/main.swift $(sources) | build-packages $(static)/libstdc++.a
	WEATHERD_BENCHMARKS=1 swift build --configuration release --product floor $(weatherd_flags)
	strip -o $@ .build/release/floor

# A million installations at one provider, some four minutes: the tables of docs/fleet.md on the screen, and its chart in place.
INSTALLATIONS ?= 1000000
fleet: build-packages
	swift build --configuration release --product fleet-simulation
	.build/release/fleet-simulation docs/images/fleet.svg $(INSTALLATIONS)

# TARGETS="nws template" for these alone, SECONDS_EACH=600 for longer, SEED=1 for the same inputs each time.
fuzz: export SEED := $(SEED)
fuzz: fuzz-build
	$(fuzz) fuzz .build-fuzz/release/fuzz .build-fuzz/found

fuzz-merge: fuzz-build
	$(fuzz) merge .build-fuzz/release/fuzz .build-fuzz/found

fuzz-build: build-packages
	swift build $(fuzz_flags)

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

format:
	swift format --in-place --recursive Sources Tests Package.swift

# What goes where stands in packaging/install.
export PREFIX DESTDIR
put := @packaging/install '$(programs)' $(version)

install: all
	$(put) install
	@echo "With make install-sandbox the service sees no files but its own; docs/service.md has what that costs."

uninstall install-sandbox uninstall-sandbox:
	$(put) $@

# The Debian packages, of what `make` has built: .build/weatherd_VERSION_ARCHITECTURE.deb and .build/weatherd-places_VERSION_all.deb
deb: $(packages)
	lintian --allow-root --fail-on error,warning $(packages)
	@for package in $(packages); do echo "$$package: $$(stat --format=%s $$package | numfmt --to=si --suffix=B)"; done

$(packages) &: $(built) CHANGELOG.md $(wildcard packaging/* systemd/* docs/*.md docs/*/*) | deb-packages
	packaging/deb '$(programs)' $(version)

clean:
	rm -rf .build .build-*

build-packages:
	@.make/need binutils g++ git libcurl4-openssl-dev libsqlite3-dev libsystemd-dev musl-tools pkg-config zlib1g-dev

gazetteer-packages:
	@.make/need sqlite3 xz-utils

test-packages:
	@.make/need gcc openssl strace

deb-packages:
	@.make/need dpkg-dev lintian

bench-packages:
	@.make/need chrony curl dbus-daemon dunst gammastep gcc jq libc6-dev libsystemd-dev mpc mpd openssl playerctl python3 \
	    redis-server redis-tools socat sqlite3 xvfb

integration-packages:
	@.make/need at-spi2-core bash-completion dbus dbus-daemon dbus-user-session debian-archive-keyring desktop-file-utils \
	    fish fonts-dejavu-core fonts-droid-fallback fonts-noto-color-emoji gcc geoclue-2.0 gir1.2-atspi-2.0 groff i3-wm \
	    i3blocks imagemagick iproute2 libc6-dev libcap2-bin mandoc mmdebstrap nftables polybar python3-dbusmock python3-gi \
	    sway swaybg systemd tesseract-ocr tesseract-ocr-eng tmux waybar xdotool xvfb zsh
