import ClientProtocol
import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// Another version is installed while the daemon runs, so its workers have that version.
@Suite(.ownThread, .timeLimit(.minutes(3)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct UpgradeTests {
    private static let other = OtherRelease.version(than: Release.version)

    /// A home with a daemon of its own files, which has the weather and settings.
    private func running(
        isManaged: Bool = false, _ body: (Home, RunningDaemon, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            _ = try home.weatherd(withWorker: nil)
            try home.install(Release.version)
            let daemon = try home.startInstalled(isManaged: isManaged)
            try home.awaitRefresh()
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            try await body(home, daemon, provider)
        }
    }

    @Test func managedDaemonEndsForItsServiceManager() async throws {
        try await running(isManaged: true) { home, daemon, _ in
            var daemon = daemon
            for (old, new) in [(Release.version, Self.other), (Self.other, Release.version)] {
                try home.install(new)
                _ = try home.fetch()
                // RestartForceExitStatus= of the unit.
                #expect(try daemon.process.wait() == 75, "\(daemon.log)")
                #expect(
                    daemon.log.contains(
                        """
                        weatherd was replaced: weatherd-worker is version \(new), but weatherd is version \(old); \
                        restarting
                        """), "\(daemon.log)")
                daemon = try home.startInstalled(isManaged: true)
                try home.expectSettingsAndWeather(of: new)
            }
            #expect(try daemon.stop() == 0)
        }
    }

    /// Without a service manager it continues in the same process, with the same socket.
    @Test func unmanagedDaemonExecutesItsNewFile() async throws {
        try await running { home, daemon, _ in
            let watch = try ChildProcess(
                Programs.weatherctl, ["watch", "short", "--format", "{wind}"], environment: home.environment,
                errors: home.directory.file("errors"))
            let lines = Lines(watch.output)
            let first = try lines.next()
            #expect(first.contains("kn"))
            // The worker for searches stays.
            _ = try home.fetch()
            let descriptors = try daemon.descriptors
            for new in [Self.other, Release.version, Self.other] {
                try home.install(new)
                _ = try home.fetch()
                try home.awaitVersion(new)
                #expect(!daemon.process.hasEnded(within: 0))
                try home.expectSettingsAndWeather(of: new)
                // Another daemon may not use the directory.
                let second = try home.launch(["--socket", home.directory.file("second.sock")])
                #expect(try second.process.wait() == 1)
                #expect(second.log.contains("is already running"), "\(second.log)")
            }
            #expect(try daemon.descriptors <= descriptors + 2)
            // The watch has shown nothing else in between.
            #expect(try home.ask("set-units wind=mph").code == nil)
            #expect(try lines.next().contains("mph"))
            #expect(try daemon.stop() == 0)
            #expect(access(home.socketPath, F_OK) != 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
        }
    }

    /// An installation with an old daemon and a new worker: another start would not help.
    @Test(arguments: [true, false]) func brokenInstallationIsReportedUntilRepaired(isManaged: Bool) async throws {
        try await running(isManaged: isManaged) { home, daemon, _ in
            try home.install(Self.other, ["weatherd-worker"])
            let reply = try home.fetch()
            let error = "weatherd-worker is version \(Self.other), but weatherd is version \(Release.version)"
            #expect("\(reply)".contains(error), "\(reply)")
            #expect(try home.ask("short").code == nil)
            try home.install(Release.version, ["weatherd-worker"])
            try home.expectSettingsAndWeather(of: Release.version)
            #expect(!daemon.log.contains("restarting"))
            #expect(try daemon.stop() == 0)
        }
    }

    /// As during the unpacking of a package.
    @Test func missingWorkerIsStartedOnceItIsThere() async throws {
        try await running { home, daemon, _ in
            #expect(unlink(home.installed("weatherd-worker")) == 0)
            let reply = try home.fetch()
            #expect("\(reply)".contains("weatherd-worker does not exist"), "\(reply)")
            try home.install(Release.version, ["weatherd-worker"])
            try home.expectSettingsAndWeather(of: Release.version)
            #expect(!daemon.log.contains("restarting"))
            #expect(try daemon.stop() == 0)
        }
    }

    /// As while the new program's libraries are not unpacked: the old daemon stays, and takes the next opportunity.
    @Test func programThatDoesNotStartIsNotExecuted() async throws {
        try await running { home, daemon, _ in
            try home.install(Self.other, ["weatherd-worker"])
            let script = try home.script("exit 127")
            #expect(rename(script, home.installed("weatherd")) == 0)
            _ = try home.fetch()
            try daemon.awaitLog("the new program ended its check of the configuration with status 127", asking: home)
            #expect(try home.ask("version") == .ok(["weatherd \(Release.version)"]))
            #expect(try home.ask("short").code == nil)
            try home.install(Self.other)
            _ = try home.fetch()
            try home.awaitVersion(Self.other)
            try home.expectSettingsAndWeather(of: Self.other)
            #expect(try daemon.stop() == 0)
        }
    }
}

extension Home {
    /// The path of an installed program.
    fileprivate func installed(_ name: String) -> String { directory.file("programs/" + name) }

    /// Installs programs of a version for this home.
    fileprivate func install(_ version: String, _ names: [String] = ["weatherd", "weatherd-worker"]) throws {
        for name in names {
            try OtherRelease.copy(
                Programs.directory + "/" + name, to: installed(name), of: Release.version, as: version)
        }
    }

    /// Starts the installed weatherd.
    ///
    /// - Parameter isManaged: whether its environment says that systemd has started it.
    fileprivate func startInstalled(isManaged: Bool) throws -> RunningDaemon {
        try start(first: isManaged ? "export WATCHDOG_PID=$$" : nil, program: installed("weatherd"))
    }

    /// Starts a worker by requesting the weather of another place each time. A reply of any kind is accepted.
    fileprivate func fetch() throws -> Reply {
        try ask("refresh --wait --place \(Double.random(in: 1..<60)),20")
    }

    fileprivate func awaitVersion(_ version: String) throws {
        let end = Moment.now + Descriptor.patience
        while try ask("version") != .ok(["weatherd \(version)"]) {
            guard Moment.now < end else { throw Failure("the daemon is not version \(version)") }
        }
    }

    /// Settings and cached weather are there, and new weather is fetched.
    fileprivate func expectSettingsAndWeather(of version: String) throws {
        #expect(try ask("version") == .ok(["weatherd \(version)"]))
        #expect(try ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try ask("short").code == nil)
        let reply = try fetch()
        #expect(reply.code == nil, "\(reply)")
    }
}
