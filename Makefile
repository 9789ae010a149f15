# What each target does stands in README.md. Everything that is built goes to .build and .build-static.

PREFIX ?= /usr/local
DESTDIR ?=

bindir := $(PREFIX)/bin
sharedir := $(PREFIX)/share/weatherd
# Where the agents of GeoClue look up a program that wants the location.
applicationsdir := $(PREFIX)/share/applications
# systemd looks for user units below $HOME in another place than below /usr.
unitdir := $(PREFIX)/$(if $(filter $(HOME)/%,$(PREFIX)/),share,lib)/systemd/user
programs := $(CURDIR)/.build/programs
gazetteer := Sources/Locating/Gazetteer
coastline := Sources/Rendering/Map/Coastline/coastline.dat
sources := $(shell find Sources -type f) Package.swift Makefile

# Nothing looks a symbol up in weatherd, so none is exported; and its relocations are packed where the C library can
# unpack them (glibc 2.36). Together that saves 5 MB of memory.
glibc := $(lastword $(shell getconf GNU_LIBC_VERSION))
packed := $(if $(shell printf '2.36\n$(glibc)\n' | sort -VC && echo yes),-Xlinker -z -Xlinker pack-relative-relocs)
weatherd_flags := --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic $(packed)
# One static executable: the dynamic loader alone would take longer than the answer of the daemon.
weatherctl_flags := -Xswiftc -static-executable --scratch-path .build-static

# libFuzzer finds its way by what all modules are compiled with; optimised they are tried ten times as often, and traps
# are the same. -enable-testing opens them to the targets, as @testable does in the tests.
fuzz_flags := --package-path Tests/Fuzz --scratch-path .build-fuzz --configuration release --sanitize fuzzer \
    -Xswiftc -enable-testing -Xswiftc -g
fuzz := Tests/Fuzz/run

.PHONY: all run test integration torture soak sanitize fuzz fuzz-build fuzz-merge bench lint format \
        install install-sandbox uninstall uninstall-sandbox clean \
        build-packages gazetteer-packages test-packages integration-packages

all: $(programs)/weatherd $(programs)/weatherctl $(programs)/gazetteer.sqlite $(programs)/coastline.dat

$(programs)/weatherd: $(sources) | build-packages
	swift build --configuration release --product weatherd $(weatherd_flags)
	@mkdir -p $(programs)
	strip -o $@ .build/release/weatherd

$(programs)/weatherctl: $(sources) | build-packages
	swift build --configuration release --product weatherctl $(weatherctl_flags)
	@mkdir -p $(programs)
	strip -o $@ .build-static/release/weatherctl

$(programs)/gazetteer.sqlite: $(gazetteer)/build.sh $(wildcard $(gazetteer)/*.sql $(gazetteer)/*.tsv.xz) | gazetteer-packages
	$(gazetteer)/build.sh $@

$(programs)/coastline.dat: $(coastline)
	@mkdir -p $(programs)
	cp $< $@

run: all
	@.make/run $(programs)

test: all test-packages
	swift build --build-tests
	WEATHERD_PROGRAMS=$(programs) swift test --skip-build --skip EndToEndTests
	# The real programs answer within seconds or not at all, so each test has the machine for itself.
	WEATHERD_PROGRAMS=$(programs) swift test --skip-build --no-parallel --filter EndToEndTests

integration: all test-packages integration-packages
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
	    --filter 'EndToEndTests.(CrashTests|StartRaceTests|SignalTests|UnrulyClientTests)' \
	    --filter 'KeepingTests.(SettingsFilesTests|DamagedCacheTests)'

# The end-to-end tests with programs that watch their own memory, and then their own threads; SANITIZERS=thread for one of the
# two, UNITS=1 for the unit tests too.
sanitize: build-packages test-packages $(programs)/gazetteer.sqlite $(programs)/coastline.dat
	swift build --build-tests
	set -e; for kind in $(or $(SANITIZERS),address thread); do Tests/Sanitizers/run $$kind; done

bench: all
	Tests/Benchmarks/bench.sh $(programs)/weatherd $(programs)/weatherctl

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

install: all
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(sharedir) $(DESTDIR)$(unitdir) $(DESTDIR)$(applicationsdir)
	install -m 755 $(programs)/weatherd $(programs)/weatherctl $(DESTDIR)$(bindir)
	install -m 644 $(programs)/gazetteer.sqlite $(programs)/coastline.dat $(DESTDIR)$(sharedir)
	install -m 644 systemd/weatherd.service systemd/weatherd.socket $(DESTDIR)$(unitdir)
	install -m 644 systemd/weatherd.desktop $(DESTDIR)$(applicationsdir)
	sed -i 's|/usr/local/bin|$(bindir)|' \
	    $(DESTDIR)$(unitdir)/weatherd.service $(DESTDIR)$(applicationsdir)/weatherd.desktop
	@echo "With make install-sandbox the service sees no files but its own; docs/service.md has what that costs."

install-sandbox:
	install -d $(DESTDIR)$(unitdir)/weatherd.service.d
	sed 's|/usr/local/|$(PREFIX)/|g' systemd/sandbox.conf >$(DESTDIR)$(unitdir)/weatherd.service.d/sandbox.conf

uninstall: uninstall-sandbox
	rm -f $(DESTDIR)$(bindir)/weatherd $(DESTDIR)$(bindir)/weatherctl
	rm -f $(DESTDIR)$(sharedir)/gazetteer.sqlite $(DESTDIR)$(sharedir)/coastline.dat
	rmdir $(DESTDIR)$(sharedir) 2>/dev/null || true
	rm -f $(DESTDIR)$(unitdir)/weatherd.service $(DESTDIR)$(unitdir)/weatherd.socket
	rm -f $(DESTDIR)$(applicationsdir)/weatherd.desktop

uninstall-sandbox:
	rm -f $(DESTDIR)$(unitdir)/weatherd.service.d/sandbox.conf
	rmdir $(DESTDIR)$(unitdir)/weatherd.service.d 2>/dev/null || true

clean:
	rm -rf .build .build-*

build-packages:
	@.make/need binutils g++ git libsqlite3-dev libsystemd-dev pkg-config zlib1g-dev

gazetteer-packages:
	@.make/need sqlite3 xz-utils

test-packages:
	@.make/need gcc openssl

integration-packages:
	@.make/need at-spi2-core dbus dbus-daemon dbus-user-session fonts-dejavu-core fonts-droid-fallback \
	    fonts-noto-color-emoji gcc geoclue-2.0 gir1.2-atspi-2.0 i3-wm i3blocks imagemagick iproute2 libc6-dev libcap2-bin \
	    nftables polybar python3-dbusmock python3-gi sway swaybg systemd tesseract-ocr tesseract-ocr-eng \
	    tmux waybar xdotool xvfb
