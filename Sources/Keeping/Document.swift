import Foundation

/// A versioned JSON document in a file: `{"version":1,"content":…}`.
struct Document<Content: Codable & Sendable>: Sendable {
    let file: AtomicFile
    let version: Int

    private struct Envelope: Codable {
        var version: Int
        var content: Content
    }

    private struct Version: Decodable {
        var version: Int
    }

    /// The content and the bytes that say it; nil when there is no file.
    func load() throws(KeepingError) -> (content: Content, bytes: [UInt8])? {
        guard let bytes = try file.read() else { return nil }
        let data = Data(bytes)
        let decoder = JSONDecoder()
        do {
            let found = try decoder.decode(Version.self, from: data).version
            guard found == version else {
                throw KeepingError.damaged(
                    path: file.path, reason: "it has version \(found), this program knows \(version)")
            }
            return (try decoder.decode(Envelope.self, from: data).content, bytes)
        } catch let error as KeepingError {
            throw error
        } catch {
            throw .damaged(path: file.path, reason: "it is not the JSON that weatherd writes")
        }
    }

    /// The document as it stands in the file. The same content always gives the same bytes.
    func encode(_ content: Content) throws(KeepingError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try Array(encoder.encode(Envelope(version: version, content: content))) + [UInt8(ascii: "\n")]
        } catch {
            throw .notWritten(path: file.path, reason: "the content cannot be put into JSON: \(error)")
        }
    }
}
