import Foundation
import Testing
import Weather

/// When the user's thresholds are crossed, and when again.
struct ThresholdTests {
    private static let start = UnixTime(1_795_273_200)  // 2026-11-21T15:00Z
    private let place: Coordinate
    private var history = NotificationHistory()

    init() throws {
        place = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
    }

    private static func at(_ minutes: Int) -> UnixTime { start.advanced(by: minutes * 60) }

    /// Fetched at that time, with the present weather, and that of the hours from the start.
    private func report(
        at minutes: Int, _ present: Conditions, hours: [Conditions] = [], probabilities: [Double?] = []
    ) -> Report {
        var report = Report(
            coordinate: place, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: Self.at(minutes),
            observedAt: Self.at(minutes), current: present)
        report.hours = hours.enumerated().map { index, conditions in
            Hour(
                time: Self.at(index * 60), conditions: conditions,
                precipitationProbability: probabilities.indices.contains(index) ? probabilities[index] : nil)
        }
        return report
    }

    private func conditions(_ change: (inout Conditions) -> Void) -> Conditions {
        var conditions = Conditions(condition: .clear)
        change(&conditions)
        return conditions
    }

    private func temperature(_ value: Double?) -> Conditions { conditions { $0.temperature = value } }

    private func threshold(_ rule: String, hysteresis: Double? = nil, within: Int? = nil) throws -> Threshold {
        Threshold(
            name: "it", rule: try ThresholdRule(parsing: rule), hysteresis: hysteresis,
            within: within.map { $0 * 3600 })
    }

    private func context(
        _ report: Report?, at minutes: Int, _ thresholds: [Threshold], units: Units = .metric, air: AirReport? = nil
    ) -> EventContext {
        var context = EventContext(
            report: report, alerts: nil, air: air, failedAt: nil, now: Self.at(minutes), staleAfter: 3600)
        (context.thresholds, context.units) = (thresholds, units)
        return context
    }

    private mutating func take(_ context: EventContext) -> [ThresholdCrossing] {
        history.take(context, at: place, [.threshold]).events.compactMap { event in
            if case .threshold(let crossing) = event { crossing } else { nil }
        }
    }

    private mutating func crossings(of values: [Double?], _ threshold: Threshold) -> [Bool] {
        values.enumerated().map { minute, value in
            !take(context(report(at: minute, temperature(value)), at: minute, [threshold])).isEmpty
        }
    }

    @Test mutating func thresholdIsReportedOnceUntilItIsClear() throws {
        let frost = try threshold("temperature < 0")
        let values = [0.5, -0.5, -2, 0.4, -0.5, 0.99, -3, 1.5, -0.5, nil, -0.5]
        #expect(
            crossings(of: values, frost) == [
                false, true, false, false, false, false, false, false, true, false, false,
            ], "a degree above the limit clears it, and an unknown value does not")
    }

    @Test(arguments: [("temperature <= 0", 0), ("temperature >= 30", 30)])
    mutating func limitItselfCounts(rule: String, value: Double) throws {
        #expect(crossings(of: [value], try threshold(rule)) == [true])
    }

    @Test(arguments: ["temperature < 0", "temperature > 0"])
    mutating func limitItselfDoesNotCount(rule: String) throws {
        #expect(crossings(of: [0], try threshold(rule)) == [false])
    }

    @Test mutating func ownHysteresisReplacesTheDefault() throws {
        let frost = try threshold("temperature < 0", hysteresis: 3)
        #expect(crossings(of: [-1, 2.9, -1, 3, -1], frost) == [true, false, false, false, true])
    }

    @Test mutating func upwardThresholdIsClearBelow() throws {
        let heat = try threshold("temperature > 30 °C")
        #expect(crossings(of: [31, 29.5, 31, 28.9, 31], heat) == [true, false, false, false, true])
    }

    @Test mutating func restartDoesNotRepeatThreshold() throws {
        let frost = try threshold("temperature < 0")
        #expect(crossings(of: [-1], frost) == [true])
        history = try JSONDecoder().decode(NotificationHistory.self, from: JSONEncoder().encode(history))
        #expect(crossings(of: [-1], frost) == [false])
        #expect(crossings(of: [-6], try threshold("temperature < -5")) == [true], "a changed rule is another one")
    }

    @Test mutating func staleWeatherCrossesNothing() throws {
        let frost = try threshold("temperature < 0")
        let old = report(at: 0, temperature(-1))
        #expect(take(context(old, at: 61, [frost])) == [])
        #expect(take(context(old, at: 59, [frost])).count == 1)
        #expect(take(context(nil, at: 60, [frost])) == [])
    }

    @Test mutating func unitsAreThoseOfTheRuleOrElseTheUsers() throws {
        let wind = conditions { $0.windGust = 16.667 }  // 60 km/h, 37.3 mph
        func crosses(_ rule: String, _ units: Units = .metric) throws -> Bool {
            var history = NotificationHistory()
            let context = context(report(at: 0, wind), at: 0, [try threshold(rule)], units: units)
            return !history.take(context, at: place, [.threshold]).events.isEmpty
        }
        #expect(try crosses("gust > 59.9 km/h"))
        #expect(try !crosses("gust > 60 km/h"), "the error of the conversion does not count")
        #expect(try crosses("gusts >= 60"))
        #expect(try !crosses("gusts >= 60", .imperial))
        #expect(try crosses("gusts >= 37 mph"))
        #expect(try crosses("gusts >= 7 bft") && !crosses("gusts > 7 bft"), "force 7 is 13.9 to 17.1 m/s")
    }

    @Test mutating func lookingAheadFindsTheFirstHour() throws {
        let frost = try threshold("temperature < 0", within: 3)
        let hours = [4, 3, 2, 1, -1, -4].map(temperature)
        let report = report(at: 50, temperature(4), hours: hours)
        #expect(take(context(report, at: 50, [frost])) == [])
        #expect(
            history.nextChange(of: context(report, at: 50, [frost]), at: place, [.threshold]) == Self.at(60),
            "when the fifth hour comes within reach")
        let found = take(context(report, at: 60, [frost]))
        #expect(found.map(\.time) == [Self.at(240)] && found.map(\.value) == [-1])
        #expect(take(context(report, at: 70, [frost])) == [])
    }

    @Test mutating func amountsAreRates() throws {
        // 6 mm in six hours are 1 mm/h.
        let rain = conditions { ($0.precipitation, $0.precipitationPeriod) = (6, 6 * 3600) }
        #expect(take(context(report(at: 0, rain), at: 0, [try threshold("precipitation > 1.1 mm/h")])) == [])
        #expect(take(context(report(at: 0, rain), at: 0, [try threshold("precipitation > 0.9 mm")])).count == 1)
    }

    @Test mutating func probabilityIsOfTheHour() throws {
        let likely = try threshold("probability >= 60 %", within: 2)
        let report = report(
            at: 5, temperature(5), hours: [5, 5, 5].map(temperature), probabilities: [10, 20, 70])
        #expect(take(context(report, at: 5, [likely])).map(\.time) == [Self.at(120)])
    }

    @Test mutating func airQualityIsEuropeanOrElseAmerican() throws {
        let bad = try threshold("aqi > 100")
        func air(_ european: Double?, _ american: Double?) -> AirReport {
            var hour = AirQuality(time: Self.start)
            (hour.europeanIndex, hour.usIndex) = (european, american)
            return AirReport(
                coordinate: place, provider: Provider(id: "x", name: "X"), fetchedAt: Self.start, hours: [hour])
        }
        #expect(take(context(nil, at: 5, [bad], air: air(60, 120))) == [])
        #expect(take(context(nil, at: 5, [bad], air: air(nil, 120))).map(\.value) == [120])
        #expect(take(context(nil, at: 6, [try threshold("us-aqi > 100")], air: air(60, 120))).count == 1)
    }

    // MARK: - The grammar

    @Test(arguments: [
        ("temperature < 0", "temperature < 0"), ("temperature<-3.5°C", "temperature < -3.5 °C"),
        (" gust  >  60  km/h ", "gust > 60 km/h"), ("UV >= 6", "UV >= 6"), ("humidity <= 30%", "humidity <= 30 %"),
        ("temperature < \u{2212}2", "temperature < \u{2212}2"), ("freezing-level < 1500 m", "freezing-level < 1500 m"),
        ("nitrogen-dioxide > 40 µg/m³", "nitrogen-dioxide > 40 µg/m³"),
    ])
    func ruleIsRead(text: String, written: String) throws {
        #expect(try ThresholdRule(parsing: text).text == written)
    }

    @Test(arguments: [
        "", "temperature", "temperature 0", "temperature < ", "< 0", "temperature = 0", "temperature < zero",
        "temperature < 1e5e", "temperature == 0", "temperature < --1", "0 < temperature",
    ])
    func malformedRuleIsRejected(text: String) {
        #expect(throws: ThresholdRule.ParsingError.self) { try ThresholdRule(parsing: text) }
    }

    @Test func unknownNamesAreNamed() {
        #expect(throws: ThresholdRule.ParsingError.unknownQuantity("temprature")) {
            try ThresholdRule(parsing: "temprature < 0")
        }
        #expect(throws: ThresholdRule.ParsingError.unknownUnit("km/h", of: .conditions(.temperature))) {
            try ThresholdRule(parsing: "temperature < 0 km/h")
        }
    }

    @Test func everyQuantityHasAName() {
        let names = ThresholdQuantity.all.map(\.name)
        #expect(Set(names).count == names.count)
        for quantity in ThresholdQuantity.all {
            #expect(ThresholdQuantity(name: quantity.name) == quantity)
            #expect(quantity.kind.hysteresis > 0)
        }
        let some = ["temperature", "gusts", "uv", "heat-index", "air-quality", "european-aqi", "us-aqi", "pm25"]
        #expect(Set(some).isSubset(of: names))
    }
}
