import CCurl
import Glibc
import Synchronization

/// A thread that runs libcurl, for any number of concurrent requests. Open connections are reused.
final class TransferLoop: Sendable {
    private enum Command: Sendable {
        case start(Int, TransferRequest, CheckedContinuation<TransferOutcome, Never>)
        case cancel(Int)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var keys = TransferKeys()
        /// Whether the thread accepts commands.
        var isRunning = false
        var isStopped = false
    }

    /// The pointer never changes, and other threads only call curl_multi_wakeup(3), which is thread-safe.
    private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let multi: Handle?
    private let state = Mutex(State())

    /// Once per process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() {
        multi = Self.isReady ? curl_multi_init().map(Handle.init) : nil
        guard let multi else { return }
        weatherd_curl_multi_set_long(multi.pointer, CURLMOPT_MAXCONNECTS, 4)
    }

    deinit {
        if let multi { curl_multi_cleanup(multi.pointer) }
    }

    /// Cancelling the task cancels the request.
    func perform(_ request: TransferRequest) async -> TransferOutcome {
        let key = reserve()
        return await withTaskCancellationHandler {
            await perform(request, key)
        } onCancel: {
            cancel(key)
        }
    }

    func reserve() -> Int {
        state.withLock { $0.keys.reserve() }
    }

    /// - Parameter key: the key reserved for this request.
    func perform(_ request: TransferRequest, _ key: Int) async -> TransferOutcome {
        await withCheckedContinuation { continuation in
            send(.start(key, request, continuation))
        }
    }

    func cancel(_ key: Int) {
        send(.cancel(key))
    }

    /// Ends the thread and its transfers.
    func stop() {
        send(.stop)
    }

    private func send(_ command: Command) {
        let failed = TransferEnding.curl(CurlError(CURLE_FAILED_INIT))
        // nil when the loop accepts the command.
        let ending: TransferEnding? = state.withLock { state in
            switch command {
            case .start(let key, _, _) where !state.keys.start(key): return .cancelled
            case .cancel(let key) where !state.keys.cancel(key): return .cancelled
            default: break
            }
            guard !state.isStopped, multi != nil else { return failed }
            if case .stop = command { state.isStopped = true }
            // A command to stop or cancel does not start a thread.
            guard state.isRunning || startThread(for: command) else { return failed }
            state.isRunning = true
            state.commands.append(command)
            return nil
        }
        guard let ending else {
            if let multi { curl_multi_wakeup(multi.pointer) }
            return
        }
        if case .start(_, _, let continuation) = command { continuation.resume(returning: .ended(ending)) }
    }

    private func startThread(for command: Command) -> Bool {
        guard case .start = command else { return false }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    // MARK: - On the thread

    private func run() {
        guard let multi else { return }
        let authorities = SystemAuthorities.found()
        var transfers = RunningTransfers(multi: multi.pointer)
        while true {
            let commands = state.withLock { state in
                defer { state.commands = [] }
                return state.commands
            }
            for command in commands {
                switch command {
                case .start(let key, let request, let continuation):
                    transfers.start(key, Transfer(request, trusting: authorities), continuation)
                case .cancel(let key): transfers.cancel { $0 == key }
                case .stop:
                    transfers.cancel { _ in true }
                    return
                }
            }
            transfers.advance()
            // libcurl's own timeouts end the wait too.
            curl_multi_poll(multi.pointer, nil, 0, .max, nil)
        }
    }
}
