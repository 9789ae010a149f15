import Formats
import Scratch
import Testing

@testable import Weather

/// Reports are the same after they were written as JSON, and impossible values are dropped when it is read.
struct ReportDocumentTests {
    private static let start = UnixTime(1_763_694_000)
    private static let provider = Provider(id: "x", name: "X")
    private static let day = Day(
        date: CalendarDate(year: 2025, month: 11, day: 21), start: start, end: start.advanced(by: 86_400))

    private func read<Content: Codable>(_ content: Content) throws -> Content {
        try JSONDocument(untrusted: try JSONDocument.bytes(of: content)).decode(Content.self)
    }

    private func report(_ change: (inout Report) -> Void) -> Report {
        var report = Report.example(at: .montevideo, fetchedAt: Self.start)
        change(&report)
        return report
    }

    /// - Parameter reports: a report with these rows.
    private func expectChecks<Row: Equatable>(
        _ row: Row, _ quantities: [Quantity<Row>], _ written: (Row) throws -> Row?
    ) rethrows {
        for quantity in quantities {
            for (value, isRead) in [
                (quantity.range.lowerBound, true), (quantity.range.upperBound, true),
                (quantity.range.upperBound + 1, false),
            ] {
                var sent = row
                quantity.set(&sent, value)
                #expect(try written(sent) == (isRead ? sent : row), "\(quantity.name) \(value)")
            }
        }
    }

    @Test func everyQuantityIsKeptInItsRange() throws {
        try expectChecks(Conditions(condition: .clear), Conditions.quantities) { row in
            try read(report { $0.current = row }).current
        }
        try expectChecks(Hour(time: Self.start, conditions: Conditions()), Hour.quantities) { row in
            try read(report { $0.hours = [row] }).hours.first
        }
        try expectChecks(Self.day, Day.quantities) { row in try read(report { $0.days = [row] }).days.first }
        try expectChecks(AirQuality(time: Self.start), AirQuality.quantities) { row in
            try read(
                AirReport(coordinate: .montevideo, provider: Self.provider, fetchedAt: Self.start, hours: [row])
            ).hours.first
        }
    }

    /// NWS merges equal neighbours: a dry spell of days is one amount.
    @Test func dryPeriodOfDaysIsKept() throws {
        var dry = Conditions(condition: .clear)
        dry.precipitation = 0
        for days in [1, 2, 14] {
            dry.precipitationPeriod = days * 86_400
            let hours = [Hour(time: Self.start, conditions: dry)]
            #expect(try read(report { $0.hours = hours }).hours == hours)
        }
        dry.precipitationPeriod = -3600
        #expect(try read(report { $0.current = dry }).current?.precipitationPeriod == nil)
    }

    @Test func impossibleMeasurementIsDropped() throws {
        var observation = Observation(station: Station(id: "X", distance: -1), time: Self.start)
        (observation.conditions.temperature, observation.conditions.humidity) = (75, 50)
        let read = try read(observation)
        #expect(read.conditions.temperature == nil && read.conditions.humidity == 50 && read.station.distance == nil)
    }

    @Test func listsOutOfOrderOrTooLongAreRejected() throws {
        let hours = (0..<1501).map { Hour(time: Self.start.advanced(by: $0 * 3600), conditions: Conditions()) }
        #expect(throws: Never.self) { try read(report { $0.hours = Array(hours.dropLast()) }) }
        #expect(throws: ReportMisfit.self) { try read(report { $0.hours = hours }) }
        #expect(throws: ReportMisfit.self) { try read(report { $0.hours = [hours[1], hours[0]] }) }
        #expect(throws: ReportMisfit.self) { try read(report { $0.days = Array(repeating: Self.day, count: 63) }) }
        #expect(throws: ReportMisfit.self) {
            try read(
                report {
                    $0.days = [Self.day]
                    $0.days[0].end = Self.start
                })
        }
        let gale = Alert(id: "1", event: "Gale")
        let alerts = try read(report { $0.alerts = Array(repeating: gale, count: 101) }).alerts
        #expect(alerts?.count == 100)
    }

    /// The warnings of parts within parts would be compared with each other.
    @Test func countryHasNoCountries() throws {
        var alerts = AlertReport(coordinate: .oslo, provider: Self.provider, fetchedAt: Self.start)
        alerts.take([AlertPart(country: "NO", report: alerts)])
        #expect(try read(alerts) == alerts)
        alerts.take([AlertPart(country: "NO", report: alerts)])
        #expect(throws: ReportMisfit.self) { try read(alerts) }
    }

    @Test func textsAreCleanAndBounded() throws {
        let long = String(repeating: "x", count: 30_000)
        let read = try read(
            report {
                $0.station = Station(id: "X", name: "a\u{1B}[31m\u{202E}b")
                $0.timeZone = long
                $0.missing = [.failed(part: "x", .malformed(host: long, reason: long))]
            })
        #expect(read.station?.name == "a[31mb")
        #expect(read.timeZone.count == 200)
        let bounded = FetchFailure.malformed(host: String(long.prefix(300)), reason: String(long.prefix(1000)))
        #expect(read.missing == [.failed(part: "x", bounded)])
        let marks = String(repeating: "\u{301}", count: 9)
        #expect(throws: ReportMisfit.self) { try JSONDocument(untrusted: Array("\"\(marks)\"".utf8)) }
    }

    /// A service may state any number.
    @Test func waitOfAFailureIsBounded() {
        let failure = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: .max)
        #expect(failure.bounded == .rateLimited(host: "x", reason: nil, retryAfter: 31 * 86_400))
    }

    /// A year of normals is as short as a few hours of weather.
    @Test func normalsAreCompact() throws {
        let highs: [Double?] = (0..<Normals.dates).map { 12 + Double(abs($0 - 190)) / -16 }
        let report = NormalsReport(
            coordinate: .montevideo, provider: Self.provider, fetchedAt: Self.start,
            normals: try #require(Normals(highs: highs, lows: highs)))
        #expect(try JSONDocument.bytes(of: report).count < 5000)
    }
}
