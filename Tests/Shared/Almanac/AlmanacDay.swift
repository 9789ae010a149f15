import Foundation
import Testing
import Weather

/// A line of an almanac: a day, a place, and the printed times.
struct AlmanacDay: Sendable, CustomTestStringConvertible {
    var place: String
    var coordinate: Coordinate
    /// `2026-03-20`.
    var date: String
    /// The almanac's UTC offset, east positive.
    var offset: Int
    /// `06:18`; `24:48` is 48 minutes into the next day; `--` is an event that does not happen.
    var times: [String]

    var testDescription: String { "\(place) \(date)" }

    /// Local midnight.
    var start: UnixTime { get throws { try utc(date + "T00:00:00Z").advanced(by: -offset) } }
    var end: UnixTime { get throws { try start.advanced(by: 86_400) } }

    /// The moment in one of the columns; nil for `--`.
    func moment(_ column: Int) throws -> UnixTime? {
        let parts = times[column].split(separator: ":").compactMap { Int($0) }
        guard parts.count >= 2 else { return nil }
        return try start.advanced(by: parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0))
    }

    /// Parses a table. A line with a name, a latitude, a longitude and the UTC offset in hours precedes the days of
    /// each place.
    static func table(_ text: String) -> [AlmanacDay] {
        var days: [AlmanacDay] = []
        var place: (name: String, coordinate: Coordinate, offset: Int)?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words[0].contains("-"), let place {
                days.append(
                    AlmanacDay(
                        place: place.name, coordinate: place.coordinate, date: words[0], offset: place.offset,
                        times: Array(words.dropFirst())))
            } else if let latitude = Double(words[1]), let longitude = Double(words[2]), let hours = Int(words[3]),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            {
                place = (words[0], coordinate, hours * 3600)
            } else {
                preconditionFailure("not a place: \(line)")
            }
        }
        return days
    }
}

func utc(_ text: String) throws -> UnixTime {
    UnixTime(Int(try Date(text, strategy: .iso8601).timeIntervalSince1970))
}

/// Whether two moments differ by at most this many seconds, or both are nil.
func agree(_ one: UnixTime?, _ other: UnixTime?, within seconds: Int) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one.seconds(since: other)) <= seconds
}
