import CSQLite
import Foundation

@testable import Geocoding

/// A database that a test writes, which the gazetteer's own reader cannot do.
enum TestDatabase {
    struct Failure: Error { var message: String }

    /// Runs SQL on the file, which is made where there is none.
    static func run(_ sql: String, at path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// Gives a list of cities the indexes that only the gazetteer has.
    static func addIndexes(at path: String) throws {
        for name in ["index", "words", "extent"] {
            let sql = try String(contentsOfFile: "\(GazetteerTables.directory)/\(name).sql", encoding: .utf8)
            try run(sql, at: path)
        }
    }
}
