import CSQLite
import Glibc
import Platform
import Weather

/// The open file of the gazetteer or of the list of cities (`Gazetteer/schema.sql`). Only one thread at a time can use
/// it.
final class GazetteerFile {
    /// The type of the file.
    enum Kind {
        /// All places, with their indexes.
        case gazetteer
        /// The largest cities, with a coarser map of time zones.
        case cities

        /// The `application_id` and `user_version` of the supported schema.
        fileprivate var identity: [Int] {
            switch self {
            case .gazetteer: [0x5774_6844, 4]
            case .cities: [0x5774_6843, 2]
            }
        }
    }

    let path: String
    private let kind: Kind
    private let connection: SQLiteConnection
    // Indexes of the list of cities, built on first use.
    private var cityNames: CityNames?
    private var cityExtents: CityExtents?

    init(path: String, kind: Kind) throws(GazetteerError) {
        try Self.checkReadable(path)
        self.path = path
        self.kind = kind
        let identity: [Int?]
        do {
            connection = try SQLiteConnection(path: path)
            let query = GazetteerQuery(connection: connection, kind: kind)
            identity = try ["application_id", "user_version"].map { name in
                try query.first("PRAGMA \(name)") { try $0.integer(0) }
            }
        } catch {
            throw GazetteerError(error, path: path)
        }
        guard identity == kind.identity else {
            throw .damaged(path: path, reason: "it is not the gazetteer of this version of weatherd")
        }
    }

    /// SQLite does not report why it cannot open a file, and opening a non-regular file, such as a pipe, could block forever.
    private static func checkReadable(_ path: String) throws(GazetteerError) {
        var status = stat()
        // stat(2) instead of open(2): under Landlock, opening a directory would report a denied permission.
        guard stat(path, &status) == 0 else { throw GazetteerError(systemError: errno, path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRead(path: path, reason: "it is not a file") }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw GazetteerError(systemError: errno, path: path) }
        close(descriptor)
    }

    /// Runs queries.
    ///
    /// - Parameters:
    ///   - index: the index that the queries need; nil for none.
    ///   - time: the timeout for all of them together.
    func read<Value>(
        _ index: GazetteerIndex?, within time: Duration = QueryLimit.longest, _ work: (GazetteerQuery) throws -> Value
    ) throws(GazetteerError) -> Value {
        connection.limit.restart(after: time)
        do {
            var query = GazetteerQuery(connection: connection, kind: kind)
            if kind == .cities { try give(index, to: &query) }
            return try work(query)
        } catch {
            throw GazetteerError(error, path: path)
        }
    }

    /// The file of the list of cities has no indexes.
    private func give(_ index: GazetteerIndex?, to query: inout GazetteerQuery) throws {
        switch index {
        case .words:
            if cityNames == nil { cityNames = try CityNames(query) }
            query.cityNames = cityNames
        case .extent:
            if cityExtents == nil { cityExtents = try CityExtents(query) }
            query.cityExtents = cityExtents
        case nil: break
        }
    }
}

/// Queries the open file.
struct GazetteerQuery {
    fileprivate let connection: SQLiteConnection
    let kind: GazetteerFile.Kind
    // In-memory indexes of the list of cities; nil for the gazetteer.
    fileprivate(set) var cityNames: CityNames?
    fileprivate(set) var cityExtents: CityExtents?

    /// Several times the rows that any query reads; a damaged index can return more.
    private static let mostRows = 100_000

    /// Calls `body` for each row until it returns false.
    func each(_ sql: String, _ arguments: [SQLiteValue] = [], _ body: (GazetteerRow) throws -> Bool) throws {
        try connection.limit.check()
        try connection.withStatement(sql, arguments) { statement in
            var rows = 0
            while try statement.step() {
                rows += 1
                guard rows <= Self.mostRows else { throw TooManyRows() }
                guard try body(GazetteerRow(statement: statement)) else { return }
            }
        }
    }

    /// The first row; nil without rows.
    func first<Value>(
        _ sql: String, _ arguments: [SQLiteValue] = [], _ body: (GazetteerRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try each(sql, arguments) {
            value = try body($0)
            return false
        }
        return value
    }
}

/// A row. In a damaged file, columns may have types that the schema does not allow.
struct GazetteerRow {
    fileprivate let statement: SQLiteStatement

    func integer(_ column: Int) throws(UnreadableColumn) -> Int {
        try known(statement.integer(column), column)
    }

    func real(_ column: Int) throws(UnreadableColumn) -> Double {
        try known(statement.real(column), column)
    }

    func text(_ column: Int) throws(UnreadableColumn) -> String {
        try known(statement.text(column), column)
    }

    func optionalInteger(_ column: Int) throws(UnreadableColumn) -> Int? {
        statement.isNull(column) ? nil : try integer(column)
    }

    func optionalText(_ column: Int) throws(UnreadableColumn) -> String? {
        statement.isNull(column) ? nil : try text(column)
    }

    /// Two columns in units of 1e-5 degrees.
    func coordinate(_ column: Int) throws(UnreadableColumn) -> Coordinate {
        let (latitude, longitude) = (Double(try integer(column)) / 100_000, Double(try integer(column + 1)) / 100_000)
        return try known(Coordinate(latitude: latitude, longitude: longitude), column)
    }

    private func known<Value>(_ value: Value?, _ column: Int) throws(UnreadableColumn) -> Value {
        guard let value else { throw UnreadableColumn(column: column) }
        return value
    }
}

/// A value that the schema does not allow.
struct UnreadableColumn: Error {
    var column: Int
}

/// A query returned more rows than a whole file could contain.
private struct TooManyRows: Error {}

extension GazetteerError {
    init(systemError: Int32, path: String) {
        self =
            systemError == ENOENT || systemError == ENOTDIR
            ? .missing(path: path) : .notRead(path: path, reason: SystemError(code: systemError).sentence)
    }

    fileprivate init(_ error: any Error, path: String) {
        switch error {
        case let error as SQLiteError where error.code == SQLITE_INTERRUPT:
            self.init(QueryStopped(), path: path)
        case let error as SQLiteError where Self.isUnreadable(error.code):
            self = .notRead(path: path, reason: error.message)
        case let error as SQLiteError: self = .damaged(path: path, reason: error.message)
        case is QueryStopped:
            let reason = Task.isCancelled ? "the search was cancelled" : "the search took too long"
            self = .notRead(path: path, reason: reason)
        default: self = .damaged(path: path, reason: "a table contains invalid values")
        }
    }

    /// Whether the system caused the error, not the contents of the file.
    private static func isUnreadable(_ code: Int32) -> Bool {
        [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_NOMEM, SQLITE_BUSY, SQLITE_LOCKED].contains(code)
    }
}

/// An index of the tables. The gazetteer's file contains it; for the list of cities it is built in memory on first use.
enum GazetteerIndex {
    /// The words of names.
    case words
    /// The probable extents of places.
    case extent
}
