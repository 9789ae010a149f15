import Foundation

/// How long the tests go on that draw from chance: `make torture` has the long versions.
enum Torture {
    static let isOn = ProcessInfo.processInfo.environment["WEATHERD_TORTURE"] == "1"
    static let absence = "it takes minutes; run make torture"

    /// How many times something is tried.
    static func count(_ usual: Int, _ long: Int) -> Int { isOn ? long : usual }
}
