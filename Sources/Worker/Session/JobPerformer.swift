public import Gazetteer
public import HTTP
import Synchronization
public import Weather
public import WorkerProtocol

/// Runs jobs: requests to services, parsing of their answers, and gazetteer queries.
public struct JobPerformer: Sendable {
    /// Network access with the settings of a job.
    public struct Network: Sendable {
        public var exchange: @Sendable (_ userAgent: String, _ deadline: Duration) -> HTTPExchange
        /// Opens a connection to the host of a URL, and sends nothing to it: through its proxy, or only to the proxy.
        public var connect:
            @Sendable (_ url: String, _ throughProxy: Bool, _ deadline: Duration) async throws(FetchFailure) -> Void

        public init(
            exchange: @escaping @Sendable (_ userAgent: String, _ deadline: Duration) -> HTTPExchange,
            connect:
                @escaping @Sendable (_ url: String, _ throughProxy: Bool, _ deadline: Duration)
                async throws(FetchFailure) -> Void
        ) {
            self.exchange = exchange
            self.connect = connect
        }
    }

    let gazetteer: Gazetteer
    /// The file with the regions of warnings; nil for none.
    let regions: String?
    let network: @Sendable (NetworkSettings) -> Network

    /// - Parameter regions: the file with the regions of warnings; nil for none.
    public init(
        gazetteer: Gazetteer, regions: String? = nil, network: @escaping @Sendable (NetworkSettings) -> Network
    ) {
        self.gazetteer = gazetteer
        self.regions = regions
        self.network = network
    }

    /// - Parameter answer: receives each answer except `done`.
    /// - Returns: the number of requests that were sent.
    public func perform(_ job: Job, answer: @escaping @Sendable (Answer) -> Void) async -> Int {
        switch job {
        case .reports(let job): return await reports(job, answer)
        case .gazetteer(let question):
            answer(self.answer(to: question))
            return 0
        case .geocode(let service, let query, let language, let passage):
            return await counting(passage) { exchange in
                answer(await geocode(service, query, language, exchange, at: passage.now))
            }
        case .reverse(let service, let coordinate, let language, let passage):
            return await counting(passage) { exchange in
                answer(await reverse(service, coordinate, language, exchange, at: passage.now))
            }
        case .locate(let url, let passage):
            return await counting(passage) { exchange in
                do throws(LocationFailure) {
                    answer(.fix(try await IPLocation(url: url, exchange: exchange).fix(at: passage.now)))
                } catch {
                    answer(.notLocated(error))
                }
            }
        case .connect(let url, let throughProxy, let passage):
            do throws(FetchFailure) {
                try await network(passage.settings).connect(url, throughProxy, .milliseconds(passage.deadline))
                answer(.connected)
            } catch {
                answer(.failed(error))
            }
            return 0
        case .probe(let urls, let passage): return await probe(urls, passage, answer)
        }
    }

    /// Runs work that sends requests.
    ///
    /// - Returns: the number of requests that were sent.
    func counting(_ passage: NetworkAccess, _ work: (@escaping HTTPExchange) async -> Void) async -> Int {
        let count = RequestCount(allowance: passage.allowance)
        let exchange = network(passage.settings).exchange(passage.userAgent, .milliseconds(passage.deadline))
        await work(count.counting(exchange))
        return count.requests
    }
}

extension JobPerformer.Network {
    /// A network that uses `Transport`.
    ///
    /// - Parameter loop: runs all requests of the worker.
    public init(settings: NetworkSettings, loop: TransferLoop) {
        let transport = Transport(settings: settings, loop: loop)
        self.init(
            exchange: { transport.exchange(userAgent: $0, deadline: $1) },
            connect: { url, throughProxy, deadline throws(FetchFailure) in
                try await transport.probe(url, throughProxy: throughProxy, deadline: deadline)
            })
    }
}

/// Counts the requests of a job, and enforces its allowance.
final class RequestCount: Sendable {
    private let allowance: Int
    private let sent = Mutex(0)

    init(allowance: Int) {
        self.allowance = allowance
    }

    var requests: Int { sent.withLock { $0 } }

    /// The same exchange, counting each request; requests beyond the allowance fail.
    func counting(_ exchange: @escaping HTTPExchange) -> HTTPExchange {
        { [self] query async throws(FetchFailure) in
            let isAllowed = sent.withLock { sent in
                guard sent < allowance else { return false }
                sent += 1
                return true
            }
            guard isAllowed else { throw .budgetSpent(host: query.host, limit: allowance, retryAfter: nil) }
            do throws(FetchFailure) {
                return try await exchange(query)
            } catch {
                // Nothing reaches the service, and the budget must not be used up.
                switch error {
                case .hostNotFound, .proxyFailed, .proxyRefused: sent.withLock { $0 -= 1 }
                default: break
                }
                throw error
            }
        }
    }
}

/// The wall clock of a job: the daemon's at the start of the job, plus the time since.
struct JobClock: Sendable {
    private let start: UnixTime
    private let begin = ContinuousClock.now

    init(startingAt start: UnixTime) {
        self.start = start
    }

    var now: UnixTime { start.advanced(by: Int(begin.duration(to: .now).components.seconds)) }
}

// The job that probes services.
extension JobPerformer {
    /// Longer answers need not be read completely.
    private static let answerLimit = 1 << 20

    func probe(_ urls: [String], _ passage: NetworkAccess, _ answer: @escaping @Sendable (Answer) -> Void) async -> Int
    {
        await counting(passage) { exchange in
            await withTaskGroup { group in
                for (index, url) in urls.enumerated() {
                    group.addTask { (index, await Self.probe(url, exchange)) }
                }
                for await (index, result) in group { answer(.probed(index: index, result)) }
            }
        }
    }

    /// Requests `robots.txt` (RFC 9309), which any web server may be asked for and no service counts. Any response
    /// shows that the connection works.
    private static func probe(_ url: String, _ exchange: HTTPExchange) async -> Result<ServerProbe, FetchFailure> {
        let scheme = url.hasPrefix("http:") ? "http" : "https"
        let query = HTTPQuery(
            url: "\(scheme)://\(HTTPQuery(url: url).host)/robots.txt", answerLimit: Self.answerLimit)
        let start = ContinuousClock.now
        var date: UnixTime?
        do throws(FetchFailure) {
            date = try await exchange(query).date
        } catch .tooLarge {
            // An oversized response is a response too.
        } catch {
            return .failure(error)
        }
        return .success(ServerProbe(milliseconds: Int(start.duration(to: .now) / .milliseconds(1)), date: date))
    }
}

// Jobs about places.
extension JobPerformer {
    func answer(to question: GazetteerQuestion) -> Answer {
        do throws(GazetteerError) {
            switch question {
            case .search(let text, let language):
                guard let query = try? SearchQuery(text) else { return .cities([]) }
                return .cities(try gazetteer.search(query, language: language))
            case .resolve(let text, let language, let keeping, let isCorrecting):
                guard let query = try? SearchQuery(text) else { return .resolution(.none) }
                guard !isCorrecting else {
                    return .resolution(
                        try gazetteer.resolveCorrecting(query, language: language, keeping: Set(keeping)))
                }
                return .resolution(try gazetteer.resolve(query, language: language, keeping: Set(keeping)))
            case .correction(let text, let language):
                guard let query = try? SearchQuery(text) else { return .correction(nil) }
                return .correction(try gazetteer.correction(of: query, language: language)?.text)
            case .locality(let coordinate, let language, let keeping):
                return .locality(try gazetteer.locality(at: coordinate, language: language, keeping: Set(keeping)))
            case .settlement(let coordinate, let language, let keeping):
                return .locality(try gazetteer.settlement(at: coordinate, language: language, keeping: Set(keeping)))
            case .status: return .gazetteer(gazetteer.status(), borders: gazetteer.bordersProblem())
            }
        } catch {
            return .noGazetteer(error)
        }
    }

    func geocode(
        _ service: Service, _ text: String, _ language: String, _ exchange: @escaping HTTPExchange, at now: UnixTime
    ) async -> Answer {
        let geocoding: (any Geocoding)? =
            switch service.kind {
            case .openMeteo: OpenMeteoGeocoding(baseURL: service.baseURL, exchange: exchange)
            case .openWeatherMap: openWeatherMap(service, exchange)
            default: nil
            }
        guard let geocoding, let query = try? SearchQuery(text) else { return .cities([]) }
        do throws(FetchFailure) {
            return .cities(try await geocoding.search(query, language: language, at: now))
        } catch {
            return .failed(error)
        }
    }

    func reverse(
        _ service: Service, _ coordinate: Coordinate, _ language: String, _ exchange: @escaping HTTPExchange,
        at now: UnixTime
    ) async -> Answer {
        guard service.kind == .openWeatherMap, let geocoding = openWeatherMap(service, exchange) else {
            return .locality(nil)
        }
        do throws(FetchFailure) {
            return .locality(try await geocoding.locality(at: coordinate, language: language, at: now))
        } catch {
            return .failed(error)
        }
    }

    /// nil without an API key.
    private func openWeatherMap(_ service: Service, _ exchange: @escaping HTTPExchange) -> OpenWeatherMapGeocoding? {
        service.key.map {
            OpenWeatherMapGeocoding(
                baseURL: service.baseURL, key: $0,
                countryName: { [gazetteer] in gazetteer.countryName($0, language: $1) }, exchange: exchange)
        }
    }
}
