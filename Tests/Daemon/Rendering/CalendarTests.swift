import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@testable import Languages

/// Hours, days and sun on days with unusual calendars and clocks, by the zones' real rules.
@Suite struct CalendarTests {
    /// A zone, a date there, and how many hours the day has.
    struct Case: Sendable, CustomTestStringConvertible {
        var zone: String
        var date: String
        var hours: Double
        var latitude: Double

        init(_ zone: String, _ date: String, _ hours: Double = 24, latitude: Double = 45) {
            (self.zone, self.date, self.hours, self.latitude) = (zone, date, hours, latitude)
        }

        var testDescription: String { "\(zone) \(date)" }
    }

    private static let cases = [
        Case("Europe/Berlin", "2026-03-29", 23), Case("Europe/Berlin", "2026-10-25", 25),
        Case("America/New_York", "2027-03-14", 23), Case("America/New_York", "2026-11-01", 25),
        // Half an hour.
        Case("Australia/Lord_Howe", "2026-10-04", 23.5, latitude: -31.5),
        Case("Australia/Lord_Howe", "2027-04-04", 24.5, latitude: -31.5),
        // Midnight is skipped, or occurs twice.
        Case("America/Sao_Paulo", "2018-11-04", 23, latitude: -23.5), Case("Asia/Beirut", "2026-03-29", 23),
        Case("Atlantic/Azores", "2026-10-25", 25),
        // The year ends, and the leap day begins and ends.
        Case("Europe/Berlin", "2026-12-31"), Case("Asia/Tokyo", "2028-02-28"), Case("Asia/Tokyo", "2028-02-29"),
        Case("Asia/Tokyo", "2100-02-28"),
        Case("Pacific/Kiritimati", "2026-12-31", latitude: 1.9), Case("Etc/GMT+12", "2026-12-31", latitude: 0.2),
        Case("Asia/Kathmandu", "2026-12-31"),
    ]

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The local clock of a place, by Foundation and tzdata.
    private struct Wall {
        let calendar: Calendar
        /// Midnights, beginning with the given day.
        let midnights: [UnixTime]

        init(_ place: Case) throws {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: place.zone))
            self.calendar = calendar
            let parts = place.date.split(separator: "-").compactMap { Int($0) }
            let noon = try #require(
                calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12)))
            midnights = try (0...4).map { index in
                let later = try #require(calendar.date(byAdding: .day, value: index, to: noon))
                return UnixTime(Int(calendar.startOfDay(for: later).timeIntervalSince1970))
            }
        }

        func parts(_ moment: UnixTime) -> DateComponents {
            calendar.dateComponents(
                [.year, .month, .day, .weekday, .hour, .minute],
                from: Date(timeIntervalSince1970: Double(moment.seconds)))
        }

        func time(_ moment: UnixTime) -> String {
            let parts = parts(moment)
            let numbers = [parts.hour, parts.minute].map { number in
                let text = String(number ?? 0)
                return text.count < 2 ? "0" + text : text
            }
            return numbers.joined(separator: ":")
        }

        /// `Sunday 29 March`.
        func date(_ moment: UnixTime) -> String {
            let parts = parts(moment)
            return "\(CalendarTests.weekdays[(parts.weekday ?? 1) - 1]) \(parts.day ?? 0) "
                + CalendarTests.months[(parts.month ?? 1) - 1]
        }

        /// `Sun 29 Mar`, ` 1` for one digit.
        func shortDate(_ moment: UnixTime) -> String {
            let words = date(moment).split(separator: " ")
            let day = words[1].count < 2 ? " " + words[1] : String(words[1])
            return "\(words[0].prefix(3)) \(day) \(words[2].prefix(3))"
        }
    }

    /// Fetched when the first day begins. A day's highest temperature is its index.
    private func scene(_ place: Case, _ wall: Wall, at now: UnixTime) throws -> Scene {
        let longitude = Double(wall.calendar.timeZone.secondsFromGMT()) / 240
        let coordinate = try #require(
            Coordinate(latitude: place.latitude, longitude: min(max(longitude, -180), 180)))
        var report = Report(
            coordinate: coordinate, timeZone: place.zone, provider: openMeteo, fetchedAt: wall.midnights[0])
        let seconds = wall.midnights[4].seconds(since: wall.midnights[0])
        report.hours = (0..<(seconds + 3599) / 3600).map { index in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = Double(index)
            return Hour(time: wall.midnights[0].advanced(by: index * 3600), conditions: conditions)
        }
        report.days = (0..<4).map { index in
            let parts = wall.parts(wall.midnights[index])
            var day = Day(
                date: CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0),
                start: wall.midnights[index], end: wall.midnights[index + 1], condition: .clear)
            day.temperatureMax = Double(index)
            return day
        }
        return Scene(
            place: Place(name: "Here", coordinate: coordinate, locality: Locality(name: "Here", timeZone: place.zone)),
            report: report, now: now, staleAfter: 3600)
    }

    /// At every half hour of the day.
    private func moments(of wall: Wall) -> [UnixTime] {
        stride(from: wall.midnights[0].seconds, to: wall.midnights[1].seconds, by: 1800).map { UnixTime($0 + 60) }
    }

    @Test(arguments: cases) func dayLengthMatches(place: Case) throws {
        let wall = try Wall(place)
        #expect(Double(wall.midnights[1].seconds(since: wall.midnights[0])) / 3600 == place.hours)
    }

    @Test(arguments: cases) func hours(place: Case) throws {
        let wall = try Wall(place)
        for now in moments(of: wall) {
            let scene = try scene(place, wall, at: now)
            let report = try #require(scene.report)
            let lines = try HourlyView.lines(of: scene, hours: nil, as: .text, in: Style())
            let year = wall.parts(now).year ?? 0
            #expect(lines[0] == "Here, \(wall.date(now)) \(year)")
            // From the current hour to the end of tomorrow, with each new date before its first hour.
            var expected: [String] = []
            var date = wall.date(now)
            for hour in report.hours
            where now < hour.time.advanced(by: 3600) && hour.time < wall.midnights[2] {
                if wall.date(hour.time) != date {
                    date = wall.date(hour.time)
                    expected.append(date)
                }
                expected.append(hour.time <= now ? "Now" : wall.time(hour.time))
            }
            let rows = lines[3...].prefix { !$0.isEmpty }.map { row in
                row.hasPrefix("Now") ? "Now" : row.first?.isNumber == true ? String(row.prefix(5)) : row
            }
            #expect(rows == expected, "\(wall.time(now))")
        }
    }

    @Test(arguments: cases) func days(place: Case) throws {
        let wall = try Wall(place)
        let expected = (0..<4).map { wall.shortDate(wall.midnights[$0]) }
        for now in moments(of: wall) {
            let scene = try scene(place, wall, at: now)
            let lines = try DailyView.lines(of: scene, days: nil, as: .text, in: Style())
            #expect(lines[3].hasPrefix("Today "), "\(wall.time(now))")
            #expect(lines[4..<7].map { String($0.prefix(10)) } == Array(expected[1...]), "\(wall.time(now))")
            // It is followed by the age of the report.
            let text = try line("{date}, then {tomorrow-high}", of: scene)
            #expect(text.hasPrefix("\(expected[0].replacing("  ", with: " ")), then 1°C"), "\(wall.time(now)): \(text)")
        }
        let next = try scene(place, wall, at: wall.midnights[1])
        #expect(try DailyView.lines(of: next, days: nil, as: .text, in: Style())[3].hasPrefix("Today"))
    }

    @Test(arguments: cases) func sun(place: Case) throws {
        let wall = try Wall(place)
        for now in moments(of: wall) {
            let scene = try scene(place, wall, at: now)
            let line = try #require(SunView.lines(of: scene, as: .json, in: Style()).first)
            let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(json["date"] as? String == place.date)
            let times = try ["sunrise", "solarNoon", "sunset"].map {
                try moment(try #require(json[$0] as? String))
            }
            #expect(times == times.sorted())
            #expect(times.allSatisfy { wall.midnights[0] <= $0 && $0 < wall.midnights[1] }, "\(times)")
            // The length of the calendar day does not affect the sun.
            let change = try #require(json["dayLengthChangeSeconds"] as? Int)
            #expect(abs(change) < 240)
        }
    }

    /// At one moment it is New Year in the first zone, and not yet New Year's Eve in the last.
    @Test(arguments: [
        ("Pacific/Kiritimati", "Here, Friday 1 January 2027", "00:30"),
        ("Etc/GMT+12", "Here, Wednesday 30 December 2026", "22:30"),
    ])
    func momentInFirstAndLastZone(zone: String, header: String, time: String) throws {
        let now = try moment("2026-12-31T10:30:00Z")
        let place = Case(zone, zone == "Etc/GMT+12" ? "2026-12-30" : "2027-01-01")
        let wall = try Wall(place)
        var scene = try scene(place, wall, at: now)
        scene.report?.fetchedAt = now
        let lines = try HourlyView.lines(of: scene, hours: 1, as: .text, in: Style())
        #expect(lines[0] == header)
        #expect(lines.contains("updated at \(time)"), "\(lines)")
    }

    /// An age is the elapsed time, regardless of changes of the local clock.
    @Test func ageAcrossClockChange() throws {
        for (place, fetched, now) in [
            (Case("Europe/Berlin", "2026-03-29"), "2026-03-29T01:30:00+01:00", "2026-03-29T03:45:00+02:00"),
            (Case("Europe/Berlin", "2026-10-25"), "2026-10-25T02:30:00+02:00", "2026-10-25T02:45:00+01:00"),
        ] {
            let wall = try Wall(place)
            var scene = try scene(place, wall, at: moment(now))
            scene.report?.fetchedAt = try moment(fetched)
            #expect(try line("{age}", of: scene).hasPrefix("1 h"))
        }
    }
}
