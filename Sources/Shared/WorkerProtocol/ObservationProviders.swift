import Weather

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
