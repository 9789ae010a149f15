import HTTP
import Weather
import WorkerProtocol

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
