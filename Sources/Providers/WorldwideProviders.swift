import Endpoints
import Weather

extension ProviderFacts {
    /// The service counts a place as one call for each ten variables asked for, and ours are 56; it allows 600 calls a
    /// minute, 5,000 an hour and 10,000 a day for an address (<https://open-meteo.com/en/pricing> and
    /// <https://open-meteo.com/en/terms>). That makes 107 places a minute and 1,785 a day. It sets no length to a list;
    /// with 67 places the address stays near 3 KB, the answer at some 3 MB, and 200 places are three requests.
    public static let openMeteo = ProviderFacts(
        Provider(id: "open-meteo", name: "Open-Meteo", attribution: "Weather data by Open-Meteo.com"),
        limits: ProviderLimits(batch: 67, placesAMinute: 100, placesADay: 1785))

    /// The documentation asks that the data's provider be named along with the service, which is licensed CC BY 4.0.
    /// The service counts a place as one call for each ten variables asked for, and ours are 16; it allows 600 calls a
    /// minute, 5,000 an hour and 10,000 a day for an address (<https://open-meteo.com/en/pricing>).
    public static let openMeteoAir = ProviderFacts(
        Provider(
            id: "open-meteo", name: "Open-Meteo",
            attribution:
                "Air quality by Open-Meteo.com (CC BY 4.0), data of the CAMS ENSEMBLE data provider, Copernicus"),
        limits: ProviderLimits(batch: 67, placesAMinute: 300, placesADay: 5000))

    /// The words and the link are those of OpenWeather's terms; the data are under CC BY-SA 4.0 and ODbL.
    private static let openWeather = Provider(
        id: "openweathermap", name: "OpenWeatherMap",
        attribution: "Weather data provided by OpenWeather (openweathermap.org)")

    /// A free key is good for 60 calls a minute and 1,000,000 a month (<https://openweathermap.org/price>), and a place costs
    /// two of them.
    public static let openWeatherMap = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 30, placesADay: 16_000), requestsABatch: 2,
        usesPrevious: true)

    /// What a subscription to One Call gives in a day before it costs (<https://openweathermap.org/price>).
    public static let oneCallsADay = 1000

    /// 1,000 calls a day cost nothing, and 60 a minute are allowed. A report costs one call.
    public static let oneCall3 = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 60, placesADay: oneCallsADay))

    /// A report costs six calls, and one more for each alert that is new, of which 20 are asked for at the most.
    public static let oneCall4 = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 10, placesADay: 166), requestsABatch: 26,
        usesPrevious: true)

    /// A place is one call of the 60 a minute and 1,000,000 a month.
    public static let openWeatherMapAir = ProviderFacts(
        openWeather, limits: ProviderLimits(placesAMinute: 60, placesADay: 32_000))

    /// Whoever serves the Dark Sky format: Pirate Weather, or a host that goes by its own name.
    public static func darkSky(baseURL: String) -> ProviderFacts {
        ProviderFacts(Provider(darkSkyHost: baseURL.urlHost))
    }

    /// Nobody is asked.
    public static let sample = ProviderFacts(
        Provider(id: "sample", name: "sample data", isSample: true), limits: ProviderLimits(batch: 60),
        requestsABatch: 0)
}

extension Provider {
    /// - Parameter host: that speaks the Dark Sky format, its port included.
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
    /// Whether the host of this name is Pirate Weather's own.
    public var isPirateWeather: Bool {
        let name = prefix { $0 != ":" }.lowercased()
        return name == "pirateweather.net" || name.hasSuffix(".pirateweather.net")
    }
}
