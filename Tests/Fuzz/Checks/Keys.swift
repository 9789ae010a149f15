import HTTP
import WorkerProtocol

/// Throws if a text contains the key, in any encoding that a reader would recognize.
func requireWithout(_ key: APIKey, _ text: String) throws {
    try require(key.masked(in: text) == text, "the key in \(text.debugDescription)")
}
