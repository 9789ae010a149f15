import Dispatch
import Logging
public import Weather

/// The notified events in told.json, so that a restart does not notify of them again.
public struct NotificationHistoryFile: Sendable {
    private let document: Document<NotificationHistory>
    /// Serializes writes.
    private let disk: DispatchQueue
    private let logger: Logger

    init(directory: String, disk: DispatchQueue, logger: Logger) {
        document = Document(file: AtomicFile(directory: directory, name: "told.json", limit: 16 << 20), versions: 1...1)
        self.disk = disk
        self.logger = logger
    }

    /// The events that earlier runs notified of. An unreadable file is moved aside with a log message, and counts as empty.
    public func load(at now: UnixTime) async -> NotificationHistory {
        await disk.run { [self] in
            do throws(StoreError) {
                return try document.load(orSetAsideAt: now, logger: logger)?.content ?? NotificationHistory()
            } catch {
                logger.error("\(error.sentence); events may be reported again")
                return NotificationHistory()
            }
        }
    }

    /// Saves the notified events.
    ///
    /// - Returns: whether they are on disk; a failed write is logged.
    public func save(_ history: NotificationHistory) async -> Bool {
        await disk.run { [self] in
            do throws(StoreError) {
                try document.write(history)
                return true
            } catch {
                logger.error("\(error.sentence); events may be reported again after a restart")
                return false
            }
        }
    }
}

extension DispatchQueue {
    /// Runs work on the queue, and returns its result.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            async { continuation.resume(returning: work()) }
        }
    }
}
