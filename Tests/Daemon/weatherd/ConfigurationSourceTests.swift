import Glibc
import Scratch
import Testing
import Weather

@testable import Configuration

/// The configuration file, and its reload.
struct ConfigurationSourceTests {
    @Test func missingNamedFileIsError() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("config.toml")
        #expect(throws: ConfigurationError.self) {
            try ConfigurationSource(
                files: ConfigurationFiles(user: "/nowhere", named: path, system: nil), environment: [:]
            ) { _, _ in }
        }
        let source = try ConfigurationSource(in: directory)
        #expect(source.configuration == Configuration())
    }

    /// An unreadable file is not treated as a missing one.
    @Test func danglingLinkIsError() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("config.toml")
        try directory.write("units = \"imperial\"", to: "config.toml")
        let source = try ConfigurationSource(in: directory)
        unlink(path)
        #expect(symlink(directory.file("nowhere"), path) == 0)
        #expect(throws: ConfigurationError.self) { try source.reload() }
        #expect(source.configuration.units == .imperial)
        #expect(throws: ConfigurationError.self) {
            try ConfigurationSource(in: directory)
        }
    }

    @Test func failedReloadKeepsConfiguration() throws {
        let directory = try TemporaryDirectory()
        try directory.write("units = \"imperial\"", to: "config.toml")
        let source = try ConfigurationSource(in: directory)
        try directory.write("units = \"imperal\"", to: "config.toml")
        #expect(throws: ConfigurationError.self) { try source.reload() }
        #expect(source.configuration.units == .imperial)
        try directory.write("units = \"metric\"", to: "config.toml")
        try source.reload()
        #expect(source.configuration.units == .metric)
    }
}
