import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Symbolic links at the daemon's paths: their targets are not written, and their permissions do not change.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct LinkTests {
    private let home: Home

    init() throws {
        home = try Home(provider: nil, now: Forecast.now)
        try home.directory.write("precious", to: "victim")
        #expect(chmod(home.directory.file("victim"), 0o644) == 0)
    }

    /// Replaces a file with a link to the victim, or to a missing file.
    private func link(_ name: String, toNothing: Bool = false) throws {
        let path = home.directory.file(name)
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: home.directory.file(toNothing ? "nothing" : "victim"))
    }

    private func expectUntouched() throws {
        var status = stat()
        #expect(stat(home.directory.file("victim"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o644)
        #expect(home.bytes("victim") == Data("precious".utf8))
        #expect(home.bytes("nothing") == nil)
    }

    @Test(arguments: [false, true])
    func linkInPlaceOfSettingsIsNotFollowed(toNothing: Bool) throws {
        try link(home.settingsPath, toNothing: toNothing)
        let daemon = try home.start()
        let sentence = """
            cannot read \(home.directory.file(home.settingsPath)): it is a symbolic link, which weatherd does not follow
            """
        #expect(
            daemon.log.contains("\(sentence); the settings cannot be changed until this is fixed"), "\(daemon.log)")
        #expect(try home.ask("set-units imperial").code != nil)
        #expect(try daemon.stop() == 0)
        try expectUntouched()
    }

    @Test(arguments: ["settings.json.new", "lock"], [false, true])
    func linkBesideSettingsIsNotFollowed(name: String, toNothing: Bool) throws {
        try link("state/weatherd/" + name, toNothing: toNothing)
        if name == "lock" {
            let end = try home.weatherd()
            #expect(end.status == 1)
            #expect(
                end.errors.hasPrefix(
                    "weatherd: cannot write \(home.directory.file("state/weatherd/lock")): it is a symbolic link"),
                "\(end.errors)")
        } else {
            let daemon = try home.start()
            #expect(try home.ask("set-units imperial").code == nil)
            #expect(try daemon.stop() == 0)
            var status = stat()
            #expect(lstat(home.directory.file(home.settingsPath), &status) == 0)
            #expect(status.st_mode == S_IFREG | 0o600)
        }
        try expectUntouched()
    }

    @Test(arguments: ["", ".new"], [false, true])
    func linkInPlaceOfCacheIsNotFollowed(suffix: String, toNothing: Bool) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            home.environment["WEATHERD_OPEN_METEO_URL"] = provider.url
            try link(home.cachePath + suffix, toNothing: toNothing)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            #expect(try daemon.stop() == 0)
            var status = stat()
            #expect(lstat(home.directory.file(home.cachePath), &status) == 0)
            #expect(status.st_mode == S_IFREG | 0o600)
            try expectUntouched()
        }
    }

    @Test(arguments: [".lock", ""], [false, true])
    func linkInPlaceOfSocketIsNotFollowed(suffix: String, toNothing: Bool) throws {
        try link("weatherd.sock" + suffix, toNothing: toNothing)
        let end = try home.weatherd()
        #expect(end.status == 1)
        let words =
            suffix.isEmpty
            ? "\(home.socketPath) exists and is not a socket; remove it or choose another path with --socket"
            : "cannot listen on \(home.socketPath): \(home.socketPath).lock is a symbolic link; remove it"
        #expect(end.errors == "weatherd: \(words)\n")
        try expectUntouched()
    }

    /// The user's own links to configuration and directories are followed.
    @Test func linkedDirectoryOfTheUserIsFollowed() throws {
        try FileManager.default.createDirectory(
            atPath: home.directory.file("dotfiles/state"), withIntermediateDirectories: true)
        #expect(chmod(home.directory.file("dotfiles/state"), 0o755) == 0)
        for (name, target) in [("state/weatherd", "dotfiles/state"), ("config/weatherd/config.toml", "dotfiles/toml")] {
            let path = home.directory.file(name)
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: home.directory.file(target))
        }
        try home.directory.write("units = \"imperial\"\n", to: "dotfiles/toml")
        let daemon = try home.start()
        #expect(!daemon.log.contains("cannot read") && !daemon.log.contains("cannot write"), "\(daemon.log)")
        #expect(try home.ask("set-units wind=kn").code == nil)
        #expect(try daemon.stop() == 0)
        #expect(home.bytes("dotfiles/state/settings.json") != nil)
        var status = stat()
        #expect(stat(home.directory.file("dotfiles/state"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o755)
    }

    /// Permissions that are too loose are tightened.
    @Test func loosePermissionsAreTightened() throws {
        let folder = home.directory.file("state/weatherd")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.directory.write(#"{"version":1,"content":{"units":{}}}"#, to: home.settingsPath)
        #expect(chmod(folder, 0o777) == 0 && chmod(home.directory.file(home.settingsPath), 0o666) == 0)
        let daemon = try home.start()
        #expect(try home.ask("set-units wind=kn").code == nil)
        #expect(try daemon.stop() == 0)
        for (name, mode) in [("state/weatherd", 0o700), ("state/weatherd/lock", 0o600), (home.settingsPath, 0o600)] {
            var status = stat()
            #expect(stat(home.directory.file(name), &status) == 0)
            #expect(Int(status.st_mode & 0o777) == mode, "\(name)")
        }
    }
}
