import Weather

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
