import CLinux
import Glibc
import Jobs
import Synchronization
import Weather

/// A running worker. One thread at a time uses it, and blocks; `kill` can be called from any thread.
final class WorkerProcess: Sendable {
    private let id: pid_t
    /// Readable once the worker has ended (pidfd_open(2)).
    private let process: Int32
    private let socket: FrameSocket
    private let state = Mutex(State())

    private struct State {
        /// After the worker is reaped, its process id may be reused.
        var isEnded = false
        var isKilled = false
    }

    /// The worker's memory limit in bytes, from its greeting; nil for none.
    private let memoryLimit: Int?

    /// The timeout for starting, sandboxing and greeting, s.
    private static let greetingDeadline = 10
    /// The timeout for an idle worker to exit, s.
    private static let endingDeadline = 2

    /// Starts a worker and waits for its greeting.
    init(_ program: WorkerProgram) throws(WorkerFailure) {
        let pair = try SocketPair()
        do throws(WorkerFailure) {
            id = try SpawningThread.shared.start(program, pair.worker)
        } catch {
            pair.close()
            throw error
        }
        Glibc.close(pair.worker)
        socket = FrameSocket(descriptor: pair.daemon)
        process = weatherd_pidfd_open(id)
        guard process >= 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.kill(id, SIGKILL)
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            Glibc.close(pair.daemon)
            throw .notStarted(reason: reason)
        }
        do throws(WorkerFailure) {
            memoryLimit = try Self.greet(socket, program)
        } catch {
            throw Self.end(id, process, socket, memoryLimit: nil, after: error)
        }
    }

    deinit {
        end()
    }

    /// Runs a job in the worker.
    ///
    /// - Parameters:
    ///   - seconds: the timeout for the whole job.
    ///   - take: receives each answer except the last; an error that it throws ends the job.
    /// - Returns: the number of requests that were sent.
    func perform(
        _ job: Job, within seconds: Int, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let deadline = Deadline(seconds: seconds)
        let frame = Frame.bytes(of: job)
        guard frame.count <= Frame.headLength + Frame.longestJob else {
            throw end(after: .jobRejected(reason: "\(frame.count) bytes; the limit is \(Frame.longestJob)"))
        }
        do {
            try socket.send(frame, until: deadline)
            var left = job.mostAnswers
            while true {
                let answer = try Answer(packed: try socket.receive(upTo: Frame.longestAnswer, until: deadline))
                if case .done(let requests) = answer { return requests }
                if case .rejected(let reason) = answer { throw WorkerFailure.jobRejected(reason: reason) }
                left -= 1
                guard left >= 0 else { throw Malformed("more answers than expected") }
                try take(answer)
            }
        } catch let failure as WorkerFailure {
            throw end(after: failure)
        } catch let problem as FrameSocket.Problem {
            throw end(after: problem.failure(after: seconds))
        } catch let malformed as Malformed {
            throw end(after: .malformed(reason: malformed.reason))
        } catch {
            throw end(after: .malformed(reason: "\(error)"))
        }
    }

    /// Kills the worker. A job in progress fails as cancelled.
    func kill() {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isKilled = true
            Glibc.kill(id, SIGKILL)
        }
    }

    /// Whether the worker is running, checked without waiting.
    var isRunning: Bool {
        var entry = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return !state.withLock { $0.isEnded } && poll(&entry, 1, 0) == 0
    }

    /// A descriptor that is readable once the worker has ended; nil when none can be opened.
    func duplicateOfProcess() -> Int32? {
        let descriptor = fcntl(process, F_DUPFD_CLOEXEC, 3)
        return descriptor >= 0 ? descriptor : nil
    }

    static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }

    /// Lets the worker exit, or kills it, and reaps it.
    func end() {
        _ = end(after: nil)
    }

    /// - Parameter failure: the reason; nil when there is no more work.
    /// - Returns: the reason, or the worker's own exit if that caused it.
    @discardableResult
    private func end(after failure: WorkerFailure?) -> WorkerFailure {
        let (isEnded, isKilled) = state.withLock { state in
            defer { state.isEnded = true }
            return (state.isEnded, state.isKilled)
        }
        guard !isEnded else { return failure ?? .cancelled }
        let ending = Self.end(id, process, socket, memoryLimit: memoryLimit, after: failure)
        return isKilled ? .cancelled : ending
    }

    // MARK: - Used by the initializer

    /// - Returns: the worker's memory limit, bytes; nil for none.
    private static func greet(
        _ socket: FrameSocket, _ program: WorkerProgram
    ) throws(WorkerFailure) -> Int? {
        let deadline = Deadline(seconds: greetingDeadline)
        do {
            try socket.send(Frame.bytes(of: Setup(gazetteer: program.gazetteer(), daemon: getpid())), until: deadline)
            let bytes = try socket.receive(upTo: Frame.longestAnswer, until: deadline)
            let greeting = try Greeting(versionOf: bytes)
            guard greeting.version == program.version, greeting.format == Greeting.currentFormat else {
                throw WorkerFailure.otherVersion(worker: greeting.version, daemon: program.version)
            }
            let whole = try Greeting(packed: bytes)
            if let problem = whole.sandboxProblem { throw WorkerFailure.notSandboxed(reason: problem) }
            guard let sandbox = whole.sandbox else {
                throw WorkerFailure.jobRejected(reason: "an invalid path of the gazetteer")
            }
            program.sandboxed(sandbox)
            return whole.memoryLimit
        } catch let failure as WorkerFailure {
            throw failure
        } catch let problem as FrameSocket.Problem {
            throw problem.failure(after: greetingDeadline)
        } catch {
            throw .malformed(reason: (error as? Malformed)?.reason ?? "\(error)")
        }
    }

    /// Closes the socket, so that an idle worker exits; waits for that, or kills the worker; and reaps it.
    private static func end(
        _ id: pid_t, _ process: Int32, _ socket: FrameSocket, memoryLimit: Int?, after failure: WorkerFailure?
    ) -> WorkerFailure {
        Glibc.close(socket.descriptor)
        // A worker that closed its end first has crashed or is crashing; its exit status contains the cause.
        let mayEnd = failure.map { $0 == .exited(status: 0) } ?? true
        if !mayEnd || !Deadline(seconds: endingDeadline).poll(process, for: Int16(POLLIN)) {
            Glibc.kill(id, SIGKILL)
        }
        Glibc.close(process)
        let ending = WorkerEnding(reaping: id)
        guard failure != nil, mayEnd else { return failure ?? .exited(status: 0) }
        return ending.failure(memoryLimit: memoryLimit, ownPeak: WorkerEnding.ownPeak)
    }
}

extension FrameSocket.Problem {
    fileprivate func failure(after seconds: Int) -> WorkerFailure {
        switch self {
        // Reaping returns the exit status.
        case .closed: .exited(status: 0)
        case .late: .timedOut(seconds: seconds)
        case .tooLong: .tooLong(bytes: Frame.longestAnswer)
        }
    }
}
