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

    init(_ attempt: String, _ path: String? = nil) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments = [attempt] + [path].compactMap(\.self)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
        signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }
}
