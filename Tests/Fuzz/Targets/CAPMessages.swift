import Providers
import Weather

// Messages of the Common Alerting Protocol.
extension FuzzTarget {
    /// The file itself, in which a language and a place are chosen by its length.
    static let cap = FuzzTarget(name: "cap") { bytes in
        guard let message = try? CAPMessage(xml: bytes) else { return }
        let place = bytes.count.isMultiple(of: 2) ? Coordinate.oslo : .newYork
        let selection = CAPSelection(
            of: [message, message], now: fuzzNow, locale: ["en", "de_AT", "sr-Latn"][bytes.count % 3],
            regions: RegionsOfPlace(place, in: RegionTable()))
        try require(selection.omitted.unlocated <= 1, "\(selection.omitted.unlocated) unlocated of one message")
        for alert in selection.alerts {
            let points = alert.areas.reduce(0) { $0 + $1.pointCount }
            try require(points <= Alert.mostPoints, "\(points) points")
            // Without any time it has no end: it expires with its report.
            try require(alert.ends.map { fuzzNow < $0 } ?? true, "a warning that has ended")
        }
    }
}
