public import Weather

extension HTTPAnswer {
    /// What a status other than success means; nil when it is a success.
    ///
    /// - Parameter reason: the service's own words, if it sent any.
    public func failure(from host: String, at now: UnixTime, reason: String?) -> FetchFailure? {
        switch status {
        case 200..<300:
            nil
        case 429:
            .rateLimited(host: host, reason: reason, retryAfter: retryAfter(at: now))
        // 408 is the one client error that the same request can overcome.
        case 408, 500...:
            .serviceFailed(host: host, status: status, reason: reason, retryAfter: retryAfter(at: now))
        case 400..<500:
            .refused(host: host, status: status, reason: reason)
        default:
            .malformed(host: host, reason: "unexpected HTTP status \(status)")
        }
    }
}

extension String {
    /// A stranger's words, made fit for a log line or a terminal: one line of 200 characters at the most, without control
    /// characters. nil when nothing is left.
    public var asReason: String? { oneLine(upTo: 200) }
}
