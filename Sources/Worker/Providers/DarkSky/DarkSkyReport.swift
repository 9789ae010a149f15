import Almanac
import HTTP
import Weather

extension Report {
    /// nil without any usable value.
    init?(
        darkSky answer: JSONValue, flags: DarkSkyFlags, of provider: Provider, for coordinate: Coordinate,
        at now: UnixTime
    ) {
        let calendar = PlaceCalendar(timeZone: answer.darkSkyTimeZone)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: provider, fetchedAt: now)
        let warnings = ReadAlerts(answer["alerts"].list.map { Alert(darkSky: $0, at: now) })
        (alerts, omittedAlerts) = (warnings.alerts, warnings.omitted)
        func points(_ block: String, atMost count: Int) -> [DarkSkyPoint] {
            answer[block]["data"].elements.prefix(count).map { DarkSkyPoint(json: $0, flags: flags) }
        }

        let present = DarkSkyPoint(json: answer["currently"], flags: flags)
        current = Conditions(present)
        // A blend of models and, in North America, an analysis; not a station's measurement.
        observedAt = current.flatMap { _ in present.time }
        currentOrigin = current.map { _ in .analysis }
        // Only hours and days have amounts.
        if current?.precipitation != nil { current?.precipitationPeriod = 0 }
        issuedAt = flags.issuedAt

        // A week of hours and of days, and an hour of minutes, is the maximum.
        let hourly = points("hourly", atMost: 400)
        for point in hourly {
            guard let time = point.time, hours.last.map({ $0.time < time }) ?? true else { continue }
            let probability = point.value("precipProbability", .percent)
            guard let conditions = Conditions(point) ?? probability.map({ _ in Conditions() }) else { continue }
            hours.append(Hour(time: time, conditions: conditions, precipitationProbability: probability))
        }
        let daily = points("daily", atMost: 20)
        for point in daily {
            guard let day = Day(point, calendar: calendar, hours: hours, sun: Sun(coordinate: coordinate), at: now),
                days.last.map({ $0.date < day.date }) ?? true
            else { continue }
            days.append(day)
        }
        precipitation = PrecipitationSeries(
            points("minutely", atMost: 200).compactMap { point in
                // The time of a minute is its start.
                point.time.map {
                    PrecipitationStep(
                        end: $0.advanced(by: 60), duration: 60,
                        amount: point.value("precipIntensity", .depth).map { $0 / 60 })
                }
            })

        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        let isDayNow = isDay(at: observedAt ?? now)
        current?.isDay = isDayNow
        for index in hours.indices { hours[index].conditions.isDay = isDay(at: hours[index].time) }
        let unknown = Set(([present] + hourly + daily).compactMap(\.unknownWord))
        guard !unknown.isEmpty else { return }
        unknownCodes = unknown.sorted().prefix(10).map { "icon \($0)" }
        func times(_ points: [DarkSkyPoint]) -> [UnixTime] {
            points.filter { $0.unknownWord != nil }.compactMap(\.time)
        }
        deriveConditions(
            except: UnknownConditions(
                isPresent: present.unknownWord != nil, hours: Set(times(hourly)),
                days: Set(times(daily).map { Day.date(ofDarkSky: $0, calendar) })))
    }
}

extension JSONValue {
    /// The place's time zone by name, or by its UTC offset if tzdata does not know the name.
    fileprivate var darkSkyTimeZone: TimeZone {
        if let zone = self["timezone"].text.flatMap(TimeZone.init(known:)) { return zone }
        let hours = self["offset"].number.flatMap { abs($0) <= 24 ? $0 : nil }
        return hours.flatMap { TimeZone(offset: Int($0 * 3600)) } ?? .gmt
    }
}

extension Conditions {
    /// nil when nothing is known.
    fileprivate init?(_ point: DarkSkyPoint) {
        self.init(condition: point.condition)
        likelihood = point.likelihood
        temperature = point.value("temperature", .temperature)
        feelsLike = point.value("apparentTemperature", .temperature)
        dewPoint = point.value("dewPoint", .temperature)
        humidity = point.value("humidity", .percent)
        cloudCover = point.value("cloudCover", .percent)
        pressure = point.value("pressure", .pressure)
        windSpeed = point.value("windSpeed", .speed)
        windDirection = point.value("windBearing", .direction)
        windGust = point.value("windGust", .speed)
        visibility = point.value("visibility", .distance)
        uvIndex = point.value("uvIndex", .uvIndex)
        let amounts = point.precipitation(hours: 1)
        precipitation = amounts.water
        rain = amounts.rain
        snowfall = amounts.snow
        if self == Conditions() { return nil }
    }
}

extension Day {
    /// The date of a point. It begins at midnight, but with another season's offset it may be an hour off, so a later moment
    /// decides.
    fileprivate static func date(ofDarkSky time: UnixTime, _ calendar: PlaceCalendar) -> CalendarDate {
        calendar.date(at: time.advanced(by: 6 * 3600))
    }

    /// The service's values for the day, completed from its hours; nil when neither has any.
    fileprivate init?(_ point: DarkSkyPoint, calendar: PlaceCalendar, hours: [Hour], sun: Sun, at now: UnixTime) {
        guard let time = point.time, let span = calendar.span(of: Self.date(ofDarkSky: time, calendar)) else {
            return nil
        }
        let date = calendar.date(at: span.start)
        let own = hours.filter { span.start <= $0.time && $0.time < span.end }
        let empty = Day(date: date, start: span.start, end: span.end)
        // Today lacks its past hours, the last day its future ones.
        let begin = own.first?.time ?? span.end
        let reach = own.last?.time.advanced(by: 3600) ?? span.start
        let isWhole = begin < span.start.advanced(by: 3600) && reach >= span.end
        self = isWhole ? Day(date: date, start: span.start, end: span.end, hours: own) : empty

        let length = Double(span.end.seconds(since: span.start)) / 3600
        let amounts = point.precipitation(hours: length)
        if point.condition != .unknown || point.unknownWord != nil {
            condition = point.condition
            likelihood = point.likelihood
        }
        func take(_ quantity: WritableKeyPath<Day, Double?>, _ value: Double?) {
            if let value { self[keyPath: quantity] = value }
        }
        // Max and Min are for the calendar day; High and Low are for daytime and night.
        take(
            \.temperatureMax,
            point.value("temperatureMax", .temperature) ?? point.value("temperatureHigh", .temperature))
        take(
            \.temperatureMin, point.value("temperatureMin", .temperature) ?? point.value("temperatureLow", .temperature)
        )
        take(
            \.feelsLikeMax,
            point.value("apparentTemperatureMax", .temperature) ?? point.value("apparentTemperatureHigh", .temperature))
        take(
            \.feelsLikeMin,
            point.value("apparentTemperatureMin", .temperature) ?? point.value("apparentTemperatureLow", .temperature))
        take(\.cloudCover, point.value("cloudCover", .percent))
        // Today's amounts are those "during the remaining hours of the day", not of the whole day.
        if now <= span.start {
            take(\.precipitation, amounts.water)
            take(\.rain, amounts.rain)
            take(\.snowfall, amounts.snow)
        }
        take(\.precipitationProbability, point.value("precipProbability", .percent))
        take(\.windDirection, point.value("windBearing", .direction))
        take(\.uvIndexMax, point.value("uvIndex", .uvIndex))
        if self == empty { return nil }
        daylight = point.daylight(from: span.start) ?? sun.daylight(from: span.start, to: span.end)
    }
}

extension DarkSkyPoint {
    /// Without a sunrise, Pirate Weather sends the first and the last second of a polar day, and the last two seconds
    /// in polar night. Dark Sky sent no times: nil.
    fileprivate func daylight(from start: UnixTime) -> Daylight? {
        guard let rise = json["sunriseTime"].unixTime, let set = json["sunsetTime"].unixTime, rise <= set,
            (-43_200...129_600).contains(rise.seconds(since: start))
        else { return nil }
        let length = set.seconds(since: rise)
        return length <= 10 ? .polarNight : length >= 86_390 ? .polarDay : .sun(rise: rise, set: set)
    }
}

/// A data point of the format: current, an hour or a day.
struct DarkSkyPoint {
    var json: JSONValue
    var flags: DarkSkyFlags

    /// The start of the point; nil when not given or implausible.
    var time: UnixTime? { json["time"].unixTime }

    /// The value called `name` in SI; nil when not given or implausible.
    func value(_ name: String, _ kind: QuantityKind) -> Double? {
        flags.units.value(json[name].number, kind)
    }

    /// `rain`, `snow`, `sleet`, `ice` (freezing rain), `mixed`, `none`; nil when not given.
    var precipitationType: String? { json["precipType"].text }

    /// The highest intensity as water, mm/h.
    var highestRate: Double? { value("precipIntensityMax", .depth) ?? value("precipIntensity", .depth) }

    /// The precipitation in the period of the point.
    ///
    /// - Parameter hours: the length of the period; the intensity is its mean.
    func precipitation(hours: Double) -> Precipitation {
        let water = QuantityKind.depth.believed(value("precipIntensity", .depth).map { $0 * hours })
        // Version 2 of the format separates rain, snow and ice; accumulations of rain and ice are depths of water.
        if let rain = value("liquidAccumulation", .freshSnow), let snow = value("snowAccumulation", .freshSnow) {
            let ice = value("iceAccumulation", .freshSnow) ?? 0
            let sum = snow == 0 ? QuantityKind.depth.believed(rain + ice) : nil
            return Precipitation(water: sum ?? water, rain: QuantityKind.depth.believed(rain), snow: snow)
        }
        let isDry = water == 0 || precipitationType == "none"
        return switch precipitationType {
        case "rain": Precipitation(water: water, rain: water, snow: 0)
        case "snow":
            Precipitation(water: water, rain: 0, snow: value("precipAccumulation", .freshSnow) ?? snow(of: water))
        case _ where isDry: Precipitation(water: water, rain: water.map { _ in 0 }, snow: water.map { _ in 0 })
        default: Precipitation(water: water)
        }
    }

    /// Without an accumulation, as in current weather, the service uses ten times the depth of water.
    private func snow(of water: Double?) -> Double? {
        QuantityKind.freshSnow.believed(water.map(FreshSnow.depth(ofWater:)))
    }

    /// Amounts, mm; nil when unknown.
    struct Precipitation {
        /// The total as water.
        var water: Double?
        var rain: Double?
        /// Depth of fresh snow.
        var snow: Double?
    }
}

/// The words of `icon`: Dark Sky's and the many more of Pirate Weather
/// (<https://pirateweather.net/en/latest/API/#icon>).
enum DarkSkyIcon: Hashable {
    case weather(Condition)
    /// Rain; Dark Sky's plain `rain` has no intensity.
    case rain
    /// Precipitation of the type in `precipType`.
    case precipitation
    /// Wind, under any sky.
    case wind
    /// `none`.
    case nothing

    /// nil for an unknown word.
    init?(_ word: String) {
        var word = word[...]
        for suffix in ["-day", "-night"] where word.hasSuffix(suffix) { word.removeLast(suffix.count) }
        guard let icon = Self.words[String(word)] else { return nil }
        self = icon
    }

    /// `possible-rain` has any intensity (calculate_precip_text in Pirate Weather's API/PirateTextHelper.py).
    private static let words: [String: DarkSkyIcon] = [
        "clear": .weather(.clear), "mostly-clear": .weather(.mostlyClear), "partly-cloudy": .weather(.partlyCloudy),
        // Up to seven eighths, so the sky is not overcast.
        "mostly-cloudy": .weather(.partlyCloudy), "cloudy": .weather(.overcast),
        "fog": .weather(.fog), "mist": .weather(.fog), "haze": .weather(.haze), "smoke": .weather(.smoke),
        "rain": .rain, "drizzle": .weather(.drizzle), "light-rain": .weather(.rainLight),
        "heavy-rain": .weather(.rainHeavy), "possible-rain": .weather(.rain),
        "snow": .weather(.snow), "flurries": .weather(.snowLight), "light-snow": .weather(.snowLight),
        "heavy-snow": .weather(.snowHeavy), "possible-snow": .weather(.snow),
        "sleet": .weather(.sleet), "very-light-sleet": .weather(.sleet), "light-sleet": .weather(.sleet),
        "heavy-sleet": .weather(.sleet), "possible-sleet": .weather(.sleet), "mixed": .weather(.sleet),
        "freezing-drizzle": .weather(.freezingDrizzle), "freezing-rain": .weather(.freezingRain),
        "light-freezing-rain": .weather(.freezingRain), "heavy-freezing-rain": .weather(.freezingRain),
        "possible-freezing-rain": .weather(.freezingRain),
        "thunderstorm": .weather(.thunderstorm), "possible-thunderstorm": .weather(.thunderstorm),
        "hail": .weather(.thunderstormHail), "tornado": .weather(.tornado),
        "precipitation": .precipitation, "possible-precipitation": .precipitation,
        "wind": .wind, "breezy": .wind, "dangerous-wind": .wind, "none": .nothing,
    ]
}

extension DarkSkyPoint {
    /// nil when not given.
    private var word: String? { json["icon"].text }

    /// The word, if it is unknown.
    var unknownWord: String? {
        word.flatMap { DarkSkyIcon($0) == nil ? $0.asReason : nil }
    }

    /// `possible` for words with that prefix: the service uses it for a probability below 25 % or a minimal amount.
    var likelihood: Likelihood? {
        guard let word, word.hasPrefix("possible-"), DarkSkyIcon(word) != nil else { return nil }
        return .possible
    }

    var condition: Condition {
        guard let icon = word.map({ DarkSkyIcon($0) }) ?? .nothing else { return .unknown }
        return switch icon {
        // Dark Sky has no word for freezing rain.
        case .weather(.sleet) where precipitationType == "ice": .freezingRain
        case .weather(let condition): condition
        case .rain: flags.distinguishesIntensity ? .rain : rain
        case .precipitation: precipitationCondition ?? rain
        case .wind: sky
        case .nothing: precipitationCondition ?? sky
        }
    }

    /// The precipitation; nil when it is dry.
    private var precipitationCondition: Condition? {
        guard let highestRate, highestRate > 0 else { return nil }
        return switch precipitationType {
        case "rain": rain
        case "snow": .snow
        case "sleet", "mixed": .sleet
        case "ice": .freezingRain
        case "hail": .thunderstormHail
        default: nil
        }
    }

    /// Light up to 2.5 mm/h, heavy above 7.6 mm/h (American Meteorological Society, Glossary of Meteorology, "rain").
    private var rain: Condition {
        guard let highestRate else { return .rain }
        return highestRate <= 2.5 ? .rainLight : highestRate <= 7.6 ? .rain : .rainHeavy
    }

    /// In eighths, as the service counts: more than seven are overcast, up to one is clear.
    private var sky: Condition {
        guard let cover = value("cloudCover", .percent) else { return .unknown }
        return cover > 87.5 ? .overcast : cover > 37.5 ? .partlyCloudy : cover > 12.5 ? .mostlyClear : .clear
    }
}
