import Foundation
import Scratch

/// A forecast recorded from Open-Meteo.
struct Recording {
    let text: String
    private let content: [String: Any]

    private static let folder = RecordingFolder("openmeteo")

    static var names: [String] { folder.forecasts }

    init(_ name: String) throws {
        text = String(decoding: try Self.folder.body(name), as: UTF8.self)
        guard let content = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw Failure("\(name) is not an object")
        }
        self.content = content
    }

    var timeZone: String? { content["timezone"] as? String }

    /// The values of one block, `current`, `hourly` or `daily`: one row for each time.
    func rows(_ block: String) -> [Row] {
        let columns = content[block] as? [String: Any] ?? [:]
        let units = content[block + "_units"] as? [String: String] ?? [:]
        let count = (columns["time"] as? [Any])?.count ?? (columns.isEmpty ? 0 : 1)
        return (0..<count).map { index in
            Row(values: columns.mapValues { ($0 as? [Any])?[index] ?? $0 }, units: units, utcOffset: utcOffset)
        }
    }

    /// The hours, each with Open-Meteo's values for the hour that begins then. Amounts, gusts, UV index and the codes
    /// of rain and snow apply to the preceding hour, so they are taken from the next row.
    var hours: [Row] {
        let rows = rows("hourly")
        let ending = [
            "precipitation", "rain", "showers", "snowfall", "precipitation_probability", "wind_gusts_10m", "uv_index",
        ]
        return rows.indices.map { index in
            var row = rows[index]
            let next = index + 1 < rows.count ? rows[index + 1] : nil
            for name in ending where row.values[name] != nil { row.values[name] = next?.values[name] ?? NSNull() }
            let codes = [row.number("weather_code"), next?.number("weather_code")].compactMap(\.self)
            if codes.contains(where: { $0 >= 50 }) {
                row.values["weather_code"] = next?.values["weather_code"] ?? NSNull()
            }
            return row
        }
    }

    private var utcOffset: Int { content["utc_offset_seconds"] as? Int ?? 0 }

    struct Row {
        fileprivate var values: [String: Any]
        fileprivate var units: [String: String]
        fileprivate var utcOffset: Int

        /// The recording's value for the key; nil if it is null or missing.
        subscript(key: String) -> Any? {
            values[key].flatMap { $0 is NSNull ? nil : $0 }
        }

        func number(_ key: String) -> Double? {
            (self[key] as? NSNumber)?.doubleValue
        }

        func unit(_ key: String) -> String {
            units[key] ?? ""
        }

        /// The time for the key, seconds since 1970. Recordings have local times: `2026-07-26T23:00`.
        func moment(_ key: String) -> Int? {
            guard let text = self[key] as? String else { return nil }
            let whole = text + (text.contains("T") ? "" : "T00:00") + ":00Z"
            return (try? Date(whole, strategy: .iso8601)).map { Int($0.timeIntervalSince1970) - utcOffset }
        }
    }
}
