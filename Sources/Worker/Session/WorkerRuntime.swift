import ClientProtocol
import Glibc
public import HTTP
import Platform
import Weather
public import WorkerProtocol

/// The lifecycle of a worker process.
public enum WorkerRuntime {
    /// Sandboxes this process, sends a greeting to the daemon, and runs jobs until the daemon closes the socket pair. The process
    /// must be single-threaded.
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
