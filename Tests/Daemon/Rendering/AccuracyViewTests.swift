import ClientProtocol
import Foundation
import Languages
import Pages
import Rendering
import Testing
import Weather

/// The text and JSON of `accuracy`.
struct AccuracyViewTests {
    private static let start = 1_795_273_200 / 3600
    private let place = Place(name: "Seattle", coordinate: .seattle)

    private static func series(_ hours: Int, temperature: Double, wind: Double, precipitation: Double) -> HourSeries {
        let value = HourValues(temperature: temperature, wind: wind, precipitation: precipitation)
        return HourSeries(start: start, values: Array(repeating: value, count: hours))
    }

    /// One provider is 1 K too warm and always forecasts rain; the other's wind is 2 m/s too low.
    private var archive: AccuracyArchive {
        AccuracyArchive(
            position: .seattle, measured: Self.series(1000, temperature: 10, wind: 5, precipitation: 0),
            forecasts: [
                .init(
                    provider: "openweathermap",
                    series: [.oneDay: Self.series(1000, temperature: 11, wind: 5, precipitation: 1)]),
                .init(
                    provider: "nws",
                    series: [
                        .oneDay: Self.series(1000, temperature: 10, wind: 3, precipitation: 0),
                        .twoDays: Self.series(900, temperature: 9.5, wind: 3, precipitation: 0),
                    ]),
            ])
    }

    private func lines(_ summary: AccuracySummary, width: Int? = 80, units: Units = .metric) -> [String] {
        var style = Style(units: units)
        style.width = width
        return AccuracyView.lines(of: summary, at: place, timeZone: "America/Los_Angeles", as: .text, in: style)
    }

    @Test func tableFitsEightyColumns() {
        let lines = lines(AccuracySummary(archive))
        #expect(
            lines.prefix(7) == [
                "Forecasts for Seattle, compared with measurements from 2026-11-21 to 2027-01-01",
                "",
                "Provider        Ahead  °C ±  Bias  km/h ±  Bias  Hits  Misses  False  Pairs",
                "openweathermap   24 h   1.0  +1.0     0.0   0.0     0       0   1000   1000",
                "nws              24 h   0.0   0.0     7.2  −7.2     0       0      0   1000",
                "nws              48 h   0.5  −0.5     7.2  −7.2     0       0      0    900",
                "",
            ])
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func narrowTerminalShowsTemperature() {
        let lines = lines(AccuracySummary(archive), width: 40)
        #expect(
            lines.contains("Provider        Ahead  °C ±  Bias  Pairs")
                || lines.contains("Provider        Ahead  °C ±  Bias"))
        #expect(lines.allSatisfy { $0.count <= 40 })
    }

    /// A difference of 1 K is 1.8 °F, without the offset of a temperature.
    @Test func differencesAreInTheUnitsOfTheUser() {
        let lines = lines(AccuracySummary(archive), units: .imperial)
        #expect(lines.contains { $0.hasPrefix("Provider        Ahead  °F ±  Bias  mph ±  Bias") })
        #expect(lines.contains { $0.hasPrefix("openweathermap   24 h   1.8  +1.8") })
    }

    @Test func textWithoutPairsNamesTheRemedy() {
        #expect(
            lines(AccuracySummary(nil)).first?.hasPrefix("Nothing to compare yet for Seattle: no forecast has been")
                == true
        )
        let unrecorded = lines(AccuracySummary(nil, missing: .notConfigured), width: nil)
        #expect(unrecorded.first?.contains("no station is configured") == true)
        var other = archive
        other.measured = HourSeries()
        let unmeasured = lines(AccuracySummary(other), width: nil)
        #expect(unmeasured.count == 1 && unmeasured[0].contains("no station has measured"))
        other.measured = HourSeries(start: Self.start - 5, values: [HourValues(temperature: 1)])
        #expect(
            lines(AccuracySummary(other), width: nil) == [
                "Nothing to compare yet for Seattle: the first forecast that can be compared is for 2026-11-21 07:00."
            ])
    }

    /// Sample data is never compared, and where no service has stations, turning them on does not help.
    @Test func withoutMeasurementsTheTextSaysWhy() {
        let text = { lines(AccuracySummary(nil, missing: $0), width: nil) }
        #expect(text(.sample) == ["Nothing to compare for Seattle: the weather shown is sample data."])
        #expect(text(.notCovered) == ["Nothing to compare for Seattle: no source of stations covers this place."])
    }

    @Test(arguments: Language.allCases)
    func eachReasonHasItsSentence(_ language: Language) {
        let reasons: [AccuracySummary.MissingMeasurements?] = [nil, .notConfigured, .notCovered, .sample]
        let texts = reasons.map { reason in
            AccuracyView.lines(
                of: AccuracySummary(nil, missing: reason), at: place, timeZone: nil, as: .text,
                in: Style(language: language))
        }
        #expect(Set(texts).count == reasons.count)
        for text in texts { #expect(text.count == 1 && text[0].contains("Seattle")) }
        #expect(!texts[2][0].contains("current.source") && !texts[3][0].contains("current.source"))
    }

    @Test func json() throws {
        let line = try #require(
            AccuracyView.lines(of: AccuracySummary(archive), at: place, timeZone: nil, as: .json).first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let scores = try #require(object["scores"] as? [[String: Any]])
        #expect(scores.count == 3 && scores[0]["provider"] as? String == "openweathermap")
        #expect(scores[0]["temperatureBiasC"] as? Double == 1 && scores[0]["rainFalseAlarms"] as? Int == 1000)
        #expect(scores[2]["leadHours"] as? Int == 48 && scores[2]["windErrorMS"] as? Double == 2)
        #expect(object["providerOrder"] is NSNull)
        let tables = try Page("docs/json.md").tables.filter { $0.heading == "`accuracy`" }
        let documented = try #require(tables.last).rows.flatMap { $0[0].codeSpans }
        #expect(Set(scores[0].keys) == Set(documented))
    }

    @Test func statusShowsOrderAndReason() {
        func order(_ ranking: ProviderRanking) -> String? {
            StatusView.lines(of: DaemonStatus(ranking: ranking, version: "0"), as: .text)
                .first { $0.hasPrefix("provider-order: ") }
        }
        #expect(
            order(ProviderRanking(order: ["open-meteo"], comparisons: []))
                == "provider-order: open-meteo: no other provider is configured for this place")
        #expect(
            order(
                ProviderRanking(
                    order: ["open-meteo", "nws"], comparisons: [.init(provider: "nws", days: 12, relativeError: nil)]))
                == "provider-order: open-meteo, nws: default order; nws has 12 of the required 30 days of pairs")
        #expect(
            order(
                ProviderRanking(
                    order: ["nws", "open-meteo"],
                    comparisons: [.init(provider: "open-meteo", days: 40, relativeError: 1.154)]))
                == "provider-order: nws, open-meteo: measured; the error of open-meteo is 15% larger")
    }
}

extension Coordinate {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let seattle = Coordinate(latitude: 47.61, longitude: -122.33)!
}
