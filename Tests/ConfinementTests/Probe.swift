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

    /// - Parameter withoutLandlock: whether to simulate a kernel without Landlock.
    init(_ attempt: String, _ paths: String..., withoutLandlock: Bool = false) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments = (withoutLandlock ? ["withoutLandlock", Self.path] : []) + [attempt] + paths
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
        signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }
}
