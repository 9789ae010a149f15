import Foundation
import Scratch

/// The contents of the portable archive, unpacked, and an empty home to install it to. Its programs are those of `make`.
final class HomeArchive {
    let directory: TemporaryDirectory
    /// The unpacked archive.
    let path: String
    let home: String
    /// Programs that are found before the system's.
    private let programs: String

    static let version: String = {
        let outcome = try? Machine.run([Installation.build + "/programs/weatherctl", "--version"])
        return (outcome?.output ?? "").replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
    }()

    /// - Parameter manager: whether its user has a running service manager. It only records its commands.
    init(manager: Bool = true) throws {
        directory = try TemporaryDirectory()
        path = directory.file("archive")
        home = directory.file("a home")
        programs = directory.file("programs")
        for folder in [home, programs] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try Self.unpack(to: path)
        try fake("systemctl", "echo \"$*\" >>'\(commands)'; [ \"$2\" != show-environment ] || exit \(manager ? 0 : 1)")
    }

    static func unpack(to path: String) throws {
        let tree = try Machine.run([
            Installation.project + "/packaging/portable-tree", Installation.build + "/programs", path,
        ])
        guard tree.status == 0 else { throw UnmetExpectation("portable-tree: \(tree)") }
    }

    private var commands: String { directory.file("systemctl.log") }

    /// What systemctl was called with.
    var systemctlCalls: [String] {
        ((try? String(contentsOfFile: commands, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Replaces a system program for install.sh.
    func fake(_ name: String, _ script: String) throws {
        _ = try directory.writeProgram("#!/bin/sh\n\(script)\n", to: "programs/\(name)")
    }

    /// Runs install.sh, and writes its process id to the file `process`.
    ///
    /// - Parameters:
    ///   - home: `HOME`; nil to leave it unset.
    ///   - search: `PATH` after the fake programs.
    func install(
        _ options: String..., home: String? = "", search: String = "/usr/bin:/bin", script: String? = nil
    ) throws -> Machine.Outcome {
        let variables = home.map { ["HOME=" + ($0.isEmpty ? self.home : $0)] } ?? []
        let start = #"echo $$ >"$0"; exec /bin/sh "$@""#
        return try Machine.run(
            ["env", "-i", "PATH=\(programs):\(search)"] + variables
                + ["/bin/sh", "-c", start, directory.file("process"), script ?? path + "/install.sh"] + options)
    }

    /// Files and directories in the home, without the contents of versions.
    func installed() throws -> Set<String> {
        try Installation.tree(home)
    }

    /// Makes the archive that of another version, and returns the version.
    func becomeOtherVersion() throws -> String {
        let other = OtherRelease.version(than: Self.version)
        // The only programs that contain it.
        for name in ["weatherd", "weatherd-worker", "weatherctl-tools"] {
            try OtherRelease.copy(
                "\(path)/programs/\(name)", to: "\(path)/programs/\(name)", of: Self.version, as: other)
        }
        return other
    }
}
