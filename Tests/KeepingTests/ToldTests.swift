import Keeping
import Logging
import Scratch
import Testing
import Weather

/// What was told, on disk.
struct ToldTests {
    private static let now = UnixTime(1_795_273_200)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: Self.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private var something: ToldOccasions {
        var told = ToldOccasions()
        let situation = Situation(
            report: nil, alerts: [Alert(id: "1", event: "Gale", text: "Take care.")], failedAt: nil, now: Self.now,
            staleAfter: 3600)
        _ = told.take(situation, at: .oslo, [])
        return told
    }

    @Test func outlivesTheRun() async throws {
        #expect(await store().told(at: Self.now) == ToldOccasions())
        #expect(try !directory.names().contains("told.json"), "nothing told, nothing written")
        #expect(await store().keep(something))
        var told = await store().told(at: Self.now)
        let situation = Situation(
            report: nil, alerts: [Alert(id: "1", event: "Gale")], failedAt: nil, now: Self.now, staleAfter: 3600)
        #expect(told.take(situation, at: .oslo, []).occasions.isEmpty)
        #expect(try !String(decoding: directory.read("told.json"), as: UTF8.self).contains("Take care"))
    }

    @Test(arguments: ["", "{", "[]", #"{"version":1,"content":{"entries":7}}"#, #"{"version":2,"content":{}}"#])
    func aSpoiledFileIsSetAside(text: String) async throws {
        try directory.write(text, to: "told.json")
        #expect(await store().told(at: Self.now) == ToldOccasions())
        #expect(try directory.names().contains("told.json.damaged-\(Self.now.seconds)"))
        #expect(await store().keep(something))
        #expect(await store().told(at: Self.now) != ToldOccasions())
    }
}
