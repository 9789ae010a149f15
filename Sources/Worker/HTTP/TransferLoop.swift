import CCurl
import Dispatch
import Platform
import Synchronization

/// A thread that runs libcurl, for any number of concurrent requests. Open connections are reused.
public final class TransferLoop: Sendable {
    private enum Command: Sendable {
        case start(Int, TransferRequest, CheckedContinuation<TransferOutcome, Never>)
        case found(_ host: String, _ addresses: [String])
        case cancel(Int)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var keys = TransferKeys()
        /// Whether the thread accepts commands.
        var isRunning = false
        var isStopped = false
        /// Set while the thread has used libcurl and waits for it.
        var multi: Handle?
    }

    /// Other threads only call curl_multi_wakeup(3), which is thread-safe, and only while the pointer is in the state.
    private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let state = Mutex(State())
    private let firstCommand = DispatchSemaphore(value: 0)

    /// Once per process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    public init() {}

    /// Starts this thread and those that resolve names, unless they run. The first request does so as well; a worker can
    /// start no threads after it has confined itself.
    ///
    /// - Returns: whether they run.
    public func start() -> Bool {
        NameResolver.shared.start() && state.withLock { run(&$0) }
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
        let outcome = await withCheckedContinuation { continuation in
            send(.start(key, request, continuation))
        }
        SanitizerFence.pass()
        return outcome
    }

    func cancel(_ key: Int) {
        send(.cancel(key))
    }

    /// Ends the thread and its transfers.
    func stop() {
        send(.stop)
    }

    private func send(_ command: Command) {
        // nil when the loop accepts the command.
        let ending: TransferEnding? = state.withLock { state in
            switch command {
            case .start(let key, _, _) where !state.keys.start(key): return .cancelled
            case .cancel(let key) where !state.keys.cancel(key): return .cancelled
            default: break
            }
            guard !state.isStopped else { return Self.failed }
            if case .stop = command { state.isStopped = true }
            // A command to stop or cancel does not start a thread.
            if case .start = command { _ = run(&state) }
            guard state.isRunning else { return Self.failed }
            state.commands.append(command)
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) } else { firstCommand.signal() }
            return nil
        }
        if let ending, case .start(_, _, let continuation) = command { continuation.pass(.ended(ending)) }
    }

    private static let failed = TransferEnding.curl(CurlError(CURLE_FAILED_INIT))

    private func run(_ state: inout State) -> Bool {
        if !state.isRunning { state.isRunning = OwnThread.start { self.run() } == 0 }
        return state.isRunning
    }

    // MARK: - On the thread

    private func run() {
        // OpenSSL takes milliseconds to start, and most workers of searches send nothing.
        firstCommand.wait()
        guard Self.isReady, let multi = curl_multi_init() else { return refuseAll() }
        defer { curl_multi_cleanup(multi) }
        weatherd_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4)
        let handle = Handle(pointer: multi)
        state.withLock { $0.multi = handle }
        let authorities = SystemAuthorities.found()
        var transfers = RunningTransfers(multi: multi)
        var names = AwaitedNames()
        while true {
            let commands = state.withLock { state in
                defer { state.commands = [] }
                return state.commands
            }
            for command in commands {
                switch command {
                case .start(let key, let request, let continuation):
                    let entry = AwaitedNames.Entry(
                        key: key, request: request, continuation: continuation, start: .now)
                    if let entry = resolved(entry, &names) { transfers.start(entry, trusting: authorities) }
                case .found(let host, let addresses):
                    for var entry in names.found(host, addresses, at: .now) {
                        entry.request.addresses = addresses
                        transfers.start(entry, trusting: authorities)
                    }
                case .cancel(let key):
                    transfers.cancel { $0 == key }
                    for entry in names.remove(where: { $0.key == key }) { entry.end(.cancelled) }
                case .stop:
                    transfers.cancel { _ in true }
                    for entry in names.remove(where: { _ in true }) { entry.end(.cancelled) }
                    return state.withLock { $0.multi = nil }
                }
            }
            for entry in names.late(at: .now) { entry.end(.curl(entry.request.unresolved)) }
            transfers.advance()
            // libcurl's own timeouts end the wait too.
            curl_multi_poll(multi, nil, 0, names.nextDeadline.map(Self.milliseconds) ?? .max, nil)
        }
    }

    /// - Returns: the entry with the addresses of its host; nil when they are looked up first.
    private func resolved(_ entry: AwaitedNames.Entry, _ names: inout AwaitedNames) -> AwaitedNames.Entry? {
        guard let host = entry.request.lookedUpHost else { return entry }
        if let addresses = names.addresses(of: host, at: entry.start) {
            var entry = entry
            entry.request.addresses = addresses
            return entry
        }
        if names.add(entry) {
            NameResolver.shared.lookUp(host) { [weak self] in self?.send(.found(host, $0)) }
        }
        return nil
    }

    /// Without libcurl.
    private func refuseAll() {
        let commands = state.withLock { state in
            state.isStopped = true
            defer { state.commands = [] }
            return state.commands
        }
        for case .start(_, _, let continuation) in commands { continuation.pass(.ended(Self.failed)) }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), Double(Int32.max))))
    }
}

extension CheckedContinuation<TransferOutcome, Never> {
    fileprivate func pass(_ outcome: TransferOutcome) {
        SanitizerFence.pass()
        resume(returning: outcome)
    }
}

extension AwaitedNames.Entry {
    fileprivate func end(_ ending: TransferEnding) { continuation.pass(.ended(ending)) }
}

/// The running transfers of one loop's thread.
struct RunningTransfers {
    private struct Entry {
        let key: Int
        let transfer: Transfer
        let continuation: CheckedContinuation<TransferOutcome, Never>
    }

    private let multi: UnsafeMutableRawPointer
    private var entries: [Entry] = []

    init(multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    /// - Parameter entry: with the addresses of its host.
    mutating func start(_ entry: AwaitedNames.Entry, trusting authorities: SystemAuthorities) {
        let (request, continuation) = (entry.request, entry.continuation)
        if request.lookedUpHost != nil, request.addresses.isEmpty {
            continuation.pass(.ended(.curl(request.unresolved)))
            return
        }
        guard let transfer = Transfer(request, trusting: authorities),
            curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
        else {
            continuation.pass(.ended(.curl(CurlError(CURLE_OUT_OF_MEMORY))))
            return
        }
        entries.append(Entry(key: entry.key, transfer: transfer, continuation: continuation))
    }

    mutating func cancel(where isMeant: (Int) -> Bool) {
        for entry in entries where isMeant(entry.key) { end(entry, .ended(.cancelled)) }
        entries.removeAll { isMeant($0.key) }
    }

    /// Does everything that does not block.
    mutating func advance() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE,
                let index = entries.firstIndex(where: { $0.transfer.handle == message.easy_handle })
            else { continue }
            let entry = entries.remove(at: index)
            end(entry, entry.transfer.outcome(message.data.result))
        }
    }

    private func end(_ entry: Entry, _ outcome: TransferOutcome) {
        curl_multi_remove_handle(multi, entry.transfer.handle)
        entry.continuation.pass(outcome)
    }
}

/// Keys of transfers that have not started. A task may be cancelled before its transfer starts, when the loop does not know
/// that transfer yet.
struct TransferKeys {
    private var last = 0
    private var waiting: Set<Int> = []

    mutating func reserve() -> Int {
        last += 1
        waiting.insert(last)
        return last
    }

    /// - Returns: whether the transfer may start; false when it was already cancelled.
    mutating func start(_ key: Int) -> Bool {
        waiting.remove(key) != nil
    }

    /// - Returns: whether the transfer has started, so that the loop must cancel it; otherwise it will not start.
    mutating func cancel(_ key: Int) -> Bool {
        waiting.remove(key) == nil
    }
}
