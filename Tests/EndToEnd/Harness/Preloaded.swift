import Foundation
import Scratch

/// Small C libraries that are preloaded into the programs to control a part of the system.
enum Preloaded {
    static var isAvailable: Bool { compiler != nil }
    static let absence = "no C compiler to build the preloaded libraries: neither clang nor cc is in PATH"

    /// Builds the library, and returns its path; nil if that fails.
    ///
    /// - Parameter name: the source file below EndToEndTests, without `.c`.
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

    /// Swift's own clang, which may be in PATH only through a link to `swift`; otherwise the system's compiler.
    private static let compiler: String? = {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let toolchains = directories.map {
            URL(filePath: $0 + "/swift").resolvingSymlinksInPath().deletingLastPathComponent().path
        }
        let candidates = (toolchains + directories).map { $0 + "/clang" } + directories.map { $0 + "/cc" }
        return candidates.first { access($0, X_OK) == 0 }
    }()
}
