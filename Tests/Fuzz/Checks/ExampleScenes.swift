import Rendering
import Weather

/// A place with every value, and a place with almost none.
enum ExampleScenes {
    static let full: Scene = {
        var conditions = Conditions(condition: .thunderstorm)
        conditions.temperature = -12.3
        conditions.feelsLike = -19
        conditions.dewPoint = -14
        conditions.humidity = 87
        conditions.cloudCover = 100
        conditions.pressure = 998.7
        conditions.windSpeed = 11.2
        conditions.windDirection = 202
        conditions.windGust = 24
        conditions.precipitation = 1.2
        conditions.rain = 1.2
        conditions.snowfall = 0
        conditions.visibility = 800
        conditions.uvIndex = 3
        conditions.isDay = true
        let midnight = fuzzNow.advanced(by: -15 * 3600)
        let days = (0..<3).map { index in
            let start = midnight.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2026, month: 11, day: 21 + index), start: start,
                end: start.advanced(by: 86_400), condition: .snow)
            day.temperatureMax = Double(index)
            day.temperatureMin = -20
            day.daylight = .sun(rise: start.advanced(by: 8 * 3600), set: start.advanced(by: 16 * 3600))
            return day
        }
        var report = Report(
            coordinate: .oslo, timeZone: "Europe/Oslo", provider: Provider(id: "example", name: "<Example> %{F-}"),
            fetchedAt: fuzzNow.advanced(by: -4000), observedAt: fuzzNow, current: conditions,
            hours: (0..<72).map { Hour(time: midnight.advanced(by: $0 * 3600), conditions: conditions) }, days: days)
        report.alerts = [Alert(id: "1", event: "Gale & \"storm\" #[bold]", severity: .severe)]
        var scene = Scene(
            place: Place(
                name: "東京|<b>",
                coordinate: .oslo, locality: Locality(name: "Oslo", region: "Oslo", country: "Norway")),
            report: report, now: fuzzNow, staleAfter: 3600,
            lastFailure: .unreachable(host: "127.0.0.1", reason: "Connection refused"))
        var air = AirQuality(time: fuzzNow)
        air.europeanIndex = 42
        scene.air = AirReport(coordinate: .oslo, provider: report.provider, fetchedAt: fuzzNow, hours: [air])
        return scene
    }()

    static let bare = Scene(
        place: Place(coordinate: .newYork),
        report: Report(
            coordinate: .newYork, timeZone: "Nowhere", provider: Provider(id: "x", name: "x", isSample: true),
            fetchedAt: fuzzNow, observedAt: fuzzNow, current: Conditions()),
        now: fuzzNow, staleAfter: 3600)
}
