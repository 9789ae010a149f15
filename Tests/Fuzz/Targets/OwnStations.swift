import Languages
import Rendering
import Weather

@testable import Refreshing

extension FuzzTarget {
    /// The JSON of the user's own station.
    static let ownStation = FuzzTarget(name: "own-station") { bytes in
        do throws(OwnStationProblem) {
            let reading = try StationDocument.reading(bytes)
            guard let observation = reading.observation else { return }
            _ = observation.problem(at: fuzzNow)
        } catch {
            try requireOneLine(error.sentence)
        }
    }
}
