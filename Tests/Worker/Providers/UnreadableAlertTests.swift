import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// A warning that cannot be understood is counted or read, and never "none in force".
struct UnreadableAlertTests {
    /// What a service may change in a warning.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let services: [String]
        /// Whether its meaning stays certain.
        let isRead: Bool
        let edit: @Sendable (String) -> String

        init(
            _ name: String, of services: [String], isRead: Bool = false, _ edit: @escaping @Sendable (String) -> String
        ) {
            (testDescription, self.services, self.isRead, self.edit) = (name, services, isRead, edit)
        }

    }

    private static func member(_ name: String, _ value: String, _ text: String) -> String {
        guard let regex = try? Regex("\"\(name)\":(\"(?:[^\"\\\\]|\\\\.)*\"|null)") else { return text }
        return text.replacing(regex, with: "\"\(name)\":\(value)")
    }

    private static func change(
        _ name: String, to value: String, of services: [String], isRead: Bool = false
    ) -> Change {
        Change("\(name): \(value)", of: services, isRead: isRead) { member(name, value, $0) }
    }

    private static func rename(_ name: String, of services: [String], isRead: Bool = false) -> Change {
        Change("\(name) renamed", of: services, isRead: isRead) { $0.replacing("\"\(name)\":", with: "\"x\":") }
    }

    private static let xml = ["public-alerts"]

    private static func tag(_ name: String, _ text: String, isRead: Bool = false) -> Change {
        Change("<\(name)> as \(text)", of: xml, isRead: isRead) { file in
            guard let regex = try? Regex("<\(name)>[^<]*</\(name)>") else { return file }
            return file.replacing(regex, with: text)
        }
    }

    static let all: [Change] = [
        rename("alert", of: ["meteoalarm"]),
        rename("identifier", of: ["meteoalarm"]),
        change("identifier", to: "12345", of: ["meteoalarm"], isRead: true),
        change("status", to: "null", of: ["meteoalarm"]),
        change("status", to: "5", of: ["meteoalarm"]),
        change("status", to: #""Operational""#, of: ["meteoalarm", "nws", "met-norway", "bright-sky"]),
        change("msgType", to: "null", of: ["meteoalarm"]),
        rename("scope", of: ["meteoalarm"]),
        rename("info", of: ["meteoalarm"]),
        rename("area", of: ["meteoalarm"]),
        change("event", to: "null", of: ["meteoalarm"], isRead: true),
        Change("info as an object", of: ["meteoalarm"], isRead: true) {
            $0.replacing("\"info\":[", with: "\"info\":").replacing("]}],\"msgType", with: "]},\"msgType")
                .replacing("}],\"msgType\"", with: "},\"msgType\"")
        },
        rename("properties", of: ["nws", "met-norway", "environment-canada"]),
        Change("event renamed", of: ["nws"]) {
            $0.replacing("\"event\":", with: "\"x\":").replacing("\"headline\":", with: "\"y\":")
        },
        Change("names renamed", of: ["met-norway"]) {
            ["event", "eventAwarenessName", "title"].reduce($0) { $0.replacing("\"\($1)\":", with: "\"x\":") }
        },
        Change("names renamed", of: ["bright-sky"]) {
            ["event_en", "event_de", "headline_en", "headline_de"].reduce($0) {
                $0.replacing("\"\($1)\":", with: "\"x\":")
            }
        },
        rename("alert_name_en", of: ["environment-canada"]),
        rename("geometry", of: ["environment-canada"]),
        tag("identifier", ""), tag("identifier", "<identifier>7</identifier>", isRead: true), tag("status", ""),
        tag("status", "<status>null</status>"), tag("scope", ""), tag("msgType", "<msgType>x</msgType>"),
        Change("renamed alert", of: xml) {
            $0.replacing("<alert ", with: "<warning ").replacing("</alert>", with: "</warning>")
        },
        Change("renamed info", of: xml) { $0.replacing("<info>", with: "<i>").replacing("</info>", with: "</i>") },
        Change("a prefix on the root alone", of: xml, isRead: true) {
            $0.replacing("<alert xmlns=", with: "<cap:alert xmlns:cap=").replacing("</alert>", with: "</cap:alert>")
        },
        Change("an unescaped &", of: xml, isRead: true) { $0.replacing("Gusts", with: "Gusts & squalls") },
        Change("200 infos before", of: xml, isRead: true) {
            let info = "<info><event>x</event><area><polygon>1,1 1,2 2,2 1,1</polygon></area></info>"
            return $0.replacing("<info>", with: String(repeating: info, count: 200) + "<info>")
        },
        Change("2,000 areas before", of: xml, isRead: true) {
            let area = "<area><polygon>1,1 1,2 2,2 1,1</polygon></area>"
            return $0.replacing("<area>", with: String(repeating: area, count: 2000) + "<area>")
        },
        Change("5,000 infos before", of: xml) {
            $0.replacing("<info>", with: String(repeating: "<info></info>", count: 5000) + "<info>")
        },
        Change("200 infos before", of: ["meteoalarm"], isRead: true) {
            let info = #"{"event":"x","area":[{"polygon":["1,1 1,2 2,2 1,1"]}]},"#
            return $0.replacing("\"info\":[", with: "\"info\":[" + String(repeating: info, count: 200))
        },
        Change("2,000 areas before", of: ["meteoalarm"], isRead: true) {
            let area = #"{"polygon":["1,1 1,2 2,2 1,1"]},"#
            return $0.replacing("\"area\":[", with: "\"area\":[" + String(repeating: area, count: 2000))
        },
    ]

    static let cases: [(AlertContract, Change)] = all.flatMap { change in
        AlertContract.all.filter { change.services.contains($0.dialect.id) }.map { ($0, change) }
    }

    /// The answers about the warnings; those about the second one are changed.
    private func report(
        _ contract: AlertContract, _ warnings: [InventedWarning], _ change: Change
    ) async throws -> AlertReport {
        try await contract.report { path in
            guard let answer = contract.dialect.answer(path: path, about: warnings) else {
                return HTTPAnswer(status: 404)
            }
            let text = String(decoding: answer.body, as: UTF8.self)
            guard contract.dialect.id != "public-alerts" else {
                return HTTPAnswer(
                    path.hasSuffix("1") || warnings.count == 1 && path.hasSuffix("0") ? change.edit(text) : text)
            }
            guard let changed = contract.dialect.answer(path: path, about: Array(warnings.suffix(1))),
                let list = ["features", "alerts", "warnings"].first(where: { text.contains("\"\($0)\":[") }),
                let all = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
                let other = try? JSONSerialization.jsonObject(
                    with: Data(change.edit(Self.sorted(changed.body)).utf8)) as? [String: Any],
                let first = all[list] as? [Any], let last = other[list] as? [Any],
                let body = try? JSONSerialization.data(withJSONObject: [list: first.dropLast() + last])
            else { return HTTPAnswer("x") }
            return HTTPAnswer(String(decoding: body, as: UTF8.self))
        }
    }

    private static func sorted(_ body: [UInt8]) -> String {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: cases)
    func unreadableWarningIsCounted(contract: AlertContract, change: Change) async throws {
        var other = contract.warning()
        other.id = "second"
        let report = try await report(contract, [contract.warning(), other], change)
        #expect(report.alerts.count == (change.isRead ? 2 : 1), "\(report.alerts.map(\.id))")
        #expect(report.omitted == OmittedAlerts(unreadable: change.isRead ? 0 : 1))
    }

    /// If it is the only warning, the source has failed, and the next one is used.
    @Test(arguments: cases)
    func onlyUnreadableWarningIsAFailure(contract: AlertContract, change: Change) async throws {
        let warnings = [contract.warning()]
        guard !change.isRead else {
            #expect(try await report(contract, warnings, change).alerts.count == 1)
            return
        }
        let error = await #expect(throws: FetchFailure.self) { try await report(contract, warnings, change) }
        #expect(error?.code == .malformed)
    }

    /// The list has more than the answer.
    @Test func cutListIsAFailure() async throws {
        for (id, body) in [
            ("environment-canada", #"{"features":[],"numberMatched":3}"#),
            ("environment-canada", #"{"features":[\#(Array(repeating: "{}", count: 50).joined(separator: ","))]}"#),
            ("nws", #"{"features":[],"pagination":{"next":"https://api.weather.gov/alerts?cursor=x"}}"#),
        ] {
            let contract = try #require(AlertContract.all.first { $0.dialect.id == id })
            let error = await #expect(throws: FetchFailure.self) { try await contract.report { _ in HTTPAnswer(body) } }
            #expect(error?.code == .malformed)
        }
    }

    @Test func tooManyFilesOfThePublicServerAreCounted() async throws {
        let contract = try #require(AlertContract.all.first { $0.dialect.id == "public-alerts" })
        let warnings = (0..<25).map { index in
            var warning = contract.warning()
            warning.id = "\(index)"
            return warning
        }
        let report = try await contract.report(of: warnings)
        #expect(report.alerts.count == 20 && report.omitted == OmittedAlerts(unreadable: 5))
    }

    /// The rest is not requested, and the provider rests.
    @Test func rateLimitOfAFileEndsTheRequests() async throws {
        let contract = try #require(AlertContract.all.first { $0.dialect.id == "public-alerts" })
        let warnings = (0..<20).map { index in
            var warning = contract.warning()
            warning.id = "\(index)"
            return warning
        }
        let files = Mutex(0)
        let service = ScriptedService { query in
            let path = URLComponents(string: query.url)?.path ?? ""
            let answer = contract.dialect.answer(path: path, about: warnings)
            let isFile = path.hasPrefix("/alert/") && path != "/alert/area"
            let number = files.withLock { count in
                count += isFile ? 1 : 0
                return count
            }
            if isFile, number == 2 {
                return HTTPAnswer("", status: 429, headers: [(name: "Retry-After", value: "60")])
            }
            return HTTPAnswer(status: answer?.status ?? 404, body: answer?.body ?? [])
        }
        let provider = PublicAlerts(
            baseURL: "http://service.test", locale: "en", country: { _ in "HR" }, regions: { RegionTable() },
            memory: PublicAlertsMemory(), exchange: service.exchange)
        let report = try await provider.report(for: contract.coordinate, at: AlertContract.now)
        #expect(files.withLock { $0 } < 20)
        #expect(report.alerts.count + report.omitted.unreadable == 20)
        let limited = FetchFailure.rateLimited(host: "service.test", reason: nil, retryAfter: 60)
        #expect(report.missing.map(\.wordOfService) == [limited])
    }

    /// Files are parsed within one budget; exhausting it ends the report, with the longest backoff.
    @Test func exhaustedBudgetIsAFailure() async throws {
        let contract = try #require(AlertContract.all.first { $0.dialect.id == "public-alerts" })
        let warnings = [contract.warning()]
        let provider = PublicAlerts(
            baseURL: "http://service.test", locale: "en", country: { _ in "HR" }, regions: { RegionTable() },
            memory: PublicAlertsMemory(),
            exchange: { query in
                let path = URLComponents(string: query.url)?.path ?? ""
                let answer = contract.dialect.answer(path: path, about: warnings)
                return HTTPAnswer(status: answer?.status ?? 404, body: answer?.body ?? [])
            }, budget: XMLBudget(.zero))
        let error = await #expect(throws: FetchFailure.self) {
            try await provider.report(for: contract.coordinate, at: AlertContract.now)
        }
        #expect(error == .tooComplex(host: "service.test", reason: "a warning is too complex"))
        #expect(error?.traits.retry == .late)
    }

    @Test func warningsOfForecastsAreCounted() {
        let good = Alert(id: "1", event: "Gale")
        #expect(ReadAlerts([good, nil, nil]).omitted == OmittedAlerts(unreadable: 2))
        let none = ReadAlerts([nil])
        #expect(none.alerts == [] && none.omitted == OmittedAlerts(unreadable: 1))
        #expect(ReadAlerts([]).alerts == [] && ReadAlerts([]).omitted.isEmpty)
    }
}
