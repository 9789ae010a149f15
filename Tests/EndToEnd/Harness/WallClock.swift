import Foundation
import Scratch

/// A wall clock that stands still until a test moves it, for the daemons that use it.
///
/// The recordings have weather of the past. libfaketime does not work: it interprets the deadlines of all timers as
/// wall clock times, so the daemon would wait for years.
final class WallClock {
    /// What the boot clock shows before any time has passed: seconds. The same as in WallClock.c.
    static let uptime = 1_000_000

    private let path: String

    /// - Parameter now: seconds since 1970.
    init(_ now: Int, in directory: TemporaryDirectory) throws {
        path = directory.file("wall-clock")
        try withUnsafeBytes(of: Page(wall: Int64(now))) { try Data($0).write(to: URL(filePath: path)) }
    }

    /// The layout of WallClock.c.
    private struct Page {
        var wall: Int64
        var passed: Int64 = 0
        var armed: Int64 = 0
    }

    /// Seconds since 1970. A later time passes by all clocks; an earlier one is set, as with `set(by:)`. All programs that
    /// use the clock see a change immediately.
    var now: Int {
        get { page { Int($0.wall) } }
        set {
            page {
                $0.passed += max(0, Int64(newValue) - $0.wall)
                $0.wall = Int64(newValue)
            }
        }
    }

    /// Sets the wall clock, without any time passing.
    func set(by seconds: Int) {
        page { $0.wall += Int64(seconds) }
    }

    /// How often a daemon has waited for a change of the wall clock: once, and again after each change.
    var waits: Int { page { Int($0.armed) } }

    /// The environment that gives a program this clock.
    var environment: [String: String] {
        ["LD_PRELOAD": Self.library ?? "", "WALL_CLOCK": path]
    }

    static var isAvailable: Bool { library != nil }
    static let absence = Preloaded.absence

    /// The file is changed in place, since the programs have mapped it.
    private func page<Result>(_ body: (inout Page) -> Result) -> Result {
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        var page = Page(wall: 0)
        pread(file, &page, MemoryLayout<Page>.size, 0)
        let armed = page.armed
        let result = body(&page)
        // The last word is the daemon's.
        if page.armed == armed { pwrite(file, &page, 2 * MemoryLayout<Int64>.size, 0) }
        return result
    }

    /// The library to preload, built once for all tests; nil if there is no compiler.
    private static let library = Preloaded.library("Harness/WallClock")
}
