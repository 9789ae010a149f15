public import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Weather

extension HTTPClient.Configuration {
    /// What a query may raise its limit to, bytes after decompression.
    public static let largestAnswerLimit = 8 << 20

    /// A client for a daemon that asks a few questions an hour and in between holds neither sockets nor timers.
    /// Certificates are verified against the system's roots; that is the library's default.
    ///
    /// - Parameters:
    ///   - connectDeadline: for looking up the address and connecting.
    ///   - readDeadline: for the silence between two parts of an answer.
    public static func sparing(
        connectDeadline: Duration = .seconds(5), readDeadline: Duration = .seconds(10)
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .follow(max: 5, allowCycles: false)
        configuration.timeout = .init(connect: TimeAmount(connectDeadline), read: TimeAmount(readDeadline))
        configuration.decompression = .enabled(limit: .size(largestAnswerLimit))
        // One request at a time gains nothing from multiplexing, and HTTP/1.1 costs less memory.
        configuration.httpVersion = .http1Only
        configuration.connectionPool.idleTimeout = .seconds(1)
        // The library would try again until the deadline and then report only that; when to try again is
        // Refreshing's to decide, and what went wrong is worth knowing at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}

extension HTTPClient {
    /// This client as the way to the network. Cancelling the task cancels the exchange.
    ///
    /// - Parameters:
    ///   - userAgent: `weatherd/0.1.0 (+https://…)`, so that services know whom to write to.
    ///   - deadline: for the whole exchange, redirects and body included.
    public func exchange(userAgent: String, deadline: Duration = .seconds(20)) -> HTTPExchange {
        { query async throws(FetchFailure) in
            guard ["http", "https"].contains(query.url.prefix { $0 != ":" }.lowercased()) else {
                throw .notAnAddress(host: query.host)
            }
            let clock = ContinuousClock()
            let start = clock.now
            do {
                return try await self.answer(
                    to: query, userAgent: userAgent, deadline: .now() + TimeAmount(deadline)
                ).redacted(query.key)
            } catch {
                throw FetchFailure(
                    error, host: query.host, answerLimit: query.answerLimit, after: start.duration(to: clock.now))
            }
        }
    }

    /// The library's asynchronous functions are not used: they begin tasks of their own on Swift's pool of threads,
    /// which has the process woken every second from then on.
    private func answer(
        to query: HTTPQuery, userAgent: String, deadline: NIODeadline
    ) async throws -> HTTPAnswer {
        var request = try Request(url: query.url)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "application/json")
        for (name, value) in query.headers { request.headers.replaceOrAdd(name: name, value: value) }
        let task = execute(
            request: request,
            delegate: ResponseAccumulator(
                request: request, maxBodySize: min(query.answerLimit, Configuration.largestAnswerLimit)),
            deadline: deadline)
        let response = try await withTaskCancellationHandler {
            try await task.futureResult.get()
        } onCancel: {
            task.cancel()
        }
        return HTTPAnswer(
            status: Int(response.status.code), headers: response.headers.map { (name: $0.name, value: $0.value) },
            body: response.body.map { Array($0.readableBytesView) } ?? [])
    }
}
