import CSQLite

/// An argument of a statement.
enum SQLiteValue: Hashable {
    case integer(Int)
    case real(Double)
    case text(String)
}

/// A prepared statement. A column is nil when its value has another type than requested: a damaged file may not follow the
/// schema.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    /// The longest accepted text, in bytes: more than twice the longest name in the gazetteer.
    private static let longestText = 500

    init(_ sql: String, connection: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw SQLiteError(code: code, connection: connection) }
        handle = prepared
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// - Parameter values: one for each parameter.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard sqlite3_bind_parameter_count(handle) == values.count else {
            throw SQLiteError(code: SQLITE_RANGE, connection: nil)
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
                case .real(let number): sqlite3_bind_double(handle, index, number)
                case .text(let text): weatherd_sqlite_bind_text(handle, index, text, UInt64(text.utf8.count))
                }
            guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: connection) }
        }
    }

    /// - Returns: whether there is another row.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(code: code, connection: connection)
        }
    }

    /// Resets the statement so that it can be used again.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    // MARK: - Columns of the row

    func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    func integer(_ column: Int) -> Int? {
        type(column) == SQLITE_INTEGER ? Int(exactly: sqlite3_column_int64(handle, Int32(column))) : nil
    }

    /// SQLite may store a whole number as an integer, whatever the column's type.
    func real(_ column: Int) -> Double? {
        [SQLITE_FLOAT, SQLITE_INTEGER].contains(type(column)) ? sqlite3_column_double(handle, Int32(column)) : nil
    }

    /// Reads a text; nil as well when it is too long, is not UTF-8, or contains a NUL byte.
    func text(_ column: Int) -> String? {
        guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        // SQLite appends a NUL byte to each text; a text with another NUL before it is longer.
        guard count <= Self.longestText,
            let text = String(validatingCString: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)),
            text.utf8.count == count
        else { return nil }
        return text
    }

    private func type(_ column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }
}
