import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// The Debian package is upgraded and downgraded under a running user manager, with the service and Waybar in it.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes a user manager; run make integration"), .timeLimit(.minutes(5)))
struct UpgradeTests {
    @Test func barShowsWeatherThroughout() async throws {
        try await ServiceTests.withWeather { provider in
            let packages = try VersionedPackages()
            let machine = try Machine()
            try machine.startService(of: packages.path(of: packages.own), asking: provider)
            try machine.startWaybar()
            try machine.awaitLabel { $0.contains("°F") }

            for (round, version) in [packages.other, packages.own, packages.other].enumerated() {
                let process = try machine.property("MainPID")
                try machine.install(packages.path(of: version))
                // The client is answered, and the daemon meets its first new worker.
                let reply = try machine.weatherctl("refresh", "--wait", "--place", "\(10 + round),20")
                #expect(reply.status != 69, "\(reply)")
                try patiently("version \(version), while the bar shows the weather") {
                    #expect(try machine.label().contains("°F"))
                    return try machine.weatherctl("version")
                } until: {
                    $0.output == "weatherd \(version)\n"
                }
                #expect(try machine.property("MainPID") != process)
                #expect(try machine.property("NRestarts") == "\(round + 1)")
                #expect(try machine.property("Result") == "success")
                try machine.awaitJournal("weatherd was replaced: weatherd-worker is version \(version), but weatherd")
                // It has all settings, and fetches with the workers of its version.
                #expect(try machine.weatherctl("places").output.contains("Summit"))
                let next = try machine.weatherctl("refresh", "--wait", "--place", "\(10 + round),30")
                #expect(next.status == 0, "\(next)")
                try machine.awaitLabel { $0.contains("°F") }
            }
            // Everything that Waybar has read.
            let lines = try machine.read("lines").split(separator: "\n")
            #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("°F") && !$0.contains("unavailable") }, "\(lines)")
            #expect(try machine.property("ActiveState") == "active")
        }
    }

    /// The package of an earlier release, whose daemon does not notice its replacement before 0.2.1: its user restarts it, as
    /// `weatherctl setup` does.
    @Test(.enabled(if: earlierPackage != nil, "WEATHERD_EARLIER_PACKAGE names no package"))
    func earlierReleaseIsReplacedAndComesBack() async throws {
        let earlier = try #require(Self.earlierPackage)
        try await ServiceTests.withWeather { provider in
            let packages = try VersionedPackages()
            let machine = try Machine()
            try machine.startService(of: earlier, asking: provider)
            let version = try machine.weatherctl("version").output
            try machine.startWaybar()
            try machine.awaitLabel { $0.contains("°F") }

            try machine.install(packages.path(of: packages.own))
            try machine.systemctl("daemon-reload")
            try machine.systemctl("restart", "weatherd.service")
            #expect(try machine.weatherctl("version").output == "weatherd \(packages.own)\n")
            try machine.awaitLabel { $0.contains("°F") }
            #expect(try machine.weatherctl("places").output.contains("Summit"))
            #expect(try machine.weatherctl("places", "add", "Rome", "41.9", "12.5").status == 0)
            #expect(try machine.weatherctl("refresh", "--wait", "--place", "Rome").status == 0)

            // This version notices by itself.
            try machine.install(earlier)
            _ = try machine.weatherctl("refresh", "--wait", "--place", "10,20")
            try patiently("the earlier release") {
                try machine.weatherctl("version")
            } until: {
                $0.output == version
            }
            let places = try machine.weatherctl("places").output
            #expect(places.contains("Summit") && places.contains("Rome"), "\(places)")
            // The bar runs the earlier client, which shows a dash during a restart before 0.2.1.
            try machine.awaitLabel { $0.contains("°F") }
            #expect(try machine.property("NRestarts") == "1")
        }
    }

    /// The path of its .deb; nil for none.
    private static let earlierPackage = ProcessInfo.processInfo.environment["WEATHERD_EARLIER_PACKAGE"]
}

/// The package of this version, and one of another version that is made from the same programs.
private struct VersionedPackages {
    let own: String
    let other: String
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let programs = Installation.build + "/programs"
        own = try Machine.run([programs + "/weatherctl", "--version"]).output
            .replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
        other = OtherRelease.version(than: own)
        for version in [own, other] {
            let copies = directory.file("\(version)/programs")
            try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: programs) {
                // The only programs that contain it.
                if ["weatherd", "weatherd-worker", "weatherctl-tools"].contains(name) {
                    try OtherRelease.copy("\(programs)/\(name)", to: "\(copies)/\(name)", of: own, as: version)
                } else {
                    try FileManager.default.createSymbolicLink(
                        atPath: "\(copies)/\(name)", withDestinationPath: "\(programs)/\(name)")
                }
            }
            // CHANGELOG.md has the dates of real versions. Without the slow compression.
            let made = try Machine.run([
                "env", "DEB_OPTIONS=-Znone", "SOURCE_DATE_EPOCH=1", Installation.project + "/packaging/deb", copies,
                version,
            ])
            guard made.status == 0 else { throw UnmetExpectation("no package of \(version): \(made)") }
        }
    }

    func path(of version: String) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.file(version))
        guard let name = files.first(where: { $0.hasPrefix("weatherd_") }) else {
            throw UnmetExpectation("no package of \(version)")
        }
        return directory.file("\(version)/\(name)")
    }
}

extension Machine {
    /// Packages are installed over the host's programs, in memory, with a database of their own.
    fileprivate func makeRoomForPackages() throws {
        let made = try root([
            "sh", "-ec",
            """
            mkdir -p /srv/usr /srv/work /srv/dpkg/info /srv/dpkg/updates /srv/dpkg/triggers
            : >/srv/dpkg/status
            mount -t overlay -o lowerdir=/usr,upperdir=/srv/usr,workdir=/srv/work overlay /usr
            """,
        ])
        guard made.status == 0 else { throw UnmetExpectation("no room: \(made)") }
    }

    /// Installs the package; her service shows the weather in °F, and has the favourite Summit.
    fileprivate func startService(of package: String, asking provider: LoopbackServer) throws {
        try makeRoomForPackages()
        try install(package)
        try configure(asking: provider)
        try systemctl("daemon-reload")
        try systemctl("enable", "--now", "weatherd.socket", "weatherd.service")
        #expect(try weatherctl("set-units", "temperature=f").status == 0)
        #expect(try weatherctl("places", "add", "Summit", "61.64", "8.31").status == 0)
        try awaitLine { $0.contains("°F") }
    }

    fileprivate func install(_ package: String) throws {
        let installed = try root([
            "env", "DEBIAN_FRONTEND=noninteractive", "dpkg", "--admindir=/srv/dpkg", "--force-depends", "--no-triggers",
            "--log=/dev/null", "--install", package,
        ])
        guard installed.status == 0 else { throw UnmetExpectation("dpkg: \(installed)") }
    }

    /// Starts Waybar in sway, without a screen, as a part of her session. What Waybar reads is recorded in the file `lines`.
    fileprivate func startWaybar() throws {
        let command = "weatherctl watch short --output waybar | tee -a /home/alice/lines"
        try write(
            """
            {"layer": "top", "modules-left": ["custom/weather"],
             "custom/weather": {"exec": "\(command)", "return-type": "json"}}
            """, to: "waybar.json")
        try write("", to: "waybar.css")
        try write(
            """
            xwayland disable
            exec waybar --config /home/alice/waybar.json --style /home/alice/waybar.css
            """, to: "sway.conf")
        let script = try String(contentsOfFile: PrivateBus.script("Bars/waybar-labels.py"), encoding: .utf8)
        try write(script, to: "labels.py")
        let settings = [
            "WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1", "GDK_BACKEND=wayland",
            "GSETTINGS_BACKEND=memory", "LANG=C.UTF-8",
        ].map { "--setenv=" + $0 }
        let started = try alice(
            ["systemd-run", "--user", "--unit=sway"] + settings + ["sway", "--config", "/home/alice/sway.conf"])
        guard started.status == 0 else { throw UnmetExpectation("sway: \(started)") }
    }

    /// The text of the bar.
    fileprivate func label() throws -> String {
        let labels = try alice(["/usr/bin/python3", "/home/alice/labels.py"])
        guard labels.status == 0 else { return labels.errors }
        return try JSONDecoder().decode([String].self, from: Data(labels.output.utf8)).joined()
    }

    fileprivate func awaitLabel(_ isExpected: (String) -> Bool) throws {
        try patiently("the bar's text", observe: label, until: isExpected)
    }
}
