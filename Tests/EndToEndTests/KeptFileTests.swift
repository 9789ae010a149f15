import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Wire

/// What the daemon finds on disk when it starts.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct KeptFileTests {
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

    @Test func settingsOutliveTheDaemon() throws {
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

    /// A cache within its interval costs the provider nothing, however often the daemon is started.
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
