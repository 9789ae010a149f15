import Foundation
import Testing

/// Where the programs are that are tested.
enum Programs {
    static var weatherd: String { directory + "/weatherd" }
    static var worker: String { directory + "/weatherd-worker" }
    static var weatherctl: String { directory + "/weatherctl" }

    /// `WEATHERD_PROGRAMS` when it is set, else where the build put them, beside the tests.
    static let directory = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"] ?? bundleDirectory

    /// Where the tests' own program is.
    static let bundleDirectory = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// The worker with faults in its decoders, beside the tests.
    static var faultyWorker: String { bundleDirectory + "/faulty-worker" }
    /// What makes the kernel look like one without Landlock, beside the tests.
    static var confinementProbe: String { bundleDirectory + "/confinement-probe" }

    /// Fails with what to do when they are not there.
    static func requireAll() throws {
        for program in [weatherd, worker, weatherctl, weatherctl + "-tools"] where access(program, X_OK) != 0 {
            throw Failure(
                "\(program) is not there; build it with `swift build`, or name its directory with WEATHERD_PROGRAMS")
        }
    }
}

/// Why a test cannot go on.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
