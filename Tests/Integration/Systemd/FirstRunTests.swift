import Foundation
import LoopbackHTTP
import Testing

/// The first minute with weatherd: installed, enabled, not configured, and queried at once.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a user manager; run make integration"), .serialized,
    .timeLimit(.minutes(2)))
struct FirstRunTests {
    /// A machine in Oslo's time zone; all Internet services are at `address`.
    ///
    /// - Parameter bus: the system bus; nil for the machine's own.
    private func machine(_ address: String, bus: String? = nil) throws -> Machine {
        let services = ["OPEN_METEO_URL", "OPEN_METEO_AIR_QUALITY_URL", "MET_NORWAY_URL", "NWS_URL"]
        let session =
            services.map { "WEATHERD_\($0)=\(address)" } + ["TZ=Europe/Oslo", "WEATHERD_ALERTS_PROVIDERS=met-norway"]
        let machine = try Machine(session: session + (bus.map { ["DBUS_SYSTEM_BUS_ADDRESS=" + $0] } ?? []))
        try machine.make("install")
        try machine.systemctl("daemon-reload")
        return machine
    }

    /// Enables it and runs a query immediately on a terminal; returns the output and the duration.
    private func enableAndQuery(_ machine: Machine) throws -> (Machine.Outcome, Duration) {
        let start = ContinuousClock.now
        try machine.systemctl("enable", "--now", "weatherd.socket", "weatherd.service")
        let outcome = try machine.alice(["script", "-qec", "weatherctl current", "/dev/null"])
        return (outcome, start.duration(to: .now))
    }

    /// On the machine's own bus, where GeoClue may be installed but denies access; and without a bus.
    @Test(arguments: [nil, "unix:path=/srv/no-bus"])
    func firstRunShowsLocalWeather(bus: String?) async throws {
        try await ServiceTests.withWeather { provider in
            let machine = try machine(provider.url, bus: bus)
            let (outcome, duration) = try enableAndQuery(machine)
            print("enable to weather, \(bus ?? "the machine's own bus"): \(duration)")
            #expect(outcome.status == 0 && outcome.output.contains("°C"), "\(outcome)")
            #expect(outcome.output.contains("Oslo"), "\(outcome)")
            #expect(duration < .seconds(10))
            // Notes on how the location was found are shown, and no action is necessary.
            let doctor = try machine.weatherctl("doctor")
            #expect(doctor.status == 0, "\(doctor)")
            #expect(doctor.output.contains("ok  service         running, starts at login\n"), "\(doctor)")
            #expect(doctor.output.contains(", from the time zone, which is approximate"), "\(doctor)")
            #expect(doctor.output.contains("weatherctl set-location CITY\n"), "\(doctor)")
        }
    }

    @Test func offlineFirstRunIsReported() throws {
        let machine = try machine("http://127.0.0.1:9")
        let (outcome, duration) = try enableAndQuery(machine)
        #expect(outcome.status == 75)
        #expect(outcome.output.contains("no weather has been fetched yet; last error: 127.0.0.1:9 cannot be reached"))
        #expect(duration < .seconds(10))
        let doctor = try machine.weatherctl("doctor")
        #expect(doctor.status == 1, "\(doctor)")
        #expect(doctor.output.contains("x   open-meteo      127.0.0.1:9 cannot be reached"), "\(doctor)")
    }

    /// The output of doctor before the first start, and for a failed service.
    @Test func doctorReportsUnits() throws {
        let machine = try machine("http://127.0.0.1:9")
        let fresh = try machine.weatherctl("doctor")
        #expect(fresh.status == 1)
        #expect(fresh.output.contains("!   service      installed, but not started at login\n"), "\(fresh)")
        #expect(fresh.output.contains("-> systemctl --user enable --now weatherd.socket weatherd.service\n"))

        try machine.write("units = \"nonsense\"\n", to: ".config/weatherd/config.toml")
        let start = try machine.alice(["systemctl", "--user", "start", "weatherd.service"])
        #expect(start.status != 0)
        let failed = try machine.weatherctl("doctor")
        #expect(failed.output.contains("x   service      failed: invalid configuration\n"), "\(failed)")
        #expect(failed.output.contains("config.toml:1: units: unknown unit \"nonsense\""), "\(failed)")

        try machine.make("uninstall")
        try machine.systemctl("stop", "weatherd.socket")
        try machine.systemctl("reset-failed")
        try machine.systemctl("daemon-reload")
        let program = try Machine.run([
            "sh", "-c", "cp .build/programs/weatherctl .build/programs/weatherctl-tools \(machine.home(""))",
        ])
        #expect(program.status == 0)
        let gone = try machine.alice(["/home/alice/weatherctl", "doctor"])
        #expect(gone.output.contains("x   service      weatherd.service is not installed\n"), "\(gone)")
    }
}
