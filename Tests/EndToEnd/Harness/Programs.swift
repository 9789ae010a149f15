import Foundation
import Testing

/// The paths of the tested programs.
enum Programs {
    static var weatherd: String { directory + "/weatherd" }
    static var worker: String { directory + "/weatherd-worker" }
    static var weatherctl: String { directory + "/weatherctl" }

    /// `WEATHERD_PROGRAMS` if it is set, otherwise the build directory, next to the tests.
    static let directory = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"] ?? bundleDirectory

    /// The directory of the test program.
    static let bundleDirectory = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// The worker with decoder faults, next to the tests.
    static var faultyWorker: String { bundleDirectory + "/faulty-worker" }
    /// The library that simulates a kernel without Landlock, next to the tests.
    static var confinementProbe: String { bundleDirectory + "/confinement-probe" }

    /// Fails with instructions if the programs are missing.
    static func requireAll() throws {
        for program in [weatherd, worker, weatherctl, weatherctl + "-tools"] where access(program, X_OK) != 0 {
            throw Failure(
                "\(program) is missing; build it with `swift build`, or name its directory with WEATHERD_PROGRAMS")
        }
    }
}

/// The reason why a test cannot continue.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
