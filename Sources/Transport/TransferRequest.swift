import Endpoints
import HTTP

/// One request to one server, without redirects.
struct TransferRequest: Sendable {
    var url: String
    var headers: [String: String]
    /// nil for none.
    var proxy: Proxy?
    /// That are trusted in addition to the system's.
    var authorities: Authorities?
    /// The longest body that is taken, bytes after decompression.
    var bodyLimit: Int
    /// For all of it.
    var time: Duration
    var limits: Transport.Limits
    /// Whether the server is connected to and nothing is sent.
    var connectsOnly = false
}

/// What came of it.
enum TransferOutcome: Sendable {
    /// An answer, whatever its status; and where it redirects to, as a whole URL.
    case answer(HTTPAnswer, redirect: String?)
    case ended(TransferEnding)
}
