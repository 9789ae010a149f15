import Foundation
import Scratch

/// A wall clock that stands still until a test moves it, for daemons that are started under it.
///
/// The weather of the recordings is of days long past. libfaketime would not do: it takes the deadlines of every timer
/// for moments of the wall clock, and the daemon would wait for years.
final class WallClock {
    private let path: String

    /// - Parameter now: seconds since 1970.
    init(_ now: Int, in directory: TemporaryDirectory) throws {
        path = directory.file("wall-clock")
        try withUnsafeBytes(of: Int64(now)) { try Data($0).write(to: URL(filePath: path)) }
    }

    /// Seconds since 1970. Moving it is seen at once by all that run under it.
    var now: Int {
        get { moment { Int($0) } }
        set { moment { $0 = Int64(newValue) } }
    }

    /// What has a program go by this clock.
    var environment: [String: String] {
        ["LD_PRELOAD": Self.library ?? "", "WALL_CLOCK": path]
    }

    static var isAvailable: Bool { library != nil }
    static let absence = Preloaded.absence

    /// The file is changed in place, since the programs have it mapped.
    private func moment<Result>(_ body: (inout Int64) -> Result) -> Result {
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        var now: Int64 = 0
        pread(file, &now, 8, 0)
        let result = body(&now)
        pwrite(file, &now, 8, 0)
        return result
    }

    /// The library to preload, built once for all tests; nil when there is no compiler.
    private static let library = Preloaded.library("Harness/WallClock")
}
