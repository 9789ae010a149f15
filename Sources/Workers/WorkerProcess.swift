import CLinux
import Glibc
import Jobs
import Synchronization
import Weather

/// A worker that runs. It is used by one thread at a time, which waits; `kill` may come from any.
final class WorkerProcess: Sendable {
    private let id: pid_t
    /// Readable once the worker has ended (pidfd_open(2)).
    private let process: Int32
    private let socket: FrameSocket
    private let state = Mutex(State())

    private struct State {
        /// Once it is reaped, its id may be another's.
        var isEnded = false
        var isKilled = false
    }

    /// What confines it, as it says.
    let confinement: String

    /// For it to start, to confine itself and to say who it is, s.
    private static let greetingDeadline = 10
    /// For it to end by itself once it has nothing left to do, s.
    private static let endingDeadline = 2

    /// Starts a worker and waits for its greeting.
    init(_ program: WorkerProgram) throws(WorkerFailure) {
        let pair = try SocketPair()
        do throws(WorkerFailure) {
            id = try SpawningThread.shared.start(program, pair.theirs)
        } catch {
            pair.close()
            throw error
        }
        Glibc.close(pair.theirs)
        socket = FrameSocket(descriptor: pair.ours)
        process = weatherd_pidfd_open(id)
        guard process >= 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.kill(id, SIGKILL)
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            Glibc.close(pair.ours)
            throw .notStarted(reason: reason)
        }
        do throws(WorkerFailure) {
            confinement = try Self.greet(socket, program)
        } catch {
            throw Self.end(id, process, socket, after: error)
        }
    }

    deinit {
        end()
    }

    /// Has the worker do a job.
    ///
    /// - Parameters:
    ///   - seconds: for all of it.
    ///   - take: takes each answer but the last; what it throws ends the job.
    /// - Returns: how many requests went out.
    func perform(
        _ job: Job, within seconds: Int, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let deadline = Deadline(seconds: seconds)
        do {
            try socket.send(Frame.bytes(of: job), until: deadline)
            var left = job.mostAnswers
            while true {
                let answer = try Answer(packed: try socket.receive(upTo: Frame.longestAnswer, until: deadline))
                if case .done(let requests) = answer { return requests }
                left -= 1
                guard left >= 0 else { throw Malformed("more answers than there are questions") }
                try take(answer)
            }
        } catch let problem as FrameSocket.Problem {
            throw end(after: problem.failure(after: seconds))
        } catch let malformed as Malformed {
            throw end(after: .malformed(reason: malformed.reason))
        } catch {
            throw end(after: .malformed(reason: "\(error)"))
        }
    }

    /// Ends it at once, whatever it does. Whoever waits for it is told that it was cancelled.
    func kill() {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isKilled = true
            Glibc.kill(id, SIGKILL)
        }
    }

    /// Whether it still runs, as far as is known without waiting.
    var isRunning: Bool {
        var entry = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return !state.withLock { $0.isEnded } && poll(&entry, 1, 0) == 0
    }

    /// A descriptor that is readable once the worker has ended; nil when there is none to be had.
    func duplicateOfProcess() -> Int32? {
        let descriptor = fcntl(process, F_DUPFD_CLOEXEC, 3)
        return descriptor >= 0 ? descriptor : nil
    }

    static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }

    /// Lets it end, or ends it, and reaps it.
    func end() {
        _ = end(after: nil)
    }

    /// - Parameter failure: why; nil for no more work.
    /// - Returns: that, or how it ended by itself, where that is the reason.
    @discardableResult
    private func end(after failure: WorkerFailure?) -> WorkerFailure {
        let (isEnded, isKilled) = state.withLock { state in
            defer { state.isEnded = true }
            return (state.isEnded, state.isKilled)
        }
        guard !isEnded else { return failure ?? .cancelled }
        let ending = Self.end(id, process, socket, after: failure)
        return isKilled ? .cancelled : ending
    }

    // MARK: - Without an instance, as in its initializer

    private static func greet(
        _ socket: FrameSocket, _ program: WorkerProgram
    ) throws(WorkerFailure) -> String {
        let deadline = Deadline(seconds: greetingDeadline)
        do {
            try socket.send(Frame.bytes(of: Setup(gazetteer: program.gazetteer(), daemon: getpid())), until: deadline)
            let bytes = try socket.receive(upTo: Frame.longestAnswer, until: deadline)
            let greeting = try Greeting(versionOf: bytes)
            guard greeting.version == program.version, greeting.format == Greeting.currentFormat else {
                throw WorkerFailure.otherVersion(worker: greeting.version, daemon: program.version)
            }
            return try Greeting(packed: bytes).confinement
        } catch let failure as WorkerFailure {
            throw failure
        } catch let problem as FrameSocket.Problem {
            throw problem.failure(after: greetingDeadline)
        } catch {
            throw .malformed(reason: (error as? Malformed)?.reason ?? "\(error)")
        }
    }

    /// Closes the socket, which has a worker without work end; waits for that, or kills it; and reaps it.
    private static func end(
        _ id: pid_t, _ process: Int32, _ socket: FrameSocket, after failure: WorkerFailure?
    ) -> WorkerFailure {
        Glibc.close(socket.descriptor)
        // One that closed its end first has died or is dying, of which the system knows the reason.
        let mayEnd = failure.map { $0 == .exited(status: 0) } ?? true
        if !mayEnd || !Deadline(seconds: endingDeadline).poll(process, for: Int16(POLLIN)) {
            Glibc.kill(id, SIGKILL)
        }
        Glibc.close(process)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            // Where this process was started with SIGCHLD ignored, the kernel keeps no word of how a child ended.
            guard errno == EINTR else { break }
        }
        guard failure != nil, mayEnd else { return failure ?? .exited(status: 0) }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status: (status >> 8) & 0xFF) : .killed(signal: signal)
    }
}

extension FrameSocket.Problem {
    fileprivate func failure(after seconds: Int) -> WorkerFailure {
        switch self {
        // The status is found out as it is reaped.
        case .closed: .exited(status: 0)
        case .late: .timedOut(seconds: seconds)
        case .tooLong: .tooLong(bytes: Frame.longestAnswer)
        }
    }
}
