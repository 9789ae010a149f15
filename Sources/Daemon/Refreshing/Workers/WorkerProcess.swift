import Glibc
import Platform
import Synchronization
import Weather
import WorkerProtocol

/// A running worker. Its calls block, and one thread at a time uses it; a `RunningWorker` can be cancelled from any thread.
final class WorkerProcess: Sendable {
    private let process: ProcessDescriptor
    private let socket: WorkerSocket
    private let isOver = Mutex(false)

    /// The worker's memory limit in bytes, from its greeting; nil for none.
    private let memoryLimit: Int?

    /// The timeout for starting, and for sandboxing and greeting, s.
    private static let greetingDeadline = 10
    /// How long the worker may take to report that the job is done, after all answers have arrived, s.
    private static let lingeringDeadline = 1
    /// The timeout for an idle worker to exit, s.
    private static let endingDeadline = 2
    /// How long SIGKILL may take, s. It does not end a worker in uninterruptible sleep.
    private static let killingDeadline = 1

    /// Starts a worker and waits for its greeting.
    ///
    /// - Parameter running: ends the worker when it is cancelled.
    init(_ program: WorkerProgram, _ running: RunningWorker) throws(WorkerFailure) {
        guard !running.isCancelled else { throw .cancelled }
        let pair = try SocketPair()
        socket = WorkerSocket(pair.daemon)
        do throws(WorkerFailure) {
            process = try SpawningThread.shared.start(
                program, pair.worker, within: Self.greetingDeadline, running)
        } catch {
            socket.close()
            program.noteUnusable(error)
            throw error
        }
        running.set(Self.stop(of: process, socket))
        do throws(WorkerFailure) {
            memoryLimit = try Self.greet(socket.frames, program)
        } catch {
            let failure = running.isCancelled ? .cancelled : error
            let ending = Self.end(process, socket, memoryLimit: nil, after: failure)
            guard !running.isCancelled else { throw .cancelled }
            program.noteUnusable(ending)
            throw ending
        }
    }

    deinit {
        end()
    }

    /// Runs a job in the worker.
    ///
    /// - Parameters:
    ///   - seconds: the timeout for the whole job.
    ///   - running: ends the worker when it is cancelled.
    ///   - take: receives each answer except the last; an error that it throws ends the job.
    /// - Returns: the number of requests that were sent; `Int.max` if all answers have arrived but the number has not.
    func perform(
        _ job: Job, within seconds: Int, _ running: RunningWorker, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        running.set(Self.stop(of: process, socket))
        defer { running.set(nil) }
        do throws(WorkerFailure) {
            return try exchange(job, within: seconds, take: take)
        } catch {
            let ending = end(after: running.isCancelled ? .cancelled : error)
            throw running.isCancelled ? .cancelled : ending
        }
    }

    private func exchange(
        _ job: Job, within seconds: Int, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let frame = Frame.bytes(of: job)
        guard frame.count <= Frame.headLength + Frame.longestJob else {
            throw .jobRejected(reason: "\(frame.count) bytes; the limit is \(Frame.longestJob)")
        }
        var deadline = Deadline(seconds: seconds)
        var (left, missing) = (job.mostAnswers, job.answers)
        do {
            try socket.frames.send(frame, until: deadline)
            while true {
                let bytes: [UInt8]
                do throws(FrameSocket.Problem) {
                    bytes = try socket.frames.receive(upTo: Frame.longestAnswer, until: deadline)
                } catch {
                    guard error == .late, missing <= 0 else { throw error }
                    // Only the number of requests is missing.
                    process.signal(SIGKILL)
                    return .max
                }
                let answer = try Answer(packed: bytes)
                if case .done(let requests) = answer { return requests }
                if case .rejected(let reason) = answer { throw WorkerFailure.jobRejected(reason: reason) }
                left -= 1
                guard left >= 0 else { throw Malformed("more answers than expected") }
                try take(answer)
                if case .notice = answer { continue }
                missing -= 1
                if missing == 0 { deadline = Deadline(seconds: min(seconds, Self.lingeringDeadline)) }
            }
        } catch let failure as WorkerFailure {
            throw failure
        } catch let problem as FrameSocket.Problem {
            throw problem.failure(after: seconds)
        } catch {
            throw .malformed(reason: (error as? Malformed)?.reason ?? "\(error)")
        }
    }

    /// Whether the worker is running, checked without waiting.
    var isRunning: Bool { !isOver.withLock { $0 } && !process.hasEnded }

    /// A descriptor that is readable once the worker has ended; nil when none can be opened.
    func duplicateOfProcess() -> Int32? {
        let descriptor = fcntl(process.number, F_DUPFD_CLOEXEC, 3)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Lets the worker exit, or kills it, and reaps it.
    func end() {
        _ = end(after: nil)
    }

    /// - Parameter failure: the reason; nil when there is no more work.
    /// - Returns: the reason, or the worker's own exit if that caused it.
    @discardableResult
    private func end(after failure: WorkerFailure?) -> WorkerFailure {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        guard !wasOver else { return failure ?? .cancelled }
        return Self.end(process, socket, memoryLimit: memoryLimit, after: failure)
    }

    // MARK: - Used by the initializer

    /// Ends a phase of the worker at once, even if the worker survives SIGKILL or another process holds its end of the socket.
    private static func stop(of process: ProcessDescriptor, _ socket: WorkerSocket) -> @Sendable () -> Void {
        {
            process.signal(SIGKILL)
            socket.disconnect()
        }
    }

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

    /// Closes the socket, so that an idle worker exits, waits for the exit or kills the worker, and reaps it. A worker that
    /// survives SIGKILL is reaped later.
    private static func end(
        _ process: ProcessDescriptor, _ socket: WorkerSocket, memoryLimit: Int?, after failure: WorkerFailure?
    ) -> WorkerFailure {
        socket.close()
        // A worker that closed its end first has crashed or is crashing; its exit status contains the cause.
        let mayEnd = failure.map { $0 == .exited(status: 0) } ?? true
        if !mayEnd || !Deadline(seconds: endingDeadline).poll(process.number, for: Int16(POLLIN)) {
            process.signal(SIGKILL)
        }
        guard Deadline(seconds: killingDeadline).poll(process.number, for: Int16(POLLIN)),
            let ending = WorkerEnding(reaping: process.id)
        else {
            process.reapLater()
            return mayEnd ? .timedOut(seconds: endingDeadline) : failure ?? .cancelled
        }
        guard failure != nil, mayEnd else { return failure ?? .exited(status: 0) }
        return ending.failure(memoryLimit: memoryLimit, ownPeak: WorkerEnding.ownPeak)
    }
}

extension WorkerProgram {
    /// Reports a worker that is missing or has another version, as during and after an upgrade.
    fileprivate func noteUnusable(_ failure: WorkerFailure) {
        switch failure {
        case .missing, .otherVersion: unusable(failure)
        default: break
        }
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

/// The daemon's end of the socket pair, which any thread can disconnect while another one waits for messages.
final class WorkerSocket: Sendable {
    /// Not to be used after `close`.
    let frames: FrameSocket
    private let isOpen = Mutex(true)

    init(_ descriptor: Int32) {
        frames = FrameSocket(descriptor: descriptor)
    }

    /// Ends all waiting for messages as if the worker had closed its end.
    func disconnect() {
        isOpen.withLock { if $0 { shutdown(frames.descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        isOpen.withLock { isOpen in
            if isOpen { Glibc.close(frames.descriptor) }
            isOpen = false
        }
    }
}

/// How a worker ended, as reported by the kernel.
struct WorkerEnding {
    /// The wait status of wait(2).
    var status: Int32
    /// The peak resident memory, bytes.
    var peakMemory: Int

    /// nil when a worker that has ended cannot be reaped yet, since a debugger holds it.
    ///
    /// - Parameter id: the process id of a worker that has ended.
    init?(reaping id: pid_t) {
        var usage = rusage()
        status = 0
        var reaped: pid_t
        repeat { reaped = wait4(id, &status, WNOHANG, &usage) } while reaped < 0 && errno == EINTR
        guard reaped != 0 else { return nil }
        peakMemory = usage.ru_maxrss << 10
    }

    init(status: Int32, peakMemory: Int) {
        (self.status, self.peakMemory) = (status, peakMemory)
    }

    /// Why the worker did not complete its job.
    ///
    /// A Swift program that fails to allocate memory crashes with a signal. Buffers grow by doubling, so allocation can fail from
    /// half of the limit.
    ///
    /// - Parameters:
    ///   - limit: the worker's memory limit, bytes; nil for none.
    ///   - ownPeak: this process's peak resident memory, bytes, which a worker inherits (execve(2)).
    func failure(memoryLimit limit: Int?, ownPeak: Int) -> WorkerFailure {
        let signal = status & 0x7F
        guard signal != 0 else { return .exited(status: (status >> 8) & 0xFF) }
        if let limit, peakMemory >= limit / 2, peakMemory > ownPeak {
            return .outOfMemory(signal: signal, limit: limit)
        }
        return .killed(signal: signal)
    }

    /// This process's peak resident memory, bytes.
    static var ownPeak: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss << 10
    }
}

/// The worker of a task. The task can be cancelled in every phase of the worker: start, greeting, work or exit.
final class RunningWorker: Sendable {
    private struct State {
        var stop: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// - Parameter stop: ends the worker's phase; called at once if the task is already cancelled. nil when there is nothing to
    ///   end.
    func set(_ stop: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            state.stop = stop
            return state.isCancelled
        }
        if isCancelled { stop?() }
    }

    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            return state.stop
        }
        stop?()
    }
}
