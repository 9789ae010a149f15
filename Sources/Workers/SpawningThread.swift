import Dispatch
import Glibc
import Jobs
import Platform
import Synchronization
import Weather

/// Starts workers on a thread that never ends. PR_SET_PDEATHSIG (prctl(2)) kills a worker when the thread that started it
/// ends, not the process, and pool threads are temporary.
final class SpawningThread: Sendable {
    static let shared = SpawningThread()

    private let requests = Mutex<[Request]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    private final class Request: Sendable {
        let program: WorkerProgram
        let socket: Int32
        let result = Mutex<Result<pid_t, WorkerFailure>?>(nil)
        let isDone = DispatchSemaphore(value: 0)

        init(program: WorkerProgram, socket: Int32) {
            (self.program, self.socket) = (program, socket)
        }
    }

    private init() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                SpawningThread.shared.run()
                return nil
            }, nil)
    }

    /// - Parameter socket: the worker's end of the socket pair.
    /// - Returns: the worker's process id.
    func start(_ program: WorkerProgram, _ socket: Int32) throws(WorkerFailure) -> pid_t {
        let request = Request(program: program, socket: socket)
        requests.withLock { $0.append(request) }
        arrivals.signal()
        request.isDone.wait()
        return try request.result.withLock { $0 ?? .failure(.notStarted(reason: "no thread")) }.get()
    }

    private func run() {
        while true {
            arrivals.wait()
            guard let request = requests.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
            let result: Result<pid_t, WorkerFailure>
            do throws(WorkerFailure) {
                result = .success(try Self.spawn(request.program, request.socket))
            } catch {
                result = .failure(error)
            }
            request.result.withLock { $0 = result }
            request.isDone.signal()
        }
    }

    /// The worker inherits one descriptor. Signals that a terminal or systemd sends to all processes are blocked: only the daemon
    /// ends its workers, or a shutdown would look like a worker failure.
    private static func spawn(_ program: WorkerProgram, _ socket: Int32) throws(WorkerFailure) -> pid_t {
        var worker = ProgramStart(["weatherd-worker"], path: program.path, environment: program.environment)
        // First, since it may be descriptor 0, 1 or 2 if this process was started without standard streams.
        worker.descriptors = [(WorkerDescriptor.socket, .descriptor(socket)), (STDOUT_FILENO, .null)]
        #if !DEBUG
            // The worker sends only messages, and writes nothing to the journal.
            worker.descriptors.append((STDERR_FILENO, .null))
        #endif
        worker.blockedSignals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
        do throws(SystemError) {
            return try worker.start()
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
            throw .notStarted(reason: String(cString: strerror(errno)))
        }
        (daemon, worker) = (ends[0], ends[1])
    }

    func close() {
        Glibc.close(daemon)
        Glibc.close(worker)
    }
}
