import Client
import ClientProtocol
import Formats
import Glibc

/// An MCP server on standard input and output, whose tools ask weatherd.
///
/// Calls of tools wait for each other; everything else is answered at once, also while weatherd works.
struct MCPServer {
    /// The longest message, bytes.
    static let longestMessage = 1 << 20
    /// The most calls that wait.
    static let longestQueue = 64
    /// How long weatherd may take, milliseconds: longer than a search online and the first fetch of a place.
    private static let timeout = 8_000
    /// How long the calls left at the end of the input may take, milliseconds.
    private static let timeoutAtEnd = 4_000

    private let path: String
    private var session = MCPSession()
    private var input = MessageBuffer(limit: longestMessage)
    private var hasEnded = false
    private var queue: [MCPCall] = []
    private var running: RunningCall?
    private var endDeadline: MonotonicDeadline?

    /// - Parameter path: the socket of weatherd.
    init(path: String) {
        self.path = path
    }

    /// Serves until the input has ended.
    mutating func run() -> ExitStatus {
        do throws(StandardOutput.Failure) {
            while true {
                try startNext()
                if hasEnded, running == nil { return .done }
                try wait()
            }
        } catch {
            return error.report()
        }
    }

    private mutating func wait() throws(StandardOutput.Failure) {
        let isReading = !hasEnded && queue.count < Self.longestQueue
        // poll(2) ignores negative descriptors.
        var polled = [
            pollfd(fd: isReading ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: running?.connection.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let left = running.map { min($0.deadline.millisecondsLeft, endDeadline?.millisecondsLeft ?? .max) }
        guard poll(&polled, 2, left.map { Int32(clamping: $0) } ?? -1) >= 0 || errno == EINTR else {
            throw .failed(errno)
        }
        if polled[0].revents != 0 { try read() }
        if running != nil, polled[1].revents != 0 || left.map({ $0 <= 0 }) == true { try proceed() }
    }

    // MARK: - Messages

    private mutating func read() throws(StandardOutput.Failure) {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, length in
            count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            length = max(0, count)
        }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        input.append(bytes)
        while let line = input.next() { try take(line) }
        guard count <= 0 else { return }
        hasEnded = true
        endDeadline = MonotonicDeadline(milliseconds: Self.timeoutAtEnd)
        if let line = input.rest() { try take(line) }
    }

    private mutating func take(_ line: MessageBuffer.Line) throws(StandardOutput.Failure) {
        switch line {
        case .tooLong:
            let error = MCPError(.request, "the message is longer than \(Self.longestMessage) bytes")
            try write(error.response(to: nil))
        case .line(let bytes):
            guard bytes.contains(where: { !$0.isBlank && $0 != .carriageReturn }) else { return }
            switch session.answer(MCPMessage(bytes), in: bytes) {
            case .nothing: break
            case .response(let text): try write(text)
            case .call(let call): queue.append(call)
            case .cancel(let id): cancel(id)
            }
        }
    }

    private func write(_ message: String) throws(StandardOutput.Failure) {
        try StandardOutput.write(message + "\n")
    }

    /// Ends a call without a response.
    private mutating func cancel(_ id: String) {
        queue.removeAll { $0.id == id }
        if running?.call.id == id { running = nil }
    }

    // MARK: - Calls

    /// A call that waits for weatherd.
    private struct RunningCall {
        var call: MCPCall
        var connection: DaemonConnection
        var deadline: MonotonicDeadline
        var replies: [Reply] = []
    }

    private mutating func startNext() throws(StandardOutput.Failure) {
        while running == nil, !queue.isEmpty {
            let call = queue.removeFirst()
            let deadline = MonotonicDeadline(
                milliseconds: min(Self.timeout, endDeadline?.millisecondsLeft ?? Self.timeout))
            var failure: String?
            do throws(ConnectionFailure) {
                let connection = try DaemonConnection.open(path, by: deadline)
                for line in call.lines { try connection.send(line, by: deadline) }
                running = RunningCall(call: call, connection: connection, deadline: deadline)
            } catch {
                failure = error.sentence
            }
            if let failure { try write(call.failure(failure)) }
        }
    }

    /// Takes the replies that have arrived, and answers the call after the last one.
    private mutating func proceed() throws(StandardOutput.Failure) {
        guard let call = running else { return }
        running = nil
        if let response = response(to: call) { try write(response) }
    }

    /// nil if replies have yet to come; then the call runs on.
    private mutating func response(to call: RunningCall) -> String? {
        var call = call
        do throws(ConnectionFailure) {
            while let reply = try call.connection.replyAtHand() {
                if case .error(let code, let sentence) = reply {
                    return call.call.failure(code == .unknownCommand ? Query.tooOld : sentence)
                }
                call.replies.append(reply)
                if call.replies.count == call.call.lines.count { return call.call.result(call.replies) }
            }
            let left = min(call.deadline.millisecondsLeft, endDeadline?.millisecondsLeft ?? .max)
            guard left > 0 else { throw .timedOut(milliseconds: call.deadline.milliseconds) }
            running = call
            return nil
        } catch {
            return call.call.failure(error.sentence)
        }
    }
}
