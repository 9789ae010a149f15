import ClientProtocol
import Foundation
import Scratch
import Testing

/// Files and replies of earlier releases, recorded by Tests/Upgrades/record: this version starts with the files, and replies to
/// the same requests with at least as much.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct FrozenReleaseTests {
    @Test(arguments: FrozenRelease.all)
    func repliesStillHaveEverything(release: FrozenRelease) throws {
        try running(release) { home, daemon in
            for (request, old) in try release.exchanges.drop(while: { $0.request != "version" }) {
                let new = try home.ask(request)
                let code = new.code?.rawValue
                #expect(code == old.code, "\(request): \(new)")
                // 0.1.0 added the mark of a warning to every template.
                let isChanged = release.version == "0.1.0" && request.contains("--format")
                if request.hasPrefix("short"), !request.contains("json"), !isChanged {
                    try expectSameText(request, old, new)
                }
                guard request.hasSuffix("--output json"), old.code == nil else { continue }
                let (before, after) = (try Self.json(old.lines), try Self.json(new.lines))
                for path in Self.lost(from: before, to: after) where !Self.isDeliberate(path, in: request) {
                    Issue.record("\(request): \(path) was in the reply of \(release.version)")
                }
            }
            #expect(!daemon.log.contains("is damaged"), "\(daemon.log)")
            // The earlier version has notified of it.
            #expect(!daemon.log.contains("warning: "), "\(daemon.log)")
        }
    }

    /// What the user acknowledged is in the files that this version writes, and is there after a restart.
    @Test(arguments: FrozenRelease.all)
    func choicesSurvive(release: FrozenRelease) throws {
        try running(release) { home, daemon in
            #expect(try home.ask("places add Rome 41.9 12.5").code == nil)
            #expect(try daemon.stop() == 0)
            let again = try home.start()
            let places = try #require(try home.json("places")["places"] as? [[String: Any]])
            let names = places.compactMap { ($0["place"] as? [String: Any])?["name"] as? String }
            #expect(names.suffix(4) == ["home", "Oslo", "Summit, old", "Rome"], "\(names)")
            let units = try home.ask("set-units wind=kn").lines
            #expect(units == ["temperature in °F, wind in kn, pressure in mmHg, precipitation in mm, distance in km"])
            #expect(try again.stop() == 0)
        }
    }

    private func running(_ release: FrozenRelease, _ body: (Home, RunningDaemon) throws -> Void) throws {
        let home = try Home(provider: nil, now: try release.time, place: nil)
        try release.copyFiles(to: home)
        // The service of the recording is gone, as for a machine that has not connected yet.
        let daemon = try home.start()
        try home.awaitLocation()
        try body(home, daemon)
        _ = try daemon.stop()
    }

    /// The text in the bar is the same. Later versions may add to tooltips and menus.
    private func expectSameText(_ request: String, _ old: FrozenRelease.Reply, _ new: Reply) throws {
        let (before, after) = (try Self.text(request, old.lines), try Self.text(request, new.lines))
        #expect(before != nil && after == before, "\(request)")
    }

    private static func text(_ request: String, _ lines: [String]) throws -> String? {
        switch request {
        case "short --output waybar", "short --output eww": (try json(lines) as? [String: Any])?["text"] as? String
        case "short --output yambar", "short --output argos": lines.first
        default: lines.joined(separator: "\n")
        }
    }

    private static func json(_ lines: [String]) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(lines.joined().utf8), options: .fragmentsAllowed)
    }

    /// The paths of values that are missing now, or have another type.
    private static func lost(from old: Any, to new: Any, at path: String = "") -> [String] {
        switch (old, new) {
        case (let old as [String: Any], let new as [String: Any]):
            old.keys.sorted().flatMap { key in
                new[key].map { lost(from: old[key] ?? NSNull(), to: $0, at: path + "." + key) } ?? [path + "." + key]
            }
        case (let old as [Any], let new as [Any]):
            zip(old, new).flatMap { lost(from: $0, to: $1, at: path + "[]") } + (new.count < old.count ? [path] : [])
        case (is NSNull, _): []
        case (is String, is String), (is NSNumber, is NSNumber): []
        default: [path]
        }
    }

    /// What depends on this daemon's own requests, which reach nothing here.
    private static func isDeliberate(_ path: String, in request: String) -> Bool {
        request.hasPrefix("status") && (path == ".nextRefresh" || path.hasPrefix(".requestsByProvider."))
    }
}

/// The recording of one release.
struct FrozenRelease: CustomTestStringConvertible {
    struct Reply {
        /// nil for OK.
        var code: String?
        var lines: [String] = []
    }

    let version: String

    static let all: [FrozenRelease] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map(FrozenRelease.init)
    }()

    var testDescription: String { version }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Upgrades/Frozen").standardizedFileURL

    private var directory: URL { Self.folder.appending(path: version) }

    /// Seconds since 1970.
    var time: Int {
        get throws {
            let text = try String(contentsOf: directory.appending(path: "time"), encoding: .utf8)
            guard let seconds = Int(text.dropLast()) else { throw Failure("no time: \(text)") }
            return seconds
        }
    }

    /// In the order of the recording.
    var exchanges: [(request: String, reply: Reply)] {
        get throws {
            var exchanges: [(request: String, reply: Reply)] = []
            let text = try String(contentsOf: directory.appending(path: "transcript.txt"), encoding: .utf8)
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
            while let request = lines.popFirst(), request.hasPrefix("> "), let head = lines.popFirst() {
                let words = head.split(separator: " ", maxSplits: 2).map(String.init)
                var reply = Reply(code: words[0] == "OK" ? nil : words[1])
                if words[0] == "OK", let count = Int(words[1]) {
                    reply.lines = lines.prefix(count).map(String.init)
                    lines = lines.dropFirst(count)
                }
                exchanges.append((String(request.dropFirst(2)), reply))
            }
            return exchanges
        }
    }

    init(_ version: String) {
        self.version = version
    }

    /// The files of a machine that has not been started since: they say since when it was running.
    func copyFiles(to home: Home) throws {
        for part in ["config", "state", "cache"] {
            try FileManager.default.createDirectory(
                atPath: home.directory.file(part), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: directory.appending(path: "files/" + part).path, toPath: home.directory.file(part + "/weatherd")
            )
        }
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            .filter(\.isHexDigit)
        let text = try String(contentsOfFile: home.directory.file(home.cachePath), encoding: .utf8)
        let sameBoot = text.replacing(String(repeating: "0", count: 32), with: boot)
            .replacing(/"uptime":[0-9]+/, with: "\"uptime\":\(WallClock.uptime)")
            // A document without a checksum is read too.
            .replacing(/,"checksum":"[0-9a-f]+"/, with: "")
        try home.directory.write(sameBoot, to: home.cachePath)
    }
}
