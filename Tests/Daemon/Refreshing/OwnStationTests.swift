import Foundation
import Logging
import Platform
import Scratch
import Synchronization
import Testing
import Weather

@testable import Refreshing

/// Files and commands of the user's own station.
@Suite(.timeLimit(.minutes(20)))
struct OwnStationTests {
    private let directory: TemporaryDirectory
    private let clock = ManualClock()
    private let reading = #"{"time":1795273200,"temperatureC":4.5}"#

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs a station, and the test with its readings.
    private func withStation<Result>(
        _ source: @escaping @Sendable () -> OwnStationSource?,
        _ test: (OwnStation<ManualClock>, inout AsyncStream<OwnStationReading?>.Iterator) async -> Result
    ) async -> Result {
        let (readings, continuation) = AsyncStream.makeStream(of: OwnStationReading?.self)
        let station = OwnStation(
            source: source, environment: ["PATH": "/usr/bin:/bin", "WEATHERD_CONTACT": "x", "HOME": "/home/me"],
            clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            report: { continuation.yield($0) })
        let running = Task { await station.run() }
        var iterator = readings.makeAsyncIterator()
        let result = await test(station, &iterator)
        running.cancel()
        await running.value
        return result
    }

    /// The first reading.
    private func read(_ source: OwnStationSource?) async -> OwnStationReading? {
        await withStation({ source }) { _, readings in await readings.next() ?? nil }
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
        #expect(await read(.file(directory.path)) == .failed(.unreadable(reason: "not a regular file")))
        #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(await read(.file(directory.file("pipe"))) == .failed(.unreadable(reason: "not a regular file")))
        #expect(await read(.file("/dev/zero")) == .failed(.unreadable(reason: "not a regular file")))
        try directory.write(String(repeating: " ", count: 65_537), to: "long")
        #expect(await read(.file(directory.file("long"))) == .failed(.tooLong(limit: 65_536)))
    }

    /// Waits for a sleep until this time.
    private func sleepIsSet(until offset: Duration, _ sleeps: inout AsyncStream<ManualClock.Instant>.Iterator) async {
        while let deadline = await sleeps.next(), deadline.offset != offset {}
    }

    private func temperature(_ reading: OwnStationReading??) -> Double? {
        (reading ?? nil)?.observation?.conditions.temperature
    }

    @Test func stationIsReadEveryFiveMinutes() async throws {
        let path = directory.file("station.json")
        try directory.write(#"{"time":1795273200,"temperatureC":1}"#, to: "station.json")
        var sleeps = clock.sleeps.makeAsyncIterator()
        await withStation({ .file(path) }) { _, readings in
            for minutes in [5, 10, 15] {
                #expect(temperature(await readings.next()) == Double(minutes / 5))
                let next = #"{"time":1795273200,"temperatureC":\#(minutes / 5 + 1)}"#
                #expect(throws: Never.self) { try directory.write(next, to: "station.json") }
                await sleepIsSet(until: .seconds(minutes * 60), &sleeps)
                clock.advance(by: .seconds(300))
            }
            #expect(temperature(await readings.next()) == 4)
        }
    }

    /// After a reload of the configuration, at once; the timer stays the same.
    @Test func stationIsReadAgain() async throws {
        try directory.write(#"{"time":1795273200,"temperatureC":1}"#, to: "one")
        try directory.write(#"{"time":1795273200,"temperatureC":2}"#, to: "two")
        let paths = [directory.file("one"), directory.file("two")]
        let count = Mutex(0)
        let source: @Sendable () -> OwnStationSource? = {
            let index = count.withLock { count in
                defer { count += 1 }
                return min(count, 1)
            }
            return .file(paths[index])
        }
        var sleeps = clock.sleeps.makeAsyncIterator()
        await withStation(source) { station, readings in
            #expect(temperature(await readings.next()) == 1)
            await sleepIsSet(until: .seconds(300), &sleeps)
            clock.advance(by: .seconds(60))
            station.again()
            #expect(temperature(await readings.next()) == 2)
            // Only the timer of the interval.
            #expect(clock.sleepers == 1)
            clock.advance(by: .seconds(240))
            #expect(temperature(await readings.next()) == 2)
        }
    }

    @Test func removedStationIsNoReading() async throws {
        let path = directory.file("station.json")
        try directory.write(reading, to: "station.json")
        let isThere = Mutex(true)
        await withStation({ isThere.withLock { $0 } ? .file(path) : nil }) { station, readings in
            #expect(temperature(await readings.next()) == 4.5)
            isThere.withLock { $0 = false }
            station.again()
            #expect(await readings.next() == .some(nil))
        }
    }

    @Test func commandIsKilledAfterTenSeconds() async throws {
        let ready = try NamedPipe(directory.file("ready"))
        let script = "exec 9>'\(ready.path)'; echo ready >&9; exec sleep 1000"
        var lines = ready.lines.makeAsyncIterator()
        var sleeps = clock.sleeps.makeAsyncIterator()
        await withStation({ .command(["/bin/sh", "-c", script]) }) { _, readings in
            #expect(await lines.next() == "ready")
            await sleepIsSet(until: .seconds(10), &sleeps)
            clock.advance(by: .seconds(10))
            #expect(await readings.next() == .failed(.timedOut(10)))
            // It has ended.
            #expect(await lines.next() == nil)
        }
    }

    @Test func commandAfterUnkillableOneIsNotStarted() async throws {
        let program = try UnkillableProgram(in: directory)
        let isStuck = Mutex(false)
        let readable = OwnStationSource.command(["printf", "%s", reading])
        var sleeps = clock.sleeps.makeAsyncIterator()
        await withStation({ isStuck.withLock { $0 } ? readable : .command(program.words) }) { station, readings in
            #expect(await program.hasStarted())
            isStuck.withLock { $0 = true }
            for seconds in [10, 15, 16] {
                await sleepIsSet(until: .seconds(seconds), &sleeps)
                clock.advance(by: clock.now.duration(to: .init(offset: .seconds(seconds))))
            }
            #expect(await readings.next() == .failed(.timedOut(10)))
            station.again()
            #expect(await readings.next() == .failed(.timedOut(10)))
            program.end()
        }
    }

    /// A pipe holds 64 KiB; the command must not wait for it to be read.
    @Test func outputOfCommandIsLimited() async {
        let spaces = 65_536 - reading.utf8.count
        let longest = await shell("head -c \(spaces) /dev/zero | tr '\\0' ' '; printf %s '\(reading)'")
        #expect(temperature(longest) == 4.5)
        #expect(await shell("head -c 65537 /dev/zero") == .failed(.tooLong(limit: 65_536)))
        #expect(await shell("head -c 1000000 /dev/zero; exit 3") == .failed(.tooLong(limit: 65_536)))
        #expect(await shell("exec yes") == .failed(.tooLong(limit: 65_536)))
    }

    /// As on a network mount whose server does not respond.
    @Test func unansweredFileIsProblem() async throws {
        let path = directory.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let work = BlockingWork()
        let reading = Task { [clock] in
            do throws(OwnStationProblem) {
                _ = try await StationFile.bytes(at: path, within: .seconds(10), clock, work) { path in
                    // Blocks until the pipe has a writer.
                    close(open(path, O_RDONLY))
                    return .success([])
                }
                return OwnStationProblem?.none
            } catch {
                return error
            }
        }
        var sleeps = clock.sleeps.makeAsyncIterator()
        await sleepIsSet(until: .seconds(10), &sleeps)
        clock.advance(by: .seconds(10))
        #expect(await reading.value == .stalled(10))
        close(open(path, O_WRONLY))
    }

    @Test func outputOfCommandIsRead() async {
        #expect(await shell("echo '\(reading)'")?.observation?.conditions.temperature == 4.5)
        // A child that keeps running holds the pipe open.
        #expect(await shell("echo '\(reading)'; sleep 60 & exit 0")?.observation?.conditions.temperature == 4.5)
    }

    /// No shell interprets the words, and the command inherits no settings.
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
