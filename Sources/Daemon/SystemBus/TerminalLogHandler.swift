import Formats
import Glibc
public import Logging

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
        // Without the level, which the messages make clear.
        let line = "\(identifier): \(event.message.description.withControlsReplaced)\n"
        // One write, so that lines of several threads do not mix.
        _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
