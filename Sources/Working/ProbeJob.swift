import HTTP
import Jobs
import Weather

// The job of seeing whether services answer.
extension JobPerformer {
    /// What answers need not be read to its end.
    private static let answerLimit = 1 << 20

    func probe(_ urls: [String], _ passage: Passage, _ answer: @escaping @Sendable (Answer) -> Void) async -> Int {
        await counting(passage) { exchange in
            await withTaskGroup { group in
                for (index, url) in urls.enumerated() {
                    group.addTask { (index, await Self.probe(url, exchange)) }
                }
                for await (index, result) in group { answer(.probed(index: index, result)) }
            }
        }
    }

    /// Asks for what every web server may be asked, which no service counts: `robots.txt` (RFC 9309). Whatever the answer is,
    /// all that lies in between works.
    private static func probe(_ url: String, _ exchange: HTTPExchange) async -> Result<ServerProbe, FetchFailure> {
        let scheme = url.hasPrefix("http:") ? "http" : "https"
        let query = HTTPQuery(
            url: "\(scheme)://\(HTTPQuery(url: url).host)/robots.txt", answerLimit: Self.answerLimit)
        let start = ContinuousClock.now
        var date: UnixTime?
        do throws(FetchFailure) {
            date = try await exchange(query).date
        } catch .tooLarge {
            // That it answers with more than a page is an answer too.
        } catch {
            return .failure(error)
        }
        return .success(ServerProbe(milliseconds: Int(start.duration(to: .now) / .milliseconds(1)), date: date))
    }
}
