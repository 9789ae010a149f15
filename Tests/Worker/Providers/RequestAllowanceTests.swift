import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// A provider and what its job may send.
struct RequestSender: Sendable, CustomTestStringConvertible {
    var name: String
    var facts: ProviderFacts
    /// Requests reports for the places in four jobs: the second knows the first's hints and reports, the fourth the third's
    /// reports alone.
    var send: @Sendable ([Coordinate], @escaping HTTPExchange, _ isNext: @Sendable () -> Void) async -> Void
    /// The most requests that the services below cause for one place; nil for one.
    var most = 1

    var testDescription: String { name }

    init<Provider: ReportProvider>(
        _ name: String, _ facts: ProviderFacts, most: Int = 1,
        _ make: @escaping @Sendable (@escaping HTTPExchange) -> Provider
    ) {
        (self.name, self.facts, self.most) = (name, facts, most)
        send = { places, exchange, isNext in
            var provider = make(exchange)
            let kept = Mutex<[Coordinate: Provider.Content]>([:])
            for job in 0..<4 {
                if job > 0 { isNext() }
                if job == 2 { kept.withLock { $0 = [:] } }
                if job > 1 { provider = make(exchange) }
                let known = kept.withLock { $0 }
                var index = 0
                await provider.eachReport(for: places, renewing: known, now: { Contract.now.advanced(by: job * 600) }) {
                    if case .success(let report) = $0 { kept.withLock { $0[places[index]] = report } }
                    index += 1
                }
            }
        }
    }
}

/// No job sends more requests than its allowance, whatever the service answers: the first beyond it would fail as a spent daily
/// budget, and the service would rest.
struct RequestAllowanceTests {
    private static let places = [
        (59.9, 10.7), (40.7, -74), (-16.8, 179.98), (68, -179.9), (52, 179.99), (89.9, 0), (-90, 0), (0, 0),
    ].compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }

    private static let statuses = [200, 204, 304, 400, 401, 403, 404, 418, 422, 429, 500, 503]

    /// The answer to a request, by the number of the job and that of the request in the job, from 0.
    private typealias Answerer = @Sendable (_ query: HTTPQuery, _ job: Int, _ number: Int) -> HTTPAnswer

    /// Services that cause many requests.
    private static let services: [Answerer] =
        statuses.map(failing) + [failing(200, "[]"), rejecting, busy(usable: nil), busy(usable: "KEEE"), moved]

    private static func failing(_ status: Int) -> Answerer { failing(status, "{}") }

    private static func failing(_ status: Int, _ body: String) -> Answerer {
        { _, _, _ in HTTPAnswer(body, status: status) }
    }

    /// Knows none of the variables.
    private static let rejecting: Answerer = { query, _, _ in
        for list in ["minutely_15", "daily", "current", "hourly"] {
            let parameter = query.url.split(separator: "&").first {
                $0.hasPrefix("\(list)=") || $0.contains("?\(list)=")
            }
            guard let name = parameter?.split(separator: "=").last?.split(separator: ",").last else { continue }
            let reason =
                "Data corrupted at path '\(list)'. Cannot initialize Variable from invalid String value \(name)."
            return HTTPAnswer(#"{"error":true,"reason":"\#(reason)"}"#, status: 400)
        }
        return HTTPAnswer("{}", status: 400)
    }

    /// Everything is there except for what would end the search: stations without usable observations, warnings without files.
    ///
    /// - Parameter usable: the station with an observation in the first job.
    private static func busy(usable: String?) -> Answerer {
        { query, job, number in
            let path = query.url.replacing("http://service.test", with: "").prefix { $0 != "?" }
            let ids = (0..<30).map { "00000000-0000-0000-000\(number % 10)-\(100_000_000_000 + $0)" }
            switch path {
            case _ where path.hasPrefix("/points/"): return HTTPAnswer(point)
            case "/hourly":
                return HTTPAnswer(#"{"properties":{"periods":[{"startTime":"2026-11-21T15:00:00+00:00"}]}}"#)
            case "/stations":
                let features = ["KAAA", "KBBB", "KCCC", "KDDD", "KEEE"].map { id in
                    #"{"properties":{"stationIdentifier":"\#(id)"}}"#
                }
                return HTTPAnswer("{\"features\":[\(features.joined(separator: ","))]}")
            case _ where path.hasPrefix("/stations/"):
                guard job == 0, let usable, path.contains(usable) || path.contains("KBBB") else {
                    return HTTPAnswer("{}")
                }
                return HTTPAnswer(
                    #"{"properties":{"timestamp":"2026-11-21T14:51:00+00:00","temperature":{"unitCode":"wmoUnit:degC","value":5}}}"#
                )
            case "/sources/area_status": return HTTPAnswer(#"{"results":[{"cap_alert_feed_status":"operating"}]}"#)
            case "/alert/area": return HTTPAnswer("[\"\(ids.joined(separator: "\",\""))\"]")
            case _ where path.hasPrefix("/data/4.0/onecall/alert"): return HTTPAnswer("{}")
            case _ where path.hasPrefix("/data/4.0/onecall"):
                let alerts = "\"\(ids.joined(separator: "\",\""))\""
                return HTTPAnswer(
                    #"{"timezone":"Pacific/Kiritimati","data":[{"dt":\#(Contract.now.seconds),"temp":5,"alerts":[\#(alerts)]}]}"#
                )
            default: return HTTPAnswer("", status: 404)
            }
        }
    }

    /// The grid of the second job is another.
    private static let moved: Answerer = { query, job, number in
        job == 1 && number == 0 ? HTTPAnswer("{}", status: 404) : busy(usable: nil)(query, job, number)
    }

    private static let point = #"""
        {"properties":{"forecastHourly":"https://x/hourly","forecast":"https://x/daily","timeZone":"America/New_York",
         "forecastGridData":"https://x/grid","observationStations":"https://x/stations"}}
        """#

    private final class Count: Sendable {
        let jobs = Mutex([0])
    }

    private func requests(_ sender: RequestSender, for places: [Coordinate], of service: Int) async -> [Int] {
        let count = Count()
        await sender.send(places) { query async throws(FetchFailure) in
            let (job, number) = count.jobs.withLock { jobs in
                jobs[jobs.count - 1] += 1
                return (jobs.count - 1, jobs[jobs.count - 1] - 1)
            }
            return Self.services[service](query, job % 2, number)
        } _: {
            count.jobs.withLock { $0.append(0) }
        }
        return count.jobs.withLock { $0 }
    }

    @Test(arguments: RequestSender.all) func jobsStayWithinTheirAllowance(sender: RequestSender) async {
        var most = 0
        for service in Self.services.indices {
            for place in Self.places {
                let allowance = sender.facts.requests(for: [place]) + sender.facts.repeats
                for sent in await requests(sender, for: [place], of: service) {
                    #expect(sent <= allowance, "\(place) of service \(service)")
                    most = max(most, sent)
                }
            }
            for count in sender.facts.limits.batch > 1 ? [2, 70] : [2] {
                let list = (0..<count).compactMap {
                    Coordinate(latitude: Double($0 % 2 * 2 - 1) * 40, longitude: Double($0))
                }
                let allowance = sender.facts.requests(for: list) + sender.facts.repeats
                for sent in await requests(sender, for: list, of: service) {
                    #expect(sent <= allowance, "\(count) places of service \(service)")
                }
            }
        }
        // The services above are no easier than a real one.
        #expect(most == sender.most)
    }
}
