import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// The files that the daemon finds when it starts.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct PersistentFileTests {
    private static let damages = ["", "{", "\0\0\0\0", "[]", #"{"version":1}"#, #"{"version":2,"content":{}}"#]

    @Test(arguments: damages)
    func damagedCache(text: String) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            try FileManager.default.createDirectory(
                atPath: home.directory.file("cache/weatherd"), withIntermediateDirectories: true)
            try home.directory.write(text, to: home.cachePath)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(home.bytes(home.cachePath + ".damaged-\(Forecast.now)") == Data(text.utf8))
            #expect(
                daemon.log.contains("weatherd: \(home.directory.file(home.cachePath)) is damaged: "), "\(daemon.log)")
            #expect(try daemon.stop() == 0)
            let cache = try JSONSerialization.jsonObject(with: home.directory.read(home.cachePath)) as? [String: Any]
            #expect(cache?["version"] as? Int == 3)
        }
    }

    @Test(arguments: damages)
    func damagedSettings(text: String) throws {
        let home = try Home(provider: nil, now: Forecast.now)
        try FileManager.default.createDirectory(
            atPath: home.directory.file("state/weatherd"), withIntermediateDirectories: true)
        try home.directory.write(text, to: home.settingsPath)
        let daemon = try home.start()
        #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
        #expect(home.bytes(home.settingsPath + ".damaged-\(Forecast.now)") == Data(text.utf8))
        #expect(daemon.log.contains("is damaged"), "\(daemon.log)")
        #expect(try daemon.stop() == 0)
    }

    /// If one of the two settings files is truncated, or a bit of it flips, the other still has the settings.
    @Test(arguments: [\Home.settingsPath, \.settingsCopyPath])
    func oneDamagedSettingsFileIsRestored(file: any KeyPath<Home, String> & Sendable) throws {
        let home = try Home(provider: nil, now: Forecast.now)
        var daemon = try home.start()
        #expect(try home.ask("set-units wind=kn pressure=hpa").code == nil)
        #expect(try home.ask("set-location 59.91 10.75 \"Øvre Foss\"").code == nil)
        #expect(try daemon.stop() == 0)
        let path = home[keyPath: file]
        let whole = try home.directory.read(path)
        var flipped = whole
        // 59.91 becomes 49.91: still valid JSON, but another place.
        let digit = try #require(whole.range(of: Data("59.91".utf8))).lowerBound
        flipped[digit] ^= 1
        let corrupted = stride(from: 0, to: whole.count - 1, by: max(1, whole.count / 6)).map { whole.prefix($0) }
        for bytes in corrupted + [flipped, Data(count: whole.count)] {
            try bytes.write(to: URL(filePath: home.directory.file(path)))
            home.clock?.now += 1
            daemon = try home.start()
            let aside = "\(path).damaged-\(home.clock?.now ?? 0)"
            #expect(home.bytes(aside) == Data(bytes))
            #expect(daemon.log.contains("is damaged: "), "\(daemon.log)")
            #expect(try home.ask("status").lines.first == "place: Øvre Foss (59.91°N 10.75°E)")
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            #expect(try daemon.stop() == 0)
            for name in [home.settingsPath, home.settingsCopyPath] { #expect(home.bytes(name) == whole) }
        }
    }

    /// The running daemon recreates them when it needs them.
    @Test func deletedDirectoriesAreRecreated() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("set-units wind=kn").code == nil)
            for name in ["state", "cache"] { try FileManager.default.removeItem(atPath: home.directory.file(name)) }
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]), "the state in memory is unchanged")
            #expect(home.storedFiles == [], "a request without changes writes nothing")
            #expect(try home.ask("set-units temperature=k").code == nil)
            #expect(Set(home.storedFiles) == ["settings.json", "settings.copy.json", "lock"])
            try home.await("short --place -34.5,-56.1") { $0 == .ok(["⛅ 295 K"]) }
            #expect(try daemon.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
            let next = try home.start()
            #expect(try home.ask("short") == .ok(["⛅ 295 K"]))
            #expect(provider.requests.count == 2)
            #expect(try next.stop() == 0)
        }
    }

    /// Not even root can read or replace it.
    @Test func directoriesAtFilePathsAreHandled() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("set-units wind=kn pressure=hpa").code == nil)
            #expect(try daemon.stop() == 0)
            let names = [home.settingsPath, home.cachePath, home.requestsPath]
            for name in names {
                unlink(home.directory.file(name))
                #expect(mkdir(home.directory.file(name), 0o700) == 0)
            }
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]), "the copy contains it")
            #expect(try home.ask("set-units wind=bft").code == .internal)
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            for name in names { #expect(rmdir(home.directory.file(name)) == 0) }
            #expect(try home.ask("set-units temperature=k").code == nil)
            #expect(try daemon.stop() == 0)
            // No request was sent before the request counter could be written again.
            #expect(Set(home.storedFiles) == Home.wholeFiles.subtracting(["requests.json"]))
            daemon = try home.start()
            #expect(try home.ask("short") == .ok(["⛅ 295 K"]))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func settingsSurviveRestart() throws {
        let home = try Home(provider: nil, now: Forecast.now)
        var daemon = try home.start()
        #expect(try home.ask("set-units imperial wind=kn").code == nil)
        #expect(try home.ask("set-location 59.91 10.75 \"Øvre Foss\"").code == nil)
        let status = try home.ask("status").lines
        #expect(try daemon.stop() == 0)
        daemon = try home.start()
        #expect(try home.ask("status").lines.prefix(2) == status.prefix(2))
        #expect(status.first == "place: Øvre Foss (59.91°N 10.75°E)")
        #expect(
            try home.ask("set-units pressure=inhg")
                == .ok(["temperature in °F, wind in kn, pressure in inHg, precipitation in inches, distance in mi"]))
        #expect(try daemon.stop() == 0)
    }

    /// While the cache is fresh, restarts cause no requests to the provider.
    @Test func freshCacheIsNotFetchedAgain() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            for _ in 0..<5 {
                let daemon = try home.start()
                try home.awaitRefresh()
                #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
                #expect(try daemon.stop() == 0)
                home.clock?.now += 60
            }
            #expect(provider.requests.count == 1)
        }
    }
}
