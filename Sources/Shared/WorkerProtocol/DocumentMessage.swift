import Formats
public import Weather

/// A report is sent as in reports.json, and checked in the same way as when that is read.
extension Message where Self: ProviderReport & Codable {
    public func write(to writer: inout MessageWriter) {
        writer.document(self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self = try reader.document("a report")
        // The daemon sets it, by its own clock.
        clock = nil
    }
}

extension FetchFailure: Message {
    public func write(to writer: inout MessageWriter) {
        writer.document(self)
    }

    /// Only the daemon reports worker failures: a worker that reports one is malformed.
    public init(from reader: inout MessageReader) throws(Malformed) {
        self = try reader.document("a failure", FetchFailure.self).bounded
        if case .worker = self { throw Malformed("no failure") }
    }
}

extension MessageWriter {
    /// Writes an empty document, which the reader rejects, if a number is not finite.
    fileprivate mutating func document(_ content: some Encodable) {
        byteString((try? JSONDocument.bytes(of: content)) ?? [])
    }
}

extension MessageReader {
    /// - Parameter name: the document's name in errors.
    fileprivate mutating func document<Content: Decodable>(
        _ name: String, _: Content.Type = Content.self
    ) throws(Malformed) -> Content {
        let bytes = try byteString(upTo: Frame.longestJob)
        do {
            return try JSONDocument(untrusted: bytes).decode(Content.self)
        } catch {
            throw Malformed("\(name) that is invalid")
        }
    }
}
