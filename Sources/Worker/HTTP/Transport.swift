import Glibc
import Platform
import Synchronization
public import Weather
public import WorkerProtocol

/// Network access by the system's libcurl. Certificates are always verified; no setting disables that.
public final class Transport: Sendable {
    private let settings: NetworkSettings
    private let limits: Limits
    private let loop: TransferLoop
    private let ownsLoop: Bool
    /// A password that a proxy has rejected is not sent again.
    private let rejections = Mutex<[Proxy: FetchFailure]>([:])

    /// The timeouts of an exchange.
    struct Limits: Sendable {
        /// Timeout for name resolution, which slow or unresponsive name servers delay.
        var resolving = Duration.seconds(8)
        /// After that: for connecting, and the handshakes with the proxy and of TLS.
        var connecting: Duration
        /// Without any data.
        var silence: Duration
    }

    /// - Parameters:
    ///   - connectDeadline: after name resolution, for connecting, and the handshakes with the proxy and of TLS.
    ///   - readDeadline: without any data; whole seconds, at least one.
    ///   - loop: a shared loop; nil to create one.
    public init(
        settings: NetworkSettings = NetworkSettings(), connectDeadline: Duration = .seconds(5),
        readDeadline: Duration = .seconds(10), loop: TransferLoop? = nil
    ) {
        self.settings = settings
        limits = Limits(connecting: connectDeadline, silence: readDeadline)
        self.loop = loop ?? TransferLoop()
        ownsLoop = loop == nil
    }

    deinit {
        if ownsLoop { loop.stop() }
    }

    /// An exchange with a User-Agent. Cancelling the task cancels the exchange.
    ///
    /// - Parameters:
    ///   - userAgent: `weatherd/0.1.0 (+https://…)`, so that services can contact the project.
    ///   - deadline: for the whole exchange, including redirects and body.
    public func exchange(userAgent: String, deadline: Duration = .seconds(20)) -> HTTPExchange {
        { query async throws(FetchFailure) in
            let start = ContinuousClock.now
            var redirects = RedirectPolicy(of: query)
            var step = query
            while true {
                let request = try self.request(step, userAgent: userAgent, time: deadline - start.duration(to: .now))
                if let rejection = request.proxy.flatMap({ proxy in self.rejections.withLock { $0[proxy] } }) {
                    throw rejection
                }
                let answer: HTTPAnswer
                let redirect: String?
                switch await self.loop.perform(request) {
                case .answer(let received, let target): (answer, redirect) = (received, target)
                case .ended(let ending):
                    let failure = FetchFailure(
                        ending, host: query.host, proxy: request.proxy, answerLimit: query.answerLimit,
                        after: start.duration(to: .now))
                    if failure.code == .proxyRefused, let proxy = request.proxy {
                        self.rejections.withLock { $0[proxy] = failure }
                    }
                    throw failure
                }
                guard let next = try redirects.next(after: step, status: answer.status, target: redirect) else {
                    var final = answer.redacted(query.key)
                    // A redirect from TLS to plain HTTP is not followed.
                    final.isVerified = ServerAddress(query.url)?.isSecure ?? false
                    return final
                }
                step = next
            }
        }
    }

    /// Opens a connection to the host of a URL, and closes it without sending anything to it.
    ///
    /// - Parameter throughProxy: whether a proxy connects to the host, and gets the user and the password; otherwise the
    ///   connection is only to the proxy.
    public func probe(
        _ url: String, throughProxy: Bool = false, deadline: Duration = .seconds(5)
    ) async throws(FetchFailure) {
        let query = HTTPQuery(url: url)
        let start = ContinuousClock.now
        var request = try request(query, userAgent: "", time: deadline)
        let proxy = request.proxy
        if let server = ServerAddress(url) {
            let target = throughProxy ? server.authority : proxy?.description ?? server.authority
            request.url = "http://\(target)/"
        }
        if !throughProxy { request.proxy = nil }
        request.connectsOnly = true
        guard case .ended(let ending) = await loop.perform(request) else { return }
        throw FetchFailure(ending, host: query.host, proxy: proxy, answerLimit: 0, after: start.duration(to: .now))
    }

    private func request(
        _ query: HTTPQuery, userAgent: String, time: Duration
    ) throws(FetchFailure) -> TransferRequest {
        let host = query.host
        guard ServerAddress(query.url) != nil else { throw .notAnAddress(host: host) }
        let proxy: Proxy?
        do throws(ProxyPolicy.Problem) {
            proxy = try settings.proxies.proxy(for: query.url)
        } catch {
            throw .unreachable(host: host, reason: "\(error.variable) \(error.sentence)")
        }
        let headers = ["User-Agent": userAgent, "Accept": "application/json"].merging(query.headers) { $1 }
        return TransferRequest(
            url: query.url, headers: headers, proxy: proxy, authorities: settings.authorities,
            bodyLimit: min(query.answerLimit, HTTPQuery.largestAnswerLimit), time: time, limits: limits)
    }
}

/// The system's trusted certificate authorities.
enum SystemAuthorities: Sendable, Hashable {
    /// A directory of files named by subject hash (openssl-rehash(1)). Reading the few files that a server needs takes
    /// a fraction of the CPU time for a bundle.
    case directory(String)
    /// A bundle of certificates, as PEM.
    case bundle([UInt8])
    /// libcurl's built-in location.
    case built

    /// Directories of Debian, Arch, openSUSE and Alpine; and of Fedora.
    private static let directories = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
    private static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    /// The first that exists on this system.
    static func found(in directories: [String] = directories, bundles: [String] = bundles) -> SystemAuthorities {
        if let directory = directories.first(where: isHashed) { return .directory(directory) }
        return bundles.lazy.compactMap(contents).first.map(SystemAuthorities.bundle) ?? .built
    }

    /// Whether the directory has a file with a name such as `5443e9e3.0`.
    private static func isHashed(_ path: String) -> Bool {
        FileNames.all(in: path).contains { name in
            let name = Array(name.utf8)
            return name.count == 10 && name[8] == UInt8(ascii: ".")
                && name.prefix(8).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        }
    }

    /// - Returns: nil for a missing, empty or non-regular file, or one that is larger than any bundle.
    private static func contents(_ path: String) -> [UInt8]? {
        guard let bytes = try? [UInt8](ofFile: path, atMost: 4 << 20), !bytes.isEmpty else { return nil }
        return bytes
    }
}
