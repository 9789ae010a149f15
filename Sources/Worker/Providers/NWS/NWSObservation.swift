import Glibc
import HTTP
import Weather

/// A station's observation. Null values are very common.
struct NWSObservation {
    var station: NWSStation
    var time: UnixTime
    /// Only measured values.
    var conditions: Conditions
    /// Whether the sky is clear below 12,000 feet, and unknown above. nil for no.
    var seesLowCloudOnly: Bool?
    /// Whether the station cannot observe rain, fog and the like. nil for no.
    var missesWeather: Bool?

    /// nil without a time or a temperature, which current weather requires.
    ///
    /// - Parameter feature: of GeoJSON.
    init?(_ feature: JSONValue, of station: NWSStation) {
        let properties = feature["properties"]
        guard let time = properties["timestamp"].timestamp else { return nil }
        self.station = station
        self.time = time
        let sky = NWSSky(icon: properties["icon"].text, words: properties["textDescription"].text)
        conditions = Conditions(condition: sky.condition)
        conditions.likelihood = sky.likelihood
        conditions.temperature = properties["temperature"].measured(.temperature)
        conditions.dewPoint = properties["dewpoint"].measured(.temperature)
        conditions.humidity = properties["relativeHumidity"].measured(.percent)
        let wind = ReportedWind(properties)
        conditions.windSpeed = QuantityKind.speed.believed(wind.speed)
        conditions.windDirection = properties["windDirection"].measured(.direction)
        conditions.windGust = QuantityKind.speed.believed(wind.gust)
        // The alternative, barometricPressure, is not always reduced to sea level.
        conditions.pressure = properties["seaLevelPressure"].measured(.pressure)
        conditions.visibility = properties["visibility"].measured(.distance)
        if let visibility = conditions.visibility, visibility >= Self.longestSight { conditions.seesAtLeast = true }
        takeClouds(properties, isDescribed: sky.unknownCode != nil || sky.condition != .unknown)
        // The heat index is given in heat, the wind chill in cold, and neither in between.
        conditions.feelsLike =
            properties["heatIndex"].measured(.temperature) ?? properties["windChill"].measured(.temperature)
        takePrecipitation(properties)
        if conditions.temperature == nil { return nil }
    }

    /// The groups of the report are more precise than the icon and the words, which name one of them.
    ///
    /// - Parameter isDescribed: whether there is an icon or words, known or not.
    private mutating func takeClouds(_ properties: JSONValue, isDescribed: Bool) {
        let layers = properties["cloudLayers"].elements.compactMap { $0["amount"].text }
        let message = METARText(properties["rawMessage"].text ?? "")
        let sky = METARSky(layers: layers, isAutomatic: message.has("AUTO"))
        conditions.cloudCover = sky.cover
        if sky.seesLowCloudOnly { seesLowCloudOnly = true }
        if message.missesWeather { missesWeather = true }
        if !isDescribed { conditions.condition = sky.condition ?? .unknown }
        let groups = properties["presentWeather"].elements.compactMap { $0["rawString"].text?[...] }
        guard let falling = Condition(metarGroups: groups) else { return }
        // The groups report observed weather, so it is certain.
        guard conditions.likelihood != nil || conditions.condition.severity < falling.severity else { return }
        (conditions.condition, conditions.likelihood) = (falling, nil)
    }

    private mutating func takePrecipitation(_ properties: JSONValue) {
        for (name, hours) in Self.precipitationFields {
            guard let amount = properties[name].measured(.depth) else {
                // Zero amounts are omitted.
                guard hours == 1, Self.isDryHour(properties["rawMessage"].text ?? "", at: time) else { continue }
                conditions.takeDryHour()
                return
            }
            conditions.precipitation = amount
            conditions.precipitationPeriod = hours * 3600
            // Stations report only the water, but no water means neither rain nor snow.
            if amount == 0 { (conditions.rain, conditions.snowfall) = (0, 0) }
            return
        }
    }

    /// With their period in hours, which ends at the observation; in order of preference.
    static let precipitationFields = [
        ("precipitationLastHour", 1), ("precipitationLast3Hours", 3), ("precipitationLast6Hours", 6),
    ]

    /// The limit of visibility sensors: ten statute miles, reported as 16,090 m; m.
    private static let longestSight = 16_000.0

    /// Whether this is a routine report after a dry hour. The type may be missing: routine reports are made in the last
    /// quarter of an hour. Five-minute observations have no text.
    private static func isDryHour(_ message: String, at time: UnixTime) -> Bool {
        METARText(message).isDry(at: time)
    }

    /// Stations report hourly, about twenty minutes late; beyond this age, the forecast is better, s.
    private static let longestAge = 90 * 60

    /// Whether it still counts as current. Stations' clocks may be slightly ahead.
    func isRecent(at now: UnixTime) -> Bool {
        (-900...Self.longestAge).contains(now.seconds(since: time))
    }

    /// What the forecast knows of the weather that the station leaves open; nil where the measured weather stands.
    func filled(by forecast: Conditions) -> Conditions? {
        forecast.filling(conditions, seesLowCloudOnly: seesLowCloudOnly, missesWeather: missesWeather)
    }

    /// Current weather as measured. If the station measured nothing of the sky or the wind, the forecast's is used as a
    /// whole; also its sky over a clear one that may have high clouds. Humidity, apparent temperature and precipitation are
    /// never mixed with a forecast.
    func present(amending forecast: Conditions?) -> Conditions {
        var present = conditions
        if let forecast {
            if let filling = filled(by: forecast) {
                (present.condition, present.likelihood) = (filling.condition, filling.likelihood)
                present.cloudCover = conditions.cloudCover ?? forecast.cloudCover
                if conditions.condition == .unknown {
                    (present.visibility, present.seesAtLeast) = (forecast.visibility, nil)
                }
            }
            if present.windSpeed == nil {
                present.windSpeed = forecast.windSpeed
                present.windDirection = forecast.windDirection
                present.windGust = forecast.windGust
            }
        }
        present.feelsLike = present.feelsLike ?? NWSApparentTemperature.value(of: present)
        return present
    }
}

/// The wind of an observation in whole knots, which airports report, while the service rounds them to 0.1 m/s: 10 knots are
/// `18.36` km/h.
struct ReportedWind {
    /// m/s, not checked for plausibility.
    var speed: Double?
    var gust: Double?

    init(_ properties: JSONValue) {
        let (speed, gust) = (properties["windSpeed"].reported(.speed), properties["windGust"].reported(.speed))
        let group = METARText(properties["rawMessage"].text ?? "").wind
        self.speed = speed.map { Self.inKnots($0, reported: group?.speed) }
        self.gust = gust.map { Self.inKnots($0, reported: group?.gust) }
    }

    private static let knot = 1852.0 / 3600

    /// m/s; half of the service's step of 0.1, and its error in binary.
    private static let tolerance = 0.0501

    /// The report's speed if it rounds to the service's, else the whole number of knots that does, else the service's.
    private static func inKnots(_ speed: Double, reported: Double?) -> Double {
        guard QuantityKind.speed.measurable.contains(speed) else { return speed }
        let candidates = [reported, (speed / knot).rounded() * knot].compactMap(\.self)
        let exact = candidates.first { abs($0 - speed) <= tolerance } ?? speed
        return exact.rounded(decimals: 3)
    }
}

/// Apparent temperature as the service defines it: wind chill at 50 °F and below, heat index at 80 °F and above, and
/// the temperature in between (<https://digital.weather.gov/staticpages/definitions.php>).
enum NWSApparentTemperature {
    /// °C; nil when the temperature is unknown, or the wind or humidity that it depends on.
    static func value(of conditions: Conditions) -> Double? {
        guard let celsius = conditions.temperature else { return nil }
        let temperature = Units.Temperature.fahrenheit.converted(celsius)
        let apparent: Double? =
            if temperature <= 50 {
                conditions.windSpeed.map { windChill(temperature, windSpeed: $0 / 0.44704) }
            } else if temperature >= 80 {
                // Also nil beyond the range of the regression.
                conditions.humidity.flatMap { humidity in
                    Comfort.heatIndex(temperature: celsius, humidity: humidity).map { _ in
                        heatIndex(temperature, humidity: humidity)
                    }
                }
            } else {
                temperature
            }
        guard let apparent else { return nil }
        let value = apparent == temperature ? celsius : Units.Temperature.fahrenheit.celsius(apparent)
        return QuantityKind.temperature.believed(value.rounded(decimals: 1))
    }

    /// °F; the temperature itself in a wind of 3 mph or less.
    ///
    /// The formula of 2001, <https://www.weather.gov/safety/cold-wind-chill-chart>.
    private static func windChill(_ temperature: Double, windSpeed: Double) -> Double {
        guard windSpeed > 3 else { return temperature }
        let power = pow(windSpeed, 0.16)
        return 35.74 + 0.6215 * temperature - 35.75 * power + 0.4275 * temperature * power
    }

    /// °F.
    ///
    /// The regression of L. P. Rothfusz, "The Heat Index Equation", 1990, with the adjustments of
    /// <https://www.wpc.ncep.noaa.gov/html/heatindex_equation.shtml>.
    private static func heatIndex(_ temperature: Double, humidity: Double) -> Double {
        let simple = 0.5 * (temperature + 61 + (temperature - 68) * 1.2 + humidity * 0.094)
        let mean = (simple + temperature) / 2
        guard mean >= 80 else { return mean }
        let (t, h) = (temperature, humidity)
        var index = -42.379 + 2.04901523 * t + 10.14333127 * h - 0.22475541 * t * h - 0.00683783 * t * t
        index += -0.05481717 * h * h + 0.00122874 * t * t * h + 0.00085282 * t * h * h - 0.00000199 * t * t * h * h
        if h < 13, t <= 112 {
            index -= (13 - h) / 4 * ((17 - abs(t - 95)) / 17).squareRoot()
        } else if h > 85, t <= 87 {
            index += (h - 85) / 10 * (87 - t) / 5
        }
        return index
    }
}
