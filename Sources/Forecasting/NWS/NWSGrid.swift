import HTTP
import Weather

/// The numbers that the forecasts are written from (`forecastGridData`), of which those are taken that the forecasts do not
/// tell: what falls and for which time, gusts, clouds, visibility and the apparent temperature.
struct NWSGrid {
    var feelsLike = NWSSeries()
    var cloudCover = NWSSeries()
    var windGust = NWSSeries()
    var visibility = NWSSeries()
    var precipitation = NWSSeries()
    var probability = NWSSeries()
    var snowfall = NWSSeries()

    /// One that tells nothing.
    init() {}

    /// - Throws: `malformed` when the answer is not JSON, or has none of the numbers; `host` is who sent it.
    init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        let layers = try JSONValue(answer, from: host)["properties"]
        guard Self.names.contains(where: { layers[$0] != .null }) else {
            throw .malformed(host: host, reason: "there are no amounts of rain and snow in the answer")
        }
        feelsLike = NWSSeries(layers["apparentTemperature"], .temperature)
        cloudCover = NWSSeries(layers["skyCover"], .share)
        windGust = NWSSeries(layers["windGust"], .speed)
        visibility = NWSSeries(layers["visibility"], .visibility)
        precipitation = NWSSeries(layers["quantitativePrecipitation"], .depth)
        probability = NWSSeries(layers["probabilityOfPrecipitation"], .share).inHalfDays
        snowfall = NWSSeries(layers["snowfallAmount"], .snowDepth)
    }

    private static let names = [
        "apparentTemperature", "skyCover", "windGust", "visibility", "quantitativePrecipitation", "snowfallAmount",
        "probabilityOfPrecipitation",
    ]
}
