import Glibc

/// An open file descriptor, closed with its owner. All waits have a timeout.
final class Descriptor {
    private(set) var number: Int32

    /// Far longer than any operation on a busy machine, and shorter than the time limit of a test.
    static let patience = 30.0

    init(_ number: Int32, _ call: String) throws {
        guard number >= 0 else { throw Failure("\(call): \(String(cString: strerror(errno)))") }
        self.number = number
    }

    deinit {
        close()
    }

    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }

    /// Whether this process may have so many open; lifts its own limit as far as that takes.
    static func allows(_ count: Int) -> Bool {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_max >= rlim_t(count) else { return false }
        limit.rlim_cur = max(limit.rlim_cur, rlim_t(count))
        return setrlimit(resource, &limit) == 0
    }

    /// The read and write ends of a new pipe.
    static func pipe() throws -> (read: Descriptor, write: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure("pipe: \(String(cString: strerror(errno)))") }
        return (try Descriptor(ends[0], "pipe"), try Descriptor(ends[1], "pipe"))
    }

    /// A Unix socket of the given kind.
    static func unixSocket(_ kind: __socket_type) throws -> Descriptor {
        try Descriptor(socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
    }

    /// Calls `call` with the socket's address.
    func address(
        _ path: String, _ name: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure("\(path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure("\(name) \(path): \(String(cString: strerror(errno)))") }
    }

    /// Whether the descriptor becomes readable (or writable) within this many seconds.
    func isReady(_ events: Int32 = POLLIN, within seconds: Double = patience) -> Bool {
        let end = Moment.now + seconds
        while true {
            var watched = pollfd(fd: number, events: Int16(events), revents: 0)
            let left = max(0, end - Moment.now)
            let ready = poll(&watched, 1, Int32((left * 1000).rounded(.up)))
            if ready > 0 { return true }
            if ready == 0 { return false }
        }
    }

    /// The next bytes; empty at the end.
    func read(waitingFor what: @autoclosure () -> String) throws -> [UInt8] {
        guard isReady() else { throw Failure("timed out after \(Int(Self.patience)) s waiting for \(what())") }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(number, &bytes, bytes.count)
        // A connection that the peer closed with unread data ends like any other.
        guard count >= 0 || errno == ECONNRESET else {
            throw Failure("reading \(what()): \(String(cString: strerror(errno)))")
        }
        return Array(bytes.prefix(max(0, count)))
    }

    /// All bytes to the end.
    func readToEnd(waitingFor what: @autoclosure () -> String) throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try read(waitingFor: what())
            if bytes.isEmpty { return all }
            all += bytes
        }
    }
}

/// Seconds of the monotonic clock.
enum Moment {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
