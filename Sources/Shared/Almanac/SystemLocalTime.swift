import Dispatch
import Glibc
import Platform
import Synchronization

/// The local time of this machine.
enum SystemLocalTime {
    private static let week = 7 * 86_400
    /// The files that the C library may read.
    private static let sources = Mutex(files(variable: nil, directory: nil))
    private static let reader = LocalTimeReader(read: read)

    /// - Parameter variables: this process's environment.
    static func adopt(_ variables: [String: String]) {
        sources.withLock { $0 = files(variable: variables["TZ"], directory: variables["TZDIR"]) }
    }

    /// The period around a moment; it is searched for at most a week on either side.
    static func period(at time: Int) -> TimeZone.Period { reader.period(at: time) }

    @Sendable private static func read(at time: Int) -> TimeZone.Period {
        guard sources.withLock({ $0 }).allSatisfy(isReadable) else {
            return TimeZone.Period(offset: 0, abbreviation: "UTC", start: time - week + 1, end: time + week)
        }
        // Reloads the settings if they have changed.
        tzset()
        let (offset, abbreviation) = local(time)
        return TimeZone.Period(
            offset: offset, abbreviation: abbreviation,
            start: change(from: offset, at: time, to: time - week) + 1,
            end: change(from: offset, at: time, to: time + week))
    }

    /// The moment nearest to `time`, between it and `limit`, with another offset; `limit` if its offset is the same.
    private static func change(from offset: Int, at time: Int, to limit: Int) -> Int {
        guard local(limit).offset != offset else { return limit }
        var (same, other) = (time, limit)
        while abs(other - same) > 1 {
            let middle = (same + other) / 2
            if local(middle).offset == offset { same = middle } else { other = middle }
        }
        return other
    }

    /// The files that the C library may read (tzset(3)).
    ///
    /// - Parameters:
    ///   - variable: `TZ`; nil when it is not set.
    ///   - directory: `TZDIR`; nil when it is not set.
    static func files(variable: String?, directory: String?) -> [String] {
        guard var name = variable?[...] else { return ["/etc/localtime"] }
        if name.first == ":" { name.removeFirst() }
        let directory = directory.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
        // Without a file, it is a rule, which is completed from another file. An empty name is UTC.
        let file = name.first == "/" ? String(name) : "\(directory)/\(name.isEmpty ? "Universal" : name)"
        return [file, "\(directory)/posixrules"]
    }

    /// Whether the C library can read it without waiting, as it would for the other end of a pipe. A missing file or a
    /// directory is harmless.
    private static func isReadable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func local(_ time: Int) -> (offset: Int, abbreviation: String) {
        var (time, parts) = (time_t(time), tm())
        guard localtime_r(&time, &parts) != nil else { return (0, "UTC") }
        return (parts.tm_gmtoff, parts.tm_zone.map { String(cString: $0) } ?? "")
    }
}

/// Reads the local time on a separate thread: the C library checks its file each time, and the file system may not answer.
/// Other threads must not use its functions for local time, since it holds a lock meanwhile.
final class LocalTimeReader: Sendable {
    /// The period around a moment. It may block.
    typealias Read = @Sendable (_ time: Int) -> TimeZone.Period

    private struct State {
        var hasThread = false
        var lastKey = 0
        var waiting: [(key: Int, time: Int, isDone: ThreadSignal)] = []
        /// The keys whose callers still wait.
        var awaited: Set<Int> = []
        var results: [Int: TimeZone.Period] = [:]
        /// Whether a read has exceeded the deadline and has not ended.
        var isBlocked = false
        /// The last period that was read; nil for none.
        var last: TimeZone.Period?
    }

    private let read: Read
    private let milliseconds: Int
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// - Parameter milliseconds: how long a caller waits. The next ones do not wait until that read has ended.
    init(within milliseconds: Int = 1000, read: @escaping Read) {
        (self.milliseconds, self.read) = (milliseconds, read)
    }

    /// The period around a moment. If it cannot be read in time, it has the last known offset, or is UTC.
    func period(at time: Int) -> TimeZone.Period {
        let isDone = ThreadSignal()
        guard let key = enqueue(time, isDone) else { return substitute(at: time) }
        arrivals.signal()
        _ = isDone.wait(milliseconds: milliseconds)
        let result = state.withLock { state in
            state.awaited.remove(key)
            let result = state.results.removeValue(forKey: key)
            if result == nil { state.isBlocked = true }
            return result
        }
        return result ?? substitute(at: time)
    }

    /// - Returns: nil when the caller must not wait.
    private func enqueue(_ time: Int, _ isDone: ThreadSignal) -> Int? {
        state.withLock { state in
            guard !state.isBlocked else { return nil }
            if !state.hasThread {
                state.hasThread = OwnThread.start(name: "time zone", stack: 1 << 20) { [self] in run() } == 0
            }
            guard state.hasThread else { return nil }
            state.lastKey += 1
            state.awaited.insert(state.lastKey)
            state.waiting.append((state.lastKey, time, isDone))
            return state.lastKey
        }
    }

    private func substitute(at time: Int) -> TimeZone.Period {
        let week = 7 * 86_400
        let last = state.withLock { $0.last }
        return TimeZone.Period(
            offset: last?.offset ?? 0, abbreviation: last?.abbreviation ?? "UTC", start: time - week + 1,
            end: time + week)
    }

    private func run() {
        while true {
            arrivals.wait()
            guard let request = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
                continue
            }
            let period = read(request.time)
            state.withLock { state in
                state.isBlocked = false
                state.last = period
                if state.awaited.contains(request.key) { state.results[request.key] = period }
            }
            request.isDone.send()
        }
    }
}
