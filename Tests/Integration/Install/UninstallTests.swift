import Foundation
import Scratch
import Testing

/// Uninstalling removes all installed files, and no others.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes the released programs; run make integration"), .timeLimit(.minutes(2)))
struct UninstallTests {
    /// In a directory of the test: DESTDIR, empty for none, and PREFIX.
    private static let places = [
        ("destination", "/usr"), ("a destination with spaces", "/usr/local"), ("destination", "/opt/my weather"),
        ("", "prefix"), ("", "my own & prefix"),
    ]

    @Test(arguments: places)
    func nothingIsLeft(root: String, prefix: String) throws {
        let directory = try TemporaryDirectory()
        let root = root.isEmpty ? "" : directory.file(root)
        let prefix = root.isEmpty ? directory.file(prefix) : prefix
        // Some directories existed before, empty or with other files.
        try FileManager.default.createDirectory(
            atPath: root + prefix + "/share/man/man1", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: root + prefix + "/bin", withIntermediateDirectories: true)
        try "mine".write(toFile: root + prefix + "/bin/other", atomically: true, encoding: .utf8)
        let before = try Installation.tree(directory.path)

        for targets in [["install", "uninstall"], ["install", "install", "install-sandbox", "uninstall"]] {
            for target in targets { try Installation.make(target, prefix: prefix, root: root) }
            #expect(try Installation.tree(directory.path) == before, "after \(targets)")
        }
        try Installation.make("install-sandbox", prefix: prefix, root: root)
        try Installation.make("uninstall-sandbox", prefix: prefix, root: root)
        try Installation.make("uninstall", prefix: prefix, root: root)
        #expect(try Installation.tree(directory.path) == before)
        // Uninstalling nothing is not an error.
        try Installation.make("uninstall", prefix: prefix, root: root)
    }

    @Test func foreignFilesAreKept() throws {
        let directory = try TemporaryDirectory()
        let prefix = directory.file("prefix")
        try Installation.make("install", prefix: prefix)
        try directory.write("mine", to: "prefix/share/weatherd/mine")
        try directory.write("mine", to: "prefix/lib/systemd/user/weatherd.service.mine")
        try Installation.make("uninstall", prefix: prefix)
        let left = try Installation.tree(directory.path).filter { $0.hasSuffix("mine") }
        #expect(left == ["prefix/share/weatherd/mine", "prefix/lib/systemd/user/weatherd.service.mine"])
        #expect(try Installation.tree(directory.path).count == 8)
    }

    /// The path of a unit, and of a prefix with a space.
    @Test(arguments: ["prefix", "my prefix"])
    func unitsNamePrograms(name: String) throws {
        let directory = try TemporaryDirectory()
        let prefix = directory.file(name)
        try Installation.make("install", prefix: prefix)
        try Installation.make("install-sandbox", prefix: prefix)
        let units = prefix + "/lib/systemd/user/"
        for unit in ["weatherd.service", "weatherd.socket"] {
            let outcome = try Machine.run([
                "env", "XDG_RUNTIME_DIR=" + directory.path, "SYSTEMD_UNIT_PATH=\(units):", "systemd-analyze", "--user",
                "--man=no",
                "verify", units + unit,
            ])
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        }
        let dropIn = try directory.read("\(name)/lib/systemd/user/weatherd.service.d/sandbox.conf")
        let program = name.contains(" ") ? " \"-\(prefix)/bin/weatherd\" " : " -\(prefix)/bin/weatherd "
        #expect(String(decoding: dropIn, as: UTF8.self).contains(program))
        let entry = try Machine.run(["desktop-file-validate", prefix + "/share/applications/weatherd.desktop"])
        #expect(entry.status == 0 && entry.output.isEmpty, "\(entry)")
    }

    /// Installation adds the version to them.
    @Test func manualPagesAreSound() throws {
        let directory = try TemporaryDirectory()
        try Installation.make("install", prefix: directory.path)
        let version = try Machine.run([Installation.build + "/programs/weatherctl", "--version"]).output
            .replacing("weatherctl ", with: "").trimmingCharacters(in: .newlines)
        for page in ["man1/weatherd.1", "man1/weatherctl.1", "man5/weatherd.toml.5", "man7/weatherd-protocol.7"] {
            let path = directory.file("share/man/" + page)
            let lint = try Machine.run(["mandoc", "-T", "lint", "-W", "warning", path])
            #expect(lint.status == 0 && lint.output.isEmpty, "\(lint)")
            let groff = try Machine.run(["groff", "-mandoc", "-ww", "-z", "-Tutf8", "-K", "utf8", path])
            #expect(groff.status == 0 && groff.errors.isEmpty, "\(groff)")
            let shown = try Machine.run(["mandoc", "-T", "ascii", path]).output
            #expect(shown.contains("weatherd \(version)"))
        }
    }
}
