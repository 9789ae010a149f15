public import Gazetteer
public import HTTP
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
        case .reports(.forecasts(let job)): return await forecasts(job, answer)
        case .reports(.alerts(let job)): return await alerts(job, answer)
        case .reports(.air(let job)): return await air(job, answer)
        case .reports(.observations(let job)): return await observations(job, answer)
        case .reports(.radar(let job)): return await radar(job, answer)
        case .reports(.normals(let job)): return await normals(job, answer)
        case .reports(.ensemble(let job)): return await ensemble(job, answer)
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
