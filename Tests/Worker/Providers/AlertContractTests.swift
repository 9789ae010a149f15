import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// What holds for every source of warnings.
struct AlertContractTests {
    @Test(arguments: AlertContract.all)
    func warningIsReadWithItsValues(contract: AlertContract) async throws {
        let warning = contract.warning()
        let report = try await contract.report(of: [warning])
        #expect(report.coordinate == contract.coordinate && report.fetchedAt == AlertContract.now)
        #expect(report.provider.id == contract.dialect.id && report.provider.attribution != nil)
        #expect(report.alerts.count == 1 && report.omitted == OmittedAlerts())
        let alert = try #require(report.alerts.first)
        #expect(alert.id == warning.id)
        #expect(alert.event == warning.event)
        #expect(alert.severity == warning.severity)
        #expect(alert.kind == .wind)
        #expect(alert.text == warning.text)
        #expect(alert.issuedAt == warning.issuedAt)
        #expect(alert.onset == warning.onset)
        #expect(alert.ends == warning.ends)
        if contract.dialect.id != "environment-canada" {
            #expect(alert.urgency == .expected && alert.certainty == .likely)
        }
        if contract.dialect.id != "bright-sky" { #expect(alert.areas.first?.pointCount == 4) }
    }

    @Test(arguments: AlertContract.all, [Alert.Severity.moderate, .severe, .extreme])
    func severityIsKept(contract: AlertContract, severity: Alert.Severity) async throws {
        var warning = contract.warning()
        warning.severity = severity
        #expect(try await contract.report(of: [warning]).alerts.map(\.severity) == [severity])
    }

    @Test(arguments: AlertContract.all)
    func noneInForceIsAReport(contract: AlertContract) async throws {
        let report = try await contract.report(of: [])
        #expect(report.alerts.isEmpty && report.omitted == OmittedAlerts())
    }

    @Test(arguments: AlertContract.all)
    func testsAndCancelledWarningsAreLeftOut(contract: AlertContract) async throws {
        guard contract.dialect.hasMessages else { return }
        var (test, cancellation, other) = (contract.warning(), contract.warning(), contract.warning())
        test.isTest = true
        #expect(try await contract.report(of: [test]).alerts.isEmpty)
        (cancellation.id, other.id) = ("2", "3")
        cancellation.cancels = [contract.warning().id]
        let alerts = try await contract.report(of: [contract.warning(), cancellation, other]).alerts
        #expect(alerts.map(\.id) == ["3"])
    }

    @Test(arguments: AlertContract.all)
    func warningsElsewhereAreLeftOut(contract: AlertContract) async throws {
        guard contract.dialect.hasAreas else { return }
        var warning = contract.warning()
        warning.centre = try #require(
            Coordinate(latitude: contract.coordinate.latitude - 3, longitude: contract.coordinate.longitude))
        let report = try await contract.report(of: [warning])
        #expect(report.alerts.isEmpty && report.omitted == OmittedAlerts())
    }

    @Test(arguments: AlertContract.all)
    func hostileTextIsCleaned(contract: AlertContract) async throws {
        var warning = contract.warning()
        warning.event = "Gale \u{202E}Warning\u{2066}"
        warning.text = "a\u{1B}[31mb\u{7}\nc\u{202E}d" + String(repeating: "x", count: 30_000)
        let alert = try #require(try await contract.report(of: [warning]).alerts.first)
        #expect(alert.event == "Gale Warning")
        #expect(alert.text?.hasPrefix("a[31mb\ncdxxx") == true)
        #expect(alert.text?.unicodeScalars.count == String.longestText)
    }

    /// Of a thousand, at most a hundred are kept, and the severe ones among them.
    @Test(arguments: AlertContract.all)
    func thousandWarningsAreBounded(contract: AlertContract) async throws {
        let warnings = (0..<1000).map { index in
            var warning = contract.warning()
            warning.id = "\(index)"
            warning.severity = index == 15 || index == 999 ? .extreme : .moderate
            return warning
        }
        let report = try await contract.report(of: warnings)
        let alerts = report.alerts
        #expect((20...100).contains(alerts.count))
        #expect(report.omitted == OmittedAlerts(unreadable: 1000 - alerts.count))
        #expect(alerts.contains { $0.severity == .extreme })
    }

    // MARK: - Coverage and failures

    @Test(arguments: AlertContract.all)
    func otherCountryIsNotAskedAbout(contract: AlertContract) async throws {
        // The server of the world's warnings is asked for its sources.
        let isAsked = contract.dialect.id == "public-alerts"
        let asked = Mutex(0)
        let error = await #expect(throws: FetchFailure.self) {
            try await contract.report(country: "JP") { _ in
                asked.withLock { $0 += 1 }
                return HTTPAnswer(#"{"results":[]}"#)
            }
        }
        guard case .notCovered? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(asked.withLock { $0 } == (isAsked ? 1 : 0))
    }

    @Test(arguments: AlertContract.all)
    func errorsAreFailures(contract: AlertContract) async throws {
        for (status, code) in [(429, FetchFailure.Code.rateLimited), (503, .serviceFailed), (400, .refused)] {
            let error = await #expect(throws: FetchFailure.self) {
                try await contract.report { _ in HTTPAnswer("", status: status) }
            }
            #expect(error?.code == code)
        }
    }

    /// A changed answer is a failure of this source, and no sign of calm weather.
    @Test(
        arguments: AlertContract.all,
        ["{}", "[1", "", "<html>", "null", #"{"features":{},"alerts":3,"warnings":"x","results":null}"#])
    func otherShapeIsMalformed(contract: AlertContract, body: String) async throws {
        let error = await #expect(throws: FetchFailure.self) { try await contract.report { _ in HTTPAnswer(body) } }
        switch error {
        case .malformed, .webPage: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    /// A list in which nothing can be read is a changed format, and no sign of calm weather.
    @Test(arguments: AlertContract.all)
    func elementsOfOtherShapesAreMalformed(contract: AlertContract) async throws {
        let odd = #"[null,1,"x",[],{},{"properties":[1],"alert":{"info":{"area":[0]}}}]"#
        let error = await #expect(throws: FetchFailure.self) {
            try await contract.report { path in
                switch path {
                case "/sources/area_status": HTTPAnswer(#"{"results":[null,{"cap_alert_feed_status":"operating"}]}"#)
                case "/alert/area": HTTPAnswer(odd)
                default: HTTPAnswer(#"{"features":\#(odd),"alerts":\#(odd),"warnings":\#(odd)}"#)
                }
            }
        }
        #expect(error?.code == .malformed)
    }
}
