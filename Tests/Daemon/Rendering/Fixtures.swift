import Foundation
import Rendering
import Testing
import Weather

/// A time in the format of RFC 3339, such as `2026-11-21T15:42:00-03:00`.
func moment(_ text: String) throws -> UnixTime {
    UnixTime(Int(try Date(text, strategy: .iso8601).timeIntervalSince1970))
}

let openMeteo = Provider(
    id: "open-meteo", name: "Open-Meteo", attribution: "Weather data by Open-Meteo.com (CC BY 4.0)")
let sampleProvider = Provider(id: "sample", name: "Sample", isSample: true)
let timeout = FetchFailure.timedOut(host: "api.open-meteo.com", seconds: 20)

/// A mild spring day in Montevideo, fetched at 15:38 and modelled for 15:30, with hours until the end of the third day
/// and eight days.
enum Montevideo {
    static let coordinate = Coordinate(latitude: -34.9, longitude: -56.16)

    static func report(provider: Provider = openMeteo) throws -> Report {
        let midnight = try moment("2026-11-21T00:00:00-03:00")
        var report = Report(
            coordinate: try #require(coordinate), timeZone: "America/Montevideo", provider: provider,
            fetchedAt: try moment("2026-11-21T15:38:00-03:00"), observedAt: try moment("2026-11-21T15:30:00-03:00"),
            current: current)
        report.hours = (0..<72).map { hour(midnight.advanced(by: $0 * 3600), $0) }
        report.days = (0..<8).map { day(midnight.advanced(by: $0 * 86_400), $0) }
        return report
    }

    static func scene(at time: String = "2026-11-21T15:42:00-03:00", provider: Provider = openMeteo) throws -> Scene {
        Scene(
            place: Place(name: "Montevideo", coordinate: try #require(coordinate)),
            report: try report(provider: provider), now: try moment(time), staleAfter: 3600)
    }

    /// Quarter hours from 15:30, with rain from 16:00 to 16:45.
    static func shower() throws -> PrecipitationSeries {
        let start = try moment("2026-11-21T15:30:00-03:00")
        return PrecipitationSeries(
            (1...24).map {
                PrecipitationStep(
                    end: start.advanced(by: $0 * 900), duration: 900, amount: (3...5).contains($0) ? 1 : 0)
            })
    }

    private static var current: Conditions {
        var current = Conditions(condition: .partlyCloudy)
        current.isDay = true
        current.temperature = 17.64
        current.feelsLike = 16.9
        current.dewPoint = 10.5
        current.humidity = 63
        current.cloudCover = 40
        current.pressure = 1015.2
        current.windSpeed = 3.9
        current.windDirection = 203
        current.windGust = 8.6
        current.precipitation = 0
        current.rain = 0
        current.snowfall = 0
        current.visibility = 24_140
        current.uvIndex = 6.35
        return current
    }

    private static func hour(_ time: UnixTime, _ index: Int) -> Hour {
        var conditions = current
        let hourOfDay = index % 24
        conditions.condition = index < 20 ? .partlyCloudy : index < 30 ? .rainLight : .clear
        conditions.isDay = (6..<20).contains(hourOfDay)
        conditions.temperature = 12 + 9 * (1 - (Double(hourOfDay) - 15).magnitude / 15)
        conditions.precipitation = (20..<30).contains(index) ? 0.4 : 0
        conditions.cloudCover = index < 30 ? 40 : 0
        conditions.windSpeed = Double(index % 8)
        conditions.windDirection = Double(index * 15)
        return Hour(time: time, conditions: conditions, precipitationProbability: (20..<30).contains(index) ? 75 : 5)
    }

    private static func day(_ start: UnixTime, _ index: Int) -> Day {
        let number = 21 + index
        var day = Day(
            date: CalendarDate(year: 2026, month: 11, day: number), start: start, end: start.advanced(by: 86_400),
            condition: [.partlyCloudy, .rainLight, .clear, .thunderstorm][index % 4])
        day.temperatureMax = 21 + Double(index) / 2
        day.temperatureMin = 12.3 - Double(index) * 0.6
        day.precipitation = Double(index) * 1.7
        day.rain = day.precipitation
        day.snowfall = 0
        day.precipitationProbability = Double(index * 14)
        day.windSpeedMax = 6.1
        day.cloudCover = 40
        day.daylight = .sun(rise: start.advanced(by: 5 * 3600 + 21 * 60), set: start.advanced(by: 19 * 3600 + 40 * 60))
        return day
    }
}

/// Snow in Tromsø during the polar night.
enum Tromsø {
    static func scene() throws -> Scene {
        let coordinate = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        let midnight = try moment("2026-12-21T00:00:00+01:00")
        var current = Conditions(condition: .snowHeavy)
        current.temperature = -0.04
        current.feelsLike = -7.25
        current.humidity = 96
        current.windSpeed = 0.1
        current.windDirection = 80
        current.windGust = 5.5
        current.precipitation = 1.2
        current.snowfall = 11
        current.visibility = 400
        current.uvIndex = 0
        var report = Report(
            coordinate: coordinate, timeZone: "Europe/Oslo", provider: openMeteo,
            fetchedAt: try moment("2026-12-21T12:00:10+01:00"), observedAt: try moment("2026-12-21T12:00:00+01:00"),
            current: current)
        report.hours = (0..<48).map { index in
            var conditions = Conditions(condition: index % 2 == 0 ? .snow : .clear)
            conditions.temperature = -0.4
            conditions.snowfall = 7
            return Hour(time: midnight.advanced(by: index * 3600), conditions: conditions)
        }
        report.days = (0..<2).map { index in
            let start = midnight.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2026, month: 12, day: 21 + index), start: start,
                end: start.advanced(by: 86_400), condition: .snow)
            day.temperatureMax = -0.4
            day.temperatureMin = index == 0 ? -12.7 : nil
            day.snowfall = 84
            day.daylight = .polarNight
            return day
        }
        return Scene(
            place: Place(name: "Tromsø", coordinate: coordinate), report: report,
            now: try moment("2026-12-21T12:00:40+01:00"), staleAfter: 3600)
    }
}

/// Hours of a place with a clock change, each with its index as the temperature.
func hourly(in timeZone: String, from start: String, hours: Int) throws -> Scene {
    let coordinate = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
    let start = try moment(start)
    var report = Report(coordinate: coordinate, timeZone: timeZone, provider: openMeteo, fetchedAt: start)
    report.hours = (0..<hours).map { index in
        var conditions = Conditions(condition: .clear)
        conditions.temperature = Double(index)
        return Hour(time: start.advanced(by: index * 3600), conditions: conditions)
    }
    return Scene(
        place: Place(name: "Berlin", coordinate: coordinate), report: report, now: start.advanced(by: 60),
        staleAfter: 3600)
}
