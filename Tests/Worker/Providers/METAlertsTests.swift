import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let now = Contract.now

private func alerts(_ features: String) async throws -> [Alert] {
    let oslo = try #require(Contract.oslo)
    let service = ScriptedService { _ in
        HTTPAnswer(#"{"type":"FeatureCollection","lang":"en","features":[\#(features)]}"#)
    }
    return try await METAlerts(baseURL: "http://service.test", exchange: service.exchange)
        .report(for: oslo, at: now).alerts
}

private func feature(_ id: String, _ properties: String, interval: String = #""2026-11-21T12:00:00+00:00""#) -> String {
    #"{"type":"Feature","geometry":null,"when":{"interval":[\#(interval)]},"#
        + #""properties":{"id":"\#(id)","status":"Actual",\#(properties)}}"#
}

struct METAlertsTests {
    @Test func warningIsRead() async throws {
        let alert = try #require(
            try await alerts(
                feature(
                    "2.49.0.1.578.0.20261121",
                    #"""
                    "area":"Torungen - Oksøy","awareness_level":"2; yellow; Moderate","awareness_type":"1; Wind",
                    "certainty":"Likely","consequences":"Rough sea.","description":"Northeasterly 15 m/s.",
                    "event":"gale","eventAwarenessName":"Gale","eventEndingTime":"2026-11-22T13:00:00+00:00",
                    "instruction":"Stay ashore.","severity":"Moderate","title":"Gale, yellow level","type":"Update",
                    "references":"noreply@met.no,2.49.0.1.578.0.1,2026-11-20T10:00:00+00:00 x@met.no,2.49.0.1.578.0.2,y"
                    """#, interval: #""2026-11-21T12:00:00+00:00","2026-11-22T18:00:00+00:00""#)
            ).first)
        #expect(alert.id == "2.49.0.1.578.0.20261121")
        #expect(alert.replaces == ["2.49.0.1.578.0.1", "2.49.0.1.578.0.2"])
        #expect(alert.event == "Gale")
        #expect(alert.headline == "Gale, yellow level")
        #expect(alert.text == "Northeasterly 15 m/s.\n\nRough sea.")
        #expect(alert.instruction == "Stay ashore.")
        #expect(alert.area == "Torungen - Oksøy")
        #expect(alert.sender == "MET Norway")
        #expect(alert.severity == .moderate)
        #expect(alert.onset == UnixTime(1_795_262_400))
        #expect(alert.ends == UnixTime(1_795_352_400))
    }

    @Test func missingFieldsHaveFallbacks() async throws {
        let level = try await alerts(feature("a", #""event":"snow","awareness_level":"3; orange; Severe""#))
        #expect(level.first?.severity == .severe)
        #expect(level.first?.event == "snow")
        #expect(level.first?.ends == nil)
        let interval = try await alerts(
            feature("a", #""event":"snow""#, interval: #""2026-11-21T12:00:00Z","2026-11-21T18:00:00Z""#))
        #expect(interval.first?.ends == UnixTime(1_795_284_000))
        #expect(interval.first?.severity == .unknown)
    }

    @Test func cancellationRemovesReferencedWarning() async throws {
        let found = try await alerts(
            [
                feature("a", #""event":"gale","type":"Alert""#),
                feature("b", #""event":"gale","type":"Update","references":"m@met.no,a,2026-11-21T10:00:00Z""#),
                feature("c", #""msgType":"Cancel","references":"m@met.no,b,2026-11-21T11:00:00Z""#),
                feature("d", #""event":"snow","type":"Alert""#),
            ].joined(separator: ","))
        #expect(found.map(\.id) == ["d"])
    }

    @Test func updateReplacesReferencedWarning() async throws {
        let found = try await alerts(
            feature("a", #""event":"gale""#) + ","
                + feature("b", #""event":"storm","references":"m@met.no,a,2026-11-21T10:00:00Z""#))
        #expect(found.inForce(at: now).map(\.id) == ["b"])
    }

    @Test func exercisesAreIgnored() async throws {
        let exercise = feature("a", #""event":"gale""#).replacing("Actual", with: "Exercise")
        #expect(try await alerts(exercise).isEmpty)
    }

    @Test func invalidFeatureIsSkippedAlone() async throws {
        let found = try await alerts(#"null,3,"x",{},{"properties":[]},\#(feature("a", #""event":"gale""#))"#)
        #expect(found.map(\.id) == ["a"])
    }

    @Test func emptyWarningListIsAReport() async throws {
        #expect(try await alerts("").isEmpty)
    }

    @Test(arguments: ["{}", "[]", "", "<html>", #"{"features":null}"#, #"{"features":{}}"#])
    func invalidListIsMalformed(body: String) async throws {
        let oslo = try #require(Contract.oslo)
        let service = ScriptedService { _ in HTTPAnswer(body) }
        await #expect(throws: FetchFailure.self) {
            _ = try await METAlerts(baseURL: "http://service.test", exchange: service.exchange)
                .report(for: oslo, at: now)
        }
    }

    @Test func notModifiedRenewsKnownReport() async throws {
        let oslo = try #require(Contract.oslo)
        let date = "Sat, 21 Nov 2026 14:58:00 GMT"
        let body = #"{"features":[\#(feature("a", #""event":"gale""#))]}"#
        let service = ScriptedService { query in
            query.headers["If-Modified-Since"] == nil
                ? HTTPAnswer(body, headers: [("Last-Modified", date)]) : HTTPAnswer("", status: 304)
        }
        let provider = METAlerts(baseURL: "http://service.test", exchange: service.exchange)
        let first = try await provider.report(for: oslo, at: now)
        let second = try await provider.report(for: oslo, at: now.advanced(by: 600), renewing: first)
        #expect(second.alerts == first.alerts)
        #expect(second.fetchedAt == now.advanced(by: 600))
        #expect(second.httpFreshness?.lastModified == date)
        #expect(service.paths.first == "/weatherapi/metalerts/2.0/current.json?lat=59.9139&lon=10.7522&lang=en")
        #expect(service.queries.last?.headers["If-Modified-Since"] == date)
    }

    @Test(
        arguments: [
            (59.91, 10.75, true), (69.65, 18.96, true), (78.22, 15.65, true), (70.98, -8.5, true), (58.0, 2.0, true),
            (52.52, 13.4, false), (40.71, -74.0, false), (64.15, -21.9, false), (-54.4, 3.4, false),
        ])
    func coverageIsNorwayAndItsSeas(latitude: Double, longitude: Double, isCovered: Bool) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let provider = METAlerts(
            baseURL: "http://service.test", exchange: ScriptedService { _ in HTTPAnswer("") }.exchange)
        #expect(provider.covers(place) == isCovered)
    }
}
