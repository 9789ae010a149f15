import Dialects
import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// What each source says of time, place and subject in its own way.
struct SecondReadingTests {
    private static let now = AlertContract.now

    private func contract(_ id: String) throws -> AlertContract {
        try #require(AlertContract.all.first { $0.dialect.id == id })
    }

    /// The report of a source about warnings, with its text changed.
    private func report(
        _ contract: AlertContract, _ warnings: [InventedWarning], _ edit: @escaping @Sendable (String) -> String
    ) async throws -> AlertReport {
        try await contract.report { path in
            guard let answer = contract.dialect.answer(path: path, about: warnings) else {
                return HTTPAnswer(status: 404)
            }
            return HTTPAnswer(edit(String(decoding: answer.body, as: UTF8.self)))
        }
    }

    private func report(_ id: String, _ edit: @escaping @Sendable (String) -> String) async throws -> AlertReport {
        let contract = try contract(id)
        return try await report(contract, [contract.warning()], edit)
    }

    // MARK: - Times

    /// A message may expire before the danger begins.
    @Test(arguments: AlertContract.all)
    func warningThatHasNotBegunIsAnnounced(contract: AlertContract) async throws {
        var warning = contract.warning()
        (warning.onset, warning.ends) = (Self.now.advanced(by: 30 * 3600), Self.now.advanced(by: 10 * 3600))
        for edit: @Sendable (String) -> String in [
            { $0 }, { $0.replacing(#""ends":"#, with: #""ends":null,"expires":"#) },
        ] {
            let report = try await report(contract, [warning], edit)
            #expect(report.inForce(at: Self.now).isEmpty && report.announced(at: Self.now).count == 1)
            #expect(report.alerts.first?.ends == nil && report.alerts.first?.onset == warning.onset)
        }
    }

    /// The same in forecasts, which have NWS's warnings too.
    @Test func warningOfAForecastThatHasNotBegunIsAnnounced() async throws {
        let body = #"""
            {"currently":{"time":1795262400,"temperature":4},"flags":{"units":"si"},"alerts":[
             {"title":"Winter Storm Watch","severity":"Watch","time":1795380000,"expires":1795310000},
             {"title":"Required Weekly Test","severity":"Warning","time":1795262000,"expires":1795310000}]}
            """#
        let alerts = try #require(try await DarkSkyAnswers.report(body).alerts)
        #expect(alerts.map(\.event) == ["Winter Storm Watch"])
        #expect(alerts.allSatisfy { $0.isAnnounced(at: UnixTime(1_795_273_200)) && $0.ends == nil })
    }

    /// MeteoAlarm's lists have messages of days ago.
    @Test func listedWarningWithoutAnEndIsOverAfterADay() async throws {
        let contract = try contract("meteoalarm")
        var warning = contract.warning()
        let remove: @Sendable (String) -> String = {
            guard let expires = try? Regex(#""expires":"[^"]*",|,"expires":"[^"]*""#) else { return $0 }
            return $0.replacing(expires, with: "")
        }
        (warning.issuedAt, warning.onset) = (Self.now.advanced(by: -7200), Self.now.advanced(by: -3600))
        let recent = try await report(contract, [warning], remove)
        #expect(recent.inForce(at: Self.now).first?.ends == Self.now.advanced(by: 86_400 - 7200))
        (warning.issuedAt, warning.onset) = (Self.now.advanced(by: -108_000), Self.now.advanced(by: -100_000))
        let old = try await report(contract, [warning], remove)
        #expect(old.alerts.isEmpty && old.omitted.isEmpty)
    }

    // MARK: - Withdrawn

    /// Environment Canada's words, whatever the case; another word may be a withdrawal.
    @Test(arguments: ["Ended", "ENDED", "cancelled", "Cancelled", "transitioned_out"])
    func canadianWithdrawalIsNoWarning(word: String) async throws {
        let contract = try contract("environment-canada")
        let report = try await report(contract, [contract.warning()]) {
            $0.replacing(#""status_en":"issued""#, with: #""status_en":"\#(word)""#)
        }
        #expect(report.alerts.isEmpty && report.omitted.isEmpty)
        let ending = try await self.report(contract, [contract.warning()]) {
            $0.replacing(#""alert_type":"warning""#, with: #""alert_type":"Ending""#)
        }
        #expect(ending.alerts.isEmpty && ending.omitted.isEmpty)
    }

    @Test func unknownCanadianStatusIsUnreadable() async throws {
        let contract = try contract("environment-canada")
        var second = contract.warning()
        second.id = "2"
        let report = try await report(contract, [contract.warning(), second]) {
            guard let first = $0.firstRange(of: #""status_en":"issued""#) else { return $0 }
            return $0.replacingCharacters(in: first, with: #""status_en":"lapsed""#)
        }
        #expect(report.alerts.count == 1 && report.omitted == OmittedAlerts(unreadable: 1))
        for word in [#""Continued""#, #""updated""#, "null"] {
            let read = try await self.report(contract, [contract.warning()]) {
                $0.replacing(#""status_en":"issued""#, with: #""status_en":\#(word)"#)
            }
            #expect(read.alerts.count == 1 && read.omitted.isEmpty)
        }
    }

    /// Both copies of a warning are in NWS's list.
    @Test func expiredReferencesOfNWSAreFollowed() async throws {
        let contract = try contract("nws")
        var newer = contract.warning()
        newer.id = "urn:oid:2"
        let old = contract.warning()
        let report = try await report(contract, [newer, old]) {
            let reference = "w-nws.webmaster@noaa.gov,\(old.id),2026-11-21T08:00:00-05:00"
            guard let start = $0.firstRange(of: #""properties":{"#) else { return $0 }
            return $0.replacingCharacters(
                in: start, with: #""properties":{"parameters":{"expiredReferences":["\#(reference)"]},"#)
        }
        #expect(report.alerts.count == 1)
    }

    // MARK: - Places and subjects

    /// These services are asked for a place, and send outlines.
    @Test(arguments: ["met-norway", "nws"])
    func warningWithAnOutlineElsewhereIsNotTold(id: String) async throws {
        let contract = try contract(id)
        var warning = contract.warning()
        for (degrees, count) in [(9.0, 0), (1.05, 1), (0, 1)] {
            warning.centre = try #require(
                Coordinate(
                    latitude: contract.coordinate.latitude + degrees, longitude: contract.coordinate.longitude))
            let report = try await report(contract, [warning]) { $0 }
            #expect(report.alerts.count == count && report.omitted.isEmpty)
        }
    }

    @Test func abductionIsNoWeather() async throws {
        func report(_ event: String, _ category: String) async throws -> AlertReport {
            try await self.report("nws") {
                $0.replacing(#""event":"Gale Warning""#, with: #""event":"\#(event)","category":"\#(category)""#)
            }
        }
        #expect(try await report("Child Abduction Emergency", "Safety").alerts.isEmpty)
        #expect(try await report("Gale Warning", "Met").alerts.count == 1)
        #expect(try await report("Flood Warning", "Safety").alerts.count == 1)
        for event in ["Required Weekly Test", "Practice/Demo Warning"] {
            #expect(try await report(event, "Met").alerts.isEmpty)
        }
    }

    /// A red warning is red, whatever its severity says.
    @Test func redWarningIsExtreme() async throws {
        let report = try await report("meteoalarm") { $0.replacing("2; yellow; Moderate", with: "4; red; Extreme") }
        #expect(report.alerts.map(\.severity) == [.extreme])
    }

    /// The second source's answer does not hide whose warning is left.
    @Test func sourceOfWhatIsLeftIsNamed() async throws {
        let (first, second) = (try contract("meteoalarm"), try contract("public-alerts"))
        for warnings in [[], [second.warning()]] {
            let providers = try [first, second].map { contract in
                try contract.provider { query async throws(FetchFailure) in
                    let path = URLComponents(string: query.url)?.path ?? ""
                    let isFirst = contract.dialect.id == "meteoalarm"
                    let listed = isFirst ? [contract.warning()] : warnings
                    guard let answer = contract.dialect.answer(path: path, about: listed),
                        let polygon = try? Regex(#","polygon":\[[^\]]*\]|"polygon":\[[^\]]*\],?"#)
                    else { return HTTPAnswer(status: 404) }
                    let text = String(decoding: answer.body, as: UTF8.self)
                    return HTTPAnswer(isFirst ? text.replacing(polygon, with: "") : text)
                }
            }
            let chain = ProviderChain<AlertReport>(sufficiency: .allWarnings)
            let results = await chain.reports(for: [first.coordinate], from: providers, renewing: [:]) { Self.now }
            let report = try #require(try results.first?.get())
            #expect(report.omitted.unlocated == 1 && report.omitted.unlocatedSeverity == .severe)
            #expect(report.sourcesOfOmitted.map(\.id) == ["meteoalarm"] && report.provider.id == "meteoalarm")
            #expect(report.sources.map(\.id) == (warnings.isEmpty ? ["meteoalarm"] : ["meteoalarm", "public-alerts"]))
            for alert in report.alerts { #expect(report.source(of: alert).id == "public-alerts") }
            #expect(report.isAnswered(by: "public-alerts"))
        }
    }
}
