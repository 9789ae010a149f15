import Foundation

/// A daemon in Oslo with sample data, at the time of the examples in the documentation.
enum SamplePlace {
    /// 2026-11-23 19:05 in Oslo.
    static let now = 1_795_457_100

    static let isAvailable =
        WallClock.isAvailable && FileManager.default.fileExists(atPath: Programs.directory + "/gazetteer.sqlite")
    static let absence = "\(WallClock.absence), or no gazetteer"

    /// Also with favourites for `home`, `2` and `Paris, Texas`.
    static func running(_ body: (Home) throws -> Void) throws {
        let home = try Home(provider: nil, now: now, place: nil)
        try home.configure("providers = [\"sample\"]\nlocation = \"Oslo\"\n")
        // No service is in reach.
        home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
        let daemon = try home.start()
        try home.awaitRefresh()
        for place in ["add home 59.95 10.8", "add \"Paris, Texas\" 33.66 -95.56"] {
            _ = try home.ask("places \(place)")
        }
        try body(home)
        guard try daemon.stop() == 0 else { throw Failure("the daemon did not stop: \(daemon.log)") }
    }
}

extension Finished {
    /// The lines of its output.
    var lines: [String] {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
