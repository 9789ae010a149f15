import Endpoints
import AsyncHTTPClient
import Dispatch
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// The library's client, which is shut down when nobody uses it any more.
final class Client: Sendable {
    private let client: HTTPClient
    /// The library would use Swift's own pool of threads, which has the process woken every second from then on.
    private let queue = DispatchQueue(label: "weatherd.http")
    private let asked = AskedServers()

    /// - Parameters:
    ///   - proxy: nil for none.
    ///   - authorities: that are believed besides the system's.
    init(
        eventLoops: MultiThreadedEventLoopGroup, proxy: Proxy?, authorities: Authorities?, connectDeadline: TimeAmount,
        readDeadline: TimeAmount
    ) {
        var configuration = HTTPClient.Configuration()
        var tls = TLSConfiguration.makeClientConfiguration()
        // Those before it are deprecated (RFC 8996); the library would take TLS 1.0.
        tls.minimumTLSVersion = .tlsv12
        if let certificates = authorities.flatMap({ try? NIOSSLCertificate.fromPEMBytes($0.pem) }) {
            tls.additionalTrustRoots = [.certificates(certificates)]
        }
        configuration.tlsConfiguration = tls
        configuration.proxy = proxy.map(Self.proxy)
        // Where a query is sent on to is looked at first.
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: connectDeadline, read: readDeadline)
        configuration.decompression = .enabled(limit: .size(HTTPQuery.largestAnswerLimit))
        // One request at a time gains nothing from multiplexing, and HTTP/1.1 costs less memory.
        configuration.httpVersion = .http1Only
        configuration.connectionPool.idleTimeout = .seconds(1)
        // The library would try again until the deadline and then report only that; when to try again is
        // Refreshing's to decide, and what went wrong is worth knowing at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Before anything is said on a connection.
        configuration.http1_1ConnectionDebugInitializer = { [asked] channel in Self.verify(channel, asked) }
        client = HTTPClient(eventLoopGroupProvider: .shared(eventLoops), configuration: configuration)
    }

    deinit {
        client.shutdown(queue: queue) { _ in }
    }

    /// The library's asynchronous functions are not used: they begin tasks of their own on that pool.
    func answer(to query: HTTPQuery, userAgent: String, end: NIODeadline) async throws -> HTTPAnswer {
        var request = try HTTPClient.Request(url: query.url)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "application/json")
        for (name, value) in query.headers { request.headers.replaceOrAdd(name: name, value: value) }
        let server = AskedServers.Server(
            name: ServerName(request.host), isSecure: request.scheme.lowercased() == "https")
        asked.add(server)
        defer { asked.remove(server) }
        let limit = min(query.answerLimit, HTTPQuery.largestAnswerLimit)
        let task = client.execute(
            request: request, delegate: ResponseAccumulator(request: request, maxBodySize: limit), deadline: end)
        let response = try await withTaskCancellationHandler {
            try await task.futureResult.get()
        } onCancel: {
            task.cancel()
        }
        return HTTPAnswer(
            status: Int(response.status.code), headers: response.headers.map { (name: $0.name, value: $0.value) },
            body: response.body.map { Array($0.readableBytesView) } ?? [])
    }

    /// Closes a connection to another server than is asked, and has the answers of the others checked.
    private static func verify(_ channel: any Channel, _ asked: AskedServers) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let tls = try? channel.pipeline.syncOperations.handler(type: NIOSSLHandler.self)
            let isMeant =
                if let tls { tls.peerCertificate.map(asked.include) ?? false } else { asked.mayBePlain }
            guard isMeant else {
                channel.close(promise: nil)
                throw NIOSSLExtraError.failedToValidateHostname
            }
            try StatusCheck.add(to: channel)
        }
    }

    private static func proxy(_ proxy: Proxy) -> HTTPClient.Configuration.Proxy {
        switch proxy.kind {
        case .http:
            let authorization = proxy.credentials.map {
                HTTPClient.Authorization.basic(username: $0.user, password: $0.password)
            }
            return .server(host: proxy.host, port: proxy.port, authorization: authorization)
        case .socks:
            return .socksServer(host: proxy.host, port: proxy.port)
        }
    }
}
