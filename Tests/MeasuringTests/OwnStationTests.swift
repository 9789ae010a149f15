import Foundation
import Logging
import Platform
import Scratch
import Synchronization
import Testing
import Weather

@testable import Measuring

/// Files and commands of the user's own station.
@Suite(.timeLimit(.minutes(20)))
struct OwnStationTests {
    private let directory: TemporaryDirectory
    private let clock = ManualClock()
    private let reading = #"{"time":1795273200,"temperatureC":4.5}"#

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What the first reading says.
    private func read(_ source: OwnStationSource?) async -> OwnStationReading? {
        let (readings, continuation) = AsyncStream.makeStream(of: OwnStationReading?.self)
        let station = OwnStation(
            source: { source }, environment: ["PATH": "/usr/bin:/bin", "WEATHERD_CONTACT": "x", "HOME": "/home/me"],
            clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            report: { continuation.yield($0) })
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await station.run() }
            defer { group.cancelAll() }
            for await reading in readings { return reading }
            return nil
        }
    }

    private func shell(_ text: String) async -> OwnStationReading? {
        await read(.command(["/bin/sh", "-c", text]))
    }

    @Test func noStationIsNoReading() async {
        #expect(await read(nil) == nil)
    }

    @Test func fileIsRead() async throws {
        try directory.write(reading, to: "station.json")
        let file = await read(.file(directory.file("station.json")))
        #expect(file?.observation?.conditions.temperature == 4.5)
    }

    @Test func otherFilesAreProblems() async throws {
        #expect(
            await read(.file(directory.file("none"))) == .failed(.unreadable(reason: "No such file or directory")))
        #expect(await read(.file(directory.path)) == .failed(.unreadable(reason: "not a file")))
        #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(await read(.file(directory.file("pipe"))) == .failed(.unreadable(reason: "not a file")))
        #expect(await read(.file("/dev/zero")) == .failed(.unreadable(reason: "not a file")))
        try directory.write(String(repeating: " ", count: 65_537), to: "long")
        #expect(await read(.file(directory.file("long"))) == .failed(.tooLong(limit: 65_536)))
    }

    @Test func outputOfCommandIsRead() async {
        #expect(await shell("echo '\(reading)'")?.observation?.conditions.temperature == 4.5)
        // A child that goes on running keeps the pipe open.
        #expect(await shell("echo '\(reading)'; sleep 60 & exit 0")?.observation?.conditions.temperature == 4.5)
    }

    /// No shell reads the words, and the command gets no settings.
    @Test func wordsArePassedVerbatim() async {
        let reading = await read(
            .command(["printf", "%s", #"{"time":1795273200,"name":"$HOME;`id`","temperatureC":1}"#]))
        #expect(reading?.observation?.station.name == "$HOME;`id`")
        #expect(await shell("test -z \"$WEATHERD_CONTACT\" && test \"$HOME\" = /home/me") == .failed(.notJSON))
    }

    @Test func failingCommandsAreProblems() async {
        #expect(await shell("exit 3") == .failed(.failed(status: 3)))
        #expect(await shell("kill -KILL $$") == .failed(.killed(signal: 9)))
        #expect(await read(.command(["/no/such"])) == .failed(.notStarted(reason: "No such file or directory")))
        #expect(await shell("echo hello") == .failed(.notJSON))
        #expect(await shell("true") == .failed(.notJSON))
    }
}
