import Foundation
import Scratch
import Testing

@testable import Keeping

struct AtomicFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func makesTheDirectoriesThatAreMissing() throws {
        let file = AtomicFile(directory: directory.file("a/b/c"), name: "x")
        #expect(try file.read() == nil)
        try file.write(Array("one".utf8))
        try file.write(Array("two".utf8))
        #expect(try file.read() == Array("two".utf8))
        #expect(try directory.names() == ["a"])
        let mode = try FileManager.default.attributesOfItem(atPath: directory.file("a/b/c"))[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    @Test func whatACrashLeftBehindIsOverwritten() throws {
        try directory.write("half a fi", to: "x.new")
        let file = AtomicFile(directory: directory.path, name: "x")
        try file.write(Array("whole".utf8))
        #expect(try directory.names() == ["x"])
    }

    @Test func aLinkInTheTemporaryFilesPlaceIsNotFollowed() throws {
        try directory.write("precious", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("x.new"), withDestinationPath: directory.file("victim"))
        try AtomicFile(directory: directory.path, name: "x").write(Array("new".utf8))
        #expect(try directory.read("victim") == Data("precious".utf8))
    }

    @Test func whatIsNoFileIsNotRead() throws {
        try FileManager.default.createDirectory(atPath: directory.file("x"), withIntermediateDirectories: false)
        #expect(throws: KeepingError.notRead(path: directory.file("x"), reason: "it is not a file")) {
            try AtomicFile(directory: directory.path, name: "x").read()
        }
        #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(throws: KeepingError.notRead(path: directory.file("pipe"), reason: "it is not a file")) {
            try AtomicFile(directory: directory.path, name: "pipe").read()
        }
    }
}
