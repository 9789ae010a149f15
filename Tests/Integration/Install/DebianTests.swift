import Foundation
import Scratch
import Testing

/// The Debian package, on a minimal Debian 12 that has never seen a Swift toolchain.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes the package; run make integration"), .timeLimit(.minutes(5)))
struct DebianTests {
    private var package: String {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: Installation.build)
            let version = try Machine.run([Installation.build + "/programs/weatherctl", "--version"]).output
                .replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
            return Installation.build + "/"
                + (try #require(
                    names.first { $0.hasPrefix("weatherd_\(version)_") && $0.hasSuffix(".deb") }, "run make deb"))
        }
    }

    @Test func itIsInstalledUsedAndPurged() throws {
        let debian = try MinimalDebian()
        let before = try debian.files()
        try FileManager.default.copyItem(atPath: package, toPath: debian.root + "/tmp/weatherd.deb")
        let installed = try debian.run("apt-get -qq install --yes --no-install-recommends /tmp/weatherd.deb")
        try #require(installed.status == 0, "\(installed)")
        #expect(try debian.run("command -v swift || ldd /usr/bin/weatherd | grep -i swift").status != 0)

        let used = try debian.run(
            """
            mkdir -p /tmp/home
            export WEATHERD_PROVIDERS=sample WEATHERD_LOCATION_LATITUDE=-34.9 WEATHERD_LOCATION_LONGITUDE=-56.2
            weatherd & daemon=$!
            until weatherctl version; do kill -0 $daemon; sleep 0.05; done
            weatherctl refresh --wait
            weatherctl short --format '{place} {temperature}'
            weatherctl search Reykjavi
            weatherctl map --width 60
            kill $daemon
            wait $daemon
            """, as: "1000:1000")
        #expect(used.status == 0, "\(used)")
        #expect(used.output.contains("Montevideo") && used.output.contains("°C"))
        // From the list of places, and the coast lines.
        #expect(used.output.contains("Reykjavík, Capital Region, Iceland"))
        #expect(used.output.contains { ("\u{2801}"..."\u{28FF}").contains($0) })

        for page in ["1 weatherd", "1 weatherctl", "5 weatherd.toml", "7 weatherd-protocol"] {
            let shown = try debian.run("man -P cat \(page)")
            #expect(shown.status == 0 && shown.output.count > 2000, "\(page): \(shown)")
        }
        let verified = try debian.run(
            "cd /usr/lib/systemd/user && systemd-analyze --user --man=no verify weatherd.service weatherd.socket")
        #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified)")

        let purged = try debian.run("apt-get -qq purge --yes --autoremove weatherd")
        #expect(purged.status == 0, "\(purged)")
        // What else it needed may leave behind what it likes.
        let after = try debian.files()
        #expect(after.subtracting(before).filter { $0.contains("weather") } == [])
        #expect(before.subtracting(after) == [])
    }

    /// Packed twice at different times, but without the time that it takes to make it small.
    @Test func theSamePackageComesOutTwice() throws {
        let version = try Machine.run([Installation.build + "/programs/weatherctl", "--version"]).output
            .replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
        let directory = try TemporaryDirectory()
        let sums = try ["one", "two"].map { name in
            try FileManager.default.createDirectory(atPath: directory.file(name), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: directory.file(name + "/programs"), withDestinationPath: Installation.build + "/programs")
            let made = try Machine.run([
                "env", "DEB_OPTIONS=-Znone", Installation.project + "/packaging/deb",
                directory.file(name + "/programs"), version,
            ])
            #expect(made.status == 0, "\(made)")
            return try Machine.run(["sh", "-c", "sha256sum <\"$0\"/*.deb", directory.file(name)]).output
        }
        #expect(sums[0] == sums[1])
    }
}
