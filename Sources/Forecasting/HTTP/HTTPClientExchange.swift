public import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Weather

extension HTTPClient.Configuration {
    /// The longest answer that is taken, bytes after decompression. Open-Meteo's is about 30 KB.
    public static let answerLimit = 2 << 20

    /// A client for a daemon that asks a few questions an hour and in between holds neither sockets nor timers.
    /// Certificates are verified against the system's roots; that is the library's default.
    ///
    /// - Parameters:
    ///   - connectDeadline: for looking up the address and connecting.
    ///   - readDeadline: for the silence between two parts of an answer.
    public static func forecasting(
        connectDeadline: Duration = .seconds(5), readDeadline: Duration = .seconds(10)
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .follow(max: 5, allowCycles: false)
        configuration.timeout = .init(connect: TimeAmount(connectDeadline), read: TimeAmount(readDeadline))
        configuration.decompression = .enabled(limit: .size(answerLimit))
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
    /// This client as Forecasting's way to the network. Cancelling the task cancels the exchange.
    ///
    /// - Parameters:
    ///   - userAgent: `weatherd/0.1.0 (+https://…)`, so that services know whom to write to.
    ///   - deadline: for the whole exchange, redirects and body included.
    public func exchange(userAgent: String, deadline: Duration = .seconds(20)) -> HTTPExchange {
        { query async throws(FetchFailure) in
            let clock = ContinuousClock()
            let start = clock.now
            let outcome = await withTaskGroup(of: Result<HTTPAnswer, FetchFailure>.self) { group in
                group.addTask {
                    do {
                        return try await self.answer(to: query, userAgent: userAgent)
                    } catch {
                        return .failure(FetchFailure(error, host: query.host, after: start.duration(to: clock.now)))
                    }
                }
                // The library's own deadline ends with the head of the answer, and a body may trickle forever.
                group.addTask {
                    do {
                        try await self.eventLoopGroup.any().sleep(for: deadline)
                        return .failure(.timedOut(host: query.host, after: deadline))
                    } catch {
                        return .failure(.cancelled(host: query.host))
                    }
                }
                let first = await group.next() ?? .failure(.cancelled(host: query.host))
                group.cancelAll()
                return first
            }
            return try outcome.get()
        }
    }

    private func answer(to query: HTTPQuery, userAgent: String) async throws -> Result<HTTPAnswer, FetchFailure> {
        guard ["http", "https"].contains(query.url.prefix { $0 != ":" }.lowercased()) else {
            return .failure(.notAnAddress(host: query.host))
        }
        let tooLarge = FetchFailure.tooLarge(host: query.host, bytes: Configuration.answerLimit)
        var request = HTTPClientRequest(url: query.url)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "application/json")
        for (name, value) in query.headers { request.headers.replaceOrAdd(name: name, value: value) }
        let response = try await execute(request, deadline: .distantFuture)
        if let length = response.headers.first(name: "Content-Length").flatMap(Int.init),
            length > Configuration.answerLimit
        {
            return .failure(tooLarge)
        }
        var body: [UInt8] = []
        for try await part in response.body {
            guard body.count + part.readableBytes <= Configuration.answerLimit else { return .failure(tooLarge) }
            body.append(contentsOf: part.readableBytesView)
        }
        let headers = response.headers.map { (name: $0.name, value: $0.value) }
        return .success(HTTPAnswer(status: Int(response.status.code), headers: headers, body: body))
    }
}

extension EventLoop {
    /// A wait on the event loop's own timer. `Task.sleep` would begin to use Swift's pool of threads, which has the
    /// process woken every second from then on.
    fileprivate func sleep(for duration: Duration) async throws {
        let timer = scheduleTask(in: TimeAmount(duration)) {}
        try await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }
}
