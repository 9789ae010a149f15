public import Logging
import Rendering
import Weather

/// What the log says of fetches: a line for each, however many places it was for.
public struct RefreshLog: Sendable {
    private let logger: Logger
    /// What is fetched: `weather`.
    private let subject: String

    /// - Parameter subject: what is fetched, in words: `weather`, `warnings`.
    public init(logger: Logger, subject: String = "weather") {
        self.logger = logger
        self.subject = subject
    }

    /// One line for all places that one provider answered for; another may have stood in for some of them.
    func tell(of reports: [some ProviderReport]) {
        for (provider, group) in Dictionary(grouping: reports, by: \.provider).sorted(by: { $0.key.id < $1.key.id }) {
            let metadata: Logger.Metadata = [
                "place": words(for: group.map(\.coordinate)), "provider": "\(provider.id)",
            ]
            logger.info("got the \(subject)\(words(for: group.count)) from \(provider.name)", metadata: metadata)
            let codes = Set(group.flatMap { $0.unknownCodes ?? [] })
            if !codes.isEmpty {
                logger.warning("\(UnknownCodesSentence.text(codes, of: provider))", metadata: metadata)
            }
        }
    }

    /// One line for all places that failed for one reason, as those of a request that did.
    ///
    /// - Parameter known: why the tries before brought nothing. A night without network would else fill the log with one and the same
    ///   line.
    func tell(of failures: [Coordinate: FetchFailure], known: [Coordinate: FetchFailure]) {
        for (failure, group) in Dictionary(grouping: failures, by: \.value) {
            let isNews = group.contains { known[$0.key] != failure }
            let metadata: Logger.Metadata = ["place": words(for: group.map(\.key)), "error": "\(failure)"]
            logger.log(
                level: isNews ? level(of: failure) : .debug,
                "no new \(subject)\(words(for: group.count)): \(failure.sentence)",
                metadata: metadata)
        }
    }

    /// That nobody has anything for a place is no trouble, and of warnings it is so for most of the world.
    private func level(of failure: FetchFailure) -> Logger.Level {
        if case .notCovered = failure { .debug } else { .warning }
    }

    private func words(for count: Int) -> String {
        count == 1 ? "" : " of \(count) places"
    }

    private func words(for coordinates: [Coordinate]) -> Logger.MetadataValue {
        "\(coordinates.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " "))"
    }
}
