import HTTP
import Weather

/// What a station measured. Nulls are very common.
struct NWSObservation {
    var station: NWSStation
    var time: UnixTime
    /// What was measured, and nothing else.
    var conditions: Conditions

    /// nil when it does not say when it was made, or has no temperature: there is no present without one.
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
        conditions.humidity = properties["relativeHumidity"].measured(.share)
        conditions.windSpeed = properties["windSpeed"].measured(.speed)
        conditions.windDirection = properties["windDirection"].measured(.direction)
        conditions.windGust = properties["windGust"].measured(.speed)
        // The other one, barometricPressure, is not reduced to sea level everywhere.
        conditions.pressure = properties["seaLevelPressure"].measured(.pressure)
        conditions.visibility = properties["visibility"].measured(.visibility)
        conditions.cloudCover = Self.cover(properties["cloudLayers"])
        // The heat index is given in the heat, the wind chill in the cold, and neither in between.
        conditions.feelsLike =
            properties["heatIndex"].measured(.temperature) ?? properties["windChill"].measured(.temperature)
        for (name, hours) in [("LastHour", 1), ("Last3Hours", 3), ("Last6Hours", 6)] {
            guard let amount = properties["precipitation\(name)"].measured(.depth) else { continue }
            conditions.precipitation = amount
            conditions.precipitationPeriod = hours * 3600
            // Of what falls a station tells the water alone, but when nothing falls there is neither rain nor snow.
            if amount == 0 { (conditions.rain, conditions.snowfall) = (0, 0) }
            break
        }
        if conditions.temperature == nil { return nil }
    }

    /// Stations report every hour, some twenty minutes late; older observations say more of the past than the forecast does
    /// of the present, seconds.
    private static let longestAge = 90 * 60

    /// Whether it still tells of the present. Stations' clocks may be a little ahead.
    func isRecent(at now: UnixTime) -> Bool {
        (-900...Self.longestAge).contains(now.seconds(since: time))
    }

    /// The present: what the station measured. Sky and wind of the forecast stand in as a whole where the station measured
    /// nothing of them. What belongs to the measured air (humidity, what it feels like) and what fell never mix with a
    /// forecast.
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

    /// The share of the sky that the densest layer covers, %: the middle of the eighths that each word stands for in
    /// aviation reports (WMO-No. 306, Manual on Codes, FM 15 METAR, 15.9.1.1).
    private static func cover(_ layers: JSONValue) -> Double? {
        let eighths = ["CLR": 0.0, "SKC": 0, "FEW": 1.5, "SCT": 3.5, "BKN": 6, "OVC": 8, "VV": 8]
        return layers.elements.compactMap { $0["amount"].text.flatMap { eighths[$0] } }.max().map { $0 * 12.5 }
    }
}
