import Weather

/// What a station measured. Nulls are very common.
struct NWSObservation {
    var time: UnixTime
    var conditions: Conditions

    /// nil when it does not say when it was made, or nothing else.
    ///
    /// - Parameter feature: of GeoJSON.
    init?(_ feature: JSONValue, at coordinate: Coordinate) {
        let properties = feature["properties"]
        guard let time = properties["timestamp"].timestamp else { return nil }
        self.time = time
        conditions = Conditions(
            condition: NWSSky(icon: properties["icon"].text, words: properties["textDescription"].text).condition)
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
        // The one is told in the heat, the other in the cold, and between them often neither.
        conditions.feelsLike =
            properties["heatIndex"].measured(.temperature) ?? properties["windChill"].measured(.temperature)
            ?? Reckoning.feelsLike(conditions, at: time, in: coordinate)
        if conditions == Conditions() { return nil }
    }

    /// Older observations say more of the past than the forecast does of the present, seconds.
    private static let longestAge = 2 * 3600

    /// Whether it still tells of the present. Stations' clocks may be a little ahead.
    func isRecent(at now: UnixTime) -> Bool {
        (-900...Self.longestAge).contains(now.seconds(since: time))
    }

    /// The conditions of the forecast for the same time, with what was measured in place of what was forecast. What falls
    /// is left to the forecast: stations tell of it for the hour that has passed, if at all.
    func amending(_ forecast: Conditions?, at coordinate: Coordinate) -> Conditions {
        guard var amended = forecast else { return conditions }
        if conditions.condition != .unknown { amended.condition = conditions.condition }
        for quantity in Self.quantities {
            guard let value = conditions[keyPath: quantity] else { continue }
            amended[keyPath: quantity] = value
        }
        // What was forecast to be felt belongs to the temperature that was forecast.
        if conditions.temperature != nil, conditions.feelsLike == nil {
            amended.feelsLike = Reckoning.feelsLike(amended, at: time, in: coordinate)
        }
        return amended
    }

    private static var quantities: [WritableKeyPath<Conditions, Double?>] {
        [
            \.temperature, \.feelsLike, \.dewPoint, \.humidity, \.cloudCover, \.pressure, \.windSpeed,
            \.windDirection, \.windGust, \.visibility,
        ]
    }

    /// The share of the sky that the densest layer covers, %: the middle of the eighths that each word stands for in
    /// aviation reports (WMO-No. 306, Manual on Codes, FM 15 METAR, 15.9.1.1).
    private static func cover(_ layers: JSONValue) -> Double? {
        let eighths = ["CLR": 0.0, "SKC": 0, "FEW": 1.5, "SCT": 3.5, "BKN": 6, "OVC": 8, "VV": 8]
        return layers.elements.compactMap { $0["amount"].text.flatMap { eighths[$0] } }.max().map { $0 * 12.5 }
    }
}
