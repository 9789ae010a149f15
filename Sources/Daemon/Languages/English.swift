import Almanac
import Weather

/// English in spellings that are common to Britain and the United States, except for dates and times.
struct English: Words {
    let name = "English"
    /// nil when unknown.
    var region: String?

    func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "clear"
        case .mostlyClear: "mostly clear"
        case .partlyCloudy: "partly cloudy"
        case .overcast: "overcast"
        case .fog: "fog"
        case .drizzle: "drizzle"
        case .freezingDrizzle: "freezing drizzle"
        case .rainLight: "light rain"
        case .rain: "rain"
        case .rainHeavy: "heavy rain"
        case .freezingRain: "freezing rain"
        case .sleet: "sleet"
        case .snowLight: "light snow"
        case .snow: "snow"
        case .snowHeavy: "heavy snow"
        case .rainShowers: "rain showers"
        case .snowShowers: "snow showers"
        case .thunderstorm: "thunderstorm"
        case .thunderstormHail: "thunderstorm with hail"
        case .haze: "haze"
        case .smoke: "smoke"
        case .dust: "dust"
        case .squall: "squall"
        case .tornado: "tornado"
        case .unknown: "unknown"
        }
    }

    func conditionByDay(_ condition: Condition) -> String? {
        switch condition {
        case .clear: "sunny"
        case .mostlyClear: "mostly sunny"
        default: nil
        }
    }

    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String {
        "\(self.condition(condition)) \(likelihood == .possible ? "possible" : "likely")"
    }

    func label(_ label: Label) -> String {
        switch label {
        case .condition: "Condition"
        case .nowcast: "Nowcast"
        case .temperature: "Temperature"
        case .feelsLike: "Feels like"
        case .highAndLow: "High / low today"
        case .humidity: "Humidity"
        case .dewPoint: "Dew point"
        case .cloudCover: "Cloud cover"
        case .wind: "Wind"
        case .pressure: "Pressure"
        case .precipitation: "Precipitation"
        case .rain: "Rain"
        case .snowfall: "Snowfall"
        case .visibility: "Visibility"
        case .uvIndex: "UV index"
        case .sunrise: "Sunrise"
        case .sunset: "Sunset"
        case .sun: "Sun"
        case .solarNoon: "Solar noon"
        case .dayLength: "Day length"
        case .dawn: "Dawn"
        case .dusk: "Dusk"
        case .civilTwilight: "Civil twilight"
        case .nauticalTwilight: "Nautical twilight"
        case .astronomicalTwilight: "Astronomical twilight"
        case .moon: "Moon"
        case .moonrise: "Moonrise"
        case .moonset: "Moonset"
        case .europeanIndex: "European index"
        case .usIndex: "US index"
        case .openWeatherIndex: "OpenWeather index"
        case .canadianIndex: "Canadian index"
        case .indianIndex: "Indian index"
        case .britishIndex: "UK index"
        case .ozone: "Ozone"
        case .nitrogenDioxide: "Nitrogen dioxide"
        case .sulphurDioxide: "Sulphur dioxide"
        case .carbonMonoxide: "Carbon monoxide"
        case .ammonia: "Ammonia"
        case .dust: "Dust"
        case .alderPollen: "Alder pollen"
        case .birchPollen: "Birch pollen"
        case .grassPollen: "Grass pollen"
        case .mugwortPollen: "Mugwort pollen"
        case .olivePollen: "Olive pollen"
        case .ragweedPollen: "Ragweed pollen"
        case .weatherData: "Weather data"
        case .warnings: "Warnings"
        case .airQuality: "Air quality"
        case .observations: "Observations"
        case .normals: "Normals"
        case .ensemble: "Ensemble"
        case .marine: "Marine weather"
        case .waves: "Waves"
        case .windWaves: "Wind waves"
        case .swell: "Swell"
        case .waterTemperature: "Water temperature"
        case .current: "Current"
        case .seaLevel: "Sea level"
        case .highTide: "High tide"
        case .lowTide: "Low tide"
        case .nextHours: "Next hours"
        case .nextDays: "Next days"
        case .tomorrow: "Tomorrow"
        }
    }

    func heading(_ heading: Heading) -> String {
        switch heading {
        case .time: "Time"
        case .temperature: "Temp"
        case .feelsLike: "Feels"
        case .precipitation: "Precip"
        case .probability: "Prob"
        case .wind: "Wind"
        case .gusts: "Gusts"
        case .from: "From"
        case .humidity: "Humid"
        case .cloud: "Cloud"
        case .pressure: "Pressure"
        case .condition: "Condition"
        case .day: "Day"
        case .low: "Low"
        case .high: "High"
        case .snow: "Snow"
        case .snowDepth: "On ground"
        case .freezingLevel: "Freezing"
        case .maxWind: "Max wind"
        case .sun: "Sun"
        case .provider: "Provider"
        case .ahead: "Ahead"
        case .bias: "Bias"
        case .hits: "Hits"
        case .misses: "Misses"
        case .falseAlarms: "False"
        case .pairs: "Pairs"
        }
    }

    func upSince(_ day: String) -> String { "none today, up since \(day)" }

    func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .withClearSky: "with a clear sky"
        case .unitsHint: "units are metric; for °F and mph, run: weatherctl set-units imperial"
        case .metersPerSecondHint:
            "wind is in km/h, pressure in hPa; for m/s and mmHg, run: weatherctl set-units wind=ms pressure=mmhg"
        case .calm: "calm"
        case .forecast: "forecast"
        case .model: "model"
        case .radar: "radar"
        case .ensembleSpread: "ensemble spread (80% of members)"
        case .updatedJustNow: "updated just now"
        case .loading: "loading the weather"
        case .sampleData: "sample data"
        case .sampleExplained: "sample data, made up: not the weather of this place"
        case .warning: "warning"
        case .noEnd: "no end given"
        case .actNow: "act immediately"
        case .noWarnings: "no warnings in force"
        case .noWarningsThen: "no warnings were in force when they were last fetched"
        case .approximate: "approximate, by the time zone"
        case .approximatePlace:
            "the place is estimated from the time zone; set yours with: weatherctl set-location CITY"
        case .sunDoesNotSet: "does not set today"
        case .sunDoesNotRise: "does not rise today"
        case .noneToday: "none today"
        case .allNight: "all night"
        case .noTwilight: "none, the sun stays too low"
        case .noTimeZone:
            "the time zone of this place is not known yet, so the day and the times are those of UTC"
        case .polarDay: "sun all day"
        case .polarNight: "no sunrise"
        case .currentPlace: "current place"
        case .shownInBar: "shown in the bar"
        case .noFavourites: "No favourites yet. Add one with: weatherctl places add CITY"
        case .now: "now"
        case .today: "today"
        case .restOfToday: "rest of today"
        case .dry: "dry"
        case .probablyDry: "probably dry"
        case .tonight: "tonight"
        case .tomorrow: "tomorrow"
        case .hot: "hot"
        case .cold: "cold"
        case .wet: "wet"
        case .windy: "windy"
        case .offline: "offline"
        case .noWeather: "no weather yet"
        case .weatherLost: "weather data unavailable"
        case .weatherBack: "the weather is back"
        case .notForNavigation: "tides are approximate, computed from a model; not for navigation"
        case .mapKeys: "arrows move, + and - zoom, Enter sets the place, q leaves"
        case .refresh: "Refresh"
        case .places: "Places"
        case .units: "Units"
        }
    }

    func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "severity unknown"
        case .minor: "minor"
        case .moderate: "moderate"
        case .severe: "severe"
        case .extreme: "extreme"
        }
    }

    func kind(_ kind: Alert.Kind) -> String {
        switch kind {
        case .wind: "wind"
        case .rain: "rain"
        case .flood: "flood"
        case .thunderstorm: "thunderstorm"
        case .tornado: "tornado"
        case .fog: "fog"
        case .heat: "heat"
        case .cold: "cold"
        case .coastal: "waves or high water"
        case .avalanche: "avalanches"
        case .tsunami: "tsunami"
        case .dust: "dust"
        case .snowIce: "snow or ice"
        case .forestFire: "forest fire"
        case .tropicalCyclone: "tropical cyclone"
        case .airQuality: "air quality"
        case .other: "other danger"
        }
    }

    func certainty(_ certainty: Alert.Certainty) -> String {
        switch certainty {
        case .unknown: "certainty unknown"
        case .unlikely: "unlikely"
        case .possible: "possible"
        case .likely: "likely"
        case .observed: "observed"
        }
    }

    func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "good"
        case .fair: "fair"
        case .moderate: "moderate"
        case .poor: "poor"
        case .veryPoor: "very poor"
        case .extremelyPoor: "extremely poor"
        case .unhealthyForSensitiveGroups: "unhealthy for sensitive groups"
        case .unhealthy: "unhealthy"
        case .veryUnhealthy: "very unhealthy"
        case .hazardous: "hazardous"
        case .low: "low"
        case .high: "high"
        case .veryHigh: "very high"
        case .satisfactory: "satisfactory"
        case .severe: "severe"
        }
    }

    func exposure(_ exposure: UVExposure) -> String {
        switch exposure {
        case .low: "low"
        case .moderate: "moderate"
        case .high: "high"
        case .veryHigh: "very high"
        case .extreme: "extreme"
        }
    }

    func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "new moon"
        case .waxingCrescent: "waxing crescent"
        case .firstQuarter: "first quarter"
        case .waxingGibbous: "waxing gibbous"
        case .fullMoon: "full moon"
        case .waningGibbous: "waning gibbous"
        case .lastQuarter: "last quarter"
        case .waningCrescent: "waning crescent"
        }
    }

    func freshness(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: "fresh"
        case .stale: "stale"
        case .expired: "expired"
        case .none: "none"
        }
    }

    func falling(isSnow: Bool) -> String {
        isSnow ? "snow" : "rain"
    }

    let decimalSign = "."
    let groupSign = ","

    func symbol(_ unit: UnitSymbol) -> String { unit.international }

    func symbol(_ unit: UnitSymbol, after number: String) -> String {
        unit == .grainsPerCubicMeter && number == "1" ? "grain/m³" : symbol(unit)
    }

    func percent(_ number: String) -> String { number + "%" }

    let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    let shortWeekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    let shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String {
        let weekday = weekday(date)
        let month = month(date)
        return switch order {
        case .dayMonthYear: "\(weekday) \(date.day) \(month)" + (year.map { " \($0)" } ?? "")
        case .monthDayYear: "\(weekday), \(month) \(date.day)" + (year.map { ", \($0)" } ?? "")
        case .yearMonthDay: "\(weekday) " + (year.map { "\($0) " } ?? "") + "\(month) \(date.day)"
        }
    }

    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String {
        switch order {
        case .dayMonthYear: "\(shortWeekday(date)) \(date.paddedDay) \(shortMonth(date))"
        case .monthDayYear, .yearMonthDay: "\(shortWeekday(date)) \(shortMonth(date)) \(date.paddedDay)"
        }
    }

    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String {
        let (morning, afternoon) = dayPeriods
        return "\(hour12):\(minute) \(isAfternoon ? afternoon : morning)"
    }

    /// As in CLDR: `en_CA`, `en` with the United States, and `en_001` for the rest of the world.
    private var dayPeriods: (String, String) {
        guard let region else { return ("AM", "PM") }
        if region == "CA" { return ("a.m.", "p.m.") }
        return Self.upperCase.contains(region) ? ("AM", "PM") : ("am", "pm")
    }

    private static let upperCase: Set<String> = ["AS", "BI", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI"]

    /// As in CLDR for English-speaking regions.
    func clock(region: String?) -> ClockFormat {
        region.map(Self.twelveHours.contains) ?? false ? .hours12 : .hours24
    }

    private static let twelveHours: Set<String> = [
        "AE", "AG", "AS", "AU", "BB", "BD", "BM", "BN", "BS", "CA", "CY", "DM", "ER", "FJ", "FM", "GD", "GH", "GM",
        "GU",
        "GY", "HK", "IN", "JM", "KI", "KN", "KY", "LC", "LR", "LS", "MH", "MO", "MP", "MW", "MY", "NA", "NZ", "PG",
        "PH",
        "PK", "PR", "PW", "SB", "SD", "SG", "SL", "SS", "SZ", "TC", "TO", "TT", "UM", "US", "VC", "VG", "VI", "VU",
        "WS",
        "ZM",
    ]

    /// As in CLDR for English-speaking regions. The numeric format that differs in Canada is not used.
    func dateOrder(region: String?) -> DateOrder {
        region.map(Self.monthFirst.contains) ?? false ? .monthDayYear : .dayMonthYear
    }

    private static let monthFirst: Set<String> = [
        "AS", "BI", "CA", "GU", "JP", "MH", "MP", "PH", "PR", "UM", "US", "VI",
    ]

    func time(_ time: String, onDate date: String) -> String { "\(time) on \(date)" }

    /// A date with a comma takes another: `Saturday, November 21, 3:42 PM`.
    func time(_ time: String, onDay day: String) -> String {
        "\(day)\(day.contains(where: { $0 == "," }) ? "," : "") \(time)"
    }

    func age(_ age: Age.Count) -> String {
        switch age {
        case .underOneMinute: "under 1 min"
        case .minutes(let count): "\(count) min"
        case .hours(let count): "\(count) h"
        case .days(let count): "\(count) days"
        }
    }

    func duration(hours: Int, minutes: Int) -> String {
        Self.duration(hours, "h", minutes, "min")
    }

    func duration(minutes: Int, seconds: Int) -> String {
        Self.duration(minutes, "min", seconds, "s")
    }

    func begins(isSnow: Bool, minutes: Int) -> String { "\(falling(isSnow: isSnow)) expected in \(minutes) min" }
    func begins(isSnow: Bool, around time: String) -> String { "\(falling(isSnow: isSnow)) expected around \(time)" }
    func dry(from time: String) -> String { "dry from \(time)" }
    func continues(isSnow: Bool) -> String { "\(falling(isSnow: isSnow)) continues" }
    func amount(_ amount: String, in period: String) -> String { "\(amount) in \(period)" }
    func orMore(_ amount: String) -> String { "\(amount) or more" }
    func perHour(_ amount: String) -> String { "\(amount)/h" }

    func wind(speed: String?, from direction: String?) -> String {
        [speed, direction.map { "from \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    func coming(from direction: String) -> String { "from \(direction)" }
    func going(towards direction: String) -> String { "towards \(direction)" }
    func gusts(_ speed: String) -> String { "gusts \(speed)" }
    func from(_ time: String) -> String { "from \(time)" }
    func until(_ time: String) -> String { "until \(time)" }
    func measured(at time: String, by station: String?, distance: String?) -> String {
        let distance = distance.map { " (\($0) away)" } ?? ""
        return "measured at \(time)" + (station.map { " by \($0)\(distance)" } ?? "")
    }

    func stationHeight(_ height: String, isHigher: Bool) -> String {
        "station \(height) \(isHigher ? "higher" : "lower")"
    }
    func temperatureCorrected(by difference: String) -> String { "temperature corrected by \(difference)" }
    func measured(ago age: String) -> String { "measured \(age) ago" }

    func stated(_ text: String, by source: Phrase) -> String { "\(phrase(source)): \(text)" }
    func forecast(for time: String) -> String { "forecast for \(time)" }
    func valid(at time: String) -> String { "values of \(time)" }
    func updated(ago age: String, isLast: Bool) -> String { "\(isLast ? "last " : "")updated \(age) ago" }
    func updated(at time: String, isLast: Bool) -> String { "\(isLast ? "last " : "")updated at \(time)" }
    func updated(ago age: String, at time: String) -> String { "last updated \(age) ago, at \(time)" }

    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String {
        "\(updated(at: time, isLast: isLast)), before the clock was turned back"
    }

    func attribution(_ data: Label, by name: String) -> String { "\(label(data)) by \(name)" }

    func unreadableWarnings(_ count: Int) -> String {
        "\(count) \(count == 1 ? "warning" : "warnings") could not be read and may be in force"
    }
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String {
        count == 1
            ? "1 warning of a region that cannot be located" + (severity.map { ", \($0)" } ?? "")
            : "\(count) warnings of regions that cannot be located" + (severity.map { ", the severest \($0)" } ?? "")
    }
    func unknownWarnings(of country: String) -> String { "warnings for \(country) could not be fetched" }
    func more(_ count: Int, command: String?) -> String {
        "and \(count) more" + (command.map { ", see: \($0)" } ?? "")
    }

    func extremes(high: String, low: String) -> String { "high \(high) / low \(low)" }
    func twilight(from dawn: String, until dusk: String) -> String {
        "morning \(from(dawn)), evening \(until(dusk))"
    }

    func lit(_ share: String) -> String { "\(share) lit" }

    func dayLength(_ change: String?, isLonger: Bool) -> String {
        change.map { "\($0) \(isLonger ? "longer" : "shorter") than yesterday" } ?? "as long as yesterday"
    }

    func next(_ phase: MoonPhase) -> String { "Next \(moonPhase(phase))" }
    func issued(at time: String) -> String { "issued at \(time)" }
    func computed(for position: String) -> String { "computed for \(position)" }
    func favourite(_ position: Int) -> String { "favourite \(position)" }

    func position(_ distance: String, _ direction: String, of place: String) -> String {
        "\(distance) \(direction) of \(place)"
    }

    func frostTonight(_ low: String) -> String { "frost tonight, down to \(low)" }

    func tomorrow(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) \(isWarmer ? "warmer" : "colder") than today" } ?? "same temperature as today"
    }

    func yesterday(_ difference: String?, isWarmer: Bool) -> String {
        difference.map { "\($0) \(isWarmer ? "warmer" : "colder") than yesterday" } ?? "same temperature as yesterday"
    }

    func normal(_ difference: String, isAbove: Bool) -> String {
        "\(difference) \(isAbove ? "above" : "below") normal for the date"
    }

    func trend(_ trend: Trend, to temperature: String) -> String {
        switch trend {
        case .rising: "rising to \(temperature)"
        case .falling: "falling to \(temperature)"
        case .steady: "steady"
        }
    }

    func accuracy(of place: String, from start: String, until end: String) -> String {
        "Forecasts for \(place), compared with measurements from \(start) to \(end)"
    }

    var accuracyLegend: String {
        "Ahead: lead time of the forecast. ±: mean absolute error. Bias: forecast minus measurement, on average. Hits, "
            + "Misses, False (false alarms): hours in which at least 0.1 mm of rain or snow was forecast and fell, "
            + "fell without a forecast, or was forecast but did not fall. Pairs: hours with a forecast and a measured "
            + "temperature."
    }

    func noAccuracy(of place: String, _ reason: MissingPairs) -> String {
        switch reason {
        case .forecasts:
            "Nothing to compare yet for \(place): no forecast has been kept. One is kept every six hours."
        case .stations:
            "Nothing to compare yet for \(place): no station is configured. To use the nearest one, set current.source "
                + "to \"both\" in config.toml."
        case .coverage:
            "Nothing to compare for \(place): no source of stations covers this place."
        case .sample:
            "Nothing to compare for \(place): the weather shown is sample data."
        case .measurements:
            "Nothing to compare yet for \(place): forecasts are kept, but no station has measured the weather there. "
                + "'weatherctl status' shows whether a station was found."
        case .time(let time):
            "Nothing to compare yet for \(place): the first forecast that can be compared is for \(time)."
        }
    }

    func providerOrder(_ names: String, isMeasured: Bool) -> String {
        "Provider order: \(names) (\(isMeasured ? "measured" : "default"))"
    }

    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String {
        "\(provider) has \(days) of the required \(needed) days of pairs"
    }

    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String {
        guard let difference else { return "the error of \(provider) is the same" }
        return "the error of \(provider) is \(difference) \(isLarger ? "larger" : "smaller")"
    }

    func daylightLeft(_ duration: String) -> String { "\(duration) of daylight left" }

    func trend(_ trend: Trend) -> String {
        switch trend {
        case .rising: "rising"
        case .falling: "falling"
        case .steady: "steady"
        }
    }

    func allDay(_ weather: String) -> String { "\(weather) all day" }

    func then(_ weather: String, until time: String?) -> String {
        "then \(weather)" + (time.map { " " + until($0) } ?? "")
    }

    func both(_ period: String, _ other: String) -> String { "\(period) and \(other)" }

    func more(_ omission: Summary.Omission) -> String {
        switch omission {
        case .possible: "more possible at other times"
        case .expected: "more at other times"
        }
    }

    /// `Tomorrow: light rain from 14:00 until 17:00, 12° to 18°, windy.`
    func summary(_ summary: Summary) -> String {
        let parts = parts(of: summary) { low, high in "\(low) to \(high)" }
        return "\(subject(of: summary)): \(parts.joined(separator: ", "))."
    }
}
