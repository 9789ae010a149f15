import Glibc
import Platform

/// One end of the socket pair between the daemon and a worker. It blocks, so only threads that may block use it.
public struct FrameSocket: Sendable {
    public let descriptor: Int32

    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    public enum Problem: Error, Sendable, Hashable {
        /// The peer has closed its end, or the connection failed.
        case closed
        case late
        case tooLong
    }

    /// Sends a frame, or part of one.
    public func send(_ bytes: [UInt8], until end: Deadline) throws(Problem) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EAGAIN {
                try wait(for: Int16(POLLOUT), until: end)
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    /// Receives the next message.
    ///
    /// - Parameter limit: the most bytes.
    public func receive(upTo limit: Int, until end: Deadline) throws(Problem) -> [UInt8] {
        let length = Frame.length(try receive(exactly: Frame.headLength, until: end))
        guard length <= limit else { throw .tooLong }
        return try receive(exactly: length, until: end)
    }

    private func receive(exactly count: Int, until end: Deadline) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                recv(
                    descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                    Int32(MSG_DONTWAIT))
            }
            if read > 0 {
                filled += read
            } else if read < 0, errno == EAGAIN {
                try wait(for: Int16(POLLIN), until: end)
            } else if read == 0 || errno != EINTR {
                throw .closed
            }
        }
        return bytes
    }

    private func wait(for events: Int16, until end: Deadline) throws(Problem) {
        guard end.poll(descriptor, for: events) else { throw .late }
    }
}

/// A deadline on the monotonic clock, which cannot be set and stops during suspend: an answer after suspend need not be
/// late.
public struct Deadline: Sendable {
    /// nil for none.
    private let end: MonotonicTime?

    /// - Parameter seconds: from now.
    public init(seconds: Int) {
        end = MonotonicTime.now + .seconds(seconds)
    }

    public static let never = Deadline()

    private init() { end = nil }

    /// - Returns: whether the events occurred before the deadline, or the peer disconnected.
    public func poll(_ descriptor: Int32, for events: Int16) -> Bool {
        while true {
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let left = end.map { max(0, Int(($0 - MonotonicTime.now) / .milliseconds(1))) } ?? -1
            let count = Glibc.poll(&entry, 1, Int32(clamping: left))
            if count > 0 { return true }
            guard left != 0, count == 0 || errno == EINTR else { return false }
        }
    }
}

/// A message in a byte stream: its length as four little-endian bytes, and then its contents.
public enum Frame {
    /// The longest job, bytes: the stored state of 200 places, and a bundle of all certificate authorities.
    public static let longestJob = 16 << 20
    /// The longest answer, bytes: a report with a hundred warnings of the longest text.
    public static let longestAnswer = 4 << 20
    /// The size of the length field.
    public static let headLength = 4

    /// The message with its length prefix.
    public static func bytes(of message: some Message) -> [UInt8] {
        bytes(packed: message.packed)
    }

    /// A packed message with its length prefix.
    public static func bytes(packed body: [UInt8]) -> [UInt8] {
        head(of: body.count) + body
    }

    static func head(of length: Int) -> [UInt8] {
        stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    /// The length in a frame header.
    public static func length(_ head: [UInt8]) -> Int {
        head.prefix(headLength).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
