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

    /// Prepares a statement, or reuses a cached one, and binds the arguments. A statement in use is not in the cache, so a nested
    /// query with the same SQL gets its own statement.
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
