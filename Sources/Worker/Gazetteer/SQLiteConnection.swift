import CSQLite

/// An error reported by SQLite.
struct SQLiteError: Error, Hashable {
    /// The primary result code, such as `SQLITE_CORRUPT`.
    let code: Int32
    let message: String

    /// - Parameter connection: the connection that failed; nil when it could not be opened.
    init(code: Int32, connection: OpaquePointer?) {
        self.code = code & 0xFF
        message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }
}

/// A database file, opened for reading.
///
/// Not Sendable, so the compiler confines a connection to one thread at a time, and SQLite needs no locks
/// (`SQLITE_OPEN_NOMUTEX`). The file is untrusted: its views and triggers do not run, and its values are limited in size.
final class SQLiteConnection {
    private let handle: OpaquePointer
    /// Stops queries that take too long.
    let limit = QueryLimit()
    /// Idle statements, by their SQL.
    private var statements: [String: SQLiteStatement] = [:]

    /// - Parameter path: a file that no program modifies while it is open; it may be replaced.
    init(path: String) throws(SQLiteError) {
        Self.limitHeap
        var opened: OpaquePointer?
        // Immutable: SQLite takes no locks and looks for no journal, which the worker is not allowed to open.
        let code = sqlite3_open_v2(
            "file:\(path.urlEncoded)?immutable=1", &opened,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(code: code, connection: opened)
        }
        handle = opened
        sqlite3_progress_handler(
            handle, QueryLimit.instructions,
            { context in
                guard let context else { return 1 }
                return Unmanaged<QueryLimit>.fromOpaque(context).takeUnretainedValue().isReached ? 1 : 0
            }, Unmanaged.passUnretained(limit).toOpaque())
        try harden()
    }

    deinit {
        // Closes after the cached statements are finalized.
        sqlite3_close_v2(handle)
    }

    /// Runs trusted SQL that returns no rows.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Prepares a statement, or reuses a cached one, and binds the arguments. A statement in use is not in the cache, so a
    /// nested query with the same SQL gets its own statement.
    func withStatement<Result>(
        _ sql: String, _ arguments: [SQLiteValue], _ body: (SQLiteStatement) throws -> Result
    ) throws -> Result {
        let cached = statements.removeValue(forKey: sql)
        let statement = if let cached { cached } else { try SQLiteStatement(sql, connection: handle) }
        defer {
            statement.reset()
            statements[sql] = statement
        }
        try statement.bind(arguments)
        return try body(statement)
    }

    // MARK: - Hardening (https://www.sqlite.org/security.html)

    private func harden() throws(SQLiteError) {
        for (option, value) in Self.options { try check(weatherd_sqlite_set(handle, option, value)) }
        for (category, value) in Self.limits { _ = sqlite3_limit(handle, category, value) }
        // A mapped file that shrinks would crash the process. Temporary tables stay in memory, since workers write no files.
        try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY")
    }

    private static let options = [
        (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
    ]

    /// Several times what the gazetteer's tables and the longest queries (a hundred words) need.
    private static let limits = [
        // Bytes of a value or a row, which is a page in the indexes; and of the SQL.
        (SQLITE_LIMIT_LENGTH, Int32(100_000)), (SQLITE_LIMIT_SQL_LENGTH, 50_000),
        (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 1_000), (SQLITE_LIMIT_COMPOUND_SELECT, 10),
        (SQLITE_LIMIT_VDBE_OP, 25_000), (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 2_000), (SQLITE_LIMIT_VARIABLE_NUMBER, 1_000),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    /// 64 MiB for all connections of the process; an ordinary search uses 3.
    private static let limitHeap: Void = { _ = sqlite3_hard_heap_limit64(64 << 20) }()

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: handle) }
    }
}

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

    /// Reads a text; nil also when it is too long, is not UTF-8, or contains a NUL byte.
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

/// Stops a query at its timeout, or when its task is cancelled. A damaged file can make any query endless.
final class QueryLimit {
    /// SQLite virtual machine instructions between checks: about 50 µs.
    static let instructions: Int32 = 2_000
    /// Many times the duration of a search, and less than half of the daemon's timeout for a worker, which may search two
    /// files.
    static let longest = Duration.seconds(4)

    /// On a clock that stops during suspend.
    private var end = SuspendingClock.now.advanced(by: longest)

    /// Allows all further queries `time` in total.
    func restart(after time: Duration = longest) {
        end = SuspendingClock.now.advanced(by: time)
    }

    var isReached: Bool { Task.isCancelled || SuspendingClock.now >= end }

    /// - Throws: at the limit, the error that SQLite reports for an interrupted query.
    func check() throws(QueryStopped) {
        if isReached { throw QueryStopped() }
    }
}

/// A query was stopped by its `QueryLimit`.
struct QueryStopped: Error {}
