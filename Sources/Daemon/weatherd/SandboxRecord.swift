public import Logging
import Rendering
import Synchronization
public import Weather

/// The workers' sandbox, as last reported. Logs each change once.
public final class SandboxRecord: Sendable {
    private let logger: Logger
    private let state = Mutex<WorkerSandbox?>(nil)

    public init(logger: Logger) {
        self.logger = logger
    }

    /// nil until a worker has started.
    public var sandbox: WorkerSandbox? { state.withLock { $0 } }

    @Sendable public func record(_ sandbox: WorkerSandbox) {
        let isNew = state.withLock { state in
            defer { state = sandbox }
            return state != sandbox
        }
        guard isNew else { return }
        logger.log(level: sandbox.isComplete ? .debug : .notice, "worker sandbox: \(sandbox.sentence)")
    }
}
