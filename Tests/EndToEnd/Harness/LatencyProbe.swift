import ClientProtocol
import Dispatch
import Foundation
import Synchronization

/// Requests the weather every 5 ms and times each reply: alternately `short` on a persistent connection and `current`
/// on a new one.
///
/// A busy machine delays everything, and this delay is subtracted from the time of a reply. It is how long the threads
/// involved waited for a processor or, if that is longer, the delay of a control: a byte that a thread of this process
/// echoes every millisecond.
final class LatencyProbe: Sendable {
    /// The time limit of a reply, s.
    static let limit = 0.05

    struct Findings: CustomStringConvertible {
        var queries = 0
        /// The slowest reply, s; without and with the machine's delays.
        var slowest = 0.0
        var slowestMeasured = 0.0
        /// The longest delay of the control, and the longest wait for a processor during a slow reply, s.
        var slowestControl = 0.0
        var longestWait = 0.0
        /// Queries without a reply.
        var failures: [String] = []
        /// The distinct replies to `short`.
        var lines: Set<[String]> = []

        var description: String {
            func milliseconds(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1000) }
            return """
                \(queries) queries, the slowest \(milliseconds(slowest)) (measured: \(milliseconds(slowestMeasured)), \
                control: \(milliseconds(slowestControl)), waited for a processor: \(milliseconds(longestWait)))
                """
        }

        /// Checks that each query was answered in time. A sanitizer takes several times as long.
        var areInTime: Bool { failures.isEmpty && queries > 0 && (slowest <= LatencyProbe.limit || Sanitizer.isOn) }
    }

    /// An operation that began at `start` and took `duration`, s.
    private struct Span {
        var start: Double
        var duration: Double
        /// The part of it spent waiting for a processor, s.
        var wait = 0.0
    }

    private struct State {
        var isStopped = false
        var findings = Findings()
        var slowReplies: [Span] = []
        var delays: [Span] = []
    }

    private let state = Mutex(State())
    private let threads = DispatchGroup()
    /// Signalled when the queries end.
    private let ending = DispatchSemaphore(value: 0)
    private let socketPath: String
    private let daemon: pid_t

    init(_ daemon: RunningDaemon) {
        socketPath = daemon.home.socketPath
        self.daemon = daemon.process.id
        DispatchQueue(label: "latency control").async(group: threads) { self.control() }
        DispatchQueue(label: "latency probe").async(group: threads) { self.ask() }
    }

    /// Ends the queries.
    func stop() -> Findings {
        state.withLock { $0.isStopped = true }
        ending.signal()
        threads.wait()
        return state.withLock { state in
            for reply in state.slowReplies {
                let delay = state.delays.filter { Self.isNear($0, reply) }.map(\.duration).max() ?? 0
                state.findings.slowest = max(state.findings.slowest, reply.duration - max(delay, reply.wait))
                state.findings.longestWait = max(state.findings.longestWait, reply.wait)
            }
            return state.findings
        }
    }

    /// Whether the two are within a quarter of a second of each other, the time for which a machine typically stays
    /// busy.
    private static func isNear(_ one: Span, _ other: Span) -> Bool {
        one.start < other.start + other.duration + 0.25 && other.start < one.start + one.duration + 0.25
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Waits until the time has passed or the queries end, whichever comes first.
    private func pause(_ seconds: Double) {
        guard seconds > 0, ending.wait(timeout: .now() + seconds) == .success else { return }
        ending.signal()
    }

    // MARK: - Queries

    /// A fast reply needs no record.
    private static let quick = 0.005
    private static let mostFailures = 100

    private func ask() {
        var connection: Client?
        var due = Moment.now
        while !isStopped {
            measure {
                if connection == nil { connection = try Client(socketPath) }
                return try connection?.ask("short")
            }
            measure {
                _ = try Client(socketPath).ask("current").lines
                return nil
            }
            due = max(due + 0.005, Moment.now)
            pause(due - Moment.now)
        }
    }

    private func measure(_ query: () throws -> Reply?) {
        let waits = processorWaits
        let start = Moment.now
        let result = Result { try query()?.lines }
        let duration = Moment.now - start
        let wait = duration < Self.quick ? 0 : processorWaits - waits
        state.withLock { state in
            state.findings.queries += 1
            switch result {
            case .success(let lines): if let lines { state.findings.lines.insert(lines) }
            case .failure(let error):
                state.findings.failures.append("\(error)")
                // The daemon has exited, so its test has failed.
                if state.findings.failures.count >= Self.mostFailures { state.isStopped = true }
            }
            state.findings.slowestMeasured = max(state.findings.slowestMeasured, duration)
            if duration < Self.quick {
                state.findings.slowest = max(state.findings.slowest, duration)
            } else {
                state.slowReplies.append(Span(start: start, duration: duration, wait: max(0, wait)))
            }
        }
    }

    /// How long the threads involved in a reply were ready to run and waited for a processor, s: the daemon's main
    /// thread, its threads for sockets and rendering, and this one. 0 on a kernel that does not count it.
    private var processorWaits: Double {
        let tasks = "/proc/\(daemon)/task"
        let threads = ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).filter { thread in
            let name = try? String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8)
            return thread == String(daemon) || ["sockets\n", "rendering\n"].contains(name)
        }
        let files = threads.map { "\(tasks)/\($0)/schedstat" } + ["/proc/thread-self/schedstat"]
        return files.map { file in
            let fields = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: " ") ?? []
            return fields.count > 1 ? (Double(fields[1]) ?? 0) / 1e9 : 0
        }.reduce(0, +)
    }

    // MARK: - Control

    private func control() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return }
        let (here, there) = (ends[0], ends[1])
        DispatchQueue(label: "latency echo").async(group: threads) {
            var byte: UInt8 = 0
            while read(there, &byte, 1) == 1 { write(there, &byte, 1) }
            close(there)
        }
        defer { close(here) }
        var byte: UInt8 = 0
        while !isStopped {
            let start = Moment.now
            pause(0.001)
            guard write(here, &byte, 1) == 1, read(here, &byte, 1) == 1 else { return }
            let delay = Moment.now - start - 0.001
            state.withLock { state in
                state.findings.slowestControl = max(state.findings.slowestControl, delay)
                if delay > 0.002 { state.delays.append(Span(start: start, duration: delay)) }
            }
        }
    }
}
