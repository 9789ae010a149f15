public import Weather

/// The numbers of the invented weather under the names that weatherd's JSON has for them.
public enum TruthTable {
    public static func ofConditions(_ conditions: Conditions) -> [String: Double?] {
        [
            "temperatureC": conditions.temperature, "feelsLikeC": conditions.feelsLike,
            "dewPointC": conditions.dewPoint, "humidityPercent": conditions.humidity,
            "cloudCoverPercent": conditions.cloudCover, "pressureHPa": conditions.pressure,
            "windSpeedMS": conditions.windSpeed, "windDirectionDeg": conditions.windDirection,
            "windGustMS": conditions.windGust, "precipitationMM": conditions.precipitation, "rainMM": conditions.rain,
            "snowfallMM": conditions.snowfall, "visibilityM": conditions.visibility, "uvIndex": conditions.uvIndex,
        ]
    }

    public static func ofHour(_ hour: Hour) -> [String: Double?] {
        ofConditions(hour.conditions).merging([
            "precipitationProbabilityPercent": hour.precipitationProbability
        ]) { first, _ in first }
    }

    public static func ofDay(_ day: Day) -> [String: Double?] {
        [
            "temperatureMaxC": day.temperatureMax, "temperatureMinC": day.temperatureMin,
            "feelsLikeMaxC": day.feelsLikeMax, "feelsLikeMinC": day.feelsLikeMin,
            "cloudCoverPercent": day.cloudCover, "precipitationMM": day.precipitation, "rainMM": day.rain,
            "snowfallMM": day.snowfall, "precipitationProbabilityPercent": day.precipitationProbability,
            "precipitationHours": day.precipitationHours, "windSpeedMaxMS": day.windSpeedMax,
            "windGustMaxMS": day.windGustMax, "windDirectionDeg": day.windDirection, "uvIndexMax": day.uvIndexMax,
        ]
    }
}
