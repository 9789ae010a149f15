import Dialects
import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Each source's way to withdraw a warning, and to keep it from the public.
struct WithdrawnAlertTests {
    /// The answer of a source about a warning, with one member changed.
    private func alerts(of id: String, _ name: String, _ value: String, besides former: String? = nil) async throws
        -> [Alert]
    {
        let contract = try #require(AlertContract.all.first { $0.dialect.id == id })
        let warning = contract.warning()
        return try await contract.report { path in
            guard let answer = contract.dialect.answer(path: path, about: [warning]) else {
                return HTTPAnswer(status: 404)
            }
            let text = String(decoding: answer.body, as: UTF8.self)
            guard id != "public-alerts" else {
                let inserted = "<\(name)>\(value)</\(name)>"
                guard let regex = try? Regex("<\(name)>[^<]*</\(name)>") else { return HTTPAnswer(text) }
                let known = text.firstMatch(of: regex) != nil
                return HTTPAnswer(
                    known
                        ? text.replacing(regex, with: inserted)
                        : text.replacing("<urgency>", with: inserted + "<urgency>"))
            }
            guard let regex = try? Regex("\"\(name)\":(\"[^\"]*\"|null|\\[[^\\]]*\\])") else { return HTTPAnswer(text) }
            let member = "\"\(name)\":\(value)"
            if text.firstMatch(of: regex) != nil { return HTTPAnswer(text.replacing(regex, with: member)) }
            let anchor = id == "environment-canada" ? "\"alert_code\":" : "\"severity\":"
            return HTTPAnswer(text.replacing(anchor, with: member + "," + anchor))
        }.alerts
    }

    @Test(arguments: [
        ("nws", "urgency", "\"Past\""), ("nws", "response", "\"AllClear\""), ("nws", "messageType", "\"Cancel\""),
        ("nws", "status", "\"Test\""), ("nws", "status", "\"Draft\""), ("nws", "scope", "\"Private\""),
        ("nws", "parameters", #"{"VTEC":["/O.CAN.KPQR.GL.W.0003.000000T0000Z-301222T1800Z/"]}"#),
        ("met-norway", "urgency", "\"Past\""), ("met-norway", "status", "\"Exercise\""),
        ("met-norway", "type", "\"Cancel\""),
        ("met-norway", "responseType", "[\"AllClear\"]"), ("met-norway", "scope", "\"Restricted\""),
        ("bright-sky", "urgency", "\"past\""), ("bright-sky", "response_type", "\"allclear\""),
        ("bright-sky", "status", "\"test\""),
        ("environment-canada", "status_en", "\"ended\""), ("environment-canada", "alert_type", "\"ending\""),
        ("meteoalarm", "urgency", "\"Past\""), ("meteoalarm", "responseType", "[\"AllClear\"]"),
        ("meteoalarm", "scope", "\"Restricted\""), ("meteoalarm", "status", "\"Draft\""),
        ("public-alerts", "urgency", "Past"), ("public-alerts", "responseType", "AllClear"),
        ("public-alerts", "scope", "Private"), ("public-alerts", "status", "Exercise"),
        ("public-alerts", "msgType", "Ack"),
    ])
    func withdrawnWarningIsNotTold(source: String, name: String, value: String) async throws {
        let alerts = try await alerts(of: source, name, value)
        #expect(alerts.isEmpty, "\(alerts)")
    }

    /// The changed member decides: with another value, the warning is shown.
    @Test(arguments: [
        ("nws", "urgency", "\"Immediate\""), ("nws", "response", "\"Monitor\""), ("nws", "messageType", "\"Update\""),
        ("nws", "scope", "\"Public\""),
        ("nws", "parameters", #"{"VTEC":["/O.NEW.KPQR.GL.W.0003.000000T0000Z-301222T1800Z/"]}"#),
        ("met-norway", "responseType", "[\"Prepare\"]"), ("met-norway", "type", "\"Update\""),
        ("bright-sky", "response_type", "\"none\""), ("environment-canada", "status_en", "\"continued\""),
        ("meteoalarm", "responseType", "[\"Prepare\"]"), ("public-alerts", "responseType", "Prepare"),
    ])
    func otherWarningIsTold(source: String, name: String, value: String) async throws {
        #expect(try await alerts(of: source, name, value).count == 1)
    }

    /// One Call has no such members, but a tag.
    @Test func removalIsNoWarning() throws {
        let json = try JSONValue(
            HTTPAnswer(#"{"event":"Wind","tags":["Removal of some other alert"],"start":1}"#), from: "test")
        let alert = try #require(Alert(oneCall: json))
        #expect(ReadAlerts([alert]).alerts == [])
        let tagged = try JSONValue(HTTPAnswer(#"{"event":"Xyz","tags":["Snow/Ice"]}"#), from: "test")
        #expect(Alert(oneCall: tagged)?.kind == .snowIce)
    }

    // MARK: - Regions that cannot be located

    private func report(second: [InventedWarning], from sources: [String] = ["meteoalarm", "public-alerts"])
        async throws -> AlertReport
    {
        let contracts = sources.compactMap { id in AlertContract.all.first { $0.dialect.id == id } }
        let warning = try #require(contracts.first).warning()
        let providers = try contracts.map { contract in
            try contract.provider { query async throws(FetchFailure) in
                let path = URLComponents(string: query.url)?.path ?? ""
                let isFirst = contract.dialect.id == "meteoalarm"
                guard let answer = contract.dialect.answer(path: path, about: isFirst ? [warning] : second) else {
                    return HTTPAnswer(status: 404)
                }
                let text = String(decoding: answer.body, as: UTF8.self)
                guard isFirst, let polygon = try? Regex(#""polygon":\[[^\]]*\]"#) else { return HTTPAnswer(text) }
                return HTTPAnswer(
                    text.replacing(polygon, with: #""geocode":[{"valueName":"EMMA_ID","value":"ZZ999"}]"#)
                        .replacing("\"Severe\"", with: "\"Extreme\""))
            }
        }
        let place = try #require(contracts.first).coordinate
        let chain = ProviderChain<AlertReport>(sufficiency: .allWarnings)
        let results = await chain.reports(for: [place], from: providers, renewing: [:]) { AlertContract.now }
        return try #require(try results.first?.get())
    }

    @Test func nextSourceIsAskedForWhatCannotBeLocated() async throws {
        let contract = try #require(AlertContract.all.first { $0.dialect.id == "public-alerts" })
        var flood = contract.warning()
        (flood.id, flood.event) = ("flood", "Flood Warning")
        let report = try await report(second: [flood])
        #expect(report.alerts.map(\.event) == ["Flood Warning"])
        #expect(report.sources.map(\.id) == ["meteoalarm", "public-alerts"])
        #expect(report.omitted == OmittedAlerts(unlocated: 1, unlocatedSeverity: .extreme))
        let none = try await self.report(second: [])
        #expect(none.alerts.isEmpty && none.omitted == OmittedAlerts(unlocated: 1, unlocatedSeverity: .extreme))
        // Without another source, the first one's word counts.
        let alone = try await self.report(second: [], from: ["meteoalarm"])
        #expect(alone.alerts.isEmpty && alone.omitted.unlocated == 1 && alone.provider.id == "meteoalarm")
    }
}
