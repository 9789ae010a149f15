import Glibc
import Jobs
import Weather

/// One end of the socket pair between the daemon and a worker. It waits, so it is used on threads that may.
struct FrameSocket {
    let descriptor: Int32

    enum Problem: Error {
        /// The other end is closed, or the connection broke.
        case closed
        case late
        case tooLong
    }

    /// - Parameter end: by `Deadline`.
    func send(_ bytes: [UInt8], until end: Deadline) throws(Problem) {
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

    /// The next message.
    ///
    /// - Parameter limit: the most bytes.
    func receive(upTo limit: Int, until end: Deadline) throws(Problem) -> [UInt8] {
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

/// A moment of the clock that nobody sets and that stands still while the machine sleeps: an answer that comes after a night's
/// sleep need not be late.
struct Deadline {
    private let end: timespec
    /// What it was set to, s.
    let seconds: Int

    init(seconds: Int) {
        self.seconds = seconds
        end = Self.now.adding(seconds)
    }

    /// - Returns: whether the events came in time, or the other end was closed.
    func poll(_ descriptor: Int32, for events: Int16) -> Bool {
        while true {
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let left = end.milliseconds - Self.now.milliseconds
            guard left > 0 else { return false }
            let count = Glibc.poll(&entry, 1, Int32(clamping: left))
            if count > 0 { return true }
            guard count == 0 || errno == EINTR else { return false }
        }
    }

    private static var now: timespec {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now
    }
}

extension timespec {
    fileprivate var milliseconds: Int { tv_sec * 1000 + tv_nsec / 1_000_000 }

    fileprivate func adding(_ seconds: Int) -> timespec {
        timespec(tv_sec: tv_sec + seconds, tv_nsec: tv_nsec)
    }
}
