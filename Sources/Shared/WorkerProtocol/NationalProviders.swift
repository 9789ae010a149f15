import Weather

extension ProviderFacts {
    /// As CC BY 4.0 and NLOD require; the terms forbid the name of the institute's own app.
    private static let norway = Provider(
        id: "met-norway", name: "MET Norway", attribution: "Weather data by MET Norway (met.no), CC BY 4.0")

    public static let metNorway = ProviderFacts(norway, usesPrevious: true)

    /// The areas are generous; for a place of another country, it is not asked.
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
