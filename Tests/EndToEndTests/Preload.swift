import Foundation

/// Libraries in C that a test preloads into weatherd, built when the first test wants them.
enum Preload {
    static let absence = "no C compiler, which setting the daemon's clock needs: neither clang nor cc is in PATH"

    /// - Parameter source: the name of the C file, from this directory on, without its extension.
    /// - Returns: the path of the library; nil when there is no compiler.
    static func library(_ source: String) -> String? {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: source + ".c")
        let library = Programs.bundleDirectory + "/" + file.deletingPathExtension().lastPathComponent + ".so"
        guard let compiler else { return nil }
        let unfinished = library + ".\(getpid())"
        let build = try? Finished.running(
            compiler, ["-shared", "-fPIC", "-O1", "-pthread", "-o", unfinished, file.path],
            environment: ["PATH": "/usr/bin:/bin"])
        guard build?.status == 0, rename(unfinished, library) == 0 else { return nil }
        return library
    }

    /// Swift's own clang, which may be in PATH only by way of a link to `swift`; else the system's compiler.
    private static var compiler: String? {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let toolchains = directories.map {
            URL(filePath: $0 + "/swift").resolvingSymlinksInPath().deletingLastPathComponent().path
        }
        let candidates = (toolchains + directories).map { $0 + "/clang" } + directories.map { $0 + "/cc" }
        return candidates.first { access($0, X_OK) == 0 }
    }
}
