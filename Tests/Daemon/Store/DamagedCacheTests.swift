import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// Files that can be recreated: a damaged one is set aside, and none of its content is used.
struct DamagedCacheTests {
    private let directory: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)
    private let report: Report

    init() async throws {
        directory = try TemporaryDirectory(inMemory: true)
        var report = Report.example(at: .montevideo, fetchedAt: now)
        report.hours = Array(report.hours.prefix(4))
        self.report = report
        let store = store()
        await store.keep([report], as: \.forecast, at: now)
        _ = await store.countRequests(to: "x", at: now)
        var history = NotificationHistory()
        let context = EventContext(
            report: nil, alerts: [Alert(id: "1", event: "Gale")], failedAt: nil, now: now, staleAfter: 3600)
        _ = history.take(context, at: .oslo, [])
        #expect(await store.notificationHistory.save(history))
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Whether the store accepts the file's content as what was written. Otherwise nothing is loaded, and the file is
    /// set aside.
    private func isAccepted(_ name: String, _ bytes: Data, _ comment: Comment) async throws -> Bool {
        try bytes.write(to: URL(fileURLWithPath: directory.file(name)))
        let store = store()
        let history = await store.notificationHistory.load(at: now)
        let aside = directory.file("\(name).damaged-\(now.seconds)")
        let isAccepted = access(aside, F_OK) != 0
        switch name {
        case "reports.json":
            #expect(store.snapshot.weather[.montevideo]?.report == (isAccepted ? report : nil), comment)
        case "requests.json": #expect(store.snapshot.requests.count(at: now) == (isAccepted ? 1 : 0), comment)
        default: #expect((history != NotificationHistory()) == isAccepted, comment)
        }
        if !isAccepted {
            #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes, comment)
            unlink(aside)
        }
        return isAccepted
    }

    @Test func filesOfInterruptedWritesAreRemovedAtStart() throws {
        let names = try directory.names()
        for name in ["settings.json", "settings.copy.json", "settings.lost.json", "requests.json", "reports.json"] {
            try directory.write("half a fi", to: name + ".new")
        }
        _ = store()
        #expect(try directory.names() == names)
    }

    @Test(arguments: ["reports.json", "requests.json", "told.json"])
    func cutAtEveryLength(name: String) async throws {
        let whole = try directory.read(name)
        for length in 0..<whole.count - 1 {
            #expect(
                try await !isAccepted(name, whole.prefix(length), "truncated at \(length)"), "truncated at \(length)")
        }
        #expect(try await isAccepted(name, whole, "whole"))
    }

    @Test(arguments: ["reports.json", "requests.json", "told.json"])
    func everyByteFlipped(name: String) async throws {
        let whole = try directory.read(name)
        for index in whole.indices {
            // The lowest bit changes a digit, the others a letter or a bracket.
            for bit in [0, 1, 5, 7] {
                var flipped = whole
                flipped[index] ^= 1 << bit
                let comment = Comment("byte \(index), bit \(bit)")
                let isAccepted = try await isAccepted(name, flipped, comment)
                #expect(!isAccepted || index >= whole.count - 32, comment)
            }
        }
    }
}
