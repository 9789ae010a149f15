import Dispatch
import Glibc
import Platform
import Synchronization

/// The C library's name resolution, on threads that run for the life of the process. libcurl would start a thread for each
/// lookup, which a confined worker cannot do.
final class NameResolver: Sendable {
    static let shared = NameResolver()

    private struct Lookup: Sendable {
        let host: String
        let report: @Sendable (_ addresses: [String]) -> Void
    }

    private struct State {
        var lookups: [Lookup] = []
        /// The threads that were started.
        var running = 0
    }

    /// Several threads, since a lookup cannot be cancelled while a name server does not answer.
    static let threads = 3

    /// Creates a thread that runs the closure; returns an error number, or 0.
    typealias Create = @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32

    private let create: Create
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    init(create: @escaping Create = { OwnThread.start(stack: 1 << 20, $0) }) {
        self.create = create
    }

    /// Starts the threads that do not run yet.
    ///
    /// - Returns: whether all run.
    func start() -> Bool {
        state.withLock { state in
            while state.running < Self.threads, create({ [self] in run() }) == 0 { state.running += 1 }
            return state.running == Self.threads
        }
    }

    /// - Parameter report: called on another thread, with the addresses in text form, IPv6 without brackets, in the
    ///   order in which they should be tried; none if the name cannot be resolved.
    func lookUp(_ host: String, report: @escaping @Sendable ([String]) -> Void) {
        // One thread is enough for a lookup.
        let isAccepted = start() || state.withLock { $0.running > 0 }
        guard isAccepted else { return report([]) }
        state.withLock { $0.lookups.append(Lookup(host: host, report: report)) }
        arrivals.signal()
    }

    private func run() -> Never {
        while true {
            arrivals.wait()
            guard let lookup = state.withLock({ $0.lookups.isEmpty ? nil : $0.lookups.removeFirst() }) else { continue }
            lookup.report(Self.addresses(of: lookup.host))
        }
    }

    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        let addresses = sequence(first: found, next: { $0?.pointee.ai_next }).compactMap { $0?.pointee }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        return addresses.compactMap { address in
            let isNamed = getnameinfo(
                address.ai_addr, address.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            guard isNamed == 0 else { return nil }
            let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            // libcurl does not accept the interface of a link-local address.
            return bytes.contains(UInt8(ascii: "%")) ? nil : String(decoding: bytes, as: UTF8.self)
        }
    }
}
