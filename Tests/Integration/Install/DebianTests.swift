import Foundation
import Scratch
import Testing

/// The Debian packages, on minimal Debian systems without a Swift toolchain: the release that they are built on, and
/// the next.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes the packages; run make integration"), .timeLimit(.minutes(5)))
struct DebianTests {
    private static let releases = ["bookworm", "trixie"]

    private func version() throws -> String {
        try Machine.run([Installation.build + "/programs/weatherctl", "--version"]).output
            .replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
    }

    /// Copies a package into a Debian's `/tmp`, as NAME.deb.
    private func bring(_ name: String, into debian: MinimalDebian) throws {
        try FileManager.default.copyItem(
            atPath: Installation.package(name), toPath: "\(debian.root)/tmp/\(name).deb")
    }

    /// The output for a user who runs the daemon and these queries.
    private func use(_ debian: MinimalDebian, _ questions: String...) throws -> Machine.Outcome {
        try debian.run(
            """
            mkdir -p /tmp/home
            export WEATHERD_PROVIDERS=sample WEATHERD_LOCATION_LATITUDE=-34.9 WEATHERD_LOCATION_LONGITUDE=-56.2
            weatherd & daemon=$!
            until weatherctl version; do kill -0 $daemon; sleep 0.05; done
            weatherctl refresh --wait
            \(questions.joined(separator: "\n"))
            kill $daemon
            wait $daemon
            """, as: "1000:1000")
    }

    private func install(_ name: String, in debian: MinimalDebian) throws {
        try bring(name, into: debian)
        let outcome = try debian.run("apt-get -qq install --yes --no-install-recommends /tmp/\(name).deb")
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test(arguments: releases)
    func packageIsInstalledUsedAndPurged(release: String) throws {
        let debian = try MinimalDebian(release: release)
        let before = try debian.files()
        try install("weatherd", in: debian)
        #expect(try debian.run("command -v swift || ldd /usr/bin/weatherd | grep -i swift").status != 0)

        let used = try use(
            debian, "weatherctl short --format '{place} {temperature}'", "weatherctl search Reykjavi",
            "weatherctl search Stykkishólmur && exit 1", "weatherctl doctor || :", "weatherctl map --width 60")
        #expect(used.status == 0, "\(used)")
        #expect(used.output.contains("Montevideo") && used.output.contains("°C"))
        // From the city list and the coastlines.
        #expect(used.output.contains("Reykjavik (Reykjavík), Capital Region, Iceland"))
        #expect(used.errors.contains("to search for smaller places too, install the package weatherd-places"))
        #expect(used.output.contains("city search: only the largest cities, using /usr/share/weatherd/cities.sqlite"))
        #expect(used.output.contains { ("\u{2801}"..."\u{28FF}").contains($0) })

        try install("weatherd-places", in: debian)
        let found = try use(debian, "weatherctl search Stykkishólmur", "weatherctl doctor || :")
        #expect(found.status == 0 && found.output.contains("Stykkishólmur, West, Iceland"), "\(found)")
        #expect(found.output.contains("city search: available, using /usr/share/weatherd/gazetteer.sqlite"))

        for page in ["1 weatherd", "1 weatherctl", "5 weatherd.toml", "7 weatherd-protocol"] {
            let shown = try debian.run("man -P cat \(page)")
            #expect(shown.status == 0 && shown.output.count > 2000, "\(page): \(shown)")
        }
        let verified = try debian.run(
            "cd /usr/lib/systemd/user && systemd-analyze --user --man=no verify weatherd.service weatherd.socket")
        #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified)")

        // The extension needs no GNOME to be installed.
        try install("weatherd-gnome", in: debian)
        let extensionFiles = try debian.run(
            """
            cd /usr/share/gnome-shell/extensions/weatherd@weatherd.org
            ls metadata.json extension.js prefs.js stylesheet.css icons/weatherd-symbolic.svg
            ls /usr/share/glib-2.0/schemas/org.gnome.shell.extensions.weatherd.gschema.xml
            """)
        #expect(extensionFiles.status == 0, "\(extensionFiles)")

        // Nor does the widget need Plasma.
        try install("weatherd-plasma", in: debian)
        let widgetFiles = try debian.run(
            "cd /usr/share/plasma/plasmoids/org.weatherd.plasma && ls metadata.json contents/ui/main.qml contents/config/main.xml"
        )
        #expect(widgetFiles.status == 0, "\(widgetFiles)")

        // Each can be removed without the others.
        for package in ["weatherd-gnome", "weatherd-plasma", "weatherd-places", "weatherd"] {
            let purged = try debian.run("apt-get -qq purge --yes --autoremove \(package)")
            #expect(purged.status == 0, "\(purged)")
        }
        // Dependencies may leave files behind.
        let after = try debian.files()
        #expect(after.subtracting(before).filter { $0.contains("weather") } == [])
        #expect(before.subtracting(after) == [])
    }

    /// Packaged twice at different times, but without the slow compression.
    @Test func packageBuildIsReproducible() throws {
        let directory = try TemporaryDirectory()
        let sums = try ["one", "two"].map { name in
            try FileManager.default.createDirectory(atPath: directory.file(name), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: directory.file(name + "/programs"), withDestinationPath: Installation.build + "/programs")
            let made = try Machine.run([
                "env", "DEB_OPTIONS=-Znone", Installation.project + "/packaging/deb",
                directory.file(name + "/programs"), version(),
            ])
            #expect(made.status == 0, "\(made)")
            return try Machine.run(["sh", "-c", "cat \"$0\"/*.deb | sha256sum", directory.file(name)]).output
        }
        #expect(sums[0] == sums[1])
    }
}
