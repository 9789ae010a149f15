import HTTP
import Weather

/// The speed of the wind as a forecast of the service's puts it: `5 mph`, `10 to 15 mph`.
struct NWSWind {
    /// m/s; the same as `highest` when one speed is told.
    var lowest: Double
    /// m/s.
    var highest: Double

    /// The speed to reckon with for the whole of the time.
    var middle: Double { ((lowest + highest) / 2).rounded(decimals: 3) }

    /// nil when it is not told so, or in a unit that means nothing here.
    ///
    /// - Parameter json: a text, or in the service's newer form a quantity, of which the ends may be told.
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

    /// Where a wind comes from, degrees; nil for what is no point of the compass, as with a calm.
    static func direction(_ point: String?) -> Double? {
        point.flatMap(points.firstIndex(of:)).map { Double($0) * 22.5 }
    }
}
