import Weather

/// The service's variables for a quantity.
struct OpenMeteoField<Owner>: Sendable {
    /// What an hourly row states.
    enum Validity {
        /// The state of the air at the row's time.
        case instant
        /// The hour that ends at the row's time.
        case precedingHour
    }

    /// More than one for the parts of a sum.
    let names: [String]
    let quantity: Quantity<Owner>
    let validity: Validity
    /// Whether the present is interpolated from the hours, as the service itself does where a model has no quarters of an
    /// hour. Each variable that is requested for the present too counts twice.
    let isHourlyOnly: Bool

    init(
        _ names: String..., is quantity: Quantity<Owner>, _ validity: Validity = .instant, isHourlyOnly: Bool = false
    ) {
        (self.names, self.quantity, self.validity, self.isHourlyOnly) = (names, quantity, validity, isHourlyOnly)
    }
}

extension OpenMeteoField<Conditions> {
    static let all = [
        OpenMeteoField("temperature_2m", is: .temperature),
        OpenMeteoField("apparent_temperature", is: .feelsLike),
        OpenMeteoField("dew_point_2m", is: .dewPoint),
        OpenMeteoField("relative_humidity_2m", is: .humidity),
        OpenMeteoField("cloud_cover", is: .cloudCover),
        OpenMeteoField("pressure_msl", is: .pressure),
        OpenMeteoField("wind_speed_10m", is: .windSpeed),
        OpenMeteoField("wind_direction_10m", is: .windDirection),
        OpenMeteoField("wind_gusts_10m", is: .windGust, .precedingHour),
        OpenMeteoField("precipitation", is: .precipitation, .precedingHour),
        // Of fronts and of showers.
        OpenMeteoField("rain", "showers", is: .rain, .precedingHour),
        OpenMeteoField("snowfall", is: .snowfall, .precedingHour),
        OpenMeteoField("visibility", is: .visibility),
        OpenMeteoField("uv_index", is: .uvIndex, .precedingHour),
        OpenMeteoField("soil_temperature_0cm", is: .soilTemperature, isHourlyOnly: true),
        OpenMeteoField("snow_depth", is: .snowDepth, isHourlyOnly: true),
        OpenMeteoField("freezing_level_height", is: .freezingLevel, isHourlyOnly: true),
    ]
}

extension OpenMeteoField<Day> {
    static let all = [
        OpenMeteoField("temperature_2m_max", is: .temperatureMax),
        OpenMeteoField("temperature_2m_min", is: .temperatureMin),
        OpenMeteoField("apparent_temperature_max", is: .feelsLikeMax),
        OpenMeteoField("apparent_temperature_min", is: .feelsLikeMin),
        OpenMeteoField("cloud_cover_mean", is: .cloudCover),
        OpenMeteoField("precipitation_sum", is: .precipitation),
        OpenMeteoField("rain_sum", "showers_sum", is: .rain),
        OpenMeteoField("snowfall_sum", is: .snowfall),
        OpenMeteoField("precipitation_probability_max", is: .precipitationProbability),
        OpenMeteoField("precipitation_hours", is: .precipitationHours),
        OpenMeteoField("wind_speed_10m_max", is: .windSpeedMax),
        OpenMeteoField("wind_gusts_10m_max", is: .windGustMax),
        OpenMeteoField("wind_direction_10m_dominant", is: .windDirection),
        OpenMeteoField("uv_index_max", is: .uvIndexMax),
    ]
}

extension OpenMeteoField<AirQuality> {
    static let all = [
        OpenMeteoField("european_aqi", is: .europeanIndex), OpenMeteoField("us_aqi", is: .usIndex),
        OpenMeteoField("pm2_5", is: .fineParticles), OpenMeteoField("pm10", is: .particles),
        OpenMeteoField("ozone", is: .ozone), OpenMeteoField("nitrogen_dioxide", is: .nitrogenDioxide),
        OpenMeteoField("sulphur_dioxide", is: .sulphurDioxide), OpenMeteoField("carbon_monoxide", is: .carbonMonoxide),
        OpenMeteoField("ammonia", is: .ammonia), OpenMeteoField("dust", is: .dust),
        OpenMeteoField("alder_pollen", is: .alderPollen), OpenMeteoField("birch_pollen", is: .birchPollen),
        OpenMeteoField("grass_pollen", is: .grassPollen), OpenMeteoField("mugwort_pollen", is: .mugwortPollen),
        OpenMeteoField("olive_pollen", is: .olivePollen), OpenMeteoField("ragweed_pollen", is: .ragweedPollen),
    ]
}

extension QuantityKind {
    /// The number in SI (depths in mm, pressure in hPa, temperature in °C).
    ///
    /// - Parameter unit: as in the answer's `*_units`; when nil, the requested unit.
    /// - Returns: nil when the unit is unknown or the number is implausible.
    func value(_ number: Double, unit: String?) -> Double? {
        guard let value = convert(number, from: unit ?? unitAskedFor), range.contains(value) else { return nil }
        // Open-Meteo rounds -0.04 to -0.0.
        return value == 0 ? 0 : value
    }

    private var unitAskedFor: String {
        switch self {
        case .temperature: "°C"
        case .speed: "m/s"
        case .depth: "mm"
        case .freshSnow: "cm"
        case .pressure: "hPa"
        case .percent: "%"
        case .direction: "°"
        case .distance, .snowCover, .altitude, .waveHeight, .seaLevel: "m"
        case .uvIndex, .humidex, .airIndex, .airLevel: ""
        case .hours: "h"
        case .seconds: "s"
        case .concentration: "\u{3BC}g/m³"
        case .pollen: "grains/m³"
        }
    }

    private func convert(_ number: Double, from unit: String) -> Double? {
        if case .temperature = self, unit == "°F" {
            return Units.Temperature.fahrenheit.celsius(number).rounded(decimals: 3)
        }
        guard let factor = factor(of: unit) else { return nil }
        // A number without conversion keeps all its digits.
        return factor == 1 ? number : (number * factor).rounded(decimals: 3)
    }

    /// What one of the service's units is in ours; nil for an unknown one.
    private func factor(of unit: String) -> Double? {
        switch self {
        case .speed:
            switch unit {
            case "m/s": 1
            case "km/h": 1 / 3.6
            case "mp/h", "mph": 0.44704
            case "kn": 1852.0 / 3600
            default: nil
            }
        case .depth, .freshSnow:
            switch unit {
            case "mm": 1
            case "cm": 10
            case "inch": 25.4
            case "ft": 304.8
            case "m": 1000
            default: nil
            }
        case .distance, .snowCover, .altitude, .waveHeight, .seaLevel: unit == "m" ? 1 : unit == "ft" ? 0.3048 : nil
        // Both indices are numbers without a unit, but the service names them.
        case .airIndex: unit == "" || unit == "EAQI" || unit == "USAQI" ? 1 : nil
        // The Greek letter as the service writes it, and the sign for micro.
        case .concentration: unit == "\u{3BC}g/m³" || unit == "\u{B5}g/m³" ? 1 : unit == "mg/m³" ? 1000 : nil
        case .temperature, .pressure, .percent, .direction, .uvIndex, .humidex, .airLevel, .hours, .seconds,
            .pollen:
            unit == unitAskedFor ? 1 : nil
        }
    }
}
