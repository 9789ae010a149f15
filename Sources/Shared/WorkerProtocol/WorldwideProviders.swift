import Weather

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
