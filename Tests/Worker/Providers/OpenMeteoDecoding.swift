import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

let berlin = Coordinate(latitude: 52.52, longitude: 13.41)

/// The report in an answer of status 200.
func report(_ json: String, at now: UnixTime = Fixtures.now) throws -> Report {
    try OpenMeteoService<Report>.report(
        from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org", for: #require(berlin), at: now)
}

/// The failure that an answer causes.
func failure(status: Int = 200, headers: [(name: String, value: String)] = [], _ body: String) throws -> FetchFailure? {
    let answer = HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))
    let coordinate = try #require(berlin)
    return #expect(throws: FetchFailure.self) {
        try OpenMeteoService<Report>.report(from: answer, of: "example.org", for: coordinate, at: Fixtures.now)
    }
}

/// Noon UTC on the first day of an answer that was recorded in local time.
func noon(ofRecording json: [String: Any]) throws -> UnixTime {
    let current = (json["current"] as? [String: Any])?["time"] as? String
    let daily = ((json["daily"] as? [String: Any])?["time"] as? [String])?.first
    let date = try #require(current ?? daily).prefix(10)
    return UnixTime(try Date("\(date)T12:00:00Z", strategy: .iso8601))
}
