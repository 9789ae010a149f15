import Foundation
import Scratch

/// A wall clock that stands still until a test moves it, for the daemons that use it.
///
/// The recordings have weather of the past. libfaketime does not work: it interprets the deadlines of all timers as
/// wall clock times, so the daemon would wait for years.
final class WallClock {
    private let path: String

    /// - Parameter now: seconds since 1970.
    init(_ now: Int, in directory: TemporaryDirectory) throws {
        path = directory.file("wall-clock")
        try withUnsafeBytes(of: Int64(now)) { try Data($0).write(to: URL(filePath: path)) }
    }

    /// Seconds since 1970. All programs that use the clock see a change immediately.
    var now: Int {
        get { moment { Int($0) } }
        set { moment { $0 = Int64(newValue) } }
    }

    /// The environment that gives a program this clock.
    var environment: [String: String] {
        ["LD_PRELOAD": Self.library ?? "", "WALL_CLOCK": path]
    }

    static var isAvailable: Bool { library != nil }
    static let absence = Preloaded.absence

    /// The file is changed in place, since the programs have mapped it.
    private func moment<Result>(_ body: (inout Int64) -> Result) -> Result {
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        var now: Int64 = 0
        pread(file, &now, 8, 0)
        let result = body(&now)
        pwrite(file, &now, 8, 0)
        return result
    }

    /// The library to preload, built once for all tests; nil if there is no compiler.
    private static let library = Preloaded.library("Harness/WallClock")
}
