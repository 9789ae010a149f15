import ClientProtocol
import Dispatch
import Glibc
public import HTTP
import Platform
import Synchronization
import Weather
public import WorkerProtocol

/// The worker's side of the connection with the daemon: a greeting, and then one job after the other until the daemon
/// closes its end.
public struct WorkerSession: Sendable {
    private let socket: FrameSocket

    /// How long the daemon may take to receive an answer, s.
    private static let timeout = 60

    public init(descriptor: Int32) {
        socket = FrameSocket(descriptor: descriptor)
    }

    /// The daemon's first message; nil if none arrives, or it cannot be parsed.
    public func setup() -> Setup? {
        guard let bytes = try? socket.receive(upTo: Frame.longestJob, until: Deadline(seconds: Self.timeout)) else {
            return nil
        }
        return try? Setup(packed: bytes)
    }

    public func greet(_ greeting: Greeting) {
        send(greeting)
    }

    /// Runs jobs until the daemon closes the connection. A job that cannot be parsed is rejected, and ends the session.
    public func serve(_ performer: JobPerformer) async {
        while let bytes = try? socket.receive(upTo: Frame.longestJob, until: .never) {
            let job: Job
            do throws(Malformed) {
                job = try Job(packed: bytes)
            } catch {
                return send(Answer.rejected(reason: error.reason))
            }
            let requests = await performer.perform(job) { send(frame: $0.frame(upTo: Frame.longestAnswer)) }
            send(Answer.done(requests: requests))
        }
    }

    /// If sending fails, the daemon has ended, or will end this process.
    private func send(_ message: some Message) {
        send(frame: Frame.bytes(of: message))
    }

    private func send(frame bytes: [UInt8]) {
        Self.turn.withLock { _ in try? socket.send(bytes, until: Deadline(seconds: Self.timeout)) }
    }

    /// Serializes answers from several tasks.
    private static let turn = Mutex(())
}

extension Answer {
    /// The frame of the answer, or of a failure if the daemon would reject the answer because it is too long or has invalid
    /// numbers. The answer is packed once.
    func frame(upTo limit: Int) -> [UInt8] {
        let bytes = packed
        let isTaken = bytes.count <= limit && (try? Answer(packed: bytes)) != nil
        guard !isTaken else { return Frame.bytes(packed: bytes) }
        let failure = FetchFailure.malformed(host: "", reason: "it is too long, or contains invalid numbers")
        switch self {
        case .report(let answer): return Frame.bytes(of: Answer.report(answer.failed(failure)))
        default: return Frame.bytes(of: Answer.failed(failure))
        }
    }
}

/// The lifecycle of a worker process.
public enum WorkerRuntime {
    /// Sandboxes this process, sends a greeting to the daemon, and runs jobs until the daemon closes the socket pair. The
    /// process must be single-threaded.
    ///
    /// - Parameter performer: creates the object that runs the jobs, inside the sandbox. All its requests run in the loop.
    public static func run(_ performer: (Setup, TransferLoop) -> JobPerformer) -> Never {
        // Only the daemon ends its workers; signals to the whole service are ignored.
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
        let session = WorkerSession(descriptor: WorkerDescriptor.socket)
        guard let setup = session.setup() else {
            // The greeting reports this worker's version to a daemon of another version.
            session.greet(Greeting(version: Release.version))
            exit(EX_PROTOCOL)
        }
        #if SANITIZED
            // A sanitizer's shadow memory exceeds any limit.
            let limits = ResourceLimits(memory: nil, addressSpace: nil)
        #else
            let limits = ResourceLimits()
        #endif
        // Before any thread starts.
        ResolverOptions.apply()
        let loop = TransferLoop()
        let sandbox: WorkerSandbox
        do throws(ConfinementError) {
            let directory = setup.gazetteer.awaitedDirectory { access($0, F_OK) == 0 }
            sandbox = try Confinement(
                parent: setup.daemon, files: setup.gazetteer.all, directories: [directory].compactMap(\.self),
                limits: limits
            ).apply { loop.start() }
        } catch {
            session.greet(Greeting(version: Release.version, sandboxProblem: error.reason))
            exit(EX_OSERR)
        }
        session.greet(
            Greeting(
                version: Release.version, sandbox: sandbox, memoryLimit: limits.memory.map { Int($0) }))
        let performer = performer(setup, loop)
        // The libdispatch threads of Swift's pool trap when they cannot read /proc/THREAD/stat.
        let work = WorkQueue()
        Task(executorPreference: work) {
            await session.serve(performer)
            WorkQueue.endProcess(EXIT_SUCCESS)
        }
        work.run()
    }
}
