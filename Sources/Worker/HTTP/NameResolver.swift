import CCurl
import Dispatch
import Glibc
import Platform
import Synchronization
import WorkerProtocol

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

/// Requests whose host is being looked up, and the addresses of recent lookups.
struct AwaitedNames {
    struct Entry {
        let key: Int
        var request: TransferRequest
        let continuation: CheckedContinuation<TransferOutcome, Never>
        let start: ContinuousClock.Instant

        /// When the lookup has taken too long.
        var deadline: ContinuousClock.Instant { start + min(request.time, request.limits.resolving) }
    }

    private struct Known {
        let addresses: [String]
        let end: ContinuousClock.Instant
    }

    /// As long as libcurl keeps addresses by default.
    private static let lifetime = Duration.seconds(60)

    private var entries: [Entry] = []
    private var known: [String: Known] = [:]

    /// When the first request gives up; nil without waiting requests.
    var nextDeadline: ContinuousClock.Instant? { entries.map(\.deadline).min() }

    /// - Returns: the addresses of a host, if they were looked up recently.
    func addresses(of host: String, at now: ContinuousClock.Instant) -> [String]? {
        known[host].flatMap { $0.end > now ? $0.addresses : nil }
    }

    /// - Returns: whether the host must be looked up; false when it already is.
    mutating func add(_ entry: Entry) -> Bool {
        defer { entries.append(entry) }
        return !entries.contains { $0.request.lookedUpHost == entry.request.lookedUpHost }
    }

    /// - Parameter addresses: none if the host was not found.
    /// - Returns: the requests that waited for it, with the time that is left.
    mutating func found(
        _ host: String, _ addresses: [String], at now: ContinuousClock.Instant
    ) -> [Entry] {
        known[host] = addresses.isEmpty ? nil : Known(addresses: addresses, end: now + Self.lifetime)
        return remove { $0.request.lookedUpHost == host }.map { entry in
            var entry = entry
            entry.request.time -= entry.start.duration(to: now)
            return entry
        }
    }

    /// - Returns: the requests whose lookup took too long.
    mutating func late(at now: ContinuousClock.Instant) -> [Entry] {
        remove { $0.deadline <= now }
    }

    mutating func remove(where isMeant: (Entry) -> Bool) -> [Entry] {
        defer { entries.removeAll(where: isMeant) }
        return entries.filter(isMeant)
    }
}

extension TransferRequest {
    /// The host whose addresses are needed; nil if it is an address, or a name for this machine, which libcurl knows.
    var lookedUpHost: String? {
        guard let host = proxy.map({ ServerAddress.host(of: "http://\($0)") }) ?? ServerAddress.host(of: url) else {
            return nil
        }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        let isLocal = name == "localhost" || name.hasSuffix(".localhost")
        return host.hasPrefix("[") || [UInt8](ipAddress: host) != nil || isLocal ? nil : host
    }

    /// The error when that host cannot be resolved.
    var unresolved: CurlError {
        CurlError(proxy == nil ? CURLE_COULDNT_RESOLVE_HOST : CURLE_COULDNT_RESOLVE_PROXY)
    }

    /// The port of that host.
    var lookedUpPort: Int? { proxy?.port ?? ServerAddress(url)?.port }
}

/// The options of the C library's resolver (resolv.conf(5)). By default, it waits 5 seconds for each name server in turn, so an
/// unreachable first one, as after a change of network, would fail every lookup.
public enum ResolverOptions {
    private static let path = "/etc/resolv.conf"
    /// Maximum size of resolv.conf, bytes.
    private static let longest = 64 << 10
    private static let variable = "RES_OPTIONS"

    /// With several name servers, each is queried three times with a timeout of one second. A late answer is still accepted, so
    /// a name server may take two seconds. Both are set, or neither: one alone would shorten or prolong the user's setting.
    private static let defaults = [("timeout", 1), ("attempts", 3)]

    /// Sets the variable of this process, unless the user has set it. No other thread may run.
    public static func apply() {
        guard let options = text(for: (try? [UInt8](ofFile: path, atMost: longest)) ?? []) else { return }
        setenv(variable, options, 0)
    }

    /// The options to add; nil for none, as when the user has set one of them. A single name server keeps the C library's
    /// timeout.
    ///
    /// - Parameter file: the bytes of resolv.conf.
    static func text(for file: [UInt8]) -> String? {
        var servers = 0
        var known: Set<Substring> = []
        for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" }
            switch words.first {
            case "nameserver" where words.count > 1: servers += 1
            case "options": for word in words.dropFirst() { known.insert(word.prefix { $0 != ":" }) }
            default: break
            }
        }
        guard servers > 1, !defaults.contains(where: { known.contains($0.0[...]) }) else { return nil }
        return defaults.map { "\($0.0):\($0.1)" }.joined(separator: " ")
    }
}
