import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let now = Contract.now

private func alert(_ id: String, _ rest: String = "") -> String {
    #"{"id":"\#(id)","event":"Flood Watch","status":"Actual","messageType":"Alert""#
        + (rest.isEmpty ? "" : ",") + rest + "}"
}

private func alerts(_ body: String, status: Int = 200) async throws -> [Alert] {
    let place = try #require(Contract.newYork)
    let service = ScriptedService { _ in HTTPAnswer(body, status: status) }
    let report = try await NWSAlerts(baseURL: "http://service.test", exchange: service.exchange)
        .report(for: place, at: now)
    #expect(service.paths == ["/alerts/active?point=40.7143,-74.006"])
    return report.alerts
}

private func features(_ alerts: String...) -> String {
    let features = alerts.map { #"{"type":"Feature","geometry":null,"properties":\#($0)}"# }
    return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
}

struct NWSAlertsTests {
    @Test func warningIsRead() async throws {
        let found = try #require(
            try await alerts(
                features(
                    alert(
                        "urn:oid:2.49.0.1.840.0.1",
                        #"""
                        "areaDesc":"Hudson; Bergen","severity":"Severe","certainty":"Likely","urgency":"Expected",
                        "sent":"2026-11-21T09:00:00-05:00","effective":"2026-11-21T09:00:00-05:00","onset":null,
                        "ends":null,"expires":"2026-11-21T17:00:00-05:00","senderName":"NWS New York NY",
                        "headline":"Flood Watch issued","description":"* WHAT\n\n* WHERE","instruction":null,
                        "references":[{"@id":"https://api.weather.gov/alerts/x","identifier":"urn:oid:2.49.0.1.840.0.0",
                         "sender":"w-nws.webmaster@noaa.gov","sent":"2026-11-21T08:00:00-05:00"}]
                        """#))
            ).first)
        #expect(found.id == "urn:oid:2.49.0.1.840.0.1")
        #expect(found.replaces == ["urn:oid:2.49.0.1.840.0.0"])
        #expect(found.event == "Flood Watch")
        #expect(found.headline == "Flood Watch issued")
        #expect(found.text == "* WHAT\n\n* WHERE")
        #expect(found.instruction == nil)
        #expect(found.area == "Hudson; Bergen")
        #expect(found.sender == "NWS New York NY")
        #expect(found.severity == .severe)
        #expect(found.issuedAt == UnixTime(1_795_269_600))
        #expect(found.onset == UnixTime(1_795_269_600))
        // Without an end, the message's expiry applies.
        #expect(found.ends == UnixTime(1_795_298_400))
    }

    @Test func hugeAnswerIsBounded() async throws {
        let text = String(repeating: "x", count: 50_000)
        let many = (0..<300).map { alert("\($0)", $0 == 0 ? #""description":"\#(text)","headline":"\#(text)""# : "") }
        let found = try await alerts(
            #"{"features":[\#(many.map { #"{"properties":\#($0)}"# }.joined(separator: ","))]}"#)
        #expect(found.count == 100)
        #expect(found.first?.text?.count == 20_000)
        #expect(found.first?.headline?.count == 3000)
    }

    @Test func endIsThatOfTheHazard() async throws {
        let times = #""ends":"2026-11-22T07:00:00-05:00","expires":"2026-11-21T17:00:00-05:00""#
        #expect(try await alerts(features(alert("a", times))).first?.ends == UnixTime(1_795_348_800))
    }

    @Test func cancellationRemovesReferencedWarning() async throws {
        func reference(_ id: String) -> String { #""references":[{"identifier":"\#(id)"}]"# }
        let cancellation = alert("c", reference("b")).replacing(#""Alert""#, with: #""Cancel""#)
        let found = try await alerts(
            features(alert("a"), alert("b", reference("a")), cancellation, alert("d")))
        #expect(found.map(\.id) == ["d"])
    }

    @Test(arguments: ["Exercise", "System", "Test", "Draft"])
    func onlyActualAlertsAreRead(status: String) async throws {
        #expect(try await alerts(features(alert("a").replacing("Actual", with: status))).isEmpty)
    }

    @Test func plainListIsRead() async throws {
        #expect(try await alerts(#"{"@graph":[\#(alert("a"))]}"#).map(\.id) == ["a"])
    }

    @Test func invalidFeatureIsSkippedAlone() async throws {
        let body = #"{"features":[null,3,{},{"properties":{"id":7}},{"properties":\#(alert("a"))}]}"#
        #expect(try await alerts(body).map(\.id) == ["a"])
    }

    @Test(arguments: ["{}", "[]", "", "<html>", #"{"features":null}"#])
    func invalidListIsMalformed(body: String) async throws {
        await #expect(throws: FetchFailure.self) { _ = try await alerts(body) }
    }

    @Test func placeAbroadIsNotCovered() async throws {
        let problem = #"{"title":"Invalid Point","detail":"Out of bounds"}"#
        let failure = FetchFailure.notCovered(host: "service.test", reason: "Invalid Point: Out of bounds")
        await #expect(throws: failure) { _ = try await alerts(problem, status: 404) }
    }
}
