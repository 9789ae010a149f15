import Endpoints
import HTTP

/// Throws when the key stands in a text, in whatever way a reader would still see it.
func demandWithout(_ key: APIKey, _ text: String) throws {
    try demand(key.struck(from: text) == text, "the key in \(text.debugDescription)")
}
