import CCurl
import Glibc
import Synchronization

/// A thread of its own on which libcurl works, for as many requests at a time as there are. Connections that are still open are
/// used again.
final class TransferLoop: Sendable {
    private enum Command: Sendable {
        case start(Int, TransferRequest, CheckedContinuation<TransferOutcome, Never>)
        case cancel(Int)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var nextKey = 0
        /// Whether a thread takes commands.
        var isRunning = false
        var isStopped = false
    }

    /// The pointer is never changed; of libcurl's functions only curl_multi_wakeup(3) is called on another thread than the loop's,
    /// and that is what it is made for.
    private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let multi: Handle?
    private let state = Mutex(State())

    /// Done once for the process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() {
        multi = Self.isReady ? curl_multi_init().map(Handle.init) : nil
        guard let multi else { return }
        weatherd_curl_multi_set_long(multi.pointer, CURLMOPT_MAXCONNECTS, 4)
    }

    deinit {
        if let multi { curl_multi_cleanup(multi.pointer) }
    }

    /// Cancelling the task ends the request.
    func perform(_ request: TransferRequest) async -> TransferOutcome {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            return state.nextKey
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .ended(.cancelled)) }
                send(.start(key, request, continuation))
            }
        } onCancel: {
            send(.cancel(key))
        }
    }

    /// Ends the thread, and with it what is under way.
    func stop() {
        send(.stop)
    }

    private func send(_ command: Command) {
        let isTaken = state.withLock { state in
            guard !state.isStopped, multi != nil else { return false }
            if case .stop = command { state.isStopped = true }
            // Nothing is to be stopped or cancelled before anything was started.
            guard state.isRunning || startThread(for: command) else { return false }
            state.isRunning = true
            state.commands.append(command)
            return true
        }
        if isTaken, let multi {
            curl_multi_wakeup(multi.pointer)
        } else if case .start(_, _, let continuation) = command {
            continuation.resume(returning: .ended(.curl(CurlError(CURLE_FAILED_INIT))))
        }
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
            // libcurl's own deadlines end the wait as well.
            curl_multi_poll(multi.pointer, nil, 0, .max, nil)
        }
    }
}
