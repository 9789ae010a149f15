import Weather

// The pieces that the JSON of several views is made of. docs/json.md describes them.

extension JSON {
    /// The version of the schema. It grows when a key goes or changes its meaning, not when one is added.
    static let schema = 1

    static func place(_ scene: Scene, _ clock: PlaceClock?) -> JSON {
        place(scene.place, isApproximate: scene.isApproximate, clock)
    }

    static func place(_ place: Place, isApproximate: Bool, _ clock: PlaceClock?) -> JSON {
        .object([
            ("name", .optional(place.name ?? place.locality?.text(in: clock?.style ?? Style()))),
            ("region", .optional(place.locality?.region)),
            ("countryCode", .optional(place.locality?.countryCode)),
            ("latitude", .degrees(place.coordinate.latitude)),
            ("longitude", .degrees(place.coordinate.longitude)),
            ("timezone", .optional(clock?.zoneName)),
            ("approximate", .bool(isApproximate)),
        ])
    }

    static func time(_ moment: UnixTime?, _ clock: PlaceClock) -> JSON {
        .optional(moment.map(clock.rfc3339))
    }

    /// The text; null when there is none.
    static func text(_ text: String?) -> JSON {
        text?.isEmpty == false ? .optional(text) : .null
    }

    static func condition(_ conditions: Conditions, _ style: Style) -> JSON {
        condition(conditions.condition, conditions.likelihood, isDay: conditions.isDay, style)
    }

    static func condition(_ day: Day, _ style: Style) -> JSON {
        condition(day.condition, day.likelihood, isDay: true, style)
    }

    private static func condition(
        _ condition: Condition, _ likelihood: Likelihood?, isDay: Bool?, _ style: Style
    ) -> JSON {
        .object([
            ("code", .string(condition.rawValue)),
            ("text", .string(style.words.condition(condition, likelihood: likelihood, isDay: isDay))),
            ("icon", .string(style.icons.icon(condition.pictured(likelihood), isDay: isDay))),
            ("likelihood", .optional(likelihood?.rawValue)),
        ])
    }

    /// The station that measured the present; null when none did.
    static func station(_ station: Station?) -> JSON {
        guard let station else { return .null }
        return .object([
            ("id", .string(station.id.plain(limit: 40))),
            ("name", .optional(station.name?.plain(limit: 80))),
            ("distanceM", .number(station.distance)),
        ])
    }

    /// - Parameter probability: of precipitation in the same period, in a forecast.
    static func members(of conditions: Conditions, probability: Double? = nil, _ style: Style) -> [Member] {
        [
            ("condition", .condition(conditions, style)),
            ("isDay", .optional(conditions.isDay)),
            ("temperatureC", .number(conditions.temperature)),
            ("feelsLikeC", .number(conditions.feelsLike)),
            ("dewPointC", .number(conditions.dewPoint)),
            ("humidityPercent", .number(conditions.humidity)),
            ("cloudCoverPercent", .number(conditions.cloudCover)),
            ("pressureHPa", .number(conditions.pressure)),
            ("windSpeedMS", .number(conditions.windSpeed)),
            ("windDirectionDeg", .number(conditions.windDirection)),
            ("windGustMS", .number(conditions.windGust)),
            ("precipitationMM", .number(conditions.precipitation)),
            (
                "precipitationPeriodSeconds",
                conditions.precipitation != nil
                    ? .integer(conditions.precipitationPeriod ?? 3600)
                    : .optional(probability.flatMap { _ in conditions.precipitationPeriod })
            ),
            ("rainMM", .number(conditions.rain)),
            ("snowfallMM", .number(conditions.snowfall)),
            ("visibilityM", .number(conditions.visibility)),
            ("uvIndex", .number(conditions.uvIndex)),
        ]
    }

    static func words(_ words: [String]) -> JSON {
        .array(words.map(JSON.string))
    }

    /// The worst of the warnings in force; null when there is none.
    static func alert(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> JSON {
        guard let alert = scene.alertsInForce?.first, let provider = scene.warnings?.provider else { return .null }
        return .object([
            ("event", .string(alert.plainEvent(in: style.words))),
            ("severity", .string(alert.severity.rawValue)),
            ("ends", .time(alert.ends, clock)),
            ("provider", .string(provider.id)),
            ("attribution", .optional(provider.attribution)),
        ])
    }

    static func sun(_ daylight: Daylight?, _ clock: PlaceClock) -> [Member] {
        [
            ("sunrise", .time(daylight?.sunrise, clock)),
            ("sunset", .time(daylight?.sunset, clock)),
            ("daylight", .optional(daylight?.word)),
        ]
    }

    /// What `hourly` and `daily` begin with.
    static func forecastHead(of report: Report, _ scene: Scene, _ clock: PlaceClock) -> [Member] {
        [
            ("schema", .integer(schema)),
            ("place", .place(scene, clock)),
            ("provider", .string(report.provider.id)),
            ("fetchedAt", .time(report.fetchedAt, clock)),
            ("freshness", .string(scene.freshness.rawValue)),
        ] + trust(in: report, scene, clock)
    }

    /// What `alerts` and `air` begin with.
    static func head(
        of report: some ProviderReport, isFresh: Bool, failure: FetchFailure?, _ scene: Scene, _ clock: PlaceClock
    ) -> [Member] {
        [
            ("schema", .integer(schema)),
            ("place", .place(scene, scene.timeZone == nil ? nil : clock)),
            ("provider", .string(report.provider.id)),
            ("attribution", .optional(report.provider.attribution)),
            ("fetchedAt", .time(report.fetchedAt, clock)),
            ("freshness", .string((isFresh ? Freshness.fresh : .stale).rawValue)),
            ("sample", .bool(report.provider.isSample)),
            ("ageSeconds", .integer(report.age(at: scene.now))),
            ("lastError", .optional(failure?.sentence)),
        ]
    }

    /// How far the numbers can be trusted, and whose they are.
    static func trust(in report: Report, _ scene: Scene, _ clock: PlaceClock) -> [Member] {
        [
            ("sample", .bool(report.provider.isSample)),
            ("uvIndexIsClearSky", .bool(report.hasClearSkyUV == true)),
            ("attribution", .optional(report.provider.attribution)),
            ("ageSeconds", .integer(report.age(at: scene.now))),
            ("issuedAt", .time(report.issuedAt, clock)),
        ]
    }
}

extension Daylight {
    fileprivate var word: String {
        switch self {
        case .sun, .risesOnly, .setsOnly: "sun"
        case .polarDay: "polar-day"
        case .polarNight: "polar-night"
        }
    }
}
