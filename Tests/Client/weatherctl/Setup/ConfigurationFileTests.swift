import Foundation
import Scratch
import Testing

@testable import weatherctl_tools

/// Replacing a user's file.
@Suite("A configuration file")
struct ConfigurationFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: directory.file(name))[.posixPermissions] as? Int
    }

    @Test("Links to it stay, its mode too, and no other file is left")
    func links() throws {
        let files = FileManager.default
        try files.createDirectory(atPath: directory.file("dotfiles"), withIntermediateDirectories: false)
        try directory.write("old", to: "dotfiles/config")
        try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: directory.file("dotfiles/config"))
        try files.createSymbolicLink(atPath: directory.file("middle"), withDestinationPath: "dotfiles/config")
        try files.createSymbolicLink(atPath: directory.file("config"), withDestinationPath: directory.file("middle"))

        let file = try ConfigurationFile(directory.file("config"))
        let backup = try file.backUp(at: "now")
        try file.replace(with: Array("new".utf8))
        #expect(try files.destinationOfSymbolicLink(atPath: directory.file("config")) == directory.file("middle"))
        #expect(try directory.read("dotfiles/config") == Data("new".utf8))
        #expect(try mode("dotfiles/config") == 0o640)
        #expect(backup == directory.file("config.weatherd-now"))
        #expect(try directory.read("config.weatherd-now") == Data("old".utf8))
        #expect(try directory.names() == ["config", "config.weatherd-now", "dotfiles", "middle"])
        #expect(try files.contentsOfDirectory(atPath: directory.file("dotfiles")) == ["config"])
        #expect(try file.backUp(at: "now") == directory.file("config.weatherd-now-"))
        #expect(try directory.read("config.weatherd-now") == Data("old".utf8))
    }

    @Test("What another program has changed, or others share, is not replaced")
    func refused() throws {
        try directory.write("old", to: "config")
        let file = try ConfigurationFile(directory.file("config"))
        try directory.write("newer", to: "config")
        #expect(throws: ConfigurationFile.Failure.changed) { try file.replace(with: []) }
        #expect(try directory.read("config") == Data("newer".utf8))

        try FileManager.default.linkItem(atPath: directory.file("config"), toPath: directory.file("other"))
        let shared = try ConfigurationFile(directory.file("config"))
        #expect(throws: ConfigurationFile.Failure.hasOtherNames) { try shared.replace(with: []) }
        #expect(throws: ConfigurationFile.Failure.absent) { try ConfigurationFile(directory.file("none")) }
        #expect(throws: ConfigurationFile.Failure.notAFile) { try ConfigurationFile(directory.path) }
        try FileManager.default.createSymbolicLink(atPath: directory.file("loop"), withDestinationPath: "loop")
        #expect(throws: ConfigurationFile.Failure.failed(.realpath, errno: ELOOP)) {
            try ConfigurationFile(directory.file("loop"))
        }
        #expect(try directory.names() == ["config", "loop", "other"])
    }

    @Test("A new file replaces none, and gets its directories")
    func created() throws {
        let path = directory.file("a/b/config")
        #expect(ConfigurationFile.missingDirectories(of: path) == [directory.file("a/b"), directory.file("a")])
        try ConfigurationFile.create(path, Array("text".utf8))
        #expect(try directory.read("a/b/config") == Data("text".utf8))
        #expect(ConfigurationFile.missingDirectories(of: path) == [])
        #expect(throws: ConfigurationFile.Failure.exists) { try ConfigurationFile.create(path, []) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("a/b")) == ["config"])
    }

    @Test("A file that is too large is not read")
    func size() throws {
        try directory.write(String(repeating: "x", count: 1 << 20 + 1), to: "config")
        #expect(throws: ConfigurationFile.Failure.tooLarge) { try ConfigurationFile(directory.file("config")) }
    }
}
