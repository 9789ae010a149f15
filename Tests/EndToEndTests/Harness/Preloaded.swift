import Foundation
import Scratch

/// Small libraries in C that the programs are started under, to have a part of the system as a test wants it.
enum Preloaded {
    static var isAvailable: Bool { compiler != nil }
    static let absence = "no C compiler, which playing the system takes: neither clang nor cc is in PATH"

    /// Builds the library, and returns its path; nil when that fails.
    ///
    /// - Parameter name: of its source below EndToEndTests, without `.c`.
    static func library(_ name: String) -> String? {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../\(name).c").standardized
            .path
        let library = Programs.bundleDirectory + "/\(name.replacing("/", with: "-")).so"
        guard let compiler else { return nil }
        let unfinished = library + ".\(getpid())"
        let build = try? Finished.running(
            compiler, ["-shared", "-fPIC", "-O1", "-pthread", "-o", unfinished, source, "-ldl"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard build?.status == 0, rename(unfinished, library) == 0 else { return nil }
        return library
    }

    /// Swift's own clang, which may be in PATH only by way of a link to `swift`; else the system's compiler.
    private static let compiler: String? = {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let toolchains = directories.map {
            URL(filePath: $0 + "/swift").resolvingSymlinksInPath().deletingLastPathComponent().path
        }
        let candidates = (toolchains + directories).map { $0 + "/clang" } + directories.map { $0 + "/cc" }
        return candidates.first { access($0, X_OK) == 0 }
    }()
}
