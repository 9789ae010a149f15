import Foundation

/// Programs of another version, made from the built ones.
public enum OtherRelease {
    /// Another version of the same length, which is newer than every version of the same series but 9.
    public static func version(than version: String) -> String {
        version.dropLast() + (version.hasSuffix("9") ? "8" : "9")
    }

    /// Copies a program with another version in it. An existing file is replaced, as by a package manager.
    ///
    /// - Parameters:
    ///   - own: the program's version (`Release.version`).
    ///   - version: a version of the same length.
    public static func copy(_ program: String, to path: String, of own: String, as version: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: program))
        let (old, new) = (Data("weatherd release \(own)".utf8), Data("weatherd release \(version)".utf8))
        var count = 0
        while let range = bytes.range(of: old), old != new, old.count == new.count {
            bytes.replaceSubrange(range, with: new)
            count += 1
        }
        guard old == new || count > 0 else { throw MissingVersion(program: program, version: own) }
        try bytes.write(to: URL(filePath: path + ".new"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path + ".new")
        guard rename(path + ".new", path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// A program does not contain its version.
    public struct MissingVersion: Error {
        public let program: String
        public let version: String
    }
}
