import Foundation

/// How long the tests go on that draw from chance: `make torture` has the long versions.
enum Torture {
    static let isOn = ProcessInfo.processInfo.environment["WEATHERD_TORTURE"] == "1"
    static let absence = "it takes minutes; run make torture"

    /// How many times something is tried.
    static func count(_ usual: Int, _ long: Int) -> Int { isOn ? long : usual }

    /// The seed that an environment variable names, or another in each run.
    static func seed(_ variable: String) -> UInt64 {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    }
}
