import ClientProtocol
import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// The messages to systemd, received on a socket of the test.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ServiceManagerTests {
    @Test func readyWithoutTheNetwork() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home.withCachedForecast(from: provider)
            let daemon = try home.launch()
            try daemon.manager.wait(for: "READY=1")
            // The earliest possible request, and the reply comes from the cache.
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(try home.json("status")["lastError"] is NSNull)
            daemon.process.signal(SIGTERM)
            try daemon.manager.wait(for: "STOPPING=1")
            // It does not wait for the provider, whose timeout is 10 s.
            #expect(daemon.process.hasEnded(within: 5))
            #expect(try daemon.process.wait() == 0)
        }
    }

    @Test func statusLine() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.launch()
            try daemon.manager.wait(for: "STATUS=Montevideo 22°C, partly cloudy, under 1 min old")
            #expect(try home.ask("set-units imperial").code == nil)
            try daemon.manager.wait(for: "STATUS=Montevideo 72°F, partly cloudy, under 1 min old")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func statusLineWithoutAPlace() throws {
        let home = try Home(provider: nil, place: nil)
        home.environment["WEATHERD_LOCATION_SOURCES"] = ""
        let daemon = try home.launch()
        try daemon.manager.wait(
            for: """
                STATUS=no location is set; set yours with: weatherctl set-location CITY, or weatherctl set-location LAT LON \
                [NAME]
                """)
        #expect(try daemon.stop() == 0)
    }

    @Test func watchdog() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.launch(setting: ["WATCHDOG_USEC": "200000"])
            try daemon.manager.wait(for: "READY=1")
            try daemon.manager.wait(for: "WATCHDOG=1")
            try daemon.manager.wait(for: "STATUS=Montevideo 22°C, partly cloudy, under 1 min old")
            // Each keep-alive also renews the age in the status line.
            home.clock?.now += 120
            try daemon.manager.wait(for: "STATUS=Montevideo 22°C, partly cloudy, 2 min old")
            try daemon.manager.wait(for: "WATCHDOG=1")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func withoutWatchdogSettingNoKeepAlivesAreSent() throws {
        let home = try Home(provider: nil)
        let daemon = try home.launch()
        try daemon.manager.wait(for: "READY=1")
        try home.awaitRefresh()
        daemon.process.signal(SIGTERM)
        try daemon.manager.wait(for: "STOPPING=1")
        #expect(!daemon.manager.messages.contains("WATCHDOG=1"))
        #expect(try daemon.process.wait() == 0)
    }

    @Test func inheritedSocketIsServed() throws {
        let home = try Home(provider: nil)
        let listening = try Descriptor.unixSocket(SOCK_STREAM)
        try listening.address(home.socketPath, "bind", bind)
        listen(listening.number, 16)
        // A client that connects before the daemon starts waits, and is served.
        let client = try home.client()
        try client.send("version\n")
        // The daemon's own path differs, so that it can only be reached over the inherited socket.
        let daemon = try home.launch(["--socket", home.directory.file("own.sock")], handed: listening)
        try daemon.manager.wait(for: "READY=1")
        #expect(try client.reply().code == nil)
        #expect(try home.ask("version").code == nil)
        #expect(access(home.directory.file("own.sock"), F_OK) != 0)
        #expect(try daemon.stop() == 0)
        #expect(access(home.socketPath, F_OK) == 0, "the service manager removes the socket")
    }

    /// The client that activated the daemon gets the reason, and does not activate it again.
    @Test(arguments: [true, false]) func waitingClientsAreRejectedWhenStartFails(byConfigurationError: Bool) throws {
        let home = try Home(provider: nil)
        let running = byConfigurationError ? nil : try home.start(["--socket", home.directory.file("other.sock")])
        if byConfigurationError { try home.configure("units = \"metrc\"\n") }
        let listening = try Descriptor.unixSocket(SOCK_STREAM)
        try listening.address(home.socketPath, "bind", bind)
        listen(listening.number, 16)
        let clients = try (1...3).map { _ in try home.client() }
        for client in clients { try client.send("short\n") }
        let daemon = try home.launch(handed: listening)
        #expect(try daemon.process.wait() == (byConfigurationError ? 78 : 1))
        for client in clients {
            guard case .error(.internal, let message) = try client.reply() else {
                Issue.record("it was answered")
                continue
            }
            #expect(
                "weatherd: \(message)\n"
                    == daemon.log.replacing("weatherd: ", with: "weatherd: weatherd cannot start: "))
            #expect(message.contains(byConfigurationError ? "config.toml:1: units: " : "weatherd is already running"))
        }
        #expect(!listening.isReady(within: 0), "no client is left that would activate it")
        if let running { #expect(try running.stop() == 0) }
    }

    @Test func wrongInheritedDescriptorIsError() throws {
        let home = try Home(provider: nil)
        let pipe = try Descriptor.pipe()
        let daemon = try home.launch(handed: pipe.read)
        #expect(try daemon.process.wait() == EX_USAGE)
        #expect(
            daemon.log
                == "weatherd: systemd passed a descriptor that is not a listening Unix socket; weatherd.socket requires ListenStream=\n"
        )
    }
}
