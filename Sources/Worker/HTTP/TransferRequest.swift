import WorkerProtocol

/// One request to one server, without redirects.
struct TransferRequest: Sendable {
    var url: String
    var headers: [String: String]
    /// nil for none.
    var proxy: Proxy?
    /// Trusted in addition to the system's.
    var authorities: Authorities?
    /// Maximum size of the body, bytes after decompression.
    var bodyLimit: Int
    /// The timeout of the whole request.
    var time: Duration
    var limits: Transport.Limits
    /// Whether to connect only, without a request.
    var connectsOnly = false
    /// Addresses of `lookedUpHost`, in text form.
    var addresses: [String] = []
}

/// The result of a request.
enum TransferOutcome: Sendable {
    /// A response, whatever its status, with the redirect target as an absolute URL.
    case answer(HTTPAnswer, redirect: String?)
    case ended(TransferEnding)
}
