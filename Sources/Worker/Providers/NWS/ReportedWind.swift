import HTTP
import Weather

/// The wind of an observation in whole knots, which airports report, while the service rounds them to 0.1 m/s: 10 knots are
/// `18.36` km/h.
struct ReportedWind {
    /// m/s, not checked for plausibility.
    var speed: Double?
    var gust: Double?

    init(_ properties: JSONValue) {
        let (speed, gust) = (properties["windSpeed"].reported(.speed), properties["windGust"].reported(.speed))
        let group = METARText(properties["rawMessage"].text ?? "").wind
        self.speed = speed.map { Self.inKnots($0, reported: group?.speed) }
        self.gust = gust.map { Self.inKnots($0, reported: group?.gust) }
    }

    private static let knot = 1852.0 / 3600

    /// m/s; half of the service's step of 0.1, and its error in binary.
    private static let tolerance = 0.0501

    /// The speed of the report if the service's is the same rounded, else of the whole number of knots that is; else the
    /// service's.
    private static func inKnots(_ speed: Double, reported: Double?) -> Double {
        guard QuantityKind.speed.measurable.contains(speed) else { return speed }
        let candidates = [reported, (speed / knot).rounded() * knot].compactMap(\.self)
        let exact = candidates.first { abs($0 - speed) <= tolerance } ?? speed
        return exact.rounded(decimals: 3)
    }
}
