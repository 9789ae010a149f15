import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

@Suite(
    .ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"),
    .enabled(if: !Recording.names.isEmpty, "\(RecordingFolder.absence)"))
struct RecordingTests {
    @Test(arguments: Recording.names)
    func valuesMatchRecordings(name: String) async throws {
        let recording = try Recording(name)
        let current = recording.rows("current")
        let hours = recording.hours.filter { row in has(row, RecordedQuantity.ofHours) }
        let days = recording.rows("daily").filter { row in has(row, RecordedQuantity.ofDays) }
        let present = try #require(current.first?.moment("time") ?? days.first?.moment("time"))
        let first = [hours, days].compactMap { $0.first?.moment("time") }.min() ?? present

        try await LoopbackServer.running { [text = recording.text] _ in
            .json(text)
        } _: { provider in
            let home = try Home(provider: provider, now: present, place: "10 20")
            let daemon = try home.start()
            try home.awaitRefresh()
            if let row = current.first {
                let object = try home.json("current")
                try compare(object, with: row, RecordedQuantity.ofConditions, isCurrent: true, of: recording)
                #expect(UnixTime.parsing(object["observedAt"]) == row.moment("time"))
                #expect(object["origin"] as? String == "analysis")
            }
            // At the first moment, the whole series is in the future.
            home.clock?.now = first
            try compare("hourly 384", "hours", in: home, with: hours, RecordedQuantity.ofHours, of: recording)
            try compare("daily 16", "days", in: home, with: days, RecordedQuantity.ofDays, of: recording)
            #expect(try daemon.stop() == 0)
        }
    }

    private func has(_ row: Recording.Row, _ quantities: [RecordedQuantity]) -> Bool {
        row["weather_code"] != nil || quantities.contains { $0.sources.contains { row[$0] != nil } }
    }

    private func compare(
        _ request: String, _ list: String, in home: Home, with rows: [Recording.Row],
        _ quantities: [RecordedQuantity], of recording: Recording
    ) throws {
        guard !rows.isEmpty else {
            #expect(try home.ask(request).code == .noData)
            return
        }
        let object = try home.json(request)
        let elements = try #require(object[list] as? [[String: Any]])
        #expect(elements.count == rows.count)
        for (element, row) in zip(elements, rows) { try compare(element, with: row, quantities, of: recording) }
        let place = try #require(object["place"] as? [String: Any])
        #expect(place["timezone"] as? String == recording.timeZone)
    }

    /// Walks the object: each of its keys is either in the table, compared separately, or not weather.
    private func compare(
        _ object: [String: Any], with row: Recording.Row, _ quantities: [RecordedQuantity], isCurrent: Bool = false,
        of recording: Recording
    ) throws {
        for (key, value) in object {
            let remark = Comment(rawValue: "\(key) at \(row["time"] ?? "")")
            if let quantity = quantities.first(where: { $0.key == key }) {
                let number = (value as? NSNumber)?.doubleValue
                let expected = try quantity.expected(in: row)
                // The present and the days are derived from the hours if the recording lacks them.
                if expected == nil, isCurrent || object["date"] != nil { continue }
                #expect((number == nil) == (expected == nil), remark)
                if let number, let expected { #expect(abs(number - expected.value) <= expected.tolerance, remark) }
                continue
            }
            switch key {
            case "condition":
                let code = (value as? [String: Any])?["code"] as? String
                func expected(_ row: Recording.Row) -> String {
                    row.number("weather_code").flatMap { RecordedQuantity.conditions[Int($0)] } ?? "unknown"
                }
                // A day has the worst of its hours, which may be more dangerous than the service's order has it.
                let date = object["date"] as? String
                let ofHours = recording.rows("hourly").filter { row in
                    date.map { (row["time"] as? String)?.hasPrefix($0) ?? false } ?? false
                }
                #expect(code == expected(row) || ofHours.map(expected).contains(code ?? ""), remark)
            case "isDay":
                // Sun times that a recording lacks are computed.
                guard let expected = row.number("is_day") else { continue }
                #expect(value as? Bool == (expected == 1), remark)
            case "time":
                #expect(UnixTime.parsing(value) == row.moment("time"), remark)
            case "date":
                #expect(value as? String == row["time"] as? String, remark)
            case "weekday":
                let date = Date(timeIntervalSince1970: Double(try #require(row.moment("time"))))
                let zone = try #require(TimeZone(identifier: recording.timeZone ?? ""))
                let style = Date.FormatStyle(locale: Locale(identifier: "en_US"), timeZone: zone).weekday(.wide)
                #expect(value as? String == date.formatted(style), remark)
            case "sunrise", "sunset":
                // The current day's sunrise and sunset are in the days.
                let days = recording.rows("daily").filter { ($0.moment("time") ?? .max) <= row.moment("time") ?? 0 }
                let day = isCurrent ? days.last : row
                guard let expected = day?.moment(key), let midnight = day?.moment("time") else { continue }
                // Recorded with days of UTC, where the sun sets on the next day, so the sunset is computed.
                if let set = day?.moment("sunset"), set >= midnight + 86_400 { continue }
                #expect(UnixTime.parsing(value) == expected, remark)
            default:
                #expect(Self.notWeather.union(Self.computed).contains(key), "\(key) is not in the tables")
            }
        }
        for quantity in quantities { #expect(object.keys.contains(quantity.key)) }
    }

    /// Computed from other values: `ComfortRecordingTests` and `DayOfHoursTests` compare them.
    private static let computed: Set<String> = [
        "heatIndexC", "humidex", "windChillC", "wetBulbC", "wbgtC", "snowDepthMaxM", "freezingLevelMinM",
    ]

    private static let notWeather: Set<String> = [
        "schema", "place", "provider", "observedAt", "fetchedAt", "issuedAt", "freshness", "daylight", "origin",
        "station", "stationAgeSeconds", "furtherSources", "uvIndexIsClearSky", "forecastFor", "sample", "attribution",
        "ageSeconds", "alert", "alertsKnown", "announced", "alertsUnreadable", "alertsUnplaced", "class", "nowcast",
        "trend", "tomorrow", "summary", "precipitationPeriodSeconds", "probabilityPeriodSeconds", "conditionOrigin",
        "precipitationOrigin", "visibilityAtLeast",
        // From other services.
        "yesterdayTemperatureC", "normalHighC", "normalLowC", "normalsAttribution", "highRangeC", "lowRangeC",
        "precipitationRangeMM", "ensembleMembers",
        // Of the hours, with their probabilities: `DayRowTests`.
        "expected",
    ]
}
