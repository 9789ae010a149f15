/// An element of a list that strangers send: one that cannot be read costs itself alone.
struct ReadableElement<Content: Decodable>: Decodable {
    /// nil when it cannot be read.
    var content: Content?

    init(from decoder: any Decoder) throws {
        content = try? Content(from: decoder)
    }
}
