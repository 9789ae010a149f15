import HTTP
import Weather

/// The gridded data behind the forecasts (`forecastGridData`), for values that the forecasts lack: precipitation
/// amounts with their periods, gusts, clouds, visibility and apparent temperature.
struct NWSGrid {
    var feelsLike = NWSSeries()
    var cloudCover = NWSSeries()
    var windGust = NWSSeries()
    var visibility = NWSSeries()
    var precipitation = NWSSeries()
    var snowfall = NWSSeries()

    /// Without any data.
    init() {}

    /// - Throws: `malformed` when the answer is not JSON, or has none of the values; `host` is the sender.
    init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        let layers = try JSONValue(answer, from: host)["properties"]
        guard Self.names.contains(where: { layers[$0] != .null }) else {
            throw .malformed(host: host, reason: "the response contains no amounts of rain and snow")
        }
        feelsLike = NWSSeries(layers["apparentTemperature"], .temperature)
        cloudCover = NWSSeries(layers["skyCover"], .percent)
        windGust = NWSSeries(layers["windGust"], .speed)
        visibility = NWSSeries(layers["visibility"], .distance)
        precipitation = NWSSeries(layers["quantitativePrecipitation"], .depth)
        snowfall = NWSSeries(layers["snowfallAmount"], .freshSnow)
    }

    private static let names = [
        "apparentTemperature", "skyCover", "windGust", "visibility", "quantitativePrecipitation", "snowfallAmount",
    ]
}
