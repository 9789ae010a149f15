import Foundation
import LoopbackHTTP
import Testing

/// From the package to weather in the real Waybar with `weatherctl setup`, under a real user manager.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes Waybar, sway and a user manager; run make integration"), .serialized,
    .timeLimit(.minutes(4)))
struct WaybarSetupTests {
    /// The bar of a fresh Debian: alice has no configuration of it, so it uses the system's.
    private static let sway = "output * mode 1600x600\nxwayland disable\nbar {\n    swaybar_command waybar\n}\n"

    /// The directories that packages write to, in memory; the host's files are beneath.
    private static let overlays = """
        for directory in usr var/lib var/cache; do
            mkdir -p "/srv/$directory/upper" "/srv/$directory/work"
            mount -t overlay -o "lowerdir=/$directory,upperdir=/srv/$directory/upper,workdir=/srv/$directory/work" \
                overlay "/$directory"
        done
        mount -t tmpfs -o mode=755 tmpfs /etc/systemd/user
        mkdir /var/log/apt
        """

    private func labels(_ machine: Machine) throws -> [String] {
        let script = PrivateBus.script("Bars/waybar-labels.py")
        let outcome = try machine.alice(["/usr/bin/python3", script])
        guard outcome.status == 0 else { return [] }
        return try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8))
    }

    private func startSway(_ machine: Machine) throws {
        try machine.write(Self.sway, to: ".config/sway/config")
        try machine.systemctl(
            "--quiet", "set-environment", "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman",
            "GDK_BACKEND=wayland", "GSETTINGS_BACKEND=memory")
        let sway = try machine.alice(["systemd-run", "--user", "--quiet", "--unit=sway", "/usr/bin/sway"])
        guard sway.status == 0 else { throw UnmetExpectation("sway: \(sway)") }
        try patiently("Waybar") {
            try labels(machine)
        } until: {
            !$0.isEmpty
        }
    }

    @Test func packageAndSetupShowWeather() async throws {
        try await ServiceTests.withWeather { provider in
            let services = ["OPEN_METEO_URL", "OPEN_METEO_AIR_QUALITY_URL", "MET_NORWAY_URL", "NWS_URL"]
            let machine = try Machine(
                session: services.map { "WEATHERD_\($0)=\(provider.url)" }
                    + ["TZ=Europe/Oslo", "WEATHERD_ALERTS_PROVIDERS=met-norway"])
            let prepared = try machine.root(["sh", "-ec", Self.overlays])
            try #require(prepared.status == 0, "\(prepared)")
            try startSway(machine)
            let before = try labels(machine)
            #expect(!before.contains { $0.contains("°") })

            let package = try Installation.package("weatherd")
            let start = ContinuousClock.now
            let installed = try machine.root([
                "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "install", "--yes",
                "--no-install-recommends", package,
            ])
            try #require(installed.status == 0, "\(installed)")
            let setup = try machine.weatherctl("setup", "--yes")
            #expect(setup.status == 0, "\(setup)")
            print(setup.output)
            try patiently("the weather in Waybar") {
                try labels(machine)
            } until: {
                $0.contains { $0.contains("°C") }
            }
            let duration = start.duration(to: .now)
            print("from apt install to weather in Waybar: \(duration)")
            #expect(duration < .seconds(120))

            // The other modules are still there.
            let after = try labels(machine)
            #expect(after.count == before.count + 1, "\(before) \(after)")
            #expect(try machine.property("UnitFileState") == "enabled")

            let undone = try machine.weatherctl("setup", "--undo")
            #expect(undone.status == 0, "\(undone)")
            try patiently("Waybar without the weather") {
                try labels(machine)
            } until: {
                !$0.isEmpty && !$0.contains { $0.contains("°C") }
            }
            #expect(try machine.root(["test", "-e", "/home/alice/.config/waybar"]).status != 0)
            #expect(try machine.property("UnitFileState") != "enabled")
        }
    }
}
