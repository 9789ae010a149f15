import Scratch
import Weather

extension Report {
    /// A report of eight days in which every optional value is present or missing.
    static func full(at coordinate: Coordinate = .montevideo, seed: Int = 1, fetchedAt now: UnixTime) -> Report {
        var state = UInt64(seed)
        func value(_ least: Double, _ most: Double, decimals: Double = 10) -> Double? {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let share = Double(state >> 33) / Double(1 << 31)
            return share > 0.95 ? nil : ((least + share * (most - least)) * decimals).rounded() / decimals
        }
        func conditions(_ index: Int) -> Conditions {
            var conditions = Conditions(condition: Condition.allCases[index % Condition.allCases.count])
            conditions.isDay = [true, false, nil][index % 3]
            conditions.likelihood = [.possible, .likely, nil][index % 3]
            conditions.precipitationPeriod = [nil, 3600, 0, 21_600][index % 4]
            conditions.temperature = value(-90, 60)
            conditions.feelsLike = value(-90, 60, decimals: 1000)
            conditions.dewPoint = value(-90, 60)
            conditions.humidity = value(0, 100)
            conditions.cloudCover = value(0, 100)
            conditions.pressure = value(870, 1084, decimals: 100)
            conditions.windSpeed = value(0, 100, decimals: 1000)
            conditions.windDirection = value(0, 360)
            conditions.windGust = value(0, 100, decimals: 100)
            conditions.precipitation = value(0, 400, decimals: 100)
            conditions.rain = value(0, 400, decimals: 1000)
            conditions.snowfall = value(0, 2000, decimals: 10)
            conditions.visibility = value(0, 100_000, decimals: 1)
            conditions.uvIndex = value(0, 20, decimals: 100)
            return conditions
        }
        var report = Report(
            coordinate: coordinate.rounded, timeZone: "America/Montevideo",
            provider: Provider(id: "x", name: "X \"Ü\" /", attribution: "Weather data by X"), fetchedAt: now,
            observedAt: now.advanced(by: -300), current: conditions(2))
        report.currentOrigin = .station
        report.station = Station(id: "SUMU", name: "Carrasco", distance: 12_345.5)
        report.issuedAt = now.advanced(by: -1800)
        report.hasClearSkyUV = true
        let midnight = UnixTime(1_763_694_000)
        report.hours = (0..<192).map { index in
            Hour(
                time: midnight.advanced(by: index * 3600), conditions: conditions(index),
                precipitationProbability: value(0, 100))
        }
        report.days = (0..<8).map { index in
            let start = midnight.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2025, month: 11, day: 21 + index), start: start,
                end: start.advanced(by: 86_400), condition: .sleet)
            day.likelihood = [.possible, .likely, nil][index % 3]
            day.temperatureMax = value(-90, 60)
            day.temperatureMin = value(-90, 60)
            day.feelsLikeMax = value(-90, 60)
            day.feelsLikeMin = value(-90, 60)
            day.cloudCover = value(0, 100)
            day.precipitation = value(0, 1000, decimals: 100)
            day.rain = value(0, 1000, decimals: 100)
            day.snowfall = value(0, 1000, decimals: 100)
            day.precipitationProbability = value(0, 100)
            day.precipitationHours = value(0, 24)
            day.windSpeedMax = value(0, 100)
            day.windGustMax = value(0, 100)
            day.windDirection = value(0, 360)
            day.uvIndexMax = value(0, 20)
            day.daylight =
                [
                    .sun(rise: start.advanced(by: 20_000), set: start.advanced(by: 70_001)), .polarDay, .polarNight,
                    nil,
                ][index % 4]
            return day
        }
        report.precipitation = PrecipitationSeries(
            (0..<768).map { index in
                PrecipitationStep(
                    end: midnight.advanced(by: index * 900), duration: 900, amount: value(0, 50, decimals: 100))
            })
        report.alerts = [
            Alert(
                id: "urn:1", replaces: ["urn:0"], event: "Gale Warning", headline: "Gale", text: "Wind\nand waves",
                instruction: "Stay", area: "Coast", sender: "Authority", severity: .severe, issuedAt: now,
                onset: now.advanced(by: 60), ends: now.advanced(by: 3600))
        ]
        report.httpFreshness = HTTPFreshness(
            expires: now.advanced(by: 1800), lastModified: "Fri, 21 Nov 2025 15:00:00 GMT")
        return report
    }
}
