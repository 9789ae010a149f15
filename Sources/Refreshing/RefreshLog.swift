import Keeping
import Logging
import Rendering
import Weather

/// What the log says of fetches: a line for each, however many places it was for.
struct RefreshLog: Sendable {
    let logger: Logger

    func tell(of reports: [Report]) {
        guard let report = reports.first else { return }
        let metadata: Logger.Metadata = [
            "place": words(for: reports.map(\.coordinate)), "provider": "\(report.provider.id)",
        ]
        logger.info("got the weather\(words(for: reports.count)) from \(report.provider.name)", metadata: metadata)
    }

    /// One line for all places that failed for one reason, as those of a request that did.
    ///
    /// - Parameter known: what was kept before. A night without network would else fill the log with one and the same
    ///   line.
    func tell(of failures: [Coordinate: FetchFailure], known: [Coordinate: PlaceWeather]) {
        for (failure, group) in Dictionary(grouping: failures, by: \.value) {
            let isNews = group.contains { known[$0.key]?.failure != failure }
            let metadata: Logger.Metadata = ["place": words(for: group.map(\.key)), "error": "\(failure)"]
            logger.log(
                level: isNews ? .warning : .debug, "no new weather\(words(for: group.count)): \(failure.sentence)",
                metadata: metadata)
        }
    }

    private func words(for count: Int) -> String {
        count == 1 ? "" : " of \(count) places"
    }

    private func words(for coordinates: [Coordinate]) -> Logger.MetadataValue {
        "\(coordinates.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " "))"
    }
}
