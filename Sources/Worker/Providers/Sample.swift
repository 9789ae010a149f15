import Almanac
import Glibc
public import Weather
public import WorkerProtocol

/// A week of sample weather for a machine without network. It starts today, is the same for the same place and time,
/// and is consistent like a real forecast.
public struct Sample: DescribedProvider {
    public let facts = ProviderFacts.sample

    private let timeZone: @Sendable (Coordinate) async -> String?

    /// - Parameter timeZone: of a place, as in tzdata. If nil or unknown, whole hours estimated from the longitude.
    public init(timeZone: @escaping @Sendable (Coordinate) async -> String? = { _ in nil }) {
        self.timeZone = timeZone
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let calendar = PlaceCalendar(timeZone: await timeZone(coordinate), at: coordinate)
        let spans = spans(from: now, in: calendar)
        var report = Report(
            coordinate: coordinate, timeZone: calendar.identifier, provider: identity, fetchedAt: now)
        guard let start = spans.first?.start, let end = spans.last?.end else { return report }

        let weather = SampleWeather(coordinate: coordinate, start: start)
        let quarter = now.advanced(by: -(now.seconds % 900))
        report.observedAt = quarter
        var current = weather.conditions(at: quarter, span: 900)
        current.precipitationPeriod = 900
        report.current = current
        report.currentOrigin = .sample
        report.hours = stride(from: start.seconds, to: end.seconds, by: 3600).map(UnixTime.init).map { time in
            // An hour's precipitation is known at its end, and its condition with it.
            let next = time.advanced(by: 3600)
            let ending = weather.conditions(at: next, span: 3600)
            var conditions = weather.conditions(at: time, span: 3600)
            conditions.takePrecipitation(of: ending)
            conditions.condition = ending.condition
            conditions.windGust = ending.windGust
            return Hour(
                time: time, conditions: conditions, precipitationProbability: weather.probability(at: next))
        }
        report.days = spans.map { date, start, end in
            var day = Day(
                date: date, start: start, end: end, hours: report.hours.filter { start <= $0.time && $0.time < end })
            day.daylight = Sun(coordinate: coordinate).daylight(from: start, to: end)
            return day
        }
        report.precipitation = PrecipitationSeries(
            stride(from: start.seconds, to: end.seconds, by: 900).map(UnixTime.init).map { time in
                PrecipitationStep(end: time, duration: 900, amount: weather.amount(until: time, span: 900))
            })
        return report
    }

    /// The days of the week starting today.
    private func spans(
        from now: UnixTime, in calendar: PlaceCalendar
    ) -> [(date: CalendarDate, start: UnixTime, end: UnixTime)] {
        let today = calendar.date(at: now)
        return (0..<SampleScript.days).compactMap { day in
            guard let date = calendar.date(day, after: today), let span = calendar.span(of: date) else { return nil }
            return (date, span.start, span.end)
        }
    }
}

/// The sample's weather at any moment of its week: the script, adjusted to the place's climate and the season.
struct SampleWeather {
    var coordinate: Coordinate
    /// The place's midnight at the start of the week.
    var start: UnixTime

    /// - Parameter span: the period of the amounts before `moment`, s.
    func conditions(at moment: UnixTime, span: Int) -> Conditions {
        let second = moment.seconds(since: start)
        let script = SampleScript(at: second)
        let amount = amount(until: moment, span: span)
        let isFoggy = SampleScript.isFoggy(at: second)
        let sun = Sun(coordinate: coordinate)
        let elevation = sun.elevation(at: moment)

        let temperature = temperature(at: moment)
        // The relative humidity of the same moisture decreases by about 3 % per degree.
        let drying = 3 * (temperature - normal(at: moment) - script.warmth)
        let humidity = isFoggy ? 99 : min(max(script.humidity - drying + (amount > 0 ? 8 : 0), 25), 98).rounded()
        let air = MoistAir(temperature: temperature, humidity: humidity)

        var conditions = Conditions()
        conditions.isDay = sun.isUp(at: moment)
        conditions.temperature = temperature
        conditions.humidity = humidity
        conditions.dewPoint = air.dewPoint.rounded(decimals: 1)
        let radiation = SolarRadiation(elevation: elevation, cloudCover: isFoggy ? 100 : script.cloud).global
        conditions.feelsLike = air.feelsLike(windSpeed: script.wind, radiation: radiation).rounded(decimals: 1)
        conditions.cloudCover = isFoggy ? 100 : script.cloud.rounded()
        conditions.pressure = script.pressure.rounded(decimals: 1)
        let gustiness = SampleScript.rainfall(at: second)?.kind == .thunderstorm ? 2.9 : 1.6
        conditions.windSpeed = script.wind.rounded(decimals: 1)
        conditions.windGust = (script.wind * gustiness).rounded(decimals: 1)
        conditions.windDirection = script.direction.rounded().truncatingRemainder(dividingBy: 360)
        conditions.precipitation = amount
        conditions.rain = isSnow(at: temperature) ? 0 : amount
        // Snow ratio of 10:1.
        conditions.snowfall = isSnow(at: temperature) ? (amount * PrecipitationKind.snowPerWater).rounded() : 0
        conditions.visibility = isFoggy ? 300 : amount > 0 ? 7000 : (300 * (140 - humidity)).rounded()
        conditions.uvIndex = uvIndex(elevation: elevation, cloud: script.cloud)
        conditions.condition = condition(
            hourly: amount * 3600 / Double(span), temperature: temperature, cloud: script.cloud, second: second)
        return conditions
    }

    /// The amount in the `span` seconds before `moment`, a multiple of 15 minutes, mm.
    func amount(until moment: UnixTime, span: Int) -> Double {
        stride(from: 0, to: span, by: 900).map { before in
            let middle = moment.seconds(since: start) - before - 450
            return (SampleScript.rain(at: middle) / 4).rounded(decimals: 1)
        }.reduce(0, +).rounded(decimals: 1)
    }

    /// Probability of precipitation in the hour before `moment`, %: high during the rain, decreasing over three hours
    /// on either side.
    func probability(at moment: UnixTime) -> Double {
        let nearness = (-3...3).filter { amount(until: moment.advanced(by: $0 * 3600), span: 3600) > 0 }.map(abs).min()
        return switch nearness {
        case 0: 90
        case 1: 55
        case 2: 30
        case 3: 15
        default: SampleScript(at: moment.seconds(since: start)).cloud > 60 ? 10 : 0
        }
    }

    /// °C: highest at 15:00 solar time, with a larger range under clearer skies.
    private func temperature(at moment: UnixTime) -> Double {
        let script = SampleScript(at: moment.seconds(since: start))
        let solarHour = Double(moment.seconds % 86_400) / 3600 + coordinate.longitude / 15
        let swing = 5.5 - script.cloud * 0.03
        let cycle = swing * cos((solarHour - 15) / 24 * 2 * .pi)
        return (normal(at: moment) + script.warmth + cycle).rounded(decimals: 1)
    }

    /// The mean temperature of the place and season, °C: a rough fit to the climate at sea level, 27 at the equator and
    /// 10 at 52°, with seasons that grow towards the poles and lag the sun by a month.
    private func normal(at moment: UnixTime) -> Double {
        let latitude = coordinate.latitude
        let date = PlaceCalendar.greenwich.date(at: moment)
        let yearShare = (Double(date.month - 1) + Double(date.day) / 31) / 12
        return 27 - 0.0063 * latitude * latitude + 0.19 * latitude * cos((yearShare - 0.55) * 2 * .pi)
    }

    private func isSnow(at temperature: Double) -> Bool { temperature <= PrecipitationKind.snowTemperature }

    /// S. Madronich, "Analytic formula for the clear-sky UV index", Photochemistry and Photobiology 83, 2007, for an
    /// ozone column of 300 DU; an overcast sky transmits a third.
    private func uvIndex(elevation: Double, cloud: Double) -> Double {
        let clear = 12.5 * pow(max(0, sin(elevation.radians)), 2.42)
        return (clear * (1 - 0.65 * cloud / 100)).rounded(decimals: 1)
    }

    /// - Parameter hourly: water, mm/h. The limits between light, moderate and heavy are 2.5 and 7.6, as in the
    ///   Glossary of Meteorology of the American Meteorological Society.
    private func condition(hourly: Double, temperature: Double, cloud: Double, second: Int) -> Condition {
        guard hourly > 0 else {
            if SampleScript.isFoggy(at: second) { return .fog }
            return switch cloud {
            case ..<12: .clear
            case ..<38: .mostlyClear
            case ..<76: .partlyCloudy
            default: .overcast
            }
        }
        // The hour's rain may have ended by now, so its last quarter decides.
        let isSnow = isSnow(at: temperature)
        switch SampleScript.rainfall(at: second - 450)?.kind {
        case .thunderstorm where !isSnow: return .thunderstorm
        case .shower: return isSnow ? .snowShowers : .rainShowers
        default: break
        }
        return switch hourly {
        case ..<2.5: isSnow ? .snowLight : .rainLight
        case ..<7.6: isSnow ? .snow : .rain
        default: isSnow ? .snowHeavy : .rainHeavy
        }
    }
}

/// The sample week in steps of six hours from today's midnight: a fair day, a front with rain and gusts, cooler air
/// with showers, a calm night followed by fog, sun and warmth, a thunderstorm, and clear air.
struct SampleScript {
    /// Cloud cover, %.
    var cloud: Double
    /// Mean wind, m/s.
    var wind: Double
    /// Wind direction, degrees; above 360 after veering past north.
    var direction: Double
    /// At sea level, hPa.
    var pressure: Double
    /// °C above the mean of the season.
    var warmth: Double
    /// Relative humidity at the day's mean temperature, %.
    var humidity: Double

    /// Seconds between two steps.
    static let step = 6 * 3600
    static let days = 8

    // swift-format-ignore
    private static let steps: [SampleScript] = [
        // Today: fair, clouding over in the evening.
        .init(cloud: 10, wind: 2.0, direction: 160, pressure: 1018, warmth: 1.0, humidity: 68),
        .init(cloud: 25, wind: 2.5, direction: 170, pressure: 1017, warmth: 1.5, humidity: 66),
        .init(cloud: 40, wind: 3.5, direction: 180, pressure: 1015, warmth: 2.0, humidity: 62),
        .init(cloud: 70, wind: 4.5, direction: 195, pressure: 1011, warmth: 2.0, humidity: 68),
        // The front.
        .init(cloud: 95, wind: 6.5, direction: 205, pressure: 1006, warmth: 2.0, humidity: 80),
        .init(cloud: 100, wind: 9.0, direction: 215, pressure: 1000, warmth: 1.0, humidity: 88),
        .init(cloud: 100, wind: 11.0, direction: 235, pressure: 997, warmth: 0.0, humidity: 90),
        .init(cloud: 90, wind: 9.5, direction: 270, pressure: 1000, warmth: -2.0, humidity: 82),
        // Showers.
        .init(cloud: 60, wind: 7.0, direction: 285, pressure: 1005, warmth: -3.0, humidity: 76),
        .init(cloud: 55, wind: 6.5, direction: 290, pressure: 1008, warmth: -3.5, humidity: 74),
        .init(cloud: 75, wind: 7.0, direction: 295, pressure: 1010, warmth: -3.5, humidity: 72),
        .init(cloud: 45, wind: 4.0, direction: 305, pressure: 1014, warmth: -3.0, humidity: 74),
        // Fog in the morning.
        .init(cloud: 20, wind: 1.2, direction: 320, pressure: 1018, warmth: -3.0, humidity: 84),
        .init(cloud: 80, wind: 0.6, direction: 340, pressure: 1020, warmth: -2.5, humidity: 88),
        .init(cloud: 30, wind: 1.5, direction: 370, pressure: 1021, warmth: -1.5, humidity: 70),
        .init(cloud: 10, wind: 1.8, direction: 390, pressure: 1022, warmth: -1.0, humidity: 70),
        // Sun.
        .init(cloud: 0, wind: 1.5, direction: 410, pressure: 1023, warmth: -0.5, humidity: 70),
        .init(cloud: 5, wind: 1.8, direction: 430, pressure: 1023, warmth: 0.5, humidity: 66),
        .init(cloud: 10, wind: 2.5, direction: 445, pressure: 1022, warmth: 1.5, humidity: 60),
        .init(cloud: 5, wind: 2.0, direction: 460, pressure: 1021, warmth: 2.0, humidity: 62),
        // Warmth.
        .init(cloud: 5, wind: 1.8, direction: 475, pressure: 1020, warmth: 2.5, humidity: 62),
        .init(cloud: 15, wind: 2.2, direction: 490, pressure: 1019, warmth: 3.5, humidity: 60),
        .init(cloud: 25, wind: 3.0, direction: 505, pressure: 1016, warmth: 4.5, humidity: 58),
        .init(cloud: 30, wind: 2.8, direction: 515, pressure: 1014, warmth: 5.0, humidity: 62),
        // The thunderstorm.
        .init(cloud: 35, wind: 2.5, direction: 525, pressure: 1012, warmth: 5.5, humidity: 66),
        .init(cloud: 40, wind: 3.0, direction: 535, pressure: 1010, warmth: 5.5, humidity: 66),
        .init(cloud: 70, wind: 5.0, direction: 560, pressure: 1007, warmth: 5.0, humidity: 68),
        .init(cloud: 95, wind: 6.5, direction: 620, pressure: 1009, warmth: 1.0, humidity: 86),
        // Clear air.
        .init(cloud: 50, wind: 5.0, direction: 650, pressure: 1013, warmth: -1.0, humidity: 76),
        .init(cloud: 25, wind: 4.5, direction: 665, pressure: 1016, warmth: -1.5, humidity: 68),
        .init(cloud: 30, wind: 4.5, direction: 675, pressure: 1018, warmth: -1.5, humidity: 60),
        .init(cloud: 10, wind: 3.0, direction: 685, pressure: 1020, warmth: -1.0, humidity: 66),
        .init(cloud: 5, wind: 2.0, direction: 700, pressure: 1021, warmth: -1.0, humidity: 68),
    ]

    /// Rain that increases and decreases between two hours of the week.
    struct Rainfall {
        enum Kind {
            case steady, shower, thunderstorm
        }

        var kind: Kind
        var hours: Range<Double>
        /// mm/h.
        var peak: Double
    }

    private static let rainfalls = [
        Rainfall(kind: .steady, hours: 28..<42, peak: 2.8),
        Rainfall(kind: .shower, hours: 53.5..<56, peak: 2.4), Rainfall(kind: .shower, hours: 60..<62, peak: 3.2),
        Rainfall(kind: .shower, hours: 65..<66.5, peak: 1.8),
        Rainfall(kind: .thunderstorm, hours: 160.5..<164, peak: 9),
    ]
    private static let fog = 76.0..<81.5

    /// The script at this second of the week, interpolated linearly between its steps and constant beyond both ends.
    init(at second: Int) {
        let position = min(max(Double(second) / Double(Self.step), 0), Double(Self.steps.count - 1))
        let index = min(Int(position), Self.steps.count - 2)
        let share = position - Double(index)
        let (before, after) = (Self.steps[index], Self.steps[index + 1])
        func between(_ value: KeyPath<SampleScript, Double>) -> Double {
            before[keyPath: value] + (after[keyPath: value] - before[keyPath: value]) * share
        }
        self.init(
            cloud: between(\.cloud), wind: between(\.wind), direction: between(\.direction),
            pressure: between(\.pressure), warmth: between(\.warmth), humidity: between(\.humidity))
    }

    private init(
        cloud: Double, wind: Double, direction: Double, pressure: Double, warmth: Double, humidity: Double
    ) {
        self.cloud = cloud
        self.wind = wind
        self.direction = direction
        self.pressure = pressure
        self.warmth = warmth
        self.humidity = humidity
    }

    /// nil when it is dry at this second of the week.
    static func rainfall(at second: Int) -> Rainfall? {
        rainfalls.first { $0.hours.contains(Double(second) / 3600) }
    }

    /// The intensity at this second of the week, mm/h.
    static func rain(at second: Int) -> Double {
        guard let rainfall = rainfall(at: second) else { return 0 }
        let length = rainfall.hours.upperBound - rainfall.hours.lowerBound
        let share = (Double(second) / 3600 - rainfall.hours.lowerBound) / length
        // A parabola: 0 at both ends, 1 in the middle.
        return rainfall.peak * 4 * share * (1 - share)
    }

    static func isFoggy(at second: Int) -> Bool {
        fog.contains(Double(second) / 3600)
    }
}

/// Sample data of the sea, the same for the same time: waves that grow and fall within days, and a tide of half a day.
public struct SampleMarine: DescribedProvider {
    public let facts = ProviderFacts.sample

    public init() {}

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: MarineReport?
    ) async throws(FetchFailure) -> MarineReport {
        let start = UnixTime(now.seconds - now.seconds % 86_400 - 86_400)
        let hours = (0..<8 * 24).map { hour -> MarineHour in
            let time = start.advanced(by: hour * 3600)
            func wave(_ hours: Double) -> Double { sin(2 * .pi * Double(time.seconds) / (hours * 3600)) }
            var sea = MarineHour(time: time)
            sea.windWaveHeight = (0.6 + 0.3 * wave(31)).rounded(decimals: 2)
            sea.windWaveDirection = 240
            sea.windWavePeriod = 4
            sea.swellHeight = (0.9 + 0.2 * wave(67)).rounded(decimals: 2)
            sea.swellDirection = 290
            sea.swellPeriod = 9
            sea.waveHeight = (1.2 + 0.4 * wave(41)).rounded(decimals: 2)
            sea.waveDirection = 270
            sea.wavePeriod = 6
            sea.waterTemperature = (12 + 0.4 * wave(24)).rounded(decimals: 1)
            sea.currentSpeed = abs(0.5 * wave(12.42)).rounded(decimals: 2)
            sea.currentDirection = wave(12.42) < 0 ? 225 : 45
            sea.seaLevel = (0.9 * wave(12.42) + 0.2 * wave(12)).rounded(decimals: 2)
            return sea.plausible
        }
        return MarineReport(coordinate: coordinate, provider: identity, fetchedAt: now, hours: hours)
    }
}
