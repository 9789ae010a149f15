import Foundation

/// A run of the sandboxed probe.
struct Probe {
    /// Its output.
    let output: String
    /// The signal that ended it; nil if it exited.
    let signal: Int32?

    /// Next to the test program.
    static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "confinement-probe").path

    enum Missing: String {
        case landlock = "withoutLandlock"
        /// seccomp(2); prctl(2) can still install filters.
        case seccompCall = "withoutSeccompCall"
    }

    /// - Parameters:
    ///   - missing: what the simulated kernel lacks.
    ///   - isConfined: false to try without a sandbox.
    init(
        _ attempt: String, _ paths: String..., without missing: Missing? = nil, isConfined: Bool = true
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments =
            (missing.map { [$0.rawValue, Self.path] } ?? []) + (isConfined ? [] : ["unconfined"]) + [attempt]
            + paths
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
        signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }
}
