import Foundation
import Scratch

/// What `make` installs and uninstalls, from programs that are already built.
enum Installation {
    static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized.path

    /// The build directory of `make`.
    static let build = project + "/.build"

    /// The Debian package that `make deb` has built from these programs.
    static func package(_ name: String) throws -> String {
        let version = try Machine.run([build + "/programs/weatherctl", "--version"]).output
            .replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
        let names = try FileManager.default.contentsOfDirectory(atPath: build)
        guard let package = names.first(where: { $0.hasPrefix("\(name)_\(version)_") && $0.hasSuffix(".deb") }) else {
            throw UnmetExpectation("there is no package \(name); run make deb")
        }
        return "\(build)/\(package)"
    }

    static func make(_ target: String, prefix: String, root: String = "", home: String = "/root") throws {
        let outcome = try Machine.run([
            "make", "--silent", "--directory=" + project, "--assume-old=all", target, "DESTDIR=" + root,
            "PREFIX=" + prefix,
            "HOME=" + home,
        ])
        guard outcome.status == 0 else { throw UnmetExpectation("make \(target): \(outcome)") }
    }

    /// All files below a directory, as relative paths.
    static func tree(_ directory: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: directory))
    }
}
