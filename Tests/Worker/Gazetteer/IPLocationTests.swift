import Foundation
import HTTP
import Scratch
import Testing
import Weather

@testable import Gazetteer

struct IPLocationTests {
    private static let now = UnixTime(1_763_740_000)

    private static func coordinate(_ json: String, status: Int = 200) throws(LocationFailure) -> Coordinate {
        try IPLocation.coordinate(in: HTTPAnswer(status: status, body: Array(json.utf8)), of: "ip.example", at: now)
    }

    @Test(arguments: [
        #"{"ip":"192.0.2.1","time_zone":"Europe/Oslo","latitude":59.9139,"longitude":10.7522}"#,
        #"{"ip":"192.0.2.1","timezone":"Europe/Oslo","latitude":59.9139,"longitude":10.7522,"languages":"nb"}"#,
        #"{"ip":"192.0.2.1","loc":"59.9139,10.7522"}"#,
        #"{"success":true,"latitude":59.9139,"longitude":10.7522,"timezone":{"id":"Europe/Oslo"}}"#,
        #"{"status":"success","lat":59.9139,"lon":10.7522,"timezone":"Europe/Oslo"}"#,
        #"{"location":{"timezone":"Europe/Oslo","coordinates":{"latitude":"59.9139","longitude":"10.7522"}}}"#,
    ])
    func positionFormatsAreReadAndRounded(json: String) throws {
        #expect(try Self.coordinate(json) == Coordinate(latitude: 59.9, longitude: 10.8))
    }

    @Test(arguments: [
        (#"{"latitude":0,"longitude":0,"time_zone":""}"#, LocationFailure.unknownAddress),
        (#"{"ip":"192.168.1.1","bogon":true}"#, .unknownAddress),
        (#"{"status":"fail","message":"private range","query":"192.168.1.1"}"#, .unknownAddress),
        (#"{"success":false,"message":"Reserved range"}"#, .unknownAddress),
        (#"{"error":true,"reason":"Reserved IP Address"}"#, .unknownAddress),
        (#"{"success":false}"#, .unknownAddress),
        (#"{"success":false,"message":"CORS is\nnot supported"}"#, .failed(reason: "CORS is not supported")),
        (
            #"{"error":true,"reason":"RateLimited"}"#,
            .network(.rateLimited(host: "ip.example", reason: "RateLimited", retryAfter: nil))
        ),
        (
            #"{"error":{"title":"Rate limit exceeded","message":"Upgrade"}}"#,
            .failed(reason: "Upgrade")
        ),
        (
            #"{"ip":"192.0.2.1","country":"NO"}"#,
            .network(.malformed(host: "ip.example", reason: "the response contains no position"))
        ),
        (
            #"{"latitude":591,"longitude":10}"#,
            .network(.malformed(host: "ip.example", reason: "the position in the response is not on Earth"))
        ),
        (
            "<html>", .network(.malformed(host: "ip.example", reason: "the response is not a position in JSON"))
        ),
        ("", .network(.malformed(host: "ip.example", reason: "the response is not a position in JSON"))),
    ])
    func invalidPositionIsError(json: String, failure: LocationFailure) {
        #expect(throws: failure) { try Self.coordinate(json) }
    }

    @Test func statusIsCheckedFirst() {
        #expect(
            throws: LocationFailure.network(.rateLimited(host: "ip.example", reason: "RateLimited", retryAfter: nil))
        ) { try Self.coordinate(#"{"error":true,"reason":"RateLimited"}"#, status: 429) }
        #expect(throws: LocationFailure.network(.refused(host: "ip.example", status: 403, reason: nil))) {
            try Self.coordinate("<html>", status: 403)
        }
    }

    @Test func configuredAddressIsRequested() async throws {
        let location = IPLocation(url: "https://ip.example/json/") { query throws(FetchFailure) in
            guard query.url == "https://ip.example/json/" else { throw .hostNotFound(host: query.host) }
            return HTTPAnswer(status: 200, body: Array(#"{"lat":-34.93,"lon":-56.18}"#.utf8))
        }
        let fix = try await location.fix(at: Self.now)
        #expect(
            try fix
                == LocationFix(
                    coordinate: #require(Coordinate(latitude: -34.9, longitude: -56.2)), time: Self.now, source: .ip))
    }

    @Test func missingAnswerIsNetworkFailure() async {
        let location = IPLocation(url: "https://ip.example/json/") { query throws(FetchFailure) in
            throw .hostNotFound(host: query.host)
        }
        await #expect(throws: LocationFailure.network(.hostNotFound(host: "ip.example"))) {
            try await location.fix(at: Self.now)
        }
    }

    private static let recordings = RecordingFolder("ipgeo")

    @Test(
        .enabled(if: recordings.exists, "\(RecordingFolder.absence)"),
        arguments: [
            ("geoip_reallyfreegeoip_edited", 40.7, -74.0), ("ip-api_com_success", 40.7, -74.0),
            ("ipapi_co_success_docs", 38.5, -121.5), ("ipinfo_io_8.8.8.8", 37.4, -122.1),
            ("ipwho_is_success_docs", 37.4, -122.1), ("geoapi_info_edited", 40.7, -74.0),
        ])
    func recordedAnswersAreRead(name: String, latitude: Double, longitude: Double) throws {
        let body = try Self.recordings.body(name + ".json")
        let coordinate = try IPLocation.coordinate(
            in: HTTPAnswer(status: 200, body: body), of: "recording", at: Self.now)
        #expect(coordinate == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(
        .enabled(if: recordings.exists, "\(RecordingFolder.absence)"),
        arguments: ["ip-api_com_fail", "ipapi_co_error_429", "ipinfo_io_lite_8.8.8.8"])
    func recordedFailuresAreFailures(name: String) throws {
        let body = try Self.recordings.body(name + ".json")
        #expect(throws: LocationFailure.self) {
            try IPLocation.coordinate(in: HTTPAnswer(status: 200, body: body), of: "recording", at: Self.now)
        }
    }
}
