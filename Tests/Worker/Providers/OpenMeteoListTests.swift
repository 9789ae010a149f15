import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Several places in one request.
@Suite struct OpenMeteoListTests {
    private static let montevideo = #"""
        {"utc_offset_seconds":-10800,"timezone":"America/Montevideo","location_id":1,
         "current":{"time":1795262400,"temperature_2m":22.5},
         "daily":{"time":[1795230000],"temperature_2m_max":[24.3]}}
        """#
    private static let kathmandu = #"""
        {"utc_offset_seconds":20700,"timezone":"Asia/Kathmandu","location_id":2,
         "current":{"time":1795262400,"temperature_2m":14},
         "daily":{"time":[1795198500],"temperature_2m_max":[18.1]}}
        """#

    private func places(_ count: Int) throws -> [Coordinate] {
        try (0..<count).map { try #require(Coordinate(latitude: Double($0) - 30, longitude: Double($0) * 2)) }
    }

    private func reports(
        _ body: String, status: Int = 200, for count: Int
    ) throws -> [Result<Report, FetchFailure>] {
        try OpenMeteoService<Report>.reports(
            from: HTTPAnswer(status: status, body: Array(body.utf8)), of: "example.org", for: places(count),
            at: Fixtures.now)
    }

    @Test func eachPlaceHasItsWeatherAndTimeZone() throws {
        let results = try reports("[\(Fixtures.whole),\(Self.montevideo) , \(Self.kathmandu)]\n", for: 3)
        let reports = try results.map { try $0.get() }
        #expect(reports.map(\.coordinate) == (try places(3)))
        #expect(reports.map(\.timeZone) == ["Europe/Berlin", "America/Montevideo", "Asia/Kathmandu"])
        #expect(reports.map(\.current?.temperature) == [4, 22.5, 14])
        #expect(reports.map(\.days.first?.date.description) == ["2026-11-21", "2026-11-21", "2026-11-21"])
        #expect(reports.map(\.days.first?.start.seconds) == [1_795_215_600, 1_795_230_000, 1_795_198_500])
    }

    @Test func invalidElementFailsOnlyItsPlace() throws {
        let bad = [
            "null", "{}", #"{"error":true,"reason":"No data, [sorry] \" }"}"#, "17",
            #"{"timezone":"GMT","current":{}}"#,
        ]
        for element in bad {
            let results = try reports("[\(Self.montevideo),\(element),\(Self.kathmandu)]", for: 3)
            #expect((try? results[0].get())?.timeZone == "America/Montevideo")
            #expect((try? results[1].get()) == nil, "\(element)")
            #expect((try? results[2].get())?.timeZone == "Asia/Kathmandu")
        }
    }

    @Test(arguments: [
        ("[]", "the response is for 0 places, not for 2"),
        ("[{},{},{}]", "the response is for 3 places, not for 2"),
        (montevideo, "the response is for one place, not for 2"),
        ("[\(montevideo),\(kathmandu)", "the response is not the expected JSON"),
        ("[\(montevideo)},\(kathmandu)]", "the response is not the expected JSON"),
        ("", "the response is empty"),
    ])
    func invalidListFailsAllPlaces(body: String, reason: String) {
        #expect(throws: FetchFailure.malformed(host: "example.org", reason: reason)) { try reports(body, for: 2) }
    }

    @Test func webPageIsReported() {
        #expect(throws: FetchFailure.webPage(host: "example.org")) { try reports("<html>", for: 2) }
    }

    @Test func errorAppliesToAllPlaces() {
        let body = #"{"error":true,"reason":"Minutely API request limit exceeded. Please try again in one minute."}"#
        #expect(
            throws: FetchFailure.rateLimited(
                host: "example.org", reason: "Minutely API request limit exceeded. Please try again in one minute.",
                retryAfter: 60)
        ) { try reports(body, status: 429, for: 60) }
    }

    @Test func oneRequestCoversAllPlaces() async throws {
        let places = try places(60)
        let provider = OpenMeteo(baseURL: "https://example.org") { query throws(FetchFailure) in
            guard query.url.contains("?latitude=-30.0,-29.0,"), query.url.contains("&longitude=0.0,2.0,"),
                query.url.contains(",29.0&"), query.url.contains(",118.0&"), query.url.utf8.count < 3000,
                query.answerLimit > 60 * 100_000
            else { throw .hostNotFound(host: query.host) }
            let list = Array(repeating: Fixtures.whole, count: 60).joined(separator: ",")
            return HTTPAnswer(status: 200, body: Array("[\(list)]".utf8))
        }
        let results = try await provider.reports(for: places, at: Fixtures.now, renewing: [:])
        #expect(results.compactMap { try? $0.get().coordinate } == places)
    }

    @Test func singlePlaceAnswerIsAnObject() throws {
        #expect(try reports(Self.montevideo, for: 1).first?.get().timeZone == "America/Montevideo")
    }

    @Test func providerWithoutListsIsCalledPerPlace() async throws {
        struct SinglePlaceProvider: ReportProvider {
            let identity = Provider(id: "x", name: "X")
            func report(
                for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
            ) async throws(FetchFailure) -> Report {
                guard coordinate.latitude >= 0 else { throw .hostNotFound(host: "x") }
                return Report(coordinate: coordinate, timeZone: "UTC", provider: identity, fetchedAt: now)
            }
        }
        let results = try await SinglePlaceProvider().reports(for: places(32), at: Fixtures.now, renewing: [:])
        #expect(results.count == 32)
        #expect(results.filter { (try? $0.get()) != nil }.count == 2)
        #expect(SinglePlaceProvider().limits.batch == 1)
    }
}

@Suite struct JSONArrayTests {
    @Test(arguments: [
        ("[]", []), (" [ ] \n", []), ("[1]", ["1"]),
        (#"[{"a":[1,2]},"],[\",",[[]],null]"#, [#"{"a":[1,2]}"#, #""],[\",""#, "[[]]", "null"]),
        (#"["\\",2]"#, [#""\\""#, "2"]),
    ])
    func elements(text: String, elements: [String]) throws {
        let array = try #require(JSONArray(Array(text.utf8), most: 4))
        #expect(array.count == elements.count)
        #expect(array.elements.map { String(decoding: $0, as: UTF8.self) } == elements)
    }

    @Test(arguments: ["", "[", "]", "{}", "[1", #"["]"#, "[[]", "[]]", "[}{]", "1,2"])
    func truncatedArrayIsError(text: String) {
        #expect(JSONArray(Array(text.utf8), most: 4) == nil)
    }

    @Test func extraElementsAreDropped() throws {
        let text = "[" + String(repeating: "1,", count: 100_000) + "1]"
        let array = try #require(JSONArray(Array(text.utf8), most: 2))
        #expect(array.elements.count == 2)
        #expect(array.count == 100_001)
    }
}
