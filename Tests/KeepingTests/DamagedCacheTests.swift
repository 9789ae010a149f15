import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Keeping

/// Files that can be recreated: a damaged one is set aside, and nothing of it is used.
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
        var told = NotificationHistory()
        let context = EventContext(
            report: nil, alerts: [Alert(id: "1", event: "Gale")], failedAt: nil, now: now, staleAfter: 3600)
        _ = told.take(context, at: .oslo, [])
        #expect(await store.notificationHistory.save(told))
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Whether the store takes what is in the file for what was written; else nothing of it is there, and the file is
    /// set aside.
    private func isBelieved(_ name: String, _ bytes: Data, _ comment: Comment) async throws -> Bool {
        try bytes.write(to: URL(fileURLWithPath: directory.file(name)))
        let store = store()
        let told = await store.notificationHistory.load(at: now)
        let aside = directory.file("\(name).damaged-\(now.seconds)")
        let isBelieved = access(aside, F_OK) != 0
        switch name {
        case "reports.json":
            #expect(store.snapshot.weather[.montevideo]?.report == (isBelieved ? report : nil), comment)
        case "requests.json": #expect(store.snapshot.requests.count(at: now) == (isBelieved ? 1 : 0), comment)
        default: #expect((told != NotificationHistory()) == isBelieved, comment)
        }
        if !isBelieved {
            #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes, comment)
            unlink(aside)
        }
        return isBelieved
    }

    @Test(arguments: ["reports.json", "requests.json", "told.json"])
    func cutAtEveryLength(name: String) async throws {
        let whole = try directory.read(name)
        for length in 0..<whole.count - 1 {
            #expect(try await !isBelieved(name, whole.prefix(length), "cut at \(length)"), "cut at \(length)")
        }
        #expect(try await isBelieved(name, whole, "whole"))
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
                let isBelieved = try await isBelieved(name, flipped, comment)
                #expect(!isBelieved || index >= whole.count - 32, comment)
            }
        }
    }
}
