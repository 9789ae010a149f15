import Endpoints
import HTTP

/// Throws if a text contains the key, in any encoding that a reader would recognize.
func demandWithout(_ key: APIKey, _ text: String) throws {
    try demand(key.masked(in: text) == text, "the key in \(text.debugDescription)")
}
