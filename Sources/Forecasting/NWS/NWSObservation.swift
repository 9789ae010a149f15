import HTTP
import Weather

/// A station's observation. Null values are very common.
struct NWSObservation {
    var station: NWSStation
    var time: UnixTime
    /// Only measured values.
    var conditions: Conditions

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
        conditions.windSpeed = properties["windSpeed"].measured(.speed)
        conditions.windDirection = properties["windDirection"].measured(.direction)
        conditions.windGust = properties["windGust"].measured(.speed)
        // The alternative, barometricPressure, is not always reduced to sea level.
        conditions.pressure = properties["seaLevelPressure"].measured(.pressure)
        conditions.visibility = properties["visibility"].measured(.distance)
        conditions.cloudCover = Self.cover(properties["cloudLayers"])
        // The heat index is given in heat, the wind chill in cold, and neither in between.
        conditions.feelsLike =
            properties["heatIndex"].measured(.temperature) ?? properties["windChill"].measured(.temperature)
        for (name, hours) in [("LastHour", 1), ("Last3Hours", 3), ("Last6Hours", 6)] {
            guard let amount = properties["precipitation\(name)"].measured(.depth) else { continue }
            conditions.precipitation = amount
            conditions.precipitationPeriod = hours * 3600
            // Stations report only the water, but no water means neither rain nor snow.
            if amount == 0 { (conditions.rain, conditions.snowfall) = (0, 0) }
            break
        }
        if conditions.temperature == nil { return nil }
    }

    /// Stations report hourly, about twenty minutes late; beyond this age, the forecast is better, s.
    private static let longestAge = 90 * 60

    /// Whether it still counts as current. Stations' clocks may be slightly ahead.
    func isRecent(at now: UnixTime) -> Bool {
        (-900...Self.longestAge).contains(now.seconds(since: time))
    }

    /// Current weather as measured. If the station measured nothing of the sky or the wind, the forecast's is used as a
    /// whole. Humidity, apparent temperature and precipitation are never mixed with a forecast.
    func present(amending forecast: Conditions?) -> Conditions {
        var present = conditions
        if let forecast {
            if present.condition == .unknown {
                present.condition = forecast.condition
                present.likelihood = forecast.likelihood
                present.cloudCover = forecast.cloudCover
                present.visibility = forecast.visibility
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

    /// Cloud cover of the densest layer, %: the middle of the range in eighths of each code in aviation reports
    /// (WMO-No. 306, Manual on Codes, FM 15 METAR, 15.9.1.1).
    private static func cover(_ layers: JSONValue) -> Double? {
        let eighths = ["CLR": 0.0, "SKC": 0, "FEW": 1.5, "SCT": 3.5, "BKN": 6, "OVC": 8, "VV": 8]
        return layers.elements.compactMap { $0["amount"].text.flatMap { eighths[$0] } }.max().map { $0 * 12.5 }
    }
}
