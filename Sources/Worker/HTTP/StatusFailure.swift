public import Weather

extension HTTPAnswer {
    /// The failure that a status stands for; nil for a success.
    ///
    /// - Parameter reason: the service's explanation, if any.
    public func failure(from host: String, at now: UnixTime, reason: String?) -> FetchFailure? {
        switch status {
        case 200..<300:
            nil
        case 429:
            .rateLimited(host: host, reason: reason, retryAfter: retryAfter(at: now))
        // Network Authentication Required is sent by networks, never by services (RFC 6585, section 6).
        case 511 where isVerified:
            .malformed(host: host, reason: "unexpected HTTP status \(status)")
        // 408 is the only client error that may be retried.
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
    /// Untrusted text for a log line or a terminal: one line of at most 200 characters without control characters; nil
    /// when empty.
    public var asReason: String? { oneLine(upTo: 200) }
}
