import CSystemd
import Glibc
public import Platform

/// A connection that offers objects on a message bus, on the event loop. It causes no wake-ups between messages.
///
/// `Bus` is for calls of other programs' services; this is for calls by other programs, and calls that belong to its objects,
/// since the receiver answers to the same connection.
@EventLoopActor
public final class BusService {
    /// A call of a method.
    public struct Call: Sendable {
        /// For `reply` and `fail`.
        public let id: Int
        /// The caller's unique name, such as `:1.42`.
        public let sender: String
        public let path: String
        /// nil when the caller named none.
        public let interface: String?
        public let method: String
        /// The types of the arguments, such as `sa{sv}`.
        public let signature: String
        public let arguments: Result<[BusValue], BusError>
    }

    public enum Event: Sendable {
        case call(Call)
        /// Whether the connection owns the name now: once after the bus has answered the request for it, then after changes.
        case owns(Bool)
        /// The unique name of the program that now owns a followed name; nil when none does.
        case owner(of: String, String?)
        /// A program that has called a method has disconnected.
        case departed(String)
        /// The connection has ended, and nothing can be sent any more.
        case ended
    }

    /// The longest time in a row; one message may take longer.
    private static let slice = Duration.milliseconds(2)
    /// The most messages that wait to be written.
    private static let mostQueued: UInt64 = 32
    /// The most messages in a row before the event loop takes its turn.
    private static let sliceOfMessages = 32
    /// The most bytes of a call's arguments.
    private static let mostBytesOfArguments = 16 << 10
    /// The most callers whose departure is watched; more count as one that stays.
    private static let mostCallers = 64

    private let name: String
    private let handle: (Event) -> Void
    /// nil once the connection has ended.
    private var bus: OpaquePointer?
    private let inbox = Inbox()
    private var watch: DescriptorWatch?
    private var timer: Timer?
    private var timerDue: UInt64?
    private var isScheduled = false
    private var isProcessing = false
    private var lastID = 0
    /// The calls without a reply, by id.
    private var unanswered: [Int: OpaquePointer] = [:]
    /// The matches for the departure of callers, by unique name.
    private var callers: [String: OpaquePointer?] = [:]
    private var hasMoreCallers = false
    /// The matches for the owners of followed names.
    private var followed: [String: OpaquePointer?] = [:]
    /// The calls of other programs' methods without a reply, by id.
    private var outgoing: [Int: OutgoingCall] = [:]
    /// nil until the bus has answered.
    private var ownsName: Bool?

    /// What sd-bus delivers to its callbacks, which cannot be isolated. The connection retains it as long as their slots.
    private final class Inbox {
        var calls: [OpaquePointer] = []
        var owners: [(name: String, isOwned: Bool)] = []
        /// Names with their new owners; an empty text for none.
        var newOwners: [(name: String, owner: String)] = []
        var replies: [(id: Int, result: Result<[BusValue], BusError>)] = []
        /// Whether the bus has answered the request for the name.
        var isNameSettled = false

        func receive(_ message: OpaquePointer) -> Int32 {
            if sd_bus_message_is_method_call(message, nil, nil) > 0 {
                // libsystemd answers these.
                let interface = sd_bus_message_get_interface(message)
                if interface.map({ strcmp($0, "org.freedesktop.DBus.Peer") == 0 }) == true { return 0 }
                calls.append(sd_bus_message_ref(message))
                return 1
            }
            // Signals of other senders than the bus are ignored. No program can own the bus's name.
            guard let sender = sd_bus_message_get_sender(message), strcmp(sender, "org.freedesktop.DBus") == 0,
                let member = sd_bus_message_get_member(message),
                sd_bus_message_is_signal(message, "org.freedesktop.DBus", nil) > 0,
                let values = try? BusValue.all(of: message, within: 4096), let name = values.first?.text
            else { return 0 }
            switch String(cString: member) {
            case "NameAcquired": owners.append((name, true))
            case "NameLost": owners.append((name, false))
            case "NameOwnerChanged" where values.count == 3: newOwners.append((name, values[2].text ?? ""))
            default: break
            }
            return 0
        }
    }

    /// A call of another program's method.
    private final class OutgoingCall {
        private let id: Int
        private let inbox: Inbox
        var slot: OpaquePointer?

        init(_ id: Int, _ inbox: Inbox) {
            (self.id, self.inbox) = (id, inbox)
        }

        var done: (Result<[BusValue], BusError>) -> Void = { _ in }

        func receive(_ reply: OpaquePointer) {
            let result = Result { () throws(BusError) in
                if let error = BusError(reply: reply) { throw error }
                return try BusValue.all(of: reply, within: 4096)
            }
            inbox.replies.append((id, result))
        }
    }

    /// Begins to connect, and requests the name. If another program owns it, the connection gets the name after it.
    ///
    /// - Parameters:
    ///   - address: such as `unix:path=/run/user/1000/bus`.
    ///   - handle: called from the event loop, never from within this initializer or the other functions.
    /// - Throws: when there is no bus at the address.
    public init(address: String, name: String, handle: @escaping (Event) -> Void) throws(BusError) {
        (self.name, self.handle) = (name, handle)
        do throws(BusError) {
            var opened: OpaquePointer?
            try BusError.check(sd_bus_new(&opened))
            bus = opened
            try BusError.check(sd_bus_set_address(opened, address))
            try BusError.check(sd_bus_set_bus_client(opened, 1))
            try BusError.check(sd_bus_start(opened))
            let context = Unmanaged.passUnretained(inbox).toOpaque()
            try BusError.check(
                sd_bus_add_filter(
                    opened, nil,
                    { message, context, _ in
                        guard let message, let context else { return 0 }
                        return Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().receive(message)
                    }, context))
            try BusError.check(
                sd_bus_request_name_async(
                    opened, nil, name, UInt64(SD_BUS_NAME_QUEUE),
                    { reply, context, _ in
                        // Also called when the connection ends, which tells nothing about the name.
                        guard let reply, let context, let bus = sd_bus_message_get_bus(reply), sd_bus_is_open(bus) > 0
                        else { return 0 }
                        Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().isNameSettled = true
                        return 0
                    }, context))
            let descriptor = try BusError.check(sd_bus_get_fd(opened))
            do throws(SystemError) {
                watch = try DescriptorWatch(descriptor, for: [.input, .output]) { [weak self] _ in self?.process() }
            } catch {
                throw BusError(message: error.sentence)
            }
            processLater()
        } catch {
            close()
            throw error
        }
    }

    /// Ends the connection, without an event.
    public func close() {
        guard let bus else { return }
        self.bus = nil
        watch?.end()
        watch = nil
        if let timer { EventLoop.shared.cancel(timer) }
        timer = nil
        for message in unanswered.values { sd_bus_message_unref(message) }
        for message in inbox.calls { sd_bus_message_unref(message) }
        for slot in Array(callers.values) + Array(followed.values) { sd_bus_slot_unref(slot) }
        for call in outgoing.values { sd_bus_slot_unref(call.slot) }
        (unanswered, inbox.calls, callers, followed, outgoing) = ([:], [], [:], [:], [:])
        sd_bus_close_unref(bus)
    }

    /// Whether it is a program that has called a method, and whose departure will be reported.
    public func isCaller(_ name: String) -> Bool { callers[name] != nil }

    /// Whether a program that has called a method is still connected.
    public var hasCallers: Bool { hasMoreCallers || !callers.isEmpty }

    // MARK: - Sending

    /// Answers a call. Does nothing if it was answered before, or if its caller expects no reply.
    public func reply(_ id: Int, _ values: [BusValue]) {
        guard let call = unanswered.removeValue(forKey: id) else { return }
        defer { sd_bus_message_unref(call) }
        var message: OpaquePointer?
        guard sd_bus_message_new_method_return(call, &message) >= 0, let message else { return }
        defer { sd_bus_message_unref(message) }
        do throws(BusError) {
            for value in values { try value.append(to: message) }
            send(message)
        } catch {
            fail(call, "org.freedesktop.DBus.Error.Failed", "the reply could not be encoded: \(error.message)")
        }
    }

    /// Answers a call with an error.
    public func fail(_ id: Int, _ name: String, _ sentence: String) {
        guard let call = unanswered.removeValue(forKey: id) else { return }
        defer { sd_bus_message_unref(call) }
        fail(call, name, sentence)
    }

    private func fail(_ call: OpaquePointer, _ name: String, _ sentence: String) {
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        sd_bus_error_set(&error, name, sentence)
        var message: OpaquePointer?
        guard sd_bus_message_new_method_error(call, &message, &error) >= 0, let message else { return }
        send(message)
        sd_bus_message_unref(message)
    }

    /// Sends a signal to all programs that match it.
    public func emit(_ path: String, _ interface: String, _ signal: String, _ values: [BusValue]) {
        var message: OpaquePointer?
        guard let bus, sd_bus_message_new_signal(bus, &message, path, interface, signal) >= 0, let message else {
            return
        }
        defer { sd_bus_message_unref(message) }
        do throws(BusError) {
            for value in values { try value.append(to: message) }
        } catch {
            return
        }
        send(message)
    }

    /// Takes a further name, if it is free, or releases it. Failures are ignored.
    public func set(_ name: String, isOwned: Bool) {
        guard let bus else { return }
        // The default receiver of the answer would end the connection when the name is not free.
        let ignore: sd_bus_message_handler_t = { _, _, _ in 0 }
        if isOwned {
            sd_bus_request_name_async(bus, nil, name, 0, ignore, nil)
        } else {
            sd_bus_release_name_async(bus, nil, name, ignore, nil)
        }
        update()
    }

    /// Calls a method of another program, which may be started for it only if the call says so. There is no deadline.
    ///
    /// - Parameter done: called with the results or the error, unless the connection ends first.
    public func call(_ call: BusCall, done: @escaping (Result<[BusValue], BusError>) -> Void) {
        guard let bus else { return }
        lastID += 1
        let id = lastID
        let pending = OutgoingCall(id, inbox)
        pending.done = done
        outgoing[id] = pending
        do throws(BusError) {
            try call.withMessage(on: bus) { message throws(BusError) in
                let code = sd_bus_call_async(
                    bus, &pending.slot, message,
                    { reply, context, _ in
                        guard let reply, let context else { return 0 }
                        Unmanaged<OutgoingCall>.fromOpaque(context).takeUnretainedValue().receive(reply)
                        return 0
                    }, Unmanaged.passUnretained(pending).toOpaque(), UInt64.max)
                try BusError.check(code)
            }
        } catch {
            inbox.replies.append((id, .failure(error)))
            processLater()
        }
        update()
    }

    /// Reports the owner of a name now, and after each change.
    public func follow(_ name: String) {
        guard let bus, followed[name] == nil else { return }
        var slot: OpaquePointer?
        // The filter receives the signal.
        guard
            sd_bus_add_match_async(
                bus, &slot, BusMatch.owner(of: name).rule, { _, _, _ in 0 }, { _, _, _ in 0 }, nil) >= 0
        else { return }
        followed[name] = .some(slot)
        let question = BusCall(
            service: BusOwners.bus, path: "/org/freedesktop/DBus", interface: BusOwners.bus, method: "GetNameOwner",
            arguments: [.string(name)])
        call(question) { [weak self] result in
            guard let self, followed[name] != nil else { return }
            handle(.owner(of: name, (try? result.get())?.first?.text))
        }
    }

    public func unfollow(_ name: String) {
        guard let slot = followed.removeValue(forKey: name) else { return }
        sd_bus_slot_unref(slot)
        update()
    }

    private func send(_ message: OpaquePointer) {
        guard let bus else { return }
        sd_bus_send(bus, message, nil)
        update()
    }

    // MARK: - Receiving

    private func processLater() {
        guard !isScheduled else { return }
        isScheduled = true
        EventLoop.shared.runLater { [self] in
            isScheduled = false
            process()
        }
    }

    /// Whether no further calls are read until messages have been written: a client may call and read no replies.
    private var isCongested: Bool {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_write(bus, &count) >= 0 && count > Self.mostQueued
    }

    private func process() {
        guard !isProcessing, let bus else { return }
        isProcessing = true
        defer { isProcessing = false }
        let end = ContinuousClock.now.advanced(by: Self.slice)
        var code: Int32
        var messages = 0
        repeat {
            code = sd_bus_process(bus, nil)
            messages += 1
            deliver()
            // A receiver may close the connection.
            guard self.bus != nil else { return }
        } while code > 0 && messages < Self.sliceOfMessages && ContinuousClock.now < end && !isCongested
        guard code >= 0, sd_bus_is_open(bus) > 0 else {
            close()
            return handle(.ended)
        }
        if code > 0, !isCongested {
            // sd-bus may already have read the rest, and then the descriptor does not become readable.
            processLater()
        }
        update()
    }

    private func deliver() {
        for (name, isOwned) in inbox.owners where name == self.name { setOwned(isOwned) }
        inbox.owners = []
        if inbox.isNameSettled, ownsName == nil { setOwned(false) }
        let newOwners = inbox.newOwners
        inbox.newOwners = []
        for (name, owner) in newOwners {
            if owner.isEmpty { depart(name) }
            if followed[name] != nil { handle(.owner(of: name, owner.isEmpty ? nil : owner)) }
        }
        let replies = inbox.replies
        inbox.replies = []
        for (id, result) in replies {
            guard let call = outgoing.removeValue(forKey: id) else { continue }
            sd_bus_slot_unref(call.slot)
            call.done(result)
        }
        let calls = inbox.calls
        inbox.calls = []
        for message in calls { deliver(message) }
    }

    private func setOwned(_ isOwned: Bool) {
        guard isOwned != ownsName else { return }
        ownsName = isOwned
        handle(.owns(isOwned))
    }

    private func deliver(_ message: OpaquePointer) {
        guard bus != nil else {
            sd_bus_message_unref(message)
            return
        }
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        let sender = text(sd_bus_message_get_sender(message))
        let expectsReply = sd_bus_message_get_expect_reply(message) > 0
        lastID += 1
        let id = lastID
        if expectsReply {
            unanswered[id] = message
            watchDeparture(of: sender)
        }
        let call = Call(
            id: id, sender: sender, path: text(sd_bus_message_get_path(message)),
            interface: sd_bus_message_get_interface(message).map { String(cString: $0) },
            method: text(sd_bus_message_get_member(message)),
            signature: text(sd_bus_message_get_signature(message, 1)),
            arguments: Result { () throws(BusError) in
                try BusValue.all(of: message, within: Self.mostBytesOfArguments)
            })
        if !expectsReply { sd_bus_message_unref(message) }
        handle(.call(call))
    }

    /// A caller that expects no reply may have gone already, and its departure would not be reported.
    private func watchDeparture(of sender: String) {
        guard callers[sender] == nil, let bus else { return }
        guard callers.count < Self.mostCallers else {
            hasMoreCallers = true
            return
        }
        let match = BusMatch.owner(of: sender)
        var slot: OpaquePointer?
        // The filter receives the signal.
        guard sd_bus_add_match_async(bus, &slot, match.rule, { _, _, _ in 0 }, { _, _, _ in 0 }, nil) >= 0 else {
            hasMoreCallers = true
            return
        }
        callers[sender] = .some(slot)
        // It may have gone before the match was in effect.
        let question = BusCall(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "NameHasOwner", arguments: [.string(sender)])
        call(question) { [weak self] result in
            if case .success([.bool(false)]) = result { self?.depart(sender) }
        }
    }

    private func depart(_ name: String) {
        guard let slot = callers.removeValue(forKey: name) else { return }
        sd_bus_slot_unref(slot)
        // The others are watched when they call again.
        if callers.isEmpty { hasMoreCallers = false }
        handle(.departed(name))
    }

    /// Waits for what sd-bus waits for.
    private func update() {
        guard let bus else { return }
        let events = sd_bus_get_events(bus)
        var readiness: Readiness = []
        if events & Int32(POLLIN) != 0, !isCongested { readiness.insert(.input) }
        if events & Int32(POLLOUT) != 0 { readiness.insert(.output) }
        watch?.wait(for: readiness)
        var due = UInt64.max
        let hasTimeout = sd_bus_get_timeout(bus, &due) >= 0 && due < .max
        setTimer(hasTimeout ? due : nil)
    }

    /// - Parameter due: of the monotonic clock, microseconds; nil for none.
    private func setTimer(_ due: UInt64?) {
        guard due != timerDue else { return }
        if let timer { EventLoop.shared.cancel(timer) }
        (timer, timerDue) = (nil, due)
        guard let due else { return }
        let left = Int64(clamping: due) - EventLoop.shared.now.nanoseconds / 1000
        timer = EventLoop.shared.schedule(in: .microseconds(max(0, left))) { [weak self] in
            guard let self else { return }
            (timer, timerDue) = (nil, nil)
            process()
        }
    }
}
