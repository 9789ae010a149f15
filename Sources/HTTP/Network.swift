public import Endpoints
import NIOCore
public import NIOPosix
import Synchronization
public import Weather

/// The way to the network, for a daemon that asks a few questions an hour and in between holds neither sockets nor timers.
/// Certificates are verified always, and there is no setting to have it otherwise.
public final class Network: Sendable {
    private struct State {
        var settings: NetworkSettings
        /// Made when they are first needed, by the proxy that they go through: the client library has one for all that it asks.
        var clients: [Proxy?: Client] = [:]
    }

    private let eventLoops: MultiThreadedEventLoopGroup
    private let now: @Sendable () -> UnixTime
    private let connectDeadline: TimeAmount
    private let readDeadline: TimeAmount
    private let state: Mutex<State>

    /// - Parameters:
    ///   - now: the wall clock, which certificates are told by.
    ///   - connectDeadline: for looking up the address and connecting.
    ///   - readDeadline: for the silence between two parts of an answer.
    public init(
        eventLoops: MultiThreadedEventLoopGroup, settings: NetworkSettings = NetworkSettings(),
        now: @escaping @Sendable () -> UnixTime, connectDeadline: Duration = .seconds(5),
        readDeadline: Duration = .seconds(10)
    ) {
        self.eventLoops = eventLoops
        self.now = now
        self.connectDeadline = TimeAmount(connectDeadline)
        self.readDeadline = TimeAmount(readDeadline)
        state = Mutex(State(settings: settings))
    }

    /// Has what is asked from now on go by other settings. What is under way ends by the old ones.
    public func adopt(_ settings: NetworkSettings) {
        state.withLock { state in
            guard settings != state.settings else { return }
            state = State(settings: settings)
        }
    }

    /// Whom a connection is made to for a web address: the address, or the proxy on the way there.
    public func neighbour(of address: String) -> String {
        state.withLock { $0.settings.neighbour(of: address) }
    }

    /// The way for one who calls himself so. Cancelling the task cancels the exchange.
    ///
    /// - Parameters:
    ///   - userAgent: `weatherd/0.1.0 (+https://…)`, so that services know whom to write to.
    ///   - deadline: for the whole exchange, redirects and body included.
    public func exchange(userAgent: String, deadline: Duration = .seconds(20)) -> HTTPExchange {
        { query async throws(FetchFailure) in
            let start = ContinuousClock.now
            let end = NIODeadline.now() + TimeAmount(deadline)
            var redirection = Redirection(of: query)
            var step = query
            while true {
                let answer = try await self.answer(
                    to: step, for: query.host, userAgent: userAgent, since: start, end: end)
                guard let next = try redirection.next(after: step, answer) else { return answer.redacted(query.key) }
                step = next
            }
        }
    }

    /// - Parameter host: whom failures are told of.
    private func answer(
        to query: HTTPQuery, for host: String, userAgent: String, since start: ContinuousClock.Instant,
        end: NIODeadline
    ) async throws(FetchFailure) -> HTTPAnswer {
        guard let address = WebAddress(query.url) else { throw .notAnAddress(host: host) }
        let (client, proxy) = try client(for: query.url, of: host)
        // Through a proxy the library would compare a number with that of the proxy, not of the server.
        let isToNumber = ProxyExceptions.number(address.host) != nil
        guard proxy == nil || !address.isSecure || !isToNumber else { throw .numberBehindProxy(host: host) }
        do {
            return try await client.answer(to: query, userAgent: userAgent, end: end)
        } catch {
            let waited = start.duration(to: .now)
            if proxy == nil, error.isUnverifiedCertificate,
                let shown = await ShownCertificates(of: query.url, on: eventLoops.any(), until: end)
            {
                throw .untrusted(host: host, reason: shown.reason(at: now()))
            }
            throw FetchFailure(error, host: host, proxy: proxy, answerLimit: query.answerLimit, after: waited)
        }
    }

    private func client(for url: String, of host: String) throws(FetchFailure) -> (Client, Proxy?) {
        try state.withLock { state throws(FetchFailure) in
            let proxy: Proxy?
            do throws(ProxyPolicy.Problem) {
                proxy = try state.settings.proxies.proxy(for: url)
            } catch {
                throw .unreachable(host: host, reason: "\(error.variable) \(error.sentence)")
            }
            if let client = state.clients[proxy] { return (client, proxy) }
            let client = Client(
                eventLoops: eventLoops, proxy: proxy, authorities: state.settings.authorities,
                connectDeadline: connectDeadline, readDeadline: readDeadline)
            state.clients[proxy] = client
            return (client, proxy)
        }
    }
}
