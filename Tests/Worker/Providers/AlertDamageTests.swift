import Dialects
import Foundation
import HTTP
import Testing
import Weather

@testable import Providers

/// Damage to a warning that leaves it in force, as far as is known.
struct AlertDamageTests {
    private static let now = AlertContract.now

    private func contract(_ id: String) throws -> AlertContract {
        try #require(AlertContract.all.first { $0.dialect.id == id })
    }

    @Test(arguments: ["nws", "met-norway"])
    func updatesThatReferToEachOtherAreTold(id: String) async throws {
        let contract = try contract(id)
        let warnings = [("1", "2"), ("2", "1")].map { id, other in
            var warning = contract.warning()
            (warning.id, warning.cancels) = (id, [other])
            return warning
        }
        let report = try await contract.report { path in
            let answer = contract.dialect.answer(path: path, about: warnings)
            return HTTPAnswer(
                String(decoding: answer?.body ?? [], as: UTF8.self).replacing("\"Cancel\"", with: "\"Update\""))
        }
        #expect(Set(report.alerts.map(\.id)) == ["1", "2"])
    }

    /// A warning of yesterday, whose end was renamed or is no timestamp: it stands as long as it is listed.
    @Test(arguments: AlertContract.all, ["5", "\"tomorrow\"", "{}"])
    func warningWhoseEndIsUnreadableIsHeld(contract: AlertContract, end: String) async throws {
        guard contract.dialect.id != "public-alerts" else { return }
        var warning = contract.warning()
        warning.onset = Self.now.advanced(by: -100_000)
        warning.issuedAt = warning.onset
        warning.ends = Self.now.advanced(by: -50)
        let changed = warning
        let report = try await contract.report { path in
            let answer = contract.dialect.answer(path: path, about: [changed])
            var text = String(decoding: answer?.body ?? [], as: UTF8.self)
            for name in ["ends", "expires", "event_end_datetime", "eventEndingTime"] {
                if let regex = try? Regex("\"\(name)\":\"[^\"]*\"") {
                    text = text.replacing(regex, with: "\"\(name)\":\(end)")
                }
            }
            if let regex = try? Regex(#"("interval":\["[^"]*",)"[^"]*""#) {
                text = text.replacing(regex) { "\($0.output[1].substring ?? "")\(end)" }
            }
            return HTTPAnswer(text)
        }
        #expect(report.alerts.count == 1 && report.alerts.first?.ends == nil)
    }

    @Test func renamedEndOfMeteoAlarmIsHeld() async throws {
        let contract = try contract("meteoalarm")
        var warning = contract.warning()
        warning.onset = Self.now.advanced(by: -100_000)
        let changed = warning
        let report = try await contract.report { path in
            let answer = contract.dialect.answer(path: path, about: [changed])
            return HTTPAnswer(
                String(decoding: answer?.body ?? [], as: UTF8.self).replacing("\"expires\"", with: "\"expiresAt\""))
        }
        #expect(report.alerts.count == 1)
    }

    /// The place may be in the polygon that could not be read.
    @Test func zoneWithADamagedPolygonIsUnreadable() async throws {
        let contract = try contract("environment-canada")
        func reading(_ polygons: String) async throws -> AlertReport {
            var other = contract.warning()
            other.id = "second"
            let warnings = [contract.warning(), other]
            return try await contract.report { path in
                let answer = contract.dialect.answer(path: path, about: warnings)
                let text = String(decoding: answer?.body ?? [], as: UTF8.self)
                guard let regex = try? Regex(#""geometry":\{[^}]*\}"#), let range = text.firstRange(of: regex) else {
                    return HTTPAnswer("")
                }
                return HTTPAnswer(
                    text.replacingCharacters(
                        in: range, with: #""geometry":{"type":"MultiPolygon","coordinates":[\#(polygons)]}"#))
            }
        }
        let (far, here) = ("[[[1,1],[1,2],[2,2],[1,1]]]", "[[[-80,43],[-79,43],[-79,44],[-80,44],[-80,43]]]")
        for damage in ["[[[1,1],null,{}]]", "[]", "7", "[[[-80,43],[-79,null],[\"x\",44],[-80,44],[-80,43],[-80,43]]]"]
        {
            let report = try await reading("\(far),\(damage)")
            #expect(report.alerts.count == 1 && report.omitted == OmittedAlerts(unreadable: 1), "\(damage)")
            #expect(try await reading("\(damage),\(here)").alerts.count == 2)
        }
        #expect(try await reading(far).isComplete)
    }
}
