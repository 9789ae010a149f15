import Foundation
import Scratch
import Testing

@testable import Store

struct AtomicFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func missingDirectoriesAreCreated() throws {
        let file = AtomicFile(directory: directory.file("a/b/c"), name: "x")
        #expect(try file.read() == nil)
        try file.write(Array("one".utf8))
        try file.write(Array("two".utf8))
        #expect(try file.read() == Array("two".utf8))
        #expect(try directory.names() == ["a"])
        let mode = try FileManager.default.attributesOfItem(atPath: directory.file("a/b/c"))[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    @Test func leftoverTemporaryFileIsOverwritten() throws {
        try directory.write("half a fi", to: "x.new")
        let file = AtomicFile(directory: directory.path, name: "x")
        try file.write(Array("whole".utf8))
        #expect(try directory.names() == ["x"])
    }

    @Test func linkAtTemporaryPathIsNotFollowed() throws {
        try directory.write("precious", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("x.new"), withDestinationPath: directory.file("victim"))
        try AtomicFile(directory: directory.path, name: "x").write(Array("new".utf8))
        #expect(try directory.read("victim") == Data("precious".utf8))
    }

    @Test func nonRegularFileIsNotRead() throws {
        try FileManager.default.createDirectory(atPath: directory.file("x"), withIntermediateDirectories: false)
        #expect(throws: StoreError.notRead(path: directory.file("x"), reason: "it is not a file; move it away")) {
            try AtomicFile(directory: directory.path, name: "x").read()
        }
        #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(throws: StoreError.notRead(path: directory.file("pipe"), reason: "it is not a file; move it away")) {
            try AtomicFile(directory: directory.path, name: "pipe").read()
        }
    }

    // MARK: - Other users

    private func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(stat(directory.file(name), &status) == 0)
        return status.st_mode & 0o777
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.file(name), withDestinationPath: directory.file(target))
    }

    @Test func writtenFilesArePrivate() throws {
        try directory.write("old", to: "x")
        #expect(chmod(directory.file("x"), 0o666) == 0 && chmod(directory.path, 0o777) == 0)
        try AtomicFile(directory: directory.path, name: "x").write(Array("new".utf8))
        #expect(try mode("x") == 0o600)
        #expect(try mode("") == 0o700)
    }

    /// Write permission is never added.
    @Test func permissionsAreOnlyReduced() throws {
        #expect(chmod(directory.path, 0o555) == 0)
        #expect(try AtomicFile(directory: directory.path, name: "x").read() == nil)
        #expect(try mode("") == 0o500)
        #expect(chmod(directory.path, 0o700) == 0)
    }

    @Test func linkIsNotRead() throws {
        try directory.write("precious", to: "victim")
        try link("x", to: "victim")
        let reason = "it is a symbolic link, which weatherd does not follow"
        #expect(throws: StoreError.notRead(path: directory.file("x"), reason: reason)) {
            try AtomicFile(directory: directory.path, name: "x").read()
        }
    }

    @Test(arguments: ["x", "x.new"])
    func linkIsReplacedOnWrite(name: String) throws {
        try directory.write("precious", to: "victim")
        #expect(chmod(directory.file("victim"), 0o644) == 0)
        try link(name, to: "victim")
        let file = AtomicFile(directory: directory.path, name: "x")
        try file.write(Array("new".utf8))
        #expect(try file.read() == Array("new".utf8))
        #expect(try directory.read("victim") == Data("precious".utf8))
        #expect(try mode("victim") == 0o644)
        #expect(try directory.names() == ["victim", "x"])
    }

    @Test func danglingLinkIsNotFollowed() throws {
        for name in ["x", "x.new"] { try link(name, to: "nowhere") }
        try AtomicFile(directory: directory.path, name: "x").write(Array("new".utf8))
        #expect(try directory.names() == ["x"])
        try link("folder", to: "nowhere")
        #expect(throws: StoreError.self) {
            try AtomicFile(directory: directory.file("folder"), name: "x").write(Array("new".utf8))
        }
        #expect(try directory.names() == ["folder", "x"])
    }

    /// The user's own link is followed, and its target is not changed.
    @Test func directoryMayBeALinkOfTheUser() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("elsewhere"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        try link("folder", to: "elsewhere")
        try AtomicFile(directory: directory.file("folder"), name: "x").write(Array("new".utf8))
        #expect(try directory.read("elsewhere/x") == Data("new".utf8))
        #expect(try mode("elsewhere/x") == 0o600)
        #expect(try mode("elsewhere") == 0o755)

        #expect(chmod(directory.file("elsewhere"), 0o777) == 0)
        let folder = directory.file("folder")
        let reason = "other users can write to \(folder); fix with: chmod 700 \(folder)"
        #expect(throws: StoreError.notWritten(path: directory.file("folder/y"), reason: reason)) {
            try AtomicFile(directory: directory.file("folder"), name: "y").write(Array("new".utf8))
        }
        #expect(throws: StoreError.notRead(path: directory.file("folder/x"), reason: reason)) {
            try AtomicFile(directory: directory.file("folder"), name: "x").read()
        }
    }

    @Test(.enabled(if: getuid() == 0, "only root can give a directory away"))
    func directoryOfAnotherUserIsNotChanged() throws {
        try directory.write("planted", to: "x")
        #expect(chown(directory.path, 65_534, 65_534) == 0)
        let reason = "\(directory.path) belongs to another user"
        let file = AtomicFile(directory: directory.path, name: "x")
        #expect(throws: StoreError.notRead(path: file.path, reason: reason)) { try file.read() }
        #expect(throws: StoreError.notWritten(path: file.path, reason: reason)) { try file.write([]) }
        #expect(throws: StoreError.notWritten(path: file.path, reason: reason)) { try file.setAside(at: 1) }
        #expect(try directory.names() == ["x"])
    }
}
