/// A position on a map, in WGS 84 degrees.
public struct MapPosition: Sendable, Hashable {
    /// -90 (south) to 90 (north).
    public var latitude: Double
    /// -180 (west) to 180 (east).
    public var longitude: Double

    /// Clamps the latitude, and wraps the longitude.
    public init(latitude: Double, longitude: Double) {
        self.latitude = max(-90, min(90, latitude))
        self.longitude = Self.turned(longitude)
    }

    /// The position at the start of a line, in the format of `text`; nil for none.
    public init?(startOf line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let latitude = Double(degrees: String(words[0])), latitude.magnitude <= 90,
            let longitude = Double(degrees: String(words[1])), longitude.magnitude <= 180
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// `-34.9000 -56.2000`: four decimals, about 11 m, in the format of `set-location`.
    public var text: String { words[0] + " " + words[1] }

    /// The two numbers in the same format.
    public var words: [String] { [Self.text(latitude), Self.text(longitude)] }

    /// The longitude wrapped to -180 to 180.
    public static func turned(_ longitude: Double) -> Double {
        guard longitude.magnitude > 180 else { return longitude }
        let rest = longitude.truncatingRemainder(dividingBy: 360)
        return rest > 180 ? rest - 360 : rest < -180 ? rest + 360 : rest
    }

    // Written by hand, since weatherctl contains no formatter.
    private static func text(_ degrees: Double) -> String {
        let scaled = Int((degrees * 10_000).rounded())
        let fraction = String(10_000 + scaled.magnitude % 10_000).dropFirst()
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / 10_000).\(fraction)"
    }
}
