public import HTTP
public import Weather
public import WorkerProtocol

/// The warnings of Deutscher Wetterdienst, from [Bright Sky](https://brightsky.dev/docs/#get-/alerts).
public struct BrightSkyAlerts: ReportProvider {
    public static let identity = ProviderFacts.brightSkyAlerts.identity

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let isGerman: Bool
    private let exchange: HTTPExchange

    /// - Parameters:
    ///   - baseURL: `https://api.brightsky.dev`, or another host with the same API.
    ///   - locale: the user's language; texts are in German or English.
    public init(baseURL: String, locale: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        isGerman = LanguageTag.best(of: ["en", "de"], for: locale) == "de"
        self.exchange = exchange
    }

    public func covers(_ coordinate: Coordinate) -> Bool { ProviderFacts.brightSkyAlerts.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        let (latitude, longitude) = coordinate.queryDegrees
        let query = HTTPQuery(url: "\(baseURL)/alerts?lat=\(latitude)&lon=\(longitude)")
        let answer = try await exchange(query)
        // Outside of Germany.
        if answer.status == 404 { throw .notCovered(host: query.host, reason: nil) }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        let document = try JSONValue(answer, from: query.host)
        guard case .array(let alerts) = document["alerts"] else {
            throw .malformed(host: query.host, reason: "the response contains no list of warnings")
        }
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        let area = document["location"].dwdArea
        try report.take(
            alerts.map { $0.dwdMessage(in: area, isGerman: isGerman) }, from: query.host, attribution: "via Bright Sky")
        return report
    }
}

extension JSONValue {
    /// The name of a warning's area: the municipality and its district.
    fileprivate var dwdArea: String? {
        let names = [self["name"].name, self["district"].name].compactMap(\.self)
        return names.isEmpty ? nil : names.prefix(names.first == names.last ? 1 : 2).joined(separator: ", ")
    }

    /// nil when it cannot be read.
    fileprivate func dwdMessage(in area: String?, isGerman: Bool) -> CAPMessage? {
        func text(_ name: String) -> String? {
            isGerman
                ? self[name + "_de"].text ?? self[name + "_en"].text
                : self[name + "_en"].text ?? self[name + "_de"].text
        }
        guard let event = text("event") ?? text("headline") else { return nil }
        let onset = self["onset"].timestamp ?? self["effective"].timestamp
        var info = CAPInfo()
        info.event = event
        info.otherNames = [self["event_en"].text, self["event_de"].text].compactMap(\.self)
        info.eventCodes = [self["event_code"].word.map { CAPInfo.Value("II", $0) }].compactMap(\.self)
        info.headline = text("headline")
        info.description = text("description")
        info.instruction = text("instruction")
        info.areas = [CAPArea(named: area, nil)]
        info.senderName = "Deutscher Wetterdienst"
        info.responses = self["response_type"].words(upTo: 20).map { $0.lowercased() }
        info.severity = Alert.Severity(cap: self["severity"].text)
        info.urgency = Alert.Urgency(cap: self["urgency"].text)
        info.certainty = Alert.Certainty(cap: self["certainty"].text)
        info.onset = onset
        info.expires = self["expires"].timestamp
        return CAPMessage(
            listed: self["alert_id"].word ?? self["id"].word ?? "\(event) \(onset?.seconds ?? 0)",
            status: self["status"].text, sent: self["effective"].timestamp, info)
    }
}

/// The nearest station of Deutscher Wetterdienst with its newest values, from
/// [Bright Sky](https://brightsky.dev/docs/#get-/current_weather), without a key.
public struct BrightSkyStations: DescribedProvider {
    public let facts = ProviderFacts.brightSkyStations

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.brightsky.dev`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: ObservationReport?
    ) async throws(FetchFailure) -> ObservationReport {
        let (latitude, longitude) = coordinate.queryDegrees
        let distance = Int(Observation.longestDistance)
        let query = HTTPQuery(
            url: "\(baseURL)/current_weather?lat=\(latitude)&lon=\(longitude)&max_dist=\(distance)&units=dwd")
        let answer = try await exchange(query)
        // No station is near enough.
        if answer.status == 404 { return ObservationReport(choosing: [], for: coordinate, from: identity, at: now) }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        let json = try JSONValue(answer, from: query.host)
        guard let observation = Observation(brightSky: json, near: coordinate) else {
            throw .malformed(host: query.host, reason: "the response contains no station observation")
        }
        return ObservationReport(choosing: [observation], for: coordinate, from: identity, at: now)
    }
}

extension Observation {
    /// nil without a station or a time. Single values may come from another station nearby, listed in `fallback_source_ids`;
    /// the reported station is the one that measured the temperature.
    init?(brightSky json: JSONValue, near coordinate: Coordinate) {
        let weather = json["weather"]
        let sources = json["sources"].elements
        func source(of field: String) -> Int? {
            weather["fallback_source_ids"][field].integer ?? weather["source_id"].integer
        }
        let stationID = source(of: "temperature")
        guard let time = weather["timestamp"].timestamp,
            let station = sources.first(where: { $0["id"].integer == stationID }) ?? sources.first,
            let id = station["dwd_station_id"].name ?? station["wmo_station_id"].name
        else { return nil }
        let position = station["lat"].number.flatMap { latitude in
            station["lon"].number.flatMap { Coordinate(latitude: latitude, longitude: $0) }
        }
        self.init(
            station: Station(
                id: id, name: station["station_name"].name,
                distance: position.map { coordinate.distance(to: $0).rounded() } ?? station["distance"].number,
                elevation: QuantityKind.altitude.believed(station["height"].number)),
            time: time)
        take(weather["temperature"].number, as: .temperature)
        // Humidity from another station does not match this temperature.
        for (field, quantity) in [("dew_point", Quantity<Conditions>.dewPoint), ("relative_humidity", .humidity)]
        where source(of: field) == stationID {
            take(weather[field].number, as: quantity)
        }
        take(weather["cloud_cover"].number, as: .cloudCover)
        take(weather["pressure_msl"].number, as: .pressure)
        take(weather["visibility"].number, as: .visibility)
        // Means and maxima over 10 minutes, else over 30 or 60; km/h.
        func newest(_ name: String) -> Double? {
            ["10", "30", "60"].lazy.compactMap { weather["\(name)_\($0)"].number }.first
        }
        take(newest("wind_speed").map { $0 / 3.6 }, as: .windSpeed)
        // Calm has no direction.
        if conditions.windSpeed != 0 { take(newest("wind_direction"), as: .windDirection) }
        take(newest("wind_gust_speed").map { $0 / 3.6 }, as: .windGust)
        for minutes in [60, 30, 10] where conditions.precipitation == nil {
            take(weather["precipitation_\(minutes)"].number, as: .precipitation)
            conditions.precipitationPeriod = conditions.precipitation.map { _ in minutes * 60 }
        }
        if conditions.precipitation == 0 { (conditions.rain, conditions.snowfall) = (0, 0) }
        conditions.condition =
            Self.stated(weather) ?? conditions.cloudCover.map(Condition.init(cover:)) ?? .unknown
        conditions.feelsLike = DerivedWeather.feelsLike(conditions, at: time, in: coordinate)
    }

    /// The condition; nil if it only describes the sky, or contradicts the amounts or the visibility, which may be up
    /// to 90 minutes newer.
    private static func stated(_ weather: JSONValue) -> Condition? {
        guard let word = weather["condition"].text, let condition = words[word] else { return nil }
        if condition == .fog, let visibility = weather["visibility"].number, visibility >= fogVisibility { return nil }
        let isDry = weather["precipitation_10"].number == 0 && weather["precipitation_30"].number == 0
        return isDry && precipitation.contains(word) ? nil : condition
    }

    /// `dry` is missing: it does not describe the sky.
    private static let words: [String: Condition] = [
        "fog": .fog, "rain": .rain, "sleet": .sleet, "snow": .snow, "hail": .thunderstormHail,
        "thunderstorm": .thunderstorm,
    ]
    private static let precipitation: Set = ["rain", "sleet", "snow", "hail"]
    /// Fog is a visibility of less than 1 km (WMO-No. 407, International Cloud Atlas), m.
    private static let fogVisibility = 1000.0
}
