import CLinux
import Dispatch
import Glibc
import Platform
import Synchronization
import Weather
import WorkerProtocol

/// Starts workers on a thread that never ends: PR_SET_PDEATHSIG (prctl(2)) kills a worker when the thread that started it
/// ends, not the process, and pool threads are temporary.
final class SpawningThread: Sendable {
    static let shared = SpawningThread()

    /// Creates a thread that runs the closure; returns an error number, or 0.
    typealias Create = @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32

    private let create: Create
    private let requests = Mutex<(waiting: [Request], hasThread: Bool)>(([], false))
    private let arrivals = DispatchSemaphore(value: 0)

    /// The start of one worker.
    private final class Request: Sendable {
        let program: WorkerProgram
        /// The worker's end of the socket pair, which the thread closes.
        let socket: Int32
        private let result = Mutex<Result<ProcessDescriptor, WorkerFailure>?>(nil)
        private let isDone = ThreadSignal()

        init(program: WorkerProgram, socket: Int32) {
            (self.program, self.socket) = (program, socket)
        }

        /// - Returns: whether this is the first result, which the caller gets.
        @discardableResult
        func finish(_ new: Result<ProcessDescriptor, WorkerFailure>) -> Bool {
            let isFirst = result.withLock { result in
                guard result == nil else { return false }
                result = new
                return true
            }
            if isFirst { isDone.send() }
            return isFirst
        }

        func wait(seconds: Int) throws(WorkerFailure) -> ProcessDescriptor {
            if !isDone.wait(milliseconds: seconds * 1000) {
                finish(.failure(.timedOut(seconds: seconds)))
            }
            return try result.withLock { $0 ?? .failure(.timedOut(seconds: seconds)) }.get()
        }
    }

    static let newThread: Create = { OwnThread.start(name: "workers", $0) }

    init(create: @escaping Create = SpawningThread.newThread) {
        self.create = create
    }

    /// - Parameters:
    ///   - socket: the worker's end of the socket pair, which this closes.
    ///   - seconds: the timeout: the program may be on a file system that does not answer.
    ///   - running: ends the wait when it is cancelled.
    func start(
        _ program: WorkerProgram, _ socket: Int32, within seconds: Int, _ running: RunningWorker
    ) throws(WorkerFailure) -> ProcessDescriptor {
        let request = Request(program: program, socket: socket)
        let failure = requests.withLock { requests in
            // Created for the first worker, and again if that failed.
            let failure = requests.hasThread ? 0 : create { [self] in run() }
            guard failure == 0 else { return failure }
            requests.hasThread = true
            requests.waiting.append(request)
            return 0
        }
        guard failure == 0 else {
            close(socket)
            throw .notStarted(reason: SystemError(code: failure).sentence)
        }
        arrivals.signal()
        running.set { request.finish(.failure(.cancelled)) }
        return try request.wait(seconds: seconds)
    }

    private func run() {
        while true {
            arrivals.wait()
            guard let request = requests.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
                continue
            }
            let result = Result { () throws(WorkerFailure) in try Self.spawn(request.program, request.socket) }
            close(request.socket)
            if !request.finish(result), case .success(let late) = result {
                // The caller has stopped waiting for it.
                late.signal(SIGKILL)
                late.reapLater()
            }
        }
    }

    /// The worker inherits one descriptor. Signals that a terminal or systemd sends to all processes are blocked: only the daemon
    /// ends its workers, or a shutdown would look like a worker failure.
    private static func spawn(
        _ program: WorkerProgram, _ socket: Int32
    ) throws(WorkerFailure) -> ProcessDescriptor {
        var worker = ProgramStart(["weatherd-worker"], path: program.path, environment: program.environment)
        // The socket first: it may be descriptor 0, 1 or 2 if this process was started without standard streams.
        worker.descriptors = [(WorkerDescriptor.socket, .descriptor(socket)), (STDOUT_FILENO, .null)]
        #if !DEBUG
            // The worker sends only messages, and writes nothing to the journal.
            worker.descriptors.append((STDERR_FILENO, .null))
        #endif
        worker.blockedSignals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
        do throws(SystemError) {
            return try worker.started()
        } catch {
            throw error.code == ENOENT ? .missing(path: program.path) : .notStarted(reason: error.sentence)
        }
    }
}

/// The two ends of a socket pair between the daemon and a worker, both close-on-exec.
struct SocketPair {
    let daemon: Int32
    let worker: Int32

    init() throws(WorkerFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .notStarted(reason: SystemError().sentence)
        }
        (daemon, worker) = (ends[0], ends[1])
    }
}
