import Dispatch
import Glibc
import Scratch
import Synchronization
import SystemBus
import Testing
import Weather

@testable import Configuration
@testable import weatherd

/// SIGHUP: the new configuration takes effect as a whole, or the old one stays active.
@Suite(.timeLimit(.minutes(20)))
struct ReloadingTests {
    private let directory: TemporaryDirectory
    private let log = LogLines()
    private let source: ConfigurationSource

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("units = \"imperial\"\n", to: "config.toml")
        source = try ConfigurationSource(in: directory)
    }

    /// Handles this many signals, and returns the wind units at each adoption.
    private func reload(_ text: String, signals count: Int = 1) async throws -> [Units.Wind] {
        try directory.write(text, to: "config.toml")
        let adopted = Mutex<[Units.Wind]>([])
        let (signals, signal) = AsyncStream.makeStream(of: Int32.self)
        for _ in 0..<count { signal.yield(SIGHUP) }
        signal.finish()
        let reloading = Reloading(
            source: source, signals: signals, notifier: Notifier(), clock: ManualClock(), logger: log.logger
        ) {
            [source] in
            adopted.withLock { $0.append(source.configuration.units.wind) }
        }
        await reloading.run()
        return adopted.withLock { $0 }
    }

    @Test func validConfigurationIsAdopted() async throws {
        #expect(try await reload("units = { wind = \"kn\" }\n") == [.knots])
        var lines = log.lines.makeAsyncIterator()
        #expect(await lines.next() == "configuration reloaded")
    }

    @Test func invalidConfigurationKeepsTheOldOne() async throws {
        let before = source.configuration
        #expect(try await reload("units = \"imperal\"\n") == [])
        #expect(source.configuration == before)
        var lines = log.lines.makeAsyncIterator()
        let line = try #require(await lines.next())
        #expect(line.contains("config.toml:1: units: ") && line.hasSuffix("; keeping the old configuration"), "\(line)")
    }

    /// As with a configuration on a network mount whose server does not answer: neither the next reload nor the end waits.
    @Test func hangingFileSystemKeepsTheOldConfiguration() async throws {
        let gate = DispatchSemaphore(value: 1)
        let source = try ConfigurationSource(
            files: ConfigurationFiles(user: directory.path, system: nil), environment: [:],
            locate: { _, _ in
                gate.wait()
                gate.signal()
            })
        let before = source.configuration
        gate.wait()
        try directory.write("units = \"metric\"\n", to: "config.toml")
        let clock = ManualClock()
        let (signals, signal) = AsyncStream.makeStream(of: Int32.self)
        let reloading = Reloading(
            source: source, signals: signals, notifier: Notifier(), clock: clock, logger: log.logger
        ) { Issue.record("nothing was read") }
        await withTaskGroup { group in
            group.addTask { await reloading.run() }
            signal.yield(SIGHUP)
            var sleeps = clock.sleeps.makeAsyncIterator()
            _ = await sleeps.next()
            clock.advance(by: ConfigurationSource.deadline)
            var lines = log.lines.makeAsyncIterator()
            let line = await lines.next() ?? ""
            #expect(
                line.hasSuffix("config.toml: could not be read within 60 s; keeping the old configuration"), "\(line)")
            signal.yield(SIGHUP)
            _ = await sleeps.next()
            group.cancelAll()
        }
        #expect(source.configuration == before)
        gate.signal()
    }

    @Test func everySignalReloads() async throws {
        #expect(try await reload("units = { wind = \"kn\" }\n", signals: 3) == [.knots, .knots, .knots])
    }

    @Test func noticesAreLoggedBeforeTheReload() async throws {
        _ = try await reload("[on]\nrain = [\"/nowhere/at/all\"]\n")
        var lines = log.lines.makeAsyncIterator()
        #expect(await lines.next()?.contains("/nowhere/at/all") == true)
        #expect(await lines.next() == "configuration reloaded")
    }
}
