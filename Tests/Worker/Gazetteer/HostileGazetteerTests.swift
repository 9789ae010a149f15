import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Valid databases with content that the gazetteer's schema does not allow.
@Suite(.enabled(if: GazetteerTables.canBeBuilt, GazetteerTables.absence), .timeLimit(.minutes(20)))
struct HostileGazetteerTests {
    private let scratch: TemporaryDirectory
    private let path: String

    init() throws {
        scratch = try TemporaryDirectory()
        path = scratch.file("gazetteer.sqlite")
        try GazetteerTables.small.get().gazetteer.write(to: URL(fileURLWithPath: path))
    }

    private func search() throws -> [City] {
        try Gazetteer(GazetteerFiles(installed: path)).search(SearchQuery("andorra la v"), language: "de")
    }

    /// The reason, after a search by name and by position.
    private func damage() throws -> String? {
        let gazetteer = Gazetteer(GazetteerFiles(installed: path))
        do throws(GazetteerError) {
            guard let query = try? SearchQuery("andorra la v, andorra"),
                let position = Coordinate(latitude: 42.5, longitude: 1.5)
            else { return nil }
            _ = try gazetteer.search(query, language: "de")
            _ = try gazetteer.locality(at: position, language: "de")
            return nil
        } catch .damaged(path, let reason) {
            return reason
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test(arguments: [
        "UPDATE place SET name = x'41'", "UPDATE place SET name = CAST(x'ff41' AS TEXT)",
        "UPDATE place SET name = 'a' || char(0) || 'b'", "UPDATE place SET name = hex(zeroblob(500))",
        "UPDATE place SET latitude = 'north'", "UPDATE place SET latitude = 0.5",
        "UPDATE place SET latitude = 9223372036854775807", "UPDATE place SET longitude = -9223372036854775808",
        "UPDATE place SET population = 'many'", "UPDATE place SET population = 1e300",
        "UPDATE place SET region = 'none'", "UPDATE area SET country = x'41'", "UPDATE area SET name = zeroblob(9)",
        "UPDATE zone SET name = x'41'", "UPDATE boundary SET places = -1",
        "UPDATE boundary SET places = translations + 1",
        "UPDATE boundary SET translations = 9223372036854775807", "UPDATE boundary SET places = 'all'",
    ])
    func wrongValueIsDamage(sql: String) throws {
        #expect(try damage() == nil)
        // SQLite columns accept values of any type.
        try TestDatabase.run(sql, at: path)
        #expect(try damage() == "a table contains invalid values")
    }

    @Test func overlongValueIsDamage() throws {
        try TestDatabase.run("UPDATE place SET name = hex(zeroblob(200000))", at: path)
        #expect(try damage() == "string or blob too big")
    }

    /// A view would run with every query, without a time limit.
    @Test(arguments: ["place", "boundary", "zone_run"])
    func viewInPlaceOfTableIsRejected(table: String) throws {
        try TestDatabase.run(
            """
            ALTER TABLE \(table) RENAME TO real_\(table);
            CREATE VIEW \(table) AS SELECT a.* FROM real_\(table) AS a, name AS b, name AS c, name AS d, name AS e;
            """, at: path)
        #expect(try #require(try damage()).contains("view"))
    }

    @Test func triggersDoNotRun() throws {
        try TestDatabase.run(
            """
            CREATE TABLE log (id INTEGER);
            CREATE TRIGGER t AFTER INSERT ON log BEGIN INSERT INTO log VALUES (new.id + 1); END;
            """, at: path)
        #expect(try search().map(\.locality.name) == ["Andorra la Vella"])
    }

    @Test func expensiveGeneratedColumnIsDamage() throws {
        try TestDatabase.run(
            """
            ALTER TABLE boundary RENAME TO real_boundary;
            CREATE TABLE boundary (places INTEGER, translations INTEGER AS (length(hex(zeroblob(1000000 + places)))));
            INSERT INTO boundary (places) SELECT places FROM real_boundary;
            """, at: path)
        #expect(try damage() == "string or blob too big")
    }

    @Test func fileIsReadInPlace() throws {
        let name = "a name with % 20 ?#&=.sqlite"
        try FileManager.default.moveItem(atPath: path, toPath: scratch.file(name))
        let gazetteer = Gazetteer(GazetteerFiles(installed: scratch.file(name)))
        #expect(gazetteer.status() == .complete(path: scratch.file(name)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [name], "no other file is created")
    }

    /// A file with another program's journal is read as it is; nothing is written or removed.
    @Test func foreignJournalIsKept() throws {
        try scratch.write("not a journal", to: "gazetteer.sqlite-journal")
        #expect(try search().map(\.locality.name) == ["Andorra la Vella"])
        #expect(try scratch.read("gazetteer.sqlite-journal") == Data("not a journal".utf8))
    }
}
