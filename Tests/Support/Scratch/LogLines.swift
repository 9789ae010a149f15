public import Logging

/// The logged lines.
public struct LogLines: Sendable {
    public let lines: AsyncStream<String>
    public let logger: Logger

    private struct Handler: LogHandler {
        let lines: AsyncStream<String>.Continuation
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.yield(event.message.description) }
    }

    public init() {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        logger = Logger(label: "test") { _ in Handler(lines: continuation) }
    }
}
