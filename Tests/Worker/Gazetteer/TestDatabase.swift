import CSQLite
import Foundation

@testable import Gazetteer

/// A database that a test writes. The gazetteer's own reader cannot write.
enum TestDatabase {
    struct Failure: Error { var message: String }

    /// Runs SQL on the file, which is created if missing.
    static func run(_ sql: String, at path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// Adds the indexes to a city list that only the gazetteer has.
    static func addIndexes(at path: String) throws {
        for name in ["index", "words", "extent"] {
            let sql = try String(contentsOfFile: "\(GazetteerTables.directory)/\(name).sql", encoding: .utf8)
            try run(sql, at: path)
        }
    }
}
