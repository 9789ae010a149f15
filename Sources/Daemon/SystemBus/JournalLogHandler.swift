import CSystemd
import Formats
import Glibc
public import Logging

/// Sends log messages to the journal, with metadata as separate fields: `WEATHERD_PLACE` for `place`.
public struct JournalLogHandler: LogHandler {
    public var logLevel: Logger.Level = .info
    public var metadata: Logger.Metadata = [:]

    private let identifier: String

    public init(identifier: String) {
        self.identifier = identifier
    }

    /// Whether standard error is connected to the journal. `journalStream` is the variable `JOURNAL_STREAM`, which
    /// contains the stream's device and inode numbers (systemd.exec(5)).
    public static func isConnected(journalStream: String?) -> Bool {
        let parts = (journalStream ?? "").split(separator: ":")
        var status = stat()
        guard parts.count == 2, let device = UInt(parts[0]), let inode = UInt(parts[1]),
            fstat(STDERR_FILENO, &status) == 0
        else { return false }
        return status.st_dev == device && status.st_ino == inode
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var fields = [
            "MESSAGE=\(event.message.description.withControlsReplaced)",
            "PRIORITY=\(event.level.syslogPriority)",
            "SYSLOG_IDENTIFIER=\(identifier)",
            "CODE_FILE=\(event.file)",
            "CODE_LINE=\(event.line)",
            "CODE_FUNC=\(event.function)",
        ]
        let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
        fields += all.map { key, value in "\(Self.fieldName(key))=\(value)" }
        Self.send(fields)
    }

    /// Journal field names consist of upper-case letters, digits and underscores.
    static func fieldName(_ key: String) -> String {
        "WEATHERD_" + key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    }

    private static func send(_ fields: [String]) {
        let bytes = fields.map { Array($0.utf8) }
        let all = Array(bytes.joined())
        all.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var offset = 0
            let vectors = bytes.map { field in
                defer { offset += field.count }
                return iovec(iov_base: UnsafeMutableRawPointer(mutating: base + offset), iov_len: field.count)
            }
            // Ignored: there is nowhere to report that the log cannot be written.
            _ = sd_journal_sendv(vectors, Int32(vectors.count))
        }
    }
}

extension Logger.Level {
    /// The priorities of syslog(3).
    var syslogPriority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

/// Writes log messages to standard error, for a daemon started from a terminal.
public struct TerminalLogHandler: LogHandler {
    public var logLevel: Logger.Level = .info
    public var metadata: Logger.Metadata = [:]

    private let identifier: String

    public init(identifier: String) {
        self.identifier = identifier
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        // Omits the level, which the messages make clear.
        let line = "\(identifier): \(event.message.description.withControlsReplaced)\n"
        // A single write, so that lines of several threads do not mix.
        _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
