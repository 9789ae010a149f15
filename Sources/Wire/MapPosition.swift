/// A position on a map, in WGS 84 degrees.
public struct MapPosition: Sendable, Hashable {
    /// -90 (south) to 90 (north).
    public var latitude: Double
    /// -180 (west) to 180 (east).
    public var longitude: Double

    /// Latitudes beyond a pole are taken for the pole; longitudes go round.
    public init(latitude: Double, longitude: Double) {
        self.latitude = max(-90, min(90, latitude))
        self.longitude = Self.turned(longitude)
    }

    /// The position that a line begins with, written as `text` is; nil when none is there.
    public init?(startOf line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let latitude = Double(degrees: String(words[0])), latitude.magnitude <= 90,
            let longitude = Double(degrees: String(words[1])), longitude.magnitude <= 180
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// `-34.9000 -56.2000`: to four decimals, some 11 m, as `set-location` takes it.
    public var text: String { words[0] + " " + words[1] }

    /// Likewise, each of the two.
    public var words: [String] { [Self.text(latitude), Self.text(longitude)] }

    /// The same longitude from -180 to 180.
    public static func turned(_ longitude: Double) -> Double {
        guard longitude.magnitude > 180 else { return longitude }
        let rest = longitude.truncatingRemainder(dividingBy: 360)
        return rest > 180 ? rest - 360 : rest < -180 ? rest + 360 : rest
    }

    // By hand, since weatherctl has no formatter.
    private static func text(_ degrees: Double) -> String {
        let scaled = Int((degrees * 10_000).rounded())
        let fraction = String(10_000 + scaled.magnitude % 10_000).dropFirst()
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / 10_000).\(fraction)"
    }
}
