import Foundation
import HTTP
import Weather

/// The numbers that the forecasts are written from (`forecastGridData`), of which those are taken that the forecasts do not
/// tell: what falls, gusts, clouds, visibility and the apparent temperature.
struct NWSGrid {
    var feelsLike = NWSSeries()
    var cloudCover = NWSSeries()
    var windGust = NWSSeries()
    var visibility = NWSSeries()
    var precipitation = NWSSeries()
    var snowfall = NWSSeries()

    /// One that tells nothing.
    init() {}

    /// - Throws: `malformed` when the answer is not JSON, or has none of the numbers; `host` is who sent it.
    init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        // There are some sixty layers of numbers in half a megabyte: those that nobody asks for are not kept.
        guard let layers = try? JSONDecoder().decode(Layers.self, from: Data(answer.body)).layers else {
            throw .malformed(host: host, reason: answer.whatIsWrong)
        }
        guard !layers.isEmpty else {
            throw .malformed(host: host, reason: "there are no amounts of rain and snow in the answer")
        }
        func series(_ name: Layers.Name, _ quantity: Quantity) -> NWSSeries {
            NWSSeries(layers[name] ?? .null, quantity)
        }
        feelsLike = series(.apparentTemperature, .temperature)
        cloudCover = series(.skyCover, .share)
        windGust = series(.windGust, .speed)
        visibility = series(.visibility, .visibility)
        precipitation = series(.quantitativePrecipitation, .depth)
        snowfall = series(.snowfallAmount, .snowDepth)
    }

    private struct Layers: Decodable {
        var layers: [Name: JSONValue] = [:]

        enum Name: String, CodingKey, CaseIterable {
            case apparentTemperature, skyCover, windGust, visibility, quantitativePrecipitation, snowfallAmount
        }

        private enum Root: CodingKey {
            case properties
        }

        init(from decoder: any Decoder) throws {
            let properties = try decoder.container(keyedBy: Root.self).nestedContainer(
                keyedBy: Name.self, forKey: .properties)
            for name in Name.allCases {
                layers[name] = try? properties.decode(JSONValue.self, forKey: name)
            }
        }
    }
}
