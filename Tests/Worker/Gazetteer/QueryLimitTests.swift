import CSQLite
import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Queries that would run forever.
@Suite(.enabled(if: GazetteerTables.canBeBuilt, GazetteerTables.absence), .timeLimit(.minutes(20)))
struct QueryLimitTests {
    private static let endless = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
        """
    private let scratch: TemporaryDirectory
    private let path: String

    init() throws {
        scratch = try TemporaryDirectory()
        path = scratch.file("gazetteer.sqlite")
        try GazetteerTables.small.get().gazetteer.write(to: URL(fileURLWithPath: path))
    }

    @Test func queryTimesOut() throws {
        let connection = try SQLiteConnection(path: path)
        connection.limit.restart(after: .milliseconds(10))
        let error = #expect(throws: SQLiteError.self) {
            try connection.withStatement(Self.endless, []) { _ = try $0.step() }
        }
        #expect(error?.code == SQLITE_INTERRUPT)
        let file = try GazetteerFile(path: path, kind: .gazetteer)
        #expect(throws: GazetteerError.notRead(path: path, reason: "the search took too long")) {
            try file.read(nil, within: .milliseconds(10)) { try $0.first(Self.endless) { try $0.integer(0) } }
        }
        // The next query has its own time limit.
        connection.limit.restart()
        #expect(try connection.withStatement("SELECT 7", []) { try $0.step() ? $0.integer(0) : nil } == 7)
    }

    @Test func cancelledQueryEnds() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [path] () -> GazetteerError? in
            do throws(GazetteerError) {
                try GazetteerFile(path: path, kind: .gazetteer).read(nil, within: .seconds(600)) { query in
                    start.yield()
                    _ = try query.first(Self.endless) { try $0.integer(0) }
                }
                return nil
            } catch {
                return error
            }
        }
        for await _ in started { break }
        task.cancel()
        #expect(await task.value == .notRead(path: path, reason: "the search was cancelled"))
    }

    /// No second file is searched for a client that has disconnected.
    @Test func cancelledSearchDoesNotFallBack() async throws {
        let cities = scratch.file("cities.sqlite")
        try GazetteerTables.small.get().cities.write(to: URL(fileURLWithPath: cities))
        let gazetteer = Gazetteer(GazetteerFiles(installed: path, cities: cities))
        let query = try SearchQuery("andorra")
        let task = Task { [path] in
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(throws: GazetteerError.notRead(path: path, reason: "the search was cancelled")) {
                try gazetteer.search(query, language: "en")
            }
        }
        await task.value
        #expect(try !gazetteer.search(query, language: "en").isEmpty)
    }

    @Test func tooManyRowsAreDamage() throws {
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        let file = try GazetteerFile(path: path, kind: .gazetteer)
        let error = #expect(throws: GazetteerError.self) { try file.read(nil) { try $0.each(sql) { _ in true } } }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A query inside the rows of the same query has its own statement.
    @Test func queriesNest() throws {
        let sql = "SELECT value FROM (SELECT 1 AS value UNION ALL SELECT 2)"
        let values = try GazetteerFile(path: path, kind: .gazetteer).read(nil) { query in
            var values: [Int] = []
            try query.each(sql) { outer in
                let first = try outer.integer(0)
                try query.each(sql) { inner in
                    values.append(first * 10 + (try inner.integer(0)))
                    return true
                }
                return true
            }
            return values
        }
        #expect(values == [11, 12, 21, 22])
    }

    /// The maximum number of words in a query: a single character may be several.
    @Test(arguments: [
        "abcd" + String(repeating: " x", count: 48), "abcd, " + String(repeating: "x ", count: 47),
        "abcd " + String(repeating: "क\u{94D}\u{200D}", count: 130) + "क",
    ])
    func longestQueryIsWithinLimits(text: String) throws {
        let cities = scratch.file("cities.sqlite")
        try GazetteerTables.small.get().cities.write(to: URL(fileURLWithPath: cities))
        for files in [GazetteerFiles(installed: path), GazetteerFiles(installed: "/nowhere", cities: cities)] {
            #expect(try Gazetteer(files).search(SearchQuery(text), language: "de").isEmpty)
        }
    }

    /// Arguments are bound as values, not as SQL, and each parameter has one.
    @Test func argumentsAreBound() throws {
        let file = try GazetteerFile(path: path, kind: .gazetteer)
        let text = try file.read(nil) { query in
            try query.first("SELECT ?, typeof(?), typeof(?)", [.text("x'; DROP"), .integer(1), .real(1)]) {
                [try $0.text(0), try $0.text(1), try $0.text(2)]
            }
        }
        #expect(text == ["x'; DROP", "integer", "real"])
        #expect(throws: GazetteerError.self) {
            try file.read(nil) { try $0.first("SELECT ?", []) { try $0.text(0) } }
        }
    }
}
