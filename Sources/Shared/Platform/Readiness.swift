import CLinux

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
