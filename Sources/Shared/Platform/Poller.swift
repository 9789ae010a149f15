import CLinux
import Glibc

/// Waits for descriptors with epoll(7), level-triggered.
@EventLoopActor
final class Poller {
    static let shared = Poller()

    private struct Registration {
        var source: any EventSource
        /// Distinguishes successive sources with the same descriptor number: events of a closed one may still be queued.
        var generation: UInt32
    }

    private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    /// Keyed by descriptor.
    private var registrations: [Registration?] = []
    private var generation: UInt32 = 0
    /// The read buffer. Slices of it keep it in memory; the next read then copies it.
    private var chunk = [UInt8](repeating: 0, count: Connection.chunk)

    private init() {
        guard descriptor >= 0 else { SystemError("epoll_create1").endProcess() }
    }

    /// Watches an eventfd, whose events end the wait and are not reported. It need not be read: each write is another event.
    func add(alarm: Int32) {
        guard control(EPOLL_CTL_ADD, alarm, EPOLLIN.rawValue | EPOLLET.rawValue, key: .max) else {
            SystemError("epoll_ctl").endProcess()
        }
    }

    /// - Returns: false when the kernel is out of memory.
    func add(_ descriptor: Int32, for readiness: Readiness, _ source: any EventSource) -> Bool {
        let index = Int(descriptor)
        if index >= registrations.count {
            registrations.append(contentsOf: repeatElement(nil, count: index + 1 - registrations.count))
        }
        generation &+= 1
        guard control(EPOLL_CTL_ADD, descriptor, readiness.rawValue, key: key(index, generation)) else { return false }
        registrations[index] = Registration(source: source, generation: generation)
        return true
    }

    func change(_ descriptor: Int32, to readiness: Readiness) {
        guard let registration = registrations[Int(descriptor)] else { return }
        control(
            EPOLL_CTL_MOD, descriptor, readiness.rawValue, key: key(Int(descriptor), registration.generation))
    }

    /// Removes a descriptor before it is closed. The kernel would otherwise continue to report a socket that another
    /// process has open, such as a socket unit's.
    func remove(_ descriptor: Int32) {
        control(EPOLL_CTL_DEL, descriptor, 0, key: 0)
        registrations[Int(descriptor)] = nil
    }

    /// Waits, and reports readiness to the sources.
    ///
    /// - Parameters:
    ///   - timeout: milliseconds; -1 for none.
    ///   - woken: called after the wait, before the sources.
    func poll(timeout: Int32, woken: () -> Void) {
        let count = epoll_wait(descriptor, &events, Int32(events.count), timeout)
        woken()
        // Negative when a signal interrupted the wait.
        for index in 0..<max(0, Int(count)) {
            let (key, readiness) = (events[index].data.u64, Readiness(events: events[index].events))
            let descriptor = Int(key & 0xFFFF_FFFF)
            guard descriptor < registrations.count, let registration = registrations[descriptor],
                registration.generation == UInt32(key >> 32)
            else { continue }
            registration.source.ready(readiness)
        }
    }

    /// Reads from a socket once.
    func read(_ descriptor: Int32) -> ReadResult {
        while true {
            let count = SystemCall.receive(descriptor, into: &chunk)
            if count > 0 { return .bytes(chunk[..<count]) }
            if count == 0 { return .end }
            if errno == EAGAIN { return .nothing }
            if errno != EINTR { return .failed }
        }
    }

    private func key(_ descriptor: Int, _ generation: UInt32) -> UInt64 {
        UInt64(generation) << 32 | UInt64(descriptor)
    }

    @discardableResult
    private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32, key: UInt64) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(u64: key))
        return epoll_ctl(self.descriptor, operation, descriptor, &event) == 0
    }
}

/// The events that a descriptor is ready for or watched for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Input is available, or the peer has shut down its sending side.
    public static let input = Self(rawValue: EPOLLIN.rawValue)
    /// Output is possible.
    public static let output = Self(rawValue: EPOLLOUT.rawValue)
    /// The peer has disconnected or the connection failed; always reported.
    public static let hangup = Self(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

    /// - Parameter events: from epoll_wait(2).
    init(events: UInt32) {
        self.init(rawValue: events & (Self.input.rawValue | Self.output.rawValue))
        if events & Self.hangup.rawValue != 0 { formUnion(.hangup) }
    }
}

/// A source of events with a descriptor.
@EventLoopActor
protocol EventSource: AnyObject {
    func ready(_ readiness: Readiness)
}
