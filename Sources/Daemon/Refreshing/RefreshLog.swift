public import Logging
import Rendering
import Weather

/// Logs fetches: one line per fetch, for any number of places.
public struct RefreshLog: Sendable {
    private let logger: Logger
    /// What is fetched: `weather`.
    private let subject: String

    /// - Parameter subject: what is fetched: `weather`, `warnings`.
    public init(logger: Logger, subject: String = "weather") {
        self.logger = logger
        self.subject = subject
    }

    /// One line per provider; a fallback provider may have answered for some of the places.
    func record(_ reports: [some ProviderReport]) {
        for (provider, group) in Dictionary(grouping: reports, by: \.provider).sorted(by: { $0.key.id < $1.key.id }) {
            let metadata: Logger.Metadata = [
                "place": words(for: group.map(\.coordinate)), "provider": "\(provider.id)",
            ]
            logger.info("fetched \(subject)\(words(for: group.count)) from \(provider.name)", metadata: metadata)
            let codes = Set(group.flatMap { $0.unknownCodes ?? [] })
            if !codes.isEmpty {
                logger.warning("\(UnknownCodesSentence.text(codes, of: provider))", metadata: metadata)
            }
        }
    }

    /// One line per distinct failure.
    ///
    /// - Parameter known: the previous failures. A repeated failure is logged only at debug level, so that a night
    ///   offline does not fill the log.
    func record(_ failures: [Coordinate: FetchFailure], known: [Coordinate: FetchFailure]) {
        for (failure, group) in Dictionary(grouping: failures, by: \.value) {
            let isNews = group.contains { known[$0.key] != failure }
            let metadata: Logger.Metadata = [
                "place": words(for: group.map(\.key)), "error": "\(failure.code.rawValue)",
            ]
            logger.log(
                level: isNews ? level(of: failure) : .debug,
                "no new \(subject)\(words(for: group.count)): \(failure.sentence)",
                metadata: metadata)
        }
    }

    /// A place without coverage is not an error; for warnings, that is most of the world.
    private func level(of failure: FetchFailure) -> Logger.Level {
        failure.code == .notCovered ? .debug : .warning
    }

    private func words(for count: Int) -> String {
        count == 1 ? "" : " for \(count) places"
    }

    private func words(for coordinates: [Coordinate]) -> Logger.MetadataValue {
        "\(coordinates.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " "))"
    }
}
