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
