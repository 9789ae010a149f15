import CCurl
import Glibc
import WorkerProtocol

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

    /// When the first request gives up; nil when none waits.
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
        return host.hasPrefix("[") || host.isAddress || isLocal ? nil : host
    }

    /// The error when that host cannot be resolved.
    var unresolved: CurlError {
        CurlError(proxy == nil ? CURLE_COULDNT_RESOLVE_HOST : CURLE_COULDNT_RESOLVE_PROXY)
    }

    /// The port of that host.
    var lookedUpPort: Int? { proxy?.port ?? ServerAddress(url)?.port }
}

extension String {
    /// Whether it is an IPv4 or IPv6 address.
    fileprivate var isAddress: Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, self, &bytes) == 1 || inet_pton(AF_INET6, self, &bytes) == 1
    }
}
