import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// A faulty disk under the real program.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: Preloaded.isAvailable, "\(Preloaded.absence)"))
struct FaultyDiskTests {
    /// Faults that prevent all writes.
    private static let refusing: [FaultyDisk.Fault] = [.full, .noInodes, .readOnly, .noPermission, .failing]
    private static let montevideo = "⛅ 22°C"

    private func withDaemon(
        _ body: (Home, FaultyDisk, RunningDaemon, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let disk = try FaultyDisk(in: home.directory)
            let daemon = try home.start(setting: disk.environment(with: home.clock))
            try home.awaitRefresh()
            try await body(home, disk, daemon, provider)
        }
    }

    private func files(of home: Home) -> [String: Data?] {
        let names = [home.settingsPath, home.settingsCopyPath, home.requestsPath, home.cachePath]
        return Dictionary(uniqueKeysWithValues: names.map { ($0, home.bytes($0)) })
    }

    private func windUnit(of home: Home) throws -> String? {
        try home.ask("set-units pressure=hpa").lines.first
    }

    /// Requests another place, which takes a request to the provider.
    private func expectWeather(of position: String, in home: Home) throws {
        try home.await("short --place \(position)") { $0 == .ok([Self.montevideo]) }
    }

    @Test(arguments: refusing) func diskErrorsLoseNoData(fault: FaultyDisk.Fault) async throws {
        try await withDaemon { home, disk, daemon, provider in
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            try home.awaitFile(home.cachePath) { $0.contains("reports") }
            let before = files(of: home)
            disk.fault = fault
            let copy = home.directory.file(home.settingsCopyPath)
            #expect(
                try home.ask("set-units wind=bft")
                    == .error(.internal, "the setting was not changed: cannot write \(copy): \(fault.reason)"))
            #expect(try home.ask("places add Home 1 1").code == .internal)
            #expect(try home.ask("short") == .ok([Self.montevideo]))
            try expectWeather(of: "-34.5,-56.1", in: home)
            #expect(provider.requests.count == 2)
            try daemon.awaitLog(
                "cannot write \(home.directory.file(home.cachePath)): \(fault.reason)", asking: home)
            #expect(files(of: home) == before)
            #expect(try home.json("status")["requestsToday"] as? Int == 2)

            // All of it is stored as soon as possible, without a restart.
            disk.fault = .none
            #expect(try home.ask("set-units wind=bft").code == nil)
            try expectWeather(of: "-34.4,-56.1", in: home)
            try home.awaitFile(home.cachePath) { $0.components(separatedBy: "\"timeZone\"").count == 4 }
            // A run that exits before its requests are recorded as complete leaves its temporary file behind.
            try home.awaitFile(home.requestsPath) { !$0.contains("\"isRunning\":true") }
            try daemon.kill()
            let next = try home.start()
            #expect(try home.ask("set-units pressure=hpa").lines.first?.contains("wind in Bft") == true)
            #expect(try home.json("status")["requestsToday"] as? Int == 3)
            for position in ["-34.5,-56.1", "-34.4,-56.1"] { try expectWeather(of: position, in: home) }
            #expect(provider.requests.count == 3, "all three reports were stored")
            #expect(try next.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
        }
    }

    /// A file that was renamed, but might not survive a power failure, does not count as stored.
    @Test func failedDirectorySyncIsHandled() throws {
        let home = try Home(provider: nil)
        let disk = try FaultyDisk(in: home.directory, .losingNames)
        let daemon = try home.start(setting: disk.environment(with: nil))
        let copy = home.directory.file(home.settingsCopyPath)
        let refusal = "the setting was not changed: cannot write \(copy): \(disk.fault.reason)"
        #expect(try home.ask("set-units wind=kn") == .error(.internal, refusal))
        #expect(home.storedFiles == [], "the directory itself would not survive")
        disk.fault = .none
        #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
        let before = [home.bytes(home.settingsPath), home.bytes(home.settingsCopyPath)]
        disk.fault = .losingNames
        #expect(try home.ask("set-units wind=bft") == .error(.internal, refusal))
        #expect([home.bytes(home.settingsPath), home.bytes(home.settingsCopyPath)] == before)
        try daemon.kill()
        disk.fault = .namesUnsynced
        let next = try home.start(setting: disk.environment(with: nil))
        #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try home.ask("set-units wind=bft").code == nil)
        #expect(home.bytes(home.settingsPath) == home.bytes(home.settingsCopyPath))
        #expect(try next.stop() == 0)
    }

    /// A file that cannot be read at the start is not overwritten, and is loaded as soon as it is readable.
    @Test(arguments: [FaultyDisk.Fault.noPermission, .unreadable])
    func unreadableFilesDoNotPreventStart(fault: FaultyDisk.Fault) async throws {
        try await withDaemon { home, disk, daemon, provider in
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            #expect(try daemon.stop() == 0)
            let before = files(of: home)
            disk.fault = fault
            let next = try home.start(setting: disk.environment(with: home.clock))
            #expect(next.log.contains("; the settings cannot be changed until this is fixed"), "\(next.log)")
            let refused = try home.ask("set-units wind=bft")
            #expect(refused.code == .internal)
            #expect(files(of: home)[home.settingsPath] == before[home.settingsPath])
            // The cache could not be read either, so the weather is fetched.
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok([Self.montevideo]))
            disk.fault = .none
            #expect(
                try home.ask("set-units pressure=inhg").lines.first?.contains("wind in kn, pressure in inHg") == true)
            #expect(try next.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
        }
    }

    /// The damaged file cannot be set aside, so the copy is used.
    @Test func damagedFileOnReadOnlyDiskIsKept() throws {
        let home = try Home(provider: nil)
        let disk = try FaultyDisk(in: home.directory)
        var daemon = try home.start()
        #expect(try home.ask("set-units wind=kn pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
        let whole = home.bytes(home.settingsPath)
        try home.directory.write("{", to: home.settingsPath)
        disk.fault = .readOnly
        daemon = try home.start(setting: disk.environment(with: nil))
        #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try home.ask("set-units wind=bft").code == .internal)
        #expect(home.bytes(home.settingsCopyPath) == whole)
        disk.fault = .none
        #expect(try home.ask("set-units temperature=k").code == nil)
        #expect(try daemon.stop() == 0)
        #expect(home.bytes(home.settingsPath) == home.bytes(home.settingsCopyPath))
        daemon = try home.start()
        #expect(try home.ask("set-units temperature=c") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: [FaultyDisk.Fault.full, .noInodes, .readOnly])
    func readOnlyDiskDoesNotPreventStart(fault: FaultyDisk.Fault) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let disk = try FaultyDisk(in: home.directory, fault)
            let daemon = try home.start(setting: disk.environment(with: home.clock))
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok([Self.montevideo]))
            #expect(try home.ask("set-units wind=kn").code == .internal)
            #expect(home.storedFiles.filter { $0 != "lock" } == [])
            disk.fault = .none
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            #expect(try daemon.stop() == 0)
            #expect(home.bytes(home.settingsPath) == home.bytes(home.settingsCopyPath))
            #expect(home.bytes(home.cachePath) != nil, "the weather is stored at shutdown at the latest")
        }
    }

    /// While the disk hangs, settings are not acknowledged; queries are answered.
    @Test func hangingSyncBlocksOnlySettings() async throws {
        try await withDaemon { home, disk, daemon, _ in
            let watcher = try home.client()
            #expect(try watcher.ask("watch short") == .ok([Self.montevideo]))
            disk.fault = .hanging
            let setter = try home.client()
            try setter.send("set-units temperature=f\n")
            let hang = try disk.awaitHang()
            for request in ["short", "current", "hourly", "daily", "sun", "status", "places", "version"] {
                for _ in 0..<20 { #expect(try home.ask(request).code == nil, "\(request)") }
            }
            #expect(try home.weatherctl("short").output == Self.montevideo + "\n")
            #expect(try setter.reply(within: 0) == nil)
            #expect(home.bytes(home.settingsPath) == nil)
            disk.fault = .none
            hang.close()
            #expect(try setter.reply().code == nil)
            #expect(try watcher.reply() == .ok(["⛅ 72°F"]))
            #expect(home.bytes(home.settingsPath) != nil)
            #expect(try daemon.stop() == 0)
        }
    }

    /// A daemon that is killed while its disk hangs has acknowledged nothing, and lost nothing.
    @Test func killedWhileTheDiskHangs() async throws {
        try await withDaemon { home, disk, daemon, _ in
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            disk.fault = .hanging
            let setter = try home.client()
            try setter.send("set-units wind=bft\n")
            let hang = try disk.awaitHang()
            try daemon.kill()
            hang.close()
            disk.fault = .none
            let next = try home.start()
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            #expect(try next.stop() == 0)
            #expect(Set(home.storedFiles).isSubset(of: Home.wholeFiles), "nothing is left of the interrupted write")
        }
    }
}

extension Home {
    /// The files after a regular run.
    static let wholeFiles: Set = ["lock", "settings.json", "settings.copy.json", "requests.json", "reports.json"]

    /// Returns when the file has the expected content; fails after a timeout.
    func awaitFile(_ name: String, until isExpected: (String) -> Bool) throws {
        let end = Moment.now + Descriptor.patience
        while true {
            let text = bytes(name).map { String(decoding: $0, as: UTF8.self) }
            if let text, isExpected(text) { return }
            guard Moment.now < end else { throw Failure("\(name) is still \(text ?? "not there")") }
            _ = try ask("version")
        }
    }
}
