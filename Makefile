# docs/contributing.md describes the targets. All build output goes to .build.

PREFIX ?= /usr/local
DESTDIR ?=

programs := $(CURDIR)/.build/programs
gazetteer := Sources/Worker/Gazetteer/GeoNames
# The only definition of the version.
version := $(shell sed -n 's/.*stamp = "weatherd release \(.*\)"/\1/p' Sources/Shared/ClientProtocol/Release.swift)
coastline := Sources/Daemon/Rendering/Map/Coastline/coastline.dat
regions := Sources/Worker/Providers/Regions/regions.dat
borders := Sources/Worker/Gazetteer/Borders/borders.dat
completions := $(foreach shell,bash zsh fish,$(programs)/completion.$(shell))
sources := $(shell find Sources -type f -not -path 'Sources/Desktops/*') Package.swift Makefile

# weatherd and its worker export no symbols, and pack relocations if the C library supports that (glibc 2.36). Together this
# saves 5 MB of memory.
glibc := $(lastword $(shell getconf GNU_LIBC_VERSION))
packed := $(if $(shell printf '2.36\n$(glibc)\n' | sort -VC && echo yes),-Xlinker -z -Xlinker pack-relative-relocs)
# The Swift runtime's C++ library is linked statically: loading it would add a millisecond to each start.
static := $(CURDIR)/.build/static
# No search path for libraries: a library beside a program would be loaded before the system's, and before the sandbox.
# Functions in sections of their own, so that the linker leaves out those that nothing calls and folds equal ones: 0.8 MB less
# code to keep in memory. No build ID, which would depend on the build directory's path.
common_flags := --static-swift-stdlib --disable-local-rpath -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xlinker --gc-sections -Xlinker --icf=all -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -L$(static) \
    -Xlinker --build-id=none
weatherd_flags := $(common_flags) $(packed)
# weatherd and its worker do not use Foundation, and weatherd uses no regular expressions: together they would add 50 MB. Using
# either is a linker error.
without = $(foreach library,$(1),-Xlinker '--remap-inputs=*/lib$(library).a=/dev/null')
without_foundation := $(call without,Foundation CoreFoundation FoundationEssentials FoundationInternationalization \
    _FoundationCollections _FoundationCShims _FoundationICU)
without_regex := $(call without,swift_RegexParser swift_StringProcessing)
# libFuzzer needs all modules instrumented. Optimized code runs ten times as many inputs, with the same traps.
# -enable-testing gives the targets access to internal declarations, as @testable does in tests.
fuzz_flags := --scratch-path .build-fuzz --configuration release --product fuzz --sanitize fuzzer \
    -Xswiftc -enable-testing -Xswiftc -g
fuzz := Tests/Fuzz/run

# Deletes incomplete targets of failed commands.
.DELETE_ON_ERROR:

.PHONY: all run test integration torture soak sanitize mutation fuzz fuzz-build fuzz-merge bench build-times fleet lint \
        format upgrades install install-gnome install-plasma install-sandbox uninstall uninstall-sandbox deb clean recipes \
        build-packages \
        gazetteer-packages test-packages integration-packages deb-packages bench-packages dist-source dist-packages portable \
        dist reproducible try-portable check-sbom release-check released portable-packages release-packages packages-check \
        trial-packages

data := $(programs)/gazetteer.sqlite $(programs)/cities.sqlite $(programs)/coastline.dat $(programs)/regions.dat \
    $(programs)/borders.dat
built := $(programs)/weatherd $(programs)/weatherd-worker $(programs)/weatherctl $(programs)/weatherctl-tools $(data) $(completions)
packages := .build/weatherd_$(version)_$(shell dpkg --print-architecture 2>/dev/null).deb \
    $(foreach package,weatherd-places weatherd-gnome weatherd-plasma,.build/$(package)_$(version)_all.deb)

all: $(built)

$(programs)/weatherd: $(sources) | build-packages $(static)/libstdc++.a
	swift build --configuration release --product weatherd $(weatherd_flags) $(without_foundation) $(without_regex)
	@mkdir -p $(programs)
	.make/strip .build/release/weatherd $@

$(programs)/weatherd-worker: $(sources) | build-packages $(static)/libstdc++.a
	swift build --configuration release --product weatherd-worker $(weatherd_flags) $(without_foundation)
	@mkdir -p $(programs)
	.make/strip .build/release/weatherd-worker $@

# The first directory in the linker's search path, with only the static library.
$(static)/libstdc++.a: | build-packages
	@mkdir -p $(@D)
	ln -sf "$$($(CXX) -print-file-name=libstdc++.a)" $@
	@test -f $@

# Small static executables: dynamic loading alone would take longer than the daemon's reply.
client := $(shell find Sources/Client Sources/Shared/Formats Sources/Shared/ClientProtocol -type f)
$(programs)/weatherctl $(programs)/weatherctl-tools &: $(client) .make/embedded | build-packages
	.make/embedded $(programs)

$(programs)/gazetteer.sqlite: $(gazetteer)/build.sh $(wildcard $(gazetteer)/*.sql $(gazetteer)/*.tsv $(gazetteer)/*.tsv.xz) | gazetteer-packages
	$(gazetteer)/build.sh $@

# The subset with the largest cities.
$(programs)/cities.sqlite: $(programs)/gazetteer.sqlite
	$(gazetteer)/build.sh $@ $<

$(programs)/coastline.dat: $(coastline)
	@mkdir -p $(programs)
	cp $< $@

$(programs)/regions.dat: $(regions)
	@mkdir -p $(programs)
	cp $< $@

$(programs)/borders.dat: $(borders)
	@mkdir -p $(programs)
	cp $< $@

$(programs)/completion.%: $(programs)/weatherctl-tools
	$< --generate-completion-script $* >$@

run: all
	@.make/run $(programs)

test: all test-packages
	# A room imports only what Package.swift declares, which keeps the floors apart.
	swift build --build-tests --explicit-target-dependency-import-check error
	# A few tests at a time: otherwise a test that waits for its own server also waits for hundreds of other tests.
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 WEATHERD_PROGRAMS=$(programs) \
	    swift test --skip-build --skip EndToEndTests
	WEATHERD_EXIT_TESTS=1 swift test --skip-build --filter 'SystemBusTests|ExhaustionTests'
	# One test at a time, since the programs must respond within seconds.
	WEATHERD_PROGRAMS=$(programs) swift test --skip-build --no-parallel --filter EndToEndTests

integration: all $(packages) test-packages integration-packages
	swift build --build-tests
	Tests/Integration/run
	Tests/Desktops/gnome || [ $$? -eq 77 ]
	Tests/Desktops/plasma || [ $$? -eq 77 ]

# A month of faults on a fast clock; DAYS sets the number of days, WEATHERD_SOAK_SEED the random seed.
DAYS ?= 30
soak: all test-packages
	swift build --build-tests
	WEATHERD_PROGRAMS=$(programs) WEATHERD_SOAK_DAYS=$(DAYS) swift test --skip-build --filter SoakTests

# More iterations of randomized tests in `make test`, one test at a time; about ten minutes.
torture: all test-packages
	swift build --build-tests
	WEATHERD_TORTURE=1 WEATHERD_PROGRAMS=$(programs) timeout --kill-after=10 900 swift test --skip-build --no-parallel \
	    --filter 'EndToEndTests.(CrashTests|StartRaceTests|SignalTests|HostileClientTests|WorkerTests)' \
	    --filter 'StoreTests.(SettingsFilesTests|DamagedCacheTests)'

# The end-to-end tests with AddressSanitizer, then with ThreadSanitizer; SANITIZERS=thread selects one of them, UNITS=1 adds the
# unit tests.
sanitize: build-packages test-packages $(data)
	swift build --build-tests
	set -e; for kind in $(or $(SANITIZERS),address thread); do Tests/Sanitizers/run $$kind; done

# ONLY="client idle" selects sections of Tests/Benchmarks/Sections.
bench: all $(programs)/floor bench-packages
	Tests/Benchmarks/bench.sh $(programs)

$(programs)/floor: Tests/Benchmarks/Floor/main.swift $(sources) | build-packages $(static)/libstdc++.a
	WEATHERD_BENCHMARKS=1 swift build --configuration release --product floor $(weatherd_flags) $(without_foundation)
	strip -o $@ .build/release/floor

# Prints the time of a clean release build by module and by function.
build-times: build-packages $(static)/libstdc++.a
	.make/build-times $(weatherd_flags)

# Simulates a million installations at one provider, in about four minutes: prints the tables of docs/fleet.md, and updates its chart.
INSTALLATIONS ?= 1000000
fleet: build-packages $(static)/libstdc++.a
	swift build --configuration release --product fleet-simulation $(weatherd_flags)
	.build/release/fleet-simulation docs/images/fleet.svg $(INSTALLATIONS)

# TARGETS="nws-forecast template" selects targets, SECONDS_EACH=600 sets the duration, SEED=1 makes inputs reproducible.
fuzz: export SEED := $(SEED)
fuzz: fuzz-build
	$(fuzz) fuzz .build-fuzz/release/fuzz .build-fuzz/found

fuzz-merge: fuzz-build
	$(fuzz) merge .build-fuzz/release/fuzz .build-fuzz/found

fuzz-build: build-packages
	WEATHERD_FUZZING=1 swift build $(fuzz_flags)

# Each earlier release is built from the history, in about five minutes: a user's day over an upgrade and back; then the package
# of 0.2.0 is replaced under a user manager. VERSIONS="0.2.0" selects some.
upgrades: all $(packages) test-packages integration-packages
	swift build --build-tests
	Tests/Upgrades/run '$(programs)' $(VERSIONS)
	WEATHERD_EARLIER_PACKAGE=$$(ls '$(CURDIR)'/.build-upgrades/0.2.0/.build/weatherd_0.2.0_*.deb) \
	    Tests/Integration/run IntegrationTests.UpgradeTests

# MODULES="Shared/Weather Worker/Providers" for these alone, MUTANTS=500 of each, SEED=2 for others; ONLY="17 4711" tries these again.
mutation: export MODULES := $(MODULES)
mutation: export MUTANTS := $(MUTANTS)
mutation: export ONLY := $(ONLY)
mutation: export SEED := $(SEED)
mutation: build-packages
	swift build --package-path Tests/Mutation --scratch-path .build-mutation/tool
	.build-mutation/tool/debug/mutate $(CURDIR) $(CURDIR)/.build-mutation/project

# Follows recipes of docs/recipes.md by the patches in Tests/Recipes, in about half an hour; RECIPES="bar key" selects some. Weekly.
recipes: all test-packages
	Tests/Recipes/run $(RECIPES)

.PHONY: man pictures picture-packages

# Fills in the lists of commands and options in the manual pages.
man: | build-packages
	MANUAL_PAGES=1 .make/embedded .build/manual-pages
	for page in docs/man/weatherctl.1 docs/man/weatherd-protocol.7; do \
	    .build/manual-pages/weatherctl-tools --generate-manual <$$page >.build/manual-pages/page && \
	    cp .build/manual-pages/page $$page || exit; done

# The pictures of the README and of docs/bars/waybar.md: a session with a recorded answer of a service, if there is one.
pictures: all picture-packages
	Tests/Recording/record $(programs)

lint:
	swift format lint --strict --recursive Sources Tests Package.swift
	.make/lint

format:
	swift format --in-place --recursive Sources Tests Package.swift

# packaging/install lists the installed files.
export PREFIX DESTDIR
put := @packaging/install '$(programs)' $(version)

install: all
	$(put) install
	@echo "make install-sandbox hides all other files from the service; docs/service.md describes the limitations."

# The extension of GNOME Shell, which weatherd itself does not need. Schemas below other prefixes are compiled by their packages.
install-gnome:
	$(put) $@
	$(if $(DESTDIR),,glib-compile-schemas "$(PREFIX)/share/glib-2.0/schemas")

# The Plasma widget, which weatherd itself does not need.
install-plasma:
	$(put) $@

uninstall install-sandbox uninstall-sandbox:
	$(put) $@
	$(if $(DESTDIR)$(filter-out uninstall,$@),,[ ! -e "$(PREFIX)/share/glib-2.0/schemas/gschemas.compiled" ] || \
	    glib-compile-schemas "$(PREFIX)/share/glib-2.0/schemas")

# The Debian packages with the output of `make`: weatherd, and for all architectures weatherd-places, weatherd-gnome and weatherd-plasma
deb: $(packages)
	lintian --allow-root --fail-on error,warning $(packages)
	@for package in $(packages); do echo "$$package: $$(stat --format=%s $$package | numfmt --to=si --suffix=B)"; done

$(packages) &: $(built) CHANGELOG.md $(wildcard packaging/* systemd/* docs/*.md docs/*/*) $(shell find Sources/Desktops -type f) | deb-packages
	packaging/deb '$(programs)' $(version)

# The programs of the portable archive: for glibc 2.35, and for a libcurl with any symbol versions or none.
portable := $(CURDIR)/.build/portable
portable_flags := $(common_flags) -Xlinker '--remap-inputs=*/libcurl.so=$(portable)/stubs/libcurl.so'
portable_programs := $(addprefix $(portable)/,weatherd weatherd-worker $(filter-out weatherd weatherd-worker gazetteer.sqlite,\
    $(notdir $(built))))
portable_archive := .build/weatherd-$(version)-x86_64.tar.zst
sbom := .build/weatherd-$(version).spdx.json

portable: $(portable_archive) $(sbom)

$(portable_archive): $(portable_programs) CHANGELOG.md $(wildcard packaging/* packaging/home/* systemd/* docs/*.md docs/*/*) | portable-packages
	packaging/portable $(portable) $(version) $@

# Linked after the other programs, since SwiftPM links to the same file. The maps list what is linked, for the SBOM.
$(portable)/weatherd: $(programs)/weatherd | $(portable)/stubs/libcurl.so
	swift build --configuration release --product weatherd $(portable_flags) -Xlinker -Map=$(portable)/maps/$(@F) \
	    $(without_foundation) $(without_regex)
	.make/strip .build/release/weatherd $@

$(portable)/weatherd-worker: $(programs)/weatherd-worker $(portable)/weatherd | $(portable)/stubs/libcurl.so
	swift build --configuration release --product weatherd-worker $(portable_flags) -Xlinker -Map=$(portable)/maps/$(@F) $(without_foundation)
	.make/strip .build/release/weatherd-worker $@

$(filter-out %/weatherd %/weatherd-worker,$(portable_programs)): $(portable)/%: $(programs)/%
	@mkdir -p $(@D)
	ln -f $< $@

# A library with the functions of libcurl, but without symbol versions.
$(portable)/stubs/libcurl.so: | build-packages
	@mkdir -p $(@D) $(portable)/maps
	nm --dynamic --defined-only "$$($(CC) -print-file-name=libcurl.so)" | sed -n 's/.* T \(curl_[a-z_]*\).*/void \1(void) {}/p' | \
	    $(CC) -shared -nostdlib -Wl,-soname,libcurl.so.4 -x c - -o $@

# The software bill of materials: all that is in the programs and their data.
$(sbom): packaging/sbom $(portable_programs)
	packaging/sbom $(version) $(portable) >$@

# What a release publishes, in .build/dist, built from the source archive; KEY=~/.ssh/id_ed25519 signs it.
dist := .build/dist
source_archive := $(dist)/weatherd-$(version).tar.xz

dist: $(dist)/$(notdir $(portable_archive))
	packaging/sign $(dist) '$(KEY)'

dist-source: $(source_archive)

$(dist)/$(notdir $(portable_archive)): $(source_archive) packaging/build
	packaging/build $< .build/from-source $(@D)

# Compares all files of the release with those that are built in this directory.
reproducible: dist $(packages) portable | release-packages
	packaging/reproducible .build $(dist)

try-portable: $(dist)/$(notdir $(portable_archive)) | release-packages
	packaging/try-portable $< bookworm trixie sid

check-sbom: dist | release-packages
	packaging/check-sbom $(dist)/$(notdir $(sbom))

# The longer trials, before a release.
release-check: released dist check-sbom try-portable reproducible upgrades packages-check

released:
	@! sed -n '/^## .Unreleased/,/^## .[0-9]/p' CHANGELOG.md | grep -q '^- ' || \
	    { echo "CHANGELOG.md: name the version of what is [Unreleased], and set it in Release.swift" >&2; exit 1; }

# In a worktree the log of the last commit is elsewhere.
$(source_archive): packaging/source packaging/date $(wildcard $(shell git rev-parse --git-path logs/HEAD 2>/dev/null)) | dist-packages
	packaging/source $(version) $@

# Each distribution's package, in a system of its own; docs/packages.md has the results.
packages-check: all dist | trial-packages
	Tests/Packages/run debian-12 debian-13 debian-sid fedora opensuse arch arch-bin nix arm64

clean:
	rm -rf .build .build-*

# The source archive contains the packages that git would fetch.
git := $(if $(wildcard Packages),,git)
build-packages:
	@.make/need binutils g++ $(git) libcurl4-openssl-dev libexpat1-dev libsqlite3-dev libsystemd-dev \
	    musl-tools pkg-config zlib1g-dev

gazetteer-packages:
	@.make/need sqlite3 xz-utils

test-packages:
	@.make/need dbus-daemon gcc libglib2.0-bin libssl-dev strace

dist-packages:
	@.make/need git openssh-client xz-utils

release-packages:
	@.make/need debian-archive-keyring diffoscope-minimal mmdebstrap python3-venv

portable-packages:
	@.make/need python3 zstd

deb-packages:
	@.make/need dpkg-dev lintian

trial-packages:
	@.make/need cpio debian-archive-keyring libarchive-tools lintian makepkg mmdebstrap nix-bin pacman-package-manager \
	    qemu-user-static rpm rpmlint systemd-container xz-utils zstd

bench-packages:
	@.make/need ca-certificates chrony curl dbus-daemon dunst gammastep gcc jq libc6-dev libsystemd-dev mpc mpd openssl \
	    playerctl python3 redis-server redis-tools socat sqlite3 xvfb

picture-packages:
	@.make/need dbus-daemon fonts-dejavu-core fonts-noto-color-emoji foot gcc gifsicle imagemagick libc6-dev python3 sway waybar \
	    xdotool xvfb

integration-packages:
	@.make/need at-spi2-core bash-completion dbus dbus-daemon dbus-user-session debian-archive-keyring desktop-file-utils \
	    fish fonts-dejavu-core fonts-droid-fallback fonts-noto-color-emoji foot fuzzel gcc geoclue-2.0 gir1.2-atspi-2.0 \
	    groff i3-wm i3blocks imagemagick iproute2 libc6-dev libcap2-bin libglib2.0-dev-bin libxml2-utils lxqt-panel mandoc \
	    mate-applets mate-panel mmdebstrap mosquitto mosquitto-clients nftables nginx-light polybar prometheus python3-dbusmock \
	    python3-gi python3-jsonschema python3-prometheus-client python3-venv qtbase5-dev-tools rofi \
	    sway swaybg systemd tesseract-ocr tesseract-ocr-eng tmux varnish waybar wofi xdotool xfce4-genmon-plugin \
	    xfce4-panel xvfb zsh
