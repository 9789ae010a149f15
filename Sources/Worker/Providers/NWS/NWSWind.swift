import HTTP
import Weather

/// A wind speed in a forecast: `5 mph`, `10 to 15 mph`.
struct NWSWind {
    /// m/s; equal to `highest` for a single speed.
    var lowest: Double
    /// m/s.
    var highest: Double

    /// The representative speed of the period.
    var middle: Double { ((lowest + highest) / 2).rounded(decimals: 3) }

    /// nil for another format or an unknown unit.
    ///
    /// - Parameter json: a string, or in the service's newer format a quantity, possibly with minimum and maximum.
    init?(_ json: JSONValue) {
        var speeds: [Double?]
        if let text = json.text {
            let words = text.split(separator: " ")
            guard let unit = words.last.map(String.init) else { return nil }
            let numbers = words.dropLast().filter { $0 != "to" }
            speeds = numbers.map { JSONValue.text(String($0)).inSI(.speed, unit: unit) }
        } else {
            let unit = json["unitCode"].text
            speeds = [json["value"].inSI(.speed, unit: unit)]
            if speeds == [nil] {
                speeds = [json["minValue"].inSI(.speed, unit: unit), json["maxValue"].inSI(.speed, unit: unit)]
            }
        }
        let known = speeds.compactMap(\.self)
        guard known.count == speeds.count, (1...2).contains(known.count), let lowest = known.min(),
            let highest = known.max()
        else { return nil }
        self.lowest = lowest
        self.highest = highest
    }

    private static let points = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    /// The direction that the wind blows from, degrees; nil for no compass point, as in a calm.
    static func direction(_ point: String?) -> Double? {
        point.flatMap(points.firstIndex(of:)).map { Double($0) * 22.5 }
    }
}
