import Dialects
import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Weather

/// The service as installed by `make install`, under a real user manager.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a user manager; run make integration"), .serialized,
    .timeLimit(.minutes(2)))
struct ServiceTests {
    private let machine: Machine

    init() throws {
        machine = try Machine()
        try machine.make("install")
        try machine.configure()
        try machine.systemctl("daemon-reload")
    }

    // MARK: - Start and stop

    @Test func startShowsWeather() throws {
        try machine.systemctl("start", "weatherd.socket", "weatherd.service")
        #expect(try machine.property("Type") == "notify")
        for unit in ["weatherd.service", "weatherd.socket"] {
            #expect(try machine.systemctl("is-active", unit) == "active\n")
        }
        try patiently("the weather in the status") {
            try machine.systemctl("status", "weatherd.service")
        } until: {
            $0.firstMatch(of: /Status: "Oslo [-−]?[0-9]+°C, .*, under 1 min old \(sample data\)"/) != nil
        }
        #expect(try machine.weatherctl("short").output.contains("°C"))
        try machine.systemctl("stop", "weatherd.service")
        try machine.expectSwiftStop()
        #expect(try machine.property("Result") == "success")
    }

    @Test func serviceStartsItsSocket() throws {
        try machine.systemctl("start", "weatherd.service")
        #expect(try machine.systemctl("is-active", "weatherd.socket") == "active\n")
        #expect(try machine.weatherctl("version").status == 0)
        // After stopping either of the two, the next start works.
        try machine.systemctl("stop", "weatherd.socket", "weatherd.service")
        #expect(try machine.weatherctl("version").status == 69)
        try machine.systemctl("start", "weatherd.service")
        #expect(try machine.weatherctl("version").status == 0)
    }

    @Test func callOnTheSessionBusStartsService() throws {
        // The bus was started before the installation.
        let bus = "org.freedesktop.DBus"
        let reload = try machine.alice(["busctl", "--user", "call", bus, "/org/freedesktop/DBus", bus, "ReloadConfig"])
        #expect(reload.status == 0, "\(reload)")
        #expect(try machine.property("ActiveState") == "inactive")
        let name = "org.weatherd.Weather1"
        let place = try machine.alice([
            "busctl", "--user", "get-property", name, "/org/weatherd/Weather1", name, "Place",
        ])
        #expect(place.output == "s \"Oslo\"\n", "\(place)")
        #expect(try machine.property("ActiveState") == "active")
    }

    @Test func firstQueryActivatesDaemon() async throws {
        try await Self.withWeather { provider in
            try machine.configure(asking: provider)
            try machine.systemctl("start", "weatherd.socket")
            #expect(try machine.property("ActiveState") == "inactive")
            // It is answered, although the weather has not arrived yet.
            let first = try machine.weatherctl("short")
            #expect([0, 75].contains(first.status), "\(first)")
            // It answers while it still waits for the session bus.
            #expect(["activating", "active"].contains(try machine.property("ActiveState")))
            #expect(try machine.weatherctl("refresh", "--wait").status == 0)
            let line = try machine.weatherctl("short").output
            #expect(line.contains("°C"))

            try machine.systemctl("stop", "weatherd.service")
            // From now on there is weather immediately, whatever the state of the provider.
            provider.respond { _ in .hang }
            #expect(try machine.weatherctl("short").output == line)
            #expect(["activating", "active"].contains(try machine.property("ActiveState")))

            // It does not wait for the hanging fetch.
            provider.respond { _ in .hang }
            let requests = provider.requests.count
            try machine.forgetWeather()
            await provider.requests(atLeast: requests + 1)
            try machine.systemctl("stop", "weatherd.service")
            try machine.expectSwiftStop()
            #expect(try machine.property("Result") == "success")
        }
    }

    // MARK: - Configuration

    @Test func reload() throws {
        try machine.systemctl("start", "weatherd.service")
        try machine.awaitLine { $0.contains("°C") }
        let process = try machine.property("MainPID")

        try machine.configure("[short]\nformat = \"It is {temperature} in {place}\"")
        try machine.systemctl("reload", "weatherd.service")
        try machine.awaitLine { $0.hasPrefix("It is ") }
        try machine.awaitJournal("configuration reloaded")

        try machine.configure("[short]\nformat = \"{nonsense}\"")
        try machine.systemctl("reload", "weatherd.service")
        let complaint = try machine.awaitJournal("keeping the old configuration")
        #expect(complaint["MESSAGE"]?.contains("/home/alice/.config/weatherd/config.toml") == true)
        #expect(complaint["PRIORITY"] == "3")
        try machine.awaitLine { $0.hasPrefix("It is ") }
        #expect(try machine.property("MainPID") == process)
        try patiently("the end of the reload") {
            try machine.property("ActiveState")
        } until: {
            $0 == "active"
        }
    }

    @Test func configurationErrorIsNotRetried() throws {
        try machine.write("providers = [\"nonsense\"]\n", to: ".config/weatherd/config.toml")
        let outcome = try machine.alice(["systemctl", "--user", "start", "weatherd.service"])
        #expect(outcome.status != 0)
        try machine.awaitJournal("nonsense")
        // It is not waiting for its next start.
        #expect(try machine.property("SubState") == "failed")
        #expect(try machine.property("ExecMainStatus") == "78")
        #expect(try machine.property("NRestarts") == "0")
        try machine.configure()
        try machine.systemctl("start", "weatherd.service")
        try machine.awaitLine { $0.contains("°C") }
    }

    /// Requests in the meantime get the reason, and do not exhaust systemd's start limit.
    @Test func fixedConfigurationNeedsNoRestart() throws {
        try machine.write("providers = [\"nonsense\"]\n", to: ".config/weatherd/config.toml")
        try machine.systemctl("start", "weatherd.socket")
        let answer = try machine.weatherctl("short")
        #expect(answer.status == 1, "\(answer)")
        let complaint = "weatherd cannot start: /home/alice/.config/weatherd/config.toml:1: providers: "
        #expect(answer.errors.contains(complaint))
        // As several bars do within their first seconds.
        let more = try machine.alice(["sh", "-c", "for time in $(seq 40); do weatherctl short; done"])
        #expect(more.errors.split(separator: complaint).count == 40 + 1, "\(more)")
        #expect(try machine.property("ActiveState", of: "weatherd.socket") == "active")
        try machine.configure()
        try machine.awaitLine { $0.contains("°C") }
    }

    // MARK: - The journal

    @Test func linesHaveFields() throws {
        try machine.systemctl("start", "weatherd.service")
        try machine.awaitJournal("fetched weather from sample data")
        // They are fields that journalctl can match.
        let entries = try machine.journal("--unit=weatherd.service", "WEATHERD_PROVIDER=sample")
        let entry = try #require(entries.first)
        #expect(entry["MESSAGE"] == "fetched weather from sample data")
        #expect(entry["PRIORITY"] == "6")
        #expect(entry["SYSLOG_IDENTIFIER"] == "weatherd")
        #expect(entry["WEATHERD_PLACE"] == "59.91,10.75")
        #expect(entry["CODE_FILE"]?.hasSuffix(".swift") == true)
        #expect(entry["_SYSTEMD_USER_UNIT"] == "weatherd.service")
        #expect(entry["_TRANSPORT"] == "journal")
        // Nothing else is logged, not even by a library.
        #expect(try machine.journal("_SYSTEMD_USER_UNIT=weatherd.service").count == 1)
    }

    /// A provider of weather in Oslo, now.
    static func withWeather(_ body: (LoopbackServer) async throws -> Void) async throws {
        let weather = InventedWeather(at: .oslo, timeZone: "Europe/Oslo", now: UnixTime(time(nil)))
        try await LoopbackServer.running { request in
            guard let answer = OpenMeteoDialect().answer(path: request.path, query: request.query, about: weather)
            else { return .answer(status: 404, body: []) }
            return .json(String(decoding: answer.body, as: UTF8.self))
        } _: { server in
            try await body(server)
        }
    }
}

extension Machine {
    private static let place = """
        [location]
        sources = []
        latitude = 59.91
        longitude = 10.75
        name = "Oslo"
        [alerts]
        providers = []

        """

    /// Invented weather in Oslo.
    func configure(_ more: String = "") throws {
        try write("providers = [\"sample\"]\n" + Self.place + more, to: ".config/weatherd/config.toml")
    }

    /// - Parameters:
    ///   - first: top-level keys.
    ///   - more: tables.
    func configure(asking provider: LoopbackServer, first: String = "", _ more: String = "") throws {
        let service = "[open-meteo]\nurl = \"\(provider.url)\"\n"
        try write(first + Self.place + service + more, to: ".config/weatherd/config.toml")
    }

    /// Makes the daemon fetch by restarting it without its cache.
    func forgetWeather() throws {
        try systemctl("stop", "weatherd.service")
        try FileManager.default.removeItem(atPath: home(".cache/weatherd/reports.json"))
        try systemctl("start", "weatherd.service")
    }

    /// Returns when `weatherctl short` prints the expected line.
    func awaitLine(_ isExpected: (String) -> Bool) throws {
        try patiently("a line of weather", observe: { try weatherctl("short").output }, until: isExpected)
    }

    /// Fails if the last stop took more than a second, by systemd's timestamps.
    func expectSwiftStop() throws {
        let began = try #require(Int(try property("ActiveExitTimestampMonotonic")))
        let ended = try #require(Int(try property("InactiveEnterTimestampMonotonic")))
        #expect(began < ended && ended - began < 1_000_000, "it took \(ended - began) µs")
    }
}
