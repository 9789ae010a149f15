import Weather

/// The CAP files of a place.
struct PublicAlertFiles {
    let regions: RegionsOfPlace
    /// All that are listed.
    var identifiers: [String]
    /// Those that were requested.
    var asked: Set<String> = []
    /// Those that are listed but not there.
    var gone: Set<String> = []
    var messages: [CAPMessage] = []
    /// Number of files that are not among the messages.
    var unread = 0
    /// Why one of them is not.
    var failure: FetchFailure?
    /// Whether the server has sent all of them.
    var isFetched = true
    /// What the server said of all its requests, such as a rate limit.
    var word: FetchFailure?

    var part: String { unread == 1 ? "a warning" : "\(unread) warnings" }

    /// The files that may be there with the next request.
    var gaps: [ReportGap] {
        guard !isFetched, let failure = word ?? failure else { return [] }
        return [.failed(part: part, failure)]
    }
}
