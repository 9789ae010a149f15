import CSystemd
import Dispatch
import Glibc
import Platform

/// A connection to a message bus, using libsystemd's sd-bus.
///
/// sd-bus is not thread-safe, so a connection runs on one serial queue, this actor's executor. It causes no wake-ups
/// between messages. Calls have no timeout: the caller cancels its task, which releases everything.
public actor Bus {
    private nonisolated let executor = BusExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// nil once the connection has ended.
    private var bus: OpaquePointer?
    private var readable: (any DispatchSourceRead)?
    /// Exists only while output is pending.
    private var writable: (any DispatchSourceWrite)?
    private var calls: [Int: PendingCall] = [:]
    private var subscriptions: [Int: BusSubscription] = [:]
    private var lastKey = 0

    /// sd-bus stores only its address, so `calls` retains it as long as its slot.
    private final class PendingCall {
        var slot: OpaquePointer?
        let receive: (OpaquePointer) -> Void
        let continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>

        init(
            _ continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>,
            receive: @escaping (OpaquePointer) -> Void
        ) {
            self.continuation = continuation
            self.receive = receive
        }
    }

    private init() {}

    /// Connects. The connection stays open until `close()`, or until the bus closes it.
    ///
    /// - Parameter address: `unix:path=/run/dbus/system_bus_socket`; nil for the system bus.
    public static func open(at address: String? = nil) async throws(BusError) -> Bus {
        let bus = Bus()
        try await bus.connect(to: address)
        return bus
    }

    isolated deinit {
        close()
    }

    /// Closes the connection. Pending calls fail, and signal streams end.
    public func close() {
        guard let bus else { return }
        self.bus = nil
        readable?.cancel()
        writable?.cancel()
        for key in calls.keys { finish(key, .failure(.disconnected)) }
        for subscription in subscriptions.values {
            subscription.end()
            subscription.continuation.finish()
        }
        subscriptions = [:]
        sd_bus_close_unref(bus)
    }

    /// Calls a method, and returns its results.
    ///
    /// - Throws: the error in the reply; one with the name `…NoReply` when the service has disconnected;
    ///   `BusError.disconnected` when the connection is closed or the task was cancelled.
    public func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
        lastKey += 1
        let key = lastKey
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in begin(call, key, continuation) }
        } onCancel: {
            // Runs after the call was sent, since both use the queue.
            executor.queue.async {
                self.assumeIsolated { $0.finish(key, .failure(.disconnected)) }
            }
        }
        return try result.get()
    }

    /// Calls a method and ignores the reply. Does nothing on a closed connection.
    public func post(_ call: BusCall) throws(BusError) {
        guard let bus else { return }
        try call.withMessage(on: bus) { message throws(BusError) in
            try BusError.check(sd_bus_message_set_expect_reply(message, 0))
            try BusError.check(sd_bus_send(bus, message, nil))
        }
        process()
    }

    /// Maximum number of messages processed in a row before calls take their turn.
    private static let sliceOfMessages = 64

    /// The matching signals from now on, from the present and later owners of the senders' names. The stream ends with the
    /// connection. If the receiver is slow, only the newest signals are kept, and all changes of owners, which are few.
    ///
    /// - Throws: if the bus fails, and when the task is cancelled.
    public func signals(_ matches: [BusMatch]) async throws(BusError) -> AsyncStream<BusSignal> {
        guard let bus else { throw .disconnected }
        let (stream, continuation) = AsyncStream.makeStream(
            of: BusSignal.self, bufferingPolicy: .bufferingNewest(BusSubscription.mostWaiting))
        let subscription = BusSubscription(continuation)
        lastKey += 1
        let key = lastKey
        subscriptions[key] = subscription
        let services = Set(matches.map(\.sender).filter(BusOwners.areNeeded)).sorted()
        do throws(BusError) {
            for service in services { try subscription.add(.owner(of: service), isOfOwners: true, on: bus) }
            for match in matches { try subscription.add(match, on: bus) }
            for service in services {
                let owner = try await owner(of: service)
                subscription.owners.learn(owner, of: service)
            }
        } catch {
            unsubscribe(key)
            throw error
        }
        continuation.onTermination = { [executor, weak self] _ in
            executor.queue.async { [weak self] in self?.assumeIsolated { $0.unsubscribe(key) } }
        }
        process()
        return stream
    }

    /// The unique name of a service's owner; an empty string for none.
    private func owner(of service: String) async throws(BusError) -> String {
        let call = BusCall(
            service: BusOwners.bus, path: "/org/freedesktop/DBus", interface: BusOwners.bus, method: "GetNameOwner",
            arguments: [.string(service)])
        do throws(BusError) {
            return try await self.call(call).first?.text ?? ""
        } catch  where error != .disconnected {
            return ""
        }
    }
}

extension Bus {
    private func connect(to address: String?) throws(BusError) {
        var opened: OpaquePointer?
        if let address {
            try BusError.check(sd_bus_new(&opened))
            bus = opened
            try BusError.check(sd_bus_set_address(opened, address))
            try BusError.check(sd_bus_set_bus_client(opened, 1))
            try BusError.check(sd_bus_start(opened))
        } else {
            try BusError.check(sd_bus_open_system(&opened))
            bus = opened
        }
        let descriptor = try Self.duplicate(try BusError.check(sd_bus_get_fd(opened)))
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.process() } }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.resume()
        readable = source
        process()
    }

    /// Each source watches its own descriptor, since sd-bus closes the original with the connection.
    private static func duplicate(_ descriptor: Int32) throws(BusError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw BusError(code: -errno) }
        return copy
    }

    /// Processes input and output.
    private func process() {
        guard let bus else { return }
        var code: Int32
        var messages = 0
        repeat {
            code = sd_bus_process(bus, nil)
            messages += 1
        } while code > 0 && messages < Self.sliceOfMessages
        guard code >= 0, sd_bus_is_open(bus) > 0 else { return close() }
        if code > 0 {
            // sd-bus may already have read the rest, and then the descriptor does not become readable.
            executor.queue.async { [weak self] in self?.assumeIsolated { $0.process() } }
        }
        watchForWriting(sd_bus_get_events(bus) & Int32(POLLOUT) != 0, bus)
    }

    private func watchForWriting(_ isNeeded: Bool, _ bus: OpaquePointer) {
        guard isNeeded else {
            writable?.cancel()
            writable = nil
            return
        }
        guard writable == nil else { return }
        guard let descriptor = try? Self.duplicate(sd_bus_get_fd(bus)) else { return close() }
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: executor.queue)
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.process() } }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.resume()
        writable = source
    }

    private func begin(
        _ call: BusCall, _ key: Int, _ continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>
    ) {
        let pending = PendingCall(continuation) { reply in
            if let error = BusError(reply: reply) {
                // sd-bus fails pending calls itself when the connection ends.
                let isOpen = sd_bus_is_open(self.bus) > 0
                return self.finish(key, .failure(isOpen ? error : .disconnected))
            }
            self.finish(key, Result { () throws(BusError) in try BusValue.all(of: reply) })
        }
        calls[key] = pending
        do throws(BusError) {
            guard let bus else { throw .disconnected }
            try call.withMessage(on: bus) { message throws(BusError) in
                let code = sd_bus_call_async(
                    bus, &pending.slot, message,
                    { reply, context, _ in
                        guard let reply, let context else { return 0 }
                        Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue().receive(reply)
                        return 0
                    }, Unmanaged.passUnretained(pending).toOpaque(), UInt64.max)
                try BusError.check(code)
            }
            process()
        } catch {
            finish(key, .failure(error))
        }
    }

    /// Completes a call, unless it has completed already, and releases it.
    private func finish(_ key: Int, _ result: Result<[BusValue], BusError>) {
        guard let pending = calls.removeValue(forKey: key) else { return }
        sd_bus_slot_unref(pending.slot)
        pending.continuation.resume(returning: result)
    }

    private func unsubscribe(_ key: Int) {
        guard let subscription = subscriptions.removeValue(forKey: key) else { return }
        subscription.end()
        process()
    }
}

extension Bus {
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Sets a property of an object.
    public func set(
        _ property: String, of path: String, _ interface: String, at service: String, to value: BusValue
    ) async throws(BusError) {
        _ = try await call(
            BusCall(
                service: service, path: path, interface: Self.properties, method: "Set",
                arguments: [.string(interface), .string(property), .variant(value)]))
    }

    /// Returns a property of an object.
    public func get(
        _ property: String, of path: String, _ interface: String, at service: String
    ) async throws(BusError) -> BusValue {
        let values = try await call(
            BusCall(
                service: service, path: path, interface: Self.properties, method: "Get",
                arguments: [.string(interface), .string(property)]))
        guard let value = values.first else { throw BusError(message: "\(property) has no value") }
        return value
    }

    /// Returns all properties of an object's interface.
    public func properties(
        of path: String, _ interface: String, at service: String
    ) async throws(BusError) -> [String: BusValue] {
        let values = try await call(
            BusCall(
                service: service, path: path, interface: Self.properties, method: "GetAll",
                arguments: [.string(interface)]))
        return values.first?.dictionary ?? [:]
    }
}

/// A method call on a remote object.
public struct BusCall: Sendable, Hashable {
    /// The service's name, such as `org.freedesktop.login1`.
    public var service: String
    /// The object's path.
    public var path: String
    public var interface: String
    public var method: String
    public var arguments: [BusValue]
    /// Whether the bus may start the service for the call.
    public var startsService: Bool

    public init(
        service: String, path: String, interface: String, method: String, arguments: [BusValue] = [],
        startsService: Bool = false
    ) {
        self.service = service
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
        self.startsService = startsService
    }

    /// Calls `body` with the encoded message.
    ///
    /// - Throws: `BusError` when a name or a path is not well-formed.
    func withMessage(on bus: OpaquePointer, _ body: (OpaquePointer) throws(BusError) -> Void) throws(BusError) {
        var message: OpaquePointer?
        try BusError.check(sd_bus_message_new_method_call(bus, &message, service, path, interface, method))
        guard let message else { return }
        defer { sd_bus_message_unref(message) }
        try BusError.check(sd_bus_message_set_auto_start(message, startsService ? 1 : 0))
        for argument in arguments { try argument.append(to: message) }
        try body(message)
    }
}

/// Why a bus operation failed.
public struct BusError: Error, Sendable, Hashable {
    /// The error name from the reply: `org.freedesktop.DBus.Error.ServiceUnknown`; nil for a local error.
    public var name: String?
    /// The error message.
    public var message: String

    public init(name: String? = nil, message: String) {
        self.name = name
        self.message = message
    }

    /// The connection is closed, or could not be opened.
    public static let disconnected = BusError(
        name: "org.freedesktop.DBus.Error.Disconnected", message: "the connection to the bus is closed")

    /// An error from libsystemd's negative return value.
    init(code: Int32) {
        self.init(message: SystemError(code: -code).sentence)
    }

    /// The error in a reply; nil for none.
    init?(reply: OpaquePointer) {
        guard let error = sd_bus_message_get_error(reply), let name = error.pointee.name else { return nil }
        self.init(
            name: String(cString: name),
            message: error.pointee.message.map { String(cString: $0) } ?? String(cString: name))
    }

    /// Returns libsystemd's return value, or throws if it is negative.
    @discardableResult
    static func check(_ code: Int32) throws(BusError) -> Int32 {
        guard code >= 0 else { throw BusError(code: code) }
        return code
    }
}

/// A serial executor of one bus, which keeps no idle thread.
final class BusExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "weatherd.bus")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Callbacks of the queue, such as source handlers, are isolated, too.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
