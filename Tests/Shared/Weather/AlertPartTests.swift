import Foundation
import Testing

@testable import Weather

/// The warnings of several countries at a place near a border.
struct AlertPartTests {
    private static let place = Coordinate(latitude: 52.35, longitude: 14.567)
    private static let now = UnixTime(1_795_273_200)
    private static let failure = FetchFailure.timedOut(host: "api.brightsky.dev", seconds: 10)

    private func report(
        _ id: String, _ alerts: [Alert] = [], at time: UnixTime = now, unreadable: Int = 0
    ) throws -> AlertReport {
        var report = AlertReport(
            coordinate: try #require(Self.place), provider: Provider(id: id, name: id), fetchedAt: time, alerts: alerts)
        report.omitted.unreadable = unreadable
        return report
    }

    private func merged(_ parts: [AlertPart]) throws -> AlertReport? {
        AlertReport(of: parts, at: try #require(Self.place))
    }

    @Test func bothCountriesWarningsAreThere() throws {
        let storm = Alert(id: "pl-1", event: "Burza", severity: .severe)
        let wind = Alert(id: "de-1", event: "Wind", severity: .minor)
        let merged = try #require(
            try merged([
                AlertPart(country: "PL", report: try report("meteoalarm", [storm], unreadable: 1)),
                AlertPart(country: "DE", report: try report("bright-sky", [wind, storm], unreadable: 2)),
            ]))
        #expect(merged.alerts == [storm, wind])
        #expect(merged.omitted.unreadable == 3)
        #expect(merged.provider.id == "meteoalarm" && merged.sources.map(\.id) == ["meteoalarm", "bright-sky"])
        #expect(merged.source(of: wind).id == "bright-sky" && merged.source(of: storm).id == "meteoalarm")
        #expect(!merged.lacksCountry && merged.failedParts.isEmpty)
        #expect(merged.part(of: "DE")?.alerts == [wind, storm] && merged.part(of: nil)?.alerts == [storm])
        #expect(merged.part(of: "CZ") == nil)
    }

    /// The failure of one country costs nothing of the other, whichever it is.
    @Test(arguments: [true, false])
    func failureOfOneCountryLeavesTheOther(isOwn: Bool) throws {
        let wind = Alert(id: "1", event: "Wind", severity: .severe)
        let (failed, other) = isOwn ? ("PL", "DE") : ("DE", "PL")
        let working = AlertPart(country: other, report: try report("source", [wind]))
        let broken = AlertPart(country: failed, .failure(Self.failure), after: nil, at: Self.now)
        let merged = try #require(try merged(isOwn ? [broken, working] : [working, broken]))
        #expect(merged.alerts == [wind] && merged.provider.id == "source")
        #expect(merged.failedParts.map(\.country) == [failed])
        #expect(merged.lacksCountry && merged.missingCountries == [failed])
        #expect(merged.lacksOwnCountry == isOwn)
    }

    /// Its last warnings stay for a day.
    @Test func lastWarningsOfAFailedCountryStay() throws {
        let flood = Alert(id: "2", event: "Flood", severity: .extreme)
        let former = try report("bright-sky", [flood], at: Self.now.advanced(by: -80_000))
        let kept = AlertPart(country: "DE", .failure(Self.failure), after: former, at: Self.now)
        #expect(kept.report == former && kept.failure == Self.failure)
        let merged = try #require(try merged([AlertPart(country: "PL", report: try report("meteoalarm")), kept]))
        #expect(merged.alerts == [flood] && merged.fetchedAt == Self.now && !merged.lacksCountry)
        let old = AlertPart(
            country: "DE", .failure(Self.failure), after: former, at: Self.now.advanced(by: 10_000))
        #expect(old.report == nil)
    }

    @Test func nothingIsLeftWhenAllFail() throws {
        #expect(try merged([AlertPart(country: "PL", failure: Self.failure)]) == nil)
        // Not even with former reports, which are stored already.
        #expect(try merged([AlertPart(country: "PL", report: try report("a"), failure: Self.failure)]) == nil)
    }

    @Test func partsAreKeptOnDisk() throws {
        let wind = Alert(id: "1", event: "Wind", severity: .severe)
        let merged = try #require(
            try merged([
                AlertPart(country: "PL", report: try report("meteoalarm", [wind], unreadable: 1)),
                AlertPart(country: "DE", failure: Self.failure),
            ]))
        let bytes = try JSONEncoder().encode(merged)
        #expect(try JSONDecoder().decode(AlertReport.self, from: bytes) == merged)
        // Each warning is there once.
        #expect(String(decoding: bytes, as: UTF8.self).components(separatedBy: "\"Wind\"").count == 2)
    }

    @Test func elsewhereTheReportIsItsOnlyPart() throws {
        let report = try report("nws")
        #expect(report.part(of: "US") == report && report.sources.map(\.id) == ["nws"])
        #expect(!String(decoding: try JSONEncoder().encode(report), as: UTF8.self).contains("parts"))
    }
}
