import Foundation

/// How long the randomized tests run: `make torture` has the long versions.
enum Torture {
    static let isOn = ProcessInfo.processInfo.environment["WEATHERD_TORTURE"] == "1"
    static let absence = "it takes minutes; run make torture"

    /// The number of repetitions.
    static func count(_ usual: Int, _ long: Int) -> Int { isOn ? long : usual }

    /// The seed from an environment variable, or a random one.
    static func seed(_ variable: String) -> UInt64 {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    }
}
