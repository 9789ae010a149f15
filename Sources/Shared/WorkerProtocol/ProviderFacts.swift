public import Weather

/// The properties of a provider that are known without a request: its identity, limits, coverage and needs.
public struct ProviderFacts: Sendable {
    public let identity: Provider
    public let limits: ProviderLimits
    /// The maximum number of requests per batch; 0 without network use.
    public let requestsABatch: Int
    /// The number of requests for a place, where it depends on the position; nil for `requestsABatch`.
    private let requestsAt: (@Sendable (Coordinate) -> Int)?
    /// The maximum number of further requests per job, which repeat one without the names that the service rejected.
    public let repeats: Int
    /// Whether a list of places may take two requests.
    private let splitsLists: Bool
    /// Whether its next answer depends on its previous one.
    public let usesPrevious: Bool
    /// The countries within `areas` that it has warnings for (ISO 3166-1 alpha-2); nil when `areas` alone decide.
    public let countries: Set<String>?
    /// Its coverage; nil for worldwide.
    private let areas: [CoordinateBox]?

    init(
        _ identity: Provider, limits: ProviderLimits = ProviderLimits(), requestsABatch: Int = 1,
        requestsAt: (@Sendable (Coordinate) -> Int)? = nil, repeats: Int = 0, splitsLists: Bool = false,
        usesPrevious: Bool = false, areas: [CoordinateBox]? = nil,
        countries: Set<String>? = nil
    ) {
        self.identity = identity
        self.limits = limits
        self.requestsABatch = requestsABatch
        self.requestsAt = requestsAt
        self.repeats = repeats
        self.splitsLists = splitsLists
        self.usesPrevious = usesPrevious
        self.areas = areas
        self.countries = countries
    }

    /// Whether its answer has the warnings of all countries at a place.
    public var isWorldwide: Bool { areas == nil && countries == nil }

    /// Whether the provider may cover the place; it gets no requests for places outside.
    public func covers(_ coordinate: Coordinate) -> Bool {
        areas?.contains { $0.contains(coordinate) } ?? true
    }

    /// The maximum number of requests of a job for these places, without repeats.
    public func requests(for places: [Coordinate]) -> Int {
        if let requestsAt { return places.reduce(0) { $0 + requestsAt($1) } }
        let batches = (places.count + limits.batch - 1) / limits.batch
        return batches * requestsABatch * (splitsLists && places.count > 1 ? 2 : 1)
    }

    /// The number of requests for a place when nothing is missing, of a provider that takes one elsewhere.
    public func usualRequests(for place: Coordinate) -> Int { requestsAt?(place) ?? 1 }
}

extension Service {
    /// The services that a worker can request, each with its facts below.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case openMeteo, metNorway, nws, openWeatherMap, oneCall3, oneCall4, pirateWeather, sample
        case brightSky, environmentCanada, meteoAlarm, publicAlerts, aviationWeather
    }
}

extension ProviderFacts {
    /// The variables that a forecast takes from Open-Meteo for one place; `OpenMeteoQueryTests` count them in its query.
    public static let openMeteoVariables = 58

    /// The service names one unknown variable per answer. A server from before the variables were renamed lacks twelve. The
    /// last of these repeats requests only the required variables; the next job continues.
    public static let openMeteoRepeats = 14

    /// Per IP address, the service allows 600 calls a minute, 5,000 an hour and 10,000 a day, and counts ten variables
    /// of a place as a call (<https://open-meteo.com/en/pricing>, <https://open-meteo.com/en/terms>). With 67 places per
    /// list, the URL stays near 3 KB and the answer near 3 MB, and 200 places take three requests.
    public static let openMeteo = ProviderFacts(
        openMeteoForecast,
        limits: ProviderLimits(
            batch: 67, placesAMinute: min(100, 600 * 10 / openMeteoVariables),
            placesADay: 10_000 * 10 / openMeteoVariables),
        repeats: openMeteoRepeats, splitsLists: true)

    /// With configured models, each counts as much as all of the above. One place outside of a regional model fails a whole
    /// list, so each place has its own request.
    public static func openMeteo(models count: Int) -> ProviderFacts {
        guard count > 0 else { return openMeteo }
        let all = openMeteo.limits
        return ProviderFacts(
            openMeteoForecast,
            limits: ProviderLimits(placesAMinute: all.placesAMinute / count, placesADay: all.placesADay / count),
            repeats: openMeteoRepeats)
    }

    private static let openMeteoForecast = Provider(
        id: "open-meteo", name: "Open-Meteo", attribution: "Weather data by Open-Meteo.com")

    /// The documentation requires attribution of the data's provider along with the service, licensed CC BY 4.0. A
    /// place with its 16 variables counts as 1.6 calls; the limits per IP address are 600 calls a minute, 5,000 an
    /// hour and 10,000 a day (<https://open-meteo.com/en/pricing>).
    public static let openMeteoAir = ProviderFacts(
        Provider(
            id: "open-meteo", name: "Open-Meteo",
            attribution:
                "Air quality by Open-Meteo.com (CC BY 4.0), data of the CAMS ENSEMBLE data provider, Copernicus"),
        limits: ProviderLimits(batch: 67, placesAMinute: 300, placesADay: 5000), repeats: openMeteoRepeats)

    /// A place takes 52 calls: two variables of ten are a fifth of a call, and ten years are 261 times two weeks
    /// (<https://open-meteo.com/en/pricing>). It is requested once a year. The archive contains modified Copernicus
    /// data.
    public static let openMeteoArchive = ProviderFacts(
        Provider(
            id: "open-meteo", name: "Open-Meteo",
            attribution: "Normals by Open-Meteo.com (CC BY 4.0), from ERA5 and ECMWF IFS"),
        limits: ProviderLimits(placesAMinute: 10, placesADay: 190), repeats: openMeteoRepeats)

    /// A place takes 15.3 calls, since each of 51 members counts as a variable.
    public static let openMeteoEnsemble = ProviderFacts(
        Provider(
            id: "open-meteo", name: "Open-Meteo", attribution: "Ensemble by Open-Meteo.com (CC BY 4.0), from ECMWF IFS"),
        limits: ProviderLimits(placesAMinute: 30, placesADay: 600), repeats: openMeteoRepeats)

    /// A place with its 13 variables for nine days counts as 1.3 calls. The terms require the names of the models' services.
    public static let openMeteoMarine = ProviderFacts(
        Provider(
            id: "open-meteo", name: "Open-Meteo",
            attribution: "Marine weather by Open-Meteo.com (CC BY 4.0), from Copernicus Marine Service, DWD and ECMWF"),
        limits: ProviderLimits(batch: 67, placesAMinute: 300, placesADay: 5000), repeats: openMeteoRepeats)

    /// Text and link as required by OpenWeather's terms; the data is licensed CC BY-SA 4.0 and ODbL.
    private static let openWeather = Provider(
        id: "openweathermap", name: "OpenWeatherMap",
        attribution: "Weather data provided by OpenWeather (openweathermap.org)")

    /// A free key allows 60 calls a minute and 1,000,000 a month (<https://openweathermap.org/price>), and a place
    /// takes two.
    public static let openWeatherMap = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 30, placesADay: 16_000), requestsABatch: 2,
        usesPrevious: true)

    /// The free daily calls of a One Call subscription (<https://openweathermap.org/price>).
    public static let oneCallsADay = 1000

    /// 1,000 calls a day are free, and 60 a minute are allowed. A report takes one call.
    public static let oneCall3 = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 60, placesADay: oneCallsADay))

    /// A report takes six calls, and one more for each new alert, up to 20.
    public static let oneCall4 = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 10, placesADay: 166), requestsABatch: 26,
        usesPrevious: true)

    /// A place takes one of 60 calls a minute and 1,000,000 a month.
    public static let openWeatherMapAir = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 60, placesADay: 32_000))

    /// A service with the Dark Sky format: Pirate Weather, or another host, which is named by its hostname.
    public static func darkSky(baseURL: String) -> ProviderFacts {
        ProviderFacts(Provider(darkSkyHost: baseURL.urlHost))
    }

    /// No requests.
    public static let sample = ProviderFacts(
        Provider(id: "sample", name: "sample data", isSample: true), limits: ProviderLimits(batch: 60),
        requestsABatch: 0)
}

extension Provider {
    /// - Parameter host: the host of the service, with its port.
    fileprivate init(darkSkyHost host: String) {
        if host.isPirateWeather {
            self.init(
                id: "pirate-weather", name: "Pirate Weather",
                attribution: "Weather data by Pirate Weather (pirateweather.net)")
        } else {
            self.init(id: "pirate-weather", name: "Dark Sky format at \(host)")
        }
    }
}

extension String {
    /// Whether this is the host of Pirate Weather.
    public var isPirateWeather: Bool {
        let name = prefix { $0 != ":" }.lowercased()
        return name == "pirateweather.net" || name.hasSuffix(".pirateweather.net")
    }
}

extension ProviderFacts {
    /// As CC BY 4.0 and NLOD require; the terms forbid the name of the institute's own app.
    private static let norway = Provider(
        id: "met-norway", name: "MET Norway", attribution: "Weather data by MET Norway (met.no), CC BY 4.0")

    public static let metNorway = ProviderFacts(norway, usesPrevious: true)

    /// The areas are generous; places in other countries are not requested.
    public static let metAlerts = ProviderFacts(
        norway, usesPrevious: true,
        areas: [
            // The mainland, from Lindesnes (57.98° N) to Nordkapp (71.19° N) and Vardø (31.17° E), the North Sea up to
            // the British sector, and Skagerrak.
            CoordinateBox(latitudes: 56.5...72, longitudes: -1...33),
            // The Norwegian, Greenland and Barents Seas with Jan Mayen (8.5° W) and Svalbard (to 80.8° N), the area of
            // shipping warnings.
            CoordinateBox(latitudes: 65...85, longitudes: -15...40),
        ], countries: ["NO", "SJ"])

    /// The area of MET Norway's model for Norway, Sweden, Finland and Denmark. Generous, since the service itself
    /// rejects places outside.
    public static let metNowcast = ProviderFacts(
        norway, usesPrevious: true, areas: [CoordinateBox(latitudes: 54.5...72, longitudes: 4...32)])

    /// The area of MET Norway's models of the sea. Generous, since the service itself rejects places outside.
    public static let metOcean = ProviderFacts(
        norway, usesPrevious: true, areas: [CoordinateBox(latitudes: 50...85, longitudes: -30...70)])

    private static let unitedStates = Provider(
        id: "nws", name: "US National Weather Service",
        // The data is in the public domain; attribution is not required.
        attribution: "Weather data by the US National Weather Service")

    /// A report takes four requests, two more once a day, and two after a grid change.
    public static let nws = ProviderFacts(
        unitedStates, requestsABatch: 8, usesPrevious: true, areas: statesAndTerritories)

    public static let nwsAlerts = ProviderFacts(
        unitedStates, areas: statesAndTerritories, countries: ["US", "PR", "VI", "GU", "MP", "AS", "UM"])

    /// A report takes one request, two more once a day, and three more where the nearest station has no usable observation.
    public static let nwsStations = ProviderFacts(
        unitedStates, requestsABatch: 6, usesPrevious: true, areas: statesAndTerritories)

    /// The coverage of the National Weather Service. Generous, since the service itself rejects places outside.
    private static let statesAndTerritories = [
        // The 48 states, from the Florida Keys (24.5° N) to Minnesota (49.4° N).
        CoordinateBox(latitudes: 24...50, longitudes: -125.5...(-66)),
        // Alaska, and the Aleutians beyond the 180th meridian.
        CoordinateBox(latitudes: 50.5...72, longitudes: -180...(-129)),
        CoordinateBox(latitudes: 50.5...54, longitudes: 171...180),
        // Hawaii with its north-western islands.
        CoordinateBox(latitudes: 18...29, longitudes: -179...(-154)),
        // Puerto Rico and the Virgin Islands.
        CoordinateBox(latitudes: 17...19, longitudes: -68.5...(-64)),
        // Guam and the Northern Marianas.
        CoordinateBox(latitudes: 13...21, longitudes: 144...147),
        // American Samoa.
        CoordinateBox(latitudes: -15...(-10.5), longitudes: -171.5...(-168)),
    ]
}

// Services that have only warnings.
extension ProviderFacts {
    /// The terms of Deutscher Wetterdienst require its name.
    public static let brightSkyAlerts = ProviderFacts(
        Provider(
            id: "bright-sky", name: "Bright Sky",
            attribution: "Warnings: Deutscher Wetterdienst, via Bright Sky (brightsky.dev)"),
        // From Oberstdorf (47.27° N) to List (55.06° N), with the coastal waters.
        areas: [CoordinateBox(latitudes: 47...55.6, longitudes: 5.5...15.5)], countries: ["DE"])

    /// As the Environment and Climate Change Canada Data Servers End-use Licence requires.
    public static let environmentCanadaAlerts = ProviderFacts(
        Provider(
            id: "environment-canada", name: "Environment Canada", attribution: "Data provided by Environment Canada"),
        // From Middle Island (41.68° N) to Cape Columbia (83.11° N), from the Yukon (141° W) to Newfoundland (52.6° W).
        areas: [CoordinateBox(latitudes: 41.5...84, longitudes: -142...(-52))], countries: ["CA"])

    /// As the terms of MeteoAlarm require, together with the national service, which each warning names.
    public static let meteoAlarm = ProviderFacts(
        Provider(
            id: "meteoalarm", name: "MeteoAlarm",
            attribution: "Warnings: EUMETNET – MeteoAlarm and the national weather services"),
        usesPrevious: true,
        areas: [
            // The mainland with Iceland and Svalbard, Cyprus (34.5° N) and Ukraine (40.3° E).
            CoordinateBox(latitudes: 34...81, longitudes: -25...41),
            // The Canary Islands, Madeira and the Azores.
            CoordinateBox(latitudes: 27...40, longitudes: -32...(-13)),
            // Israel.
            CoordinateBox(latitudes: 29...34, longitudes: 34...36),
        ])

    /// Requests: coverage, identifiers, a file for each of 20 warnings, and identifiers again if a file is not there.
    public static let publicAlerts = ProviderFacts(
        Provider(
            id: "public-alerts", name: "FOSS Public Alert Server",
            attribution: "Warnings: the authorities named, via FOSS Public Alert Server"),
        requestsABatch: 23, usesPrevious: true)
}

// Providers of station observations.
extension ProviderFacts {
    /// The data is in the public domain; attribution is not required. The service allows 100 requests a minute. A box of
    /// stations cannot cross the 180th meridian.
    public static let aviationWeather = ProviderFacts(
        Provider(
            id: "aviation-weather", name: "Aviation Weather Center",
            attribution: "Airport observations via the Aviation Weather Center (aviationweather.gov)"),
        limits: ProviderLimits(placesAMinute: 60),
        requestsAt: { CoordinateBox.boxes(around: $0, reaching: Observation.longestDistance).count })

    /// The terms of Deutscher Wetterdienst require its name.
    public static let brightSkyStations = ProviderFacts(
        Provider(
            id: "bright-sky", name: "Bright Sky",
            attribution: "Observations: Deutscher Wetterdienst, via Bright Sky (brightsky.dev)"),
        // From Oberstdorf (47.27° N) to List (55.06° N), from Selfkant (5.87° E) to Neißeaue (15.04° E).
        areas: [CoordinateBox(latitudes: 47.2...55.1, longitudes: 5.8...15.1)])
}

/// An area between two parallels and two meridians.
public struct CoordinateBox: Sendable {
    /// Degrees.
    public var latitudes: ClosedRange<Double>
    /// Degrees; a box cannot cross the 180th meridian.
    public var longitudes: ClosedRange<Double>

    public init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }

    public func contains(_ coordinate: Coordinate) -> Bool {
        latitudes.contains(coordinate.latitude) && longitudes.contains(coordinate.longitude)
    }
}

extension CoordinateBox {
    /// The box with all positions within a distance in metres; two where it crosses the 180th meridian.
    public static func boxes(around coordinate: Coordinate, reaching distance: Double) -> [CoordinateBox] {
        let (north, east) = coordinate.degrees(within: distance)
        let latitudes = max(-90, coordinate.latitude - north)...min(90, coordinate.latitude + north)
        func box(_ west: Double, _ east: Double) -> CoordinateBox {
            CoordinateBox(latitudes: latitudes, longitudes: west...east)
        }
        guard east < 180 else { return [box(-180, 180)] }
        let (western, eastern) = (coordinate.longitude - east, coordinate.longitude + east)
        if western < -180 { return [box(western + 360, 180), box(-180, eastern)] }
        if eastern > 180 { return [box(western, 180), box(-180, eastern - 360)] }
        return [box(western, eastern)]
    }
}
