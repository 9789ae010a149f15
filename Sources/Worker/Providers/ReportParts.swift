import Weather

/// Collects the parts of a report that are requested separately, since some requests may fail.
struct ReportParts {
    /// In the order of the requests.
    private(set) var missing: [ReportGap] = []
    private(set) var firstFailure: FetchFailure?
    private(set) var lastFailure: FetchFailure?
    /// Why no more requests are sent; nil as long as they are.
    private var end: FetchFailure?
    private var silences = 0
    private let notice: @Sendable (ProviderNotice) -> Void

    /// A client waits for each timeout.
    private static let mostSilences = 2

    /// - Parameter notice: receives a notice for each failed request.
    init(notice: @escaping @Sendable (ProviderNotice) -> Void) {
        self.notice = notice
    }

    /// The part; nil when its request failed, or a former failure concerns all requests, such as a rate limit.
    ///
    /// - Parameter name: in a word or two, for the log and `status`.
    @discardableResult
    mutating func take<Part>(
        _ name: String, _ request: () async throws(FetchFailure) -> Part
    ) async -> Part? {
        if let end {
            missing.append(.failed(part: name, end))
            return nil
        }
        do throws(FetchFailure) {
            return try await request()
        } catch {
            missing.append(.failed(part: name, error))
            notice(.incomplete(part: name, error))
            firstFailure = firstFailure ?? error
            lastFailure = error
            if error.traits.reach == .silent { silences += 1 }
            if error.isOfAllPlaces || silences >= Self.mostSilences { end = error }
            return nil
        }
    }
}
