import Foundation
import Scratch

/// What `make` puts there and takes away, of programs that are built already.
enum Installation {
    static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized.path

    /// Where `make` puts what it builds.
    static let build = project + "/.build"

    static func make(_ target: String, prefix: String, root: String = "", home: String = "/root") throws {
        let outcome = try Machine.run([
            "make", "--silent", "--directory=" + project, "--assume-old=all", target, "DESTDIR=" + root,
            "PREFIX=" + prefix,
            "HOME=" + home,
        ])
        guard outcome.status == 0 else { throw UnmetExpectation("make \(target): \(outcome)") }
    }

    /// Everything below a directory, by its path from there.
    static func tree(_ directory: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: directory))
    }
}
