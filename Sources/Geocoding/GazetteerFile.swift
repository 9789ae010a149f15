import Glibc
import GRDB
import Weather

/// The open file of the gazetteer or of the list of cities, `Gazetteer/schema.sql`, for one thread at a time.
///
/// Nothing in a file is trusted: each value is taken as something that may not be what it should be, since the library ends the
/// process where a column is simply declared to have a type.
struct GazetteerFile {
    /// Which of the files it is.
    enum Kind {
        /// All places, with their indexes.
        case gazetteer
        /// The largest cities, with a coarser map of time zones.
        case cities

        /// `application_id` and `user_version` of the schema that this reads.
        fileprivate var identity: [Int] {
            switch self {
            case .gazetteer: [0x5774_6844, 3]
            case .cities: [0x5774_6843, 1]
            }
        }
    }

    let path: String
    private let kind: Kind
    private let connection: DatabaseQueue

    init(path: String, kind: Kind) throws(GazetteerError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw code == ENOENT || code == ENOTDIR
                ? .missing(path: path) : .notRead(path: path, reason: String(cString: strerror(code)))
        }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        close(descriptor)
        // Opening what is no file, such as a pipe, could take for ever.
        guard isFile else { throw .notRead(path: path, reason: "it is not a file") }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "weatherd.gazetteer"
        // It is read where no file can be written.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        do {
            connection = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw GazetteerError(error, path: path)
        }
        self.path = path
        self.kind = kind
        let identity: [Int?]
        do {
            identity = try connection.read { database in
                try ["application_id", "user_version"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
            }
        } catch {
            throw GazetteerError(error, path: path)
        }
        guard identity == kind.identity else {
            throw .damaged(path: path, reason: "it is not the gazetteer of this version of weatherd")
        }
    }

    /// Runs queries, which all see the same state of the file.
    ///
    /// - Parameter index: what the queries need beside the tables.
    func read<Value>(
        _ index: GazetteerIndex, _ work: (GazetteerQuery) throws -> Value
    ) throws(GazetteerError) -> Value {
        do {
            return try connection.read { database in
                if kind == .cities { try Self.make(index, in: database) }
                return try work(GazetteerQuery(database: database, kind: kind))
            }
        } catch {
            throw GazetteerError(error, path: path)
        }
    }

    private static func make(_ index: GazetteerIndex, in database: Database) throws {
        let known = "SELECT 1 FROM temp.sqlite_schema WHERE name = ?"
        guard try Int.fetchOne(database, sql: known, arguments: [index.rawValue]) == nil else { return }
        try database.execute(sql: index.sql)
    }
}

/// A way to ask the open file.
struct GazetteerQuery {
    fileprivate let database: Database
    let kind: GazetteerFile.Kind

    /// Calls `body` with row after row until it returns false.
    func each(_ sql: String, _ arguments: [any DatabaseValueConvertible] = [], _ body: (GazetteerRow) throws -> Bool)
        throws
    {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while let row = try rows.next() {
            guard try body(GazetteerRow(row: row)) else { return }
        }
    }

    /// The first row; nil when there is none.
    func first<Value>(
        _ sql: String, _ arguments: [any DatabaseValueConvertible] = [], _ body: (GazetteerRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try each(sql, arguments) {
            value = try body($0)
            return false
        }
        return value
    }
}

/// A row, whose columns may have another type than the schema says when the file is damaged.
struct GazetteerRow {
    fileprivate let row: Row

    func integer(_ column: Int) throws -> Int {
        guard let value = Int.fromDatabaseValue(row[column]) else { throw UnreadableColumn(column: column) }
        return value
    }

    func real(_ column: Int) throws -> Double {
        guard let value = Double.fromDatabaseValue(row[column]) else { throw UnreadableColumn(column: column) }
        return value
    }

    func text(_ column: Int) throws -> String {
        guard let value = String.fromDatabaseValue(row[column]) else { throw UnreadableColumn(column: column) }
        return value
    }

    func optionalInteger(_ column: Int) throws -> Int? {
        row.hasNull(atIndex: column) ? nil : try integer(column)
    }

    func optionalText(_ column: Int) throws -> String? {
        row.hasNull(atIndex: column) ? nil : try text(column)
    }

    /// Two columns with the units of 1e-5 degrees.
    func coordinate(_ column: Int) throws -> Coordinate {
        let (latitude, longitude) = (Double(try integer(column)) / 100_000, Double(try integer(column + 1)) / 100_000)
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw UnreadableColumn(column: column)
        }
        return coordinate
    }
}

/// A value that the schema does not allow.
private struct UnreadableColumn: Error {
    var column: Int
}

extension GazetteerError {
    fileprivate init(_ error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self = .damaged(path: path, reason: "a table has something else in it than it should")
            return
        }
        let reason = error.message ?? "\(error.resultCode)"
        switch error.resultCode.primaryResultCode {
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_LOCKED:
            self = .notRead(path: path, reason: reason)
        default:
            self = .damaged(path: path, reason: reason)
        }
    }
}
