import Foundation

/// A run of the program that confines itself.
struct Probe {
    /// What it said.
    let output: String
    /// That it was ended by; nil when it ended by itself.
    let signal: Int32?

    /// Beside the tests' own program.
    static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "confinement-probe").path

    /// - Parameter withoutLandlock: whether the kernel is to look like one without it.
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
