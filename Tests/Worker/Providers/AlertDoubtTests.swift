import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// A failed or cut reading of warnings never becomes "none in force" afterwards.
struct AlertDoubtTests {
    private static let now = AlertContract.now

    private func contract(_ id: String) throws -> AlertContract {
        try #require(AlertContract.all.first { $0.dialect.id == id })
    }

    /// The server of CAP files with what it lists, which changes.
    private final class AlertServer: Sendable {
        struct State {
            var warnings: [InventedWarning]
            /// Indices of files that are not there.
            var gone: Set<Int> = []
            var edit: @Sendable (String) -> String = { $0 }
            /// What happens after the list was sent.
            var afterList: @Sendable (inout State) -> Void = { _ in }
            var paths: [String] = []
        }

        let state: Mutex<State>

        init(_ warnings: [InventedWarning]) { state = Mutex(State(warnings: warnings)) }

        func exchange(_ dialect: any WarningDialect) -> HTTPExchange {
            { query async throws(FetchFailure) in
                let path = URLComponents(string: query.url)?.path ?? ""
                return self.state.withLock { state in
                    state.paths.append(path)
                    let missing = state.gone.contains { path.hasSuffix(String(format: "-%012d", $0)) }
                    guard !missing, let answer = dialect.answer(path: path, about: state.warnings) else {
                        return HTTPAnswer(status: 404)
                    }
                    if path == "/alert/area" { state.afterList(&state) }
                    let text = String(decoding: answer.body, as: UTF8.self)
                    return HTTPAnswer(path.hasPrefix("/alert/0") ? state.edit(text) : text)
                }
            }
        }

        /// How often the list was requested.
        var lists: Int { state.withLock { $0.paths.count { $0 == "/alert/area" } } }
    }

    private func publicAlerts(
        _ server: AlertServer, _ memory: PublicAlertsMemory = PublicAlertsMemory()
    ) throws -> PublicAlerts {
        PublicAlerts(
            baseURL: "http://service.test", locale: "en", country: { _ in "HR" }, regions: { RegionTable() },
            memory: memory, exchange: server.exchange(try contract("public-alerts").dialect),
            patience: .seconds(3600))
    }

    // MARK: - The public server

    @Test func failedReadingIsNotConfirmed() async throws {
        let contract = try contract("public-alerts")
        let server = AlertServer([])
        let memory = PublicAlertsMemory()
        let provider = try publicAlerts(server, memory)
        let none = try await provider.report(for: contract.coordinate, at: Self.now)
        server.state.withLock {
            $0.warnings = [contract.warning()]
            $0.edit = { $0.replacing("<status>Actual</status>", with: "<state>Actual</state>") }
        }
        for seconds in [60, 65] {
            let error = await #expect(throws: FetchFailure.self) {
                try await provider.report(
                    for: contract.coordinate, at: Self.now.advanced(by: seconds), renewing: none)
            }
            #expect(error?.unreadWarnings == 1)
        }
        // A reading that this report is not of confirms it neither.
        server.state.withLock { $0.edit = { $0 } }
        _ = try await provider.report(for: contract.coordinate, at: Self.now.advanced(by: 70))
        let later = try await provider.report(
            for: contract.coordinate, at: Self.now.advanced(by: 75), renewing: none)
        #expect(later.alerts.count == 1)
        // A report of these files is confirmed.
        server.state.withLock { $0.paths = [] }
        _ = try await provider.report(for: contract.coordinate, at: Self.now.advanced(by: 80), renewing: later)
        #expect(server.state.withLock { $0.paths } == ["/alert/area"])
    }

    @Test func listedFilesThatAreNotThereAreCounted() async throws {
        let contract = try contract("public-alerts")
        var second = contract.warning()
        second.id = "second"
        let server = AlertServer([contract.warning(), second])
        server.state.withLock { $0.gone = [1] }
        let report = try await publicAlerts(server).report(for: contract.coordinate, at: Self.now)
        #expect(report.alerts.count == 1 && report.omitted == OmittedAlerts(unreadable: 1) && server.lists == 2)
        server.state.withLock { $0.gone = [0, 1] }
        let error = await #expect(throws: FetchFailure.self) {
            try await publicAlerts(server).report(for: contract.coordinate, at: Self.now)
        }
        #expect(
            error
                == .unreadableWarnings(host: "service.test", count: 2, reason: "a warning that it lists does not exist")
        )
    }

    /// Between the list and the file, a warning may end or be replaced.
    @Test func filesThatAreNoLongerListedHaveEnded() async throws {
        let contract = try contract("public-alerts")
        let server = AlertServer([contract.warning()])
        server.state.withLock { $0.afterList = { $0.warnings = [] } }
        let none = try await publicAlerts(server).report(for: contract.coordinate, at: Self.now)
        #expect(none.alerts.isEmpty && none.isComplete && server.lists == 2)
        let warnings = [contract.warning(), contract.warning()]
        server.state.withLock { state in
            state.warnings = [warnings[0]]
            state.gone = [0]
            state.afterList = { state in
                state.warnings = warnings
                state.gone = []
            }
        }
        let gone = try await publicAlerts(server).report(for: contract.coordinate, at: Self.now)
        #expect(gone.alerts.count == 1 && gone.isComplete)
    }

    // MARK: - Cut lists

    @Test(arguments: [("public-alerts", 25, 20), ("bright-sky", 150, 100)])
    func nextSourceIsAskedForWhatIsCutOff(id: String, count: Int, shown: Int) async throws {
        let (first, second) = (try contract(id), try contract("meteoalarm"))
        let warnings = (0..<count).map { index in
            var warning = first.warning()
            warning.id = "\(index)"
            return warning
        }
        var flood = first.warning()
        (flood.id, flood.event, flood.severity) = ("flood", "Flood Warning", .extreme)
        let answers: [Answer] = [
            (first, warnings, { $0 }), (second, [flood], { $0.replacing("1; Wind", with: "12; Flood") }),
        ]
        let report = try await report(at: first.coordinate, answers)
        #expect(report.alerts.count == min(shown + 1, 100))
        #expect(report.alerts.contains { $0.event == "Flood Warning" })
        #expect(report.omitted.unreadable >= count - shown)
    }

    /// What a service says that it left out is counted, and what it sent is shown.
    @Test func warningsBeyondAnAnswerAreCounted() async throws {
        for (id, more, count) in [
            ("environment-canada", #""numberMatched":4"#, 3),
            ("environment-canada", #""numberMatched":9000000000000000000"#, OmittedAlerts.most - 1),
            ("nws", #""pagination":{"next":"https://api.weather.gov/alerts?cursor=x"}"#, 1),
        ] {
            let contract = try contract(id)
            let report = try await contract.report { path in
                let answer = contract.dialect.answer(path: path, about: [contract.warning()])
                let text = String(decoding: answer?.body ?? [], as: UTF8.self)
                return HTTPAnswer(
                    text.replacing(#""numberMatched":1"#, with: #""x":1"#)
                        .replacing(#""type":"FeatureCollection""#, with: more))
            }
            #expect(report.alerts.count == 1 && report.omitted == OmittedAlerts(unreadable: count), "\(id)")
        }
    }

    // MARK: - The next source

    private typealias Answer = (AlertContract, [InventedWarning], @Sendable (String) -> String)

    private func providers(_ answers: [Answer]) throws -> [any ReportProvider<AlertReport>] {
        try answers.map { contract, warnings, edit in
            // MeteoAlarm has a feed for each country.
            try contract.provider(country: contract.dialect.id == "meteoalarm" ? "HR" : nil) {
                query async throws(FetchFailure) in
                let path = URLComponents(string: query.url)?.path ?? ""
                guard let answer = contract.dialect.answer(path: path, about: warnings) else {
                    return HTTPAnswer(status: 404)
                }
                return HTTPAnswer(edit(String(decoding: answer.body, as: UTF8.self)))
            }
        }
    }

    private func report(
        at place: Coordinate, _ answers: [Answer],
        by chain: ProviderChain<AlertReport> = ProviderChain(sufficiency: .allWarnings),
        seconds: Int = 0, renewing previous: AlertReport? = nil
    ) async throws -> AlertReport {
        let stored = previous.map { [place: $0] } ?? [:]
        let results = await chain.reports(for: [place], from: try providers(answers), renewing: stored) {
            Self.now.advanced(by: seconds)
        }
        return try #require(try results.first?.get())
    }

    /// The first source could not be read: its warning may still be in force, also while the source is not asked again.
    @Test func unreadableWarningsCountBesideTheNextSource() async throws {
        let (first, second) = (try contract("bright-sky"), try contract("meteoalarm"))
        let edit: @Sendable (String) -> String = {
            $0.replacing("_en\"", with: "_x\"").replacing("_de\"", with: "_y\"")
        }
        let warnings = [first.warning(), first.warning(), first.warning()]
        let chain = ProviderChain<AlertReport>(sufficiency: .allWarnings)
        let unread: [Answer] = [(first, warnings, edit), (second, [], { $0 })]
        var report = try await report(at: first.coordinate, unread, by: chain)
        #expect(report.alerts.isEmpty && report.provider.id == "meteoalarm")
        #expect(report.omitted == OmittedAlerts(unreadable: 3) && !report.isRenewable)
        for seconds in [60, 120] {
            report = try await self.report(
                at: first.coordinate, unread, by: chain, seconds: seconds, renewing: report)
            #expect(report.omitted == OmittedAlerts(unreadable: 3))
        }
        // It can be read again.
        let good: [Answer] = [(first, [first.warning()], { $0 }), (second, [], { $0 })]
        report = try await self.report(at: first.coordinate, good, by: chain, seconds: 7200, renewing: report)
        #expect(report.alerts.count == 1 && report.isComplete && report.provider.id == "bright-sky")
    }

    /// Another place's failure says nothing of this one.
    @Test func unreadableWarningsCountForTheirPlaceAlone() async throws {
        let (first, second) = (try contract("bright-sky"), try contract("meteoalarm"))
        let chain = ProviderChain<AlertReport>(sufficiency: .allWarnings)
        let unread: [Answer] = [
            (first, [first.warning()], { $0.replacing("_en\"", with: "_x\"").replacing("_de\"", with: "_y\"") }),
            (second, [], { $0 }),
        ]
        _ = try await report(at: first.coordinate, unread, by: chain)
        let munich = try #require(Coordinate(latitude: 48.14, longitude: 11.58))
        #expect(try await report(at: munich, unread, by: chain, seconds: 60).isComplete)
    }
}
