import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// The requests to the Aviation Weather Center, and its answers as a whole.
struct AviationWeatherTests {
    private let now = UnixTime(1_783_636_200)

    private func ask(_ answer: HTTPAnswer, latitude: Double = 60, longitude: Double = 11) async throws -> (
        report: ObservationReport, path: String
    ) {
        let service = ScriptedService { _ in answer }
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let report = try await AviationWeather(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: now)
        return (report, try #require(service.paths.first))
    }

    @Test func nothingFoundIsAnEmptyAnswer() async throws {
        let (report, path) = try await ask(HTTPAnswer(status: 204))
        #expect(report.observation == nil && report.rejected.isEmpty)
        #expect(path.hasPrefix("/api/data/metar?bbox=59.7752,"))
        #expect(path.hasSuffix("&format=json"))
    }

    /// 25 km north and south are 0.2248°, east and west at 60° N twice that.
    @Test func boxHasStationsWithinReach() async throws {
        let path = try await ask(HTTPAnswer("[]")).path
        let numbers = path.split(separator: "=")[1].prefix { $0 != "&" }.split(separator: ",").compactMap { Double($0) }
        #expect(zip(numbers, [59.7752, 10.547, 60.2248, 11.453]).allSatisfy { abs($0 - $1) < 0.003 }, "\(numbers)")
    }

    @Test(arguments: [(10.0, 179.9), (-90.0, 0.0), (89.9, 10.0)])
    func boxStaysOnTheMap(latitude: Double, longitude: Double) async throws {
        let path = try await ask(HTTPAnswer("[]"), latitude: latitude, longitude: longitude).path
        let numbers = path.split(separator: "=")[1].prefix { $0 != "&" }.split(separator: ",").compactMap { Double($0) }
        #expect(numbers.count == 4 && numbers[0] < numbers[2] && numbers[1] < numbers[3])
        #expect(numbers.allSatisfy { abs($0) <= 180 } && abs(numbers[0]) <= 90 && abs(numbers[2]) <= 90)
    }

    /// Taveuni in Fiji lies on the 180th meridian; its neighbours on the other side are as near.
    @Test(arguments: [(179.95, -179.9), (-179.95, 179.9)])
    func stationBeyondTheDateLineIsFound(longitude: Double, station: Double) async throws {
        let service = ScriptedService { query in
            let edges = query.url.split(separator: "=")[1].prefix { $0 != "&" }.split(separator: ",").compactMap {
                Double($0)
            }
            guard edges.count == 4, edges[1] <= station, station <= edges[3] else { return HTTPAnswer(status: 204) }
            return HTTPAnswer(#"[{"icaoId":"NFNM","obsTime":1783635600,"lat":-16.8,"lon":\#(station),"temp":27}]"#)
        }
        let place = try #require(Coordinate(latitude: -16.8, longitude: longitude))
        let report = try await AviationWeather(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: now)
        #expect(report.observation?.station.id == "NFNM")
        #expect(report.observation?.station.distance.map { (15_000...17_000).contains($0) } == true)
        #expect(service.paths.count == 2)
    }

    @Test func overloadedServiceFails() async {
        await #expect(throws: FetchFailure.self) { try await ask(HTTPAnswer("<html>", status: 502)) }
        await #expect(throws: FetchFailure.self) { try await ask(HTTPAnswer(#"{"error":"x"}"#)) }
    }

    @Test func nearestOfUnsortedReportsIsUsed() async throws {
        func report(_ id: String, _ latitude: Double, _ extra: String = "") -> String {
            #"{"icaoId":"\#(id)","obsTime":1783635600,"lat":\#(latitude),"lon":11,"temp":14\#(extra)}"#
        }
        let list = [report("A", 60.2), report("B", 60.05), report("C", 60.01, #","altim":-99"#), "7", "null"]
        let found = try await ask(HTTPAnswer("[\(list.joined(separator: ","))]")).report
        #expect(found.observation?.station.id == "B")
        #expect(found.rejected.map(\.station.id) == ["C"])
    }
}
