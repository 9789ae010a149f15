import Foundation
import Scratch
import Testing

/// `mcp` and the protocol's own material: its published schemas, and its client for Python.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes Python's packages; run make integration"), .timeLimit(.minutes(5)))
struct MCPClientTests {
    private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().path
    /// The schemas are not part of this project; they are the directory `schema` of a copy of the protocol's repository.
    private static let schemas = ProcessInfo.processInfo.environment["WEATHERD_MCP_SCHEMAS"]

    /// Python with the protocol's client, installed once; nil if PyPI cannot be reached.
    private static let python: String? = {
        guard PrivateBus.isEnabled else { return nil }
        let environment = Installation.build + "/mcp-client"
        let install = Process()
        install.executableURL = URL(filePath: "/bin/sh")
        install.arguments = [
            "-c",
            """
            "$0/bin/python" -c 'import mcp' 2>/dev/null ||
                { python3 -m venv "$0" && "$0/bin/pip" install --quiet mcp==2.3.0; }
            """, environment,
        ]
        install.standardOutput = FileHandle.nullDevice
        install.standardError = FileHandle.nullDevice
        guard (try? install.run()) != nil else { return nil }
        install.waitUntilExit()
        return install.terminationStatus == 0 ? environment + "/bin/python" : nil
    }()

    /// The exit status and the output of a program in a session with weather.
    private func run(_ words: [String]) async throws -> (status: Int32, output: String) {
        var result: (Int32, String) = (-1, "")
        try await Desktop.running { desktop in
            let log = desktop.directory.file("log")
            let process = try desktop.start(words, errors: "log")
            process.waitUntilExit()
            result = (process.terminationStatus, try String(contentsOfFile: log, encoding: .utf8))
        }
        return result
    }

    @Test(.enabled(if: schemas != nil, "WEATHERD_MCP_SCHEMAS does not name the directory of the protocol's schemas"))
    func messagesFitTheSchemas() async throws {
        let schemas = try #require(Self.schemas)
        let (status, output) = try await run(["python3", Self.scripts + "/mcp-schemas.py", schemas])
        #expect(status == 0 && output.hasSuffix(" messages\n"), "\(output)")
    }

    @Test(.enabled(if: python != nil, "the package mcp cannot be installed from PyPI"))
    func clientForPythonUsesBothRevisions() async throws {
        let python = try #require(Self.python)
        let (status, output) = try await run([python, Self.scripts + "/mcp-client.py"])
        #expect(status == 0 && output == "2026-07-28 2025-11-25 2026-07-28\n", "\(output)")
    }
}
