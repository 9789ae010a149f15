import Foundation

/// A versioned JSON document in a file: `{"version":1,"content":…}`.
struct Document<Content: Decodable & Sendable>: Sendable {
    let file: AtomicFile
    /// The versions that can be read. The last is the one that is written.
    let versions: ClosedRange<Int>

    var version: Int { versions.upperBound }

    /// The same content always gives the same bytes.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private struct Envelope: Decodable {
        var version: Int
        /// nil when the version is not one of those that can be read.
        var content: Content?

        private enum CodingKeys: CodingKey {
            case version, content
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            version = try container.decode(Int.self, forKey: .version)
            let versions = CodingUserInfoKey.versions.flatMap { decoder.userInfo[$0] as? ClosedRange<Int> }
            if versions?.contains(version) == true {
                content = try container.decode(Content.self, forKey: .content)
            }
        }
    }

    /// The content and the version that it was written in; nil when there is no file.
    func load() throws(KeepingError) -> (content: Content, version: Int)? {
        guard let bytes = try file.read() else { return nil }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.versions { decoder.userInfo[key] = versions }
        let found: Envelope
        do {
            found = try decoder.decode(Envelope.self, from: Data(bytes))
        } catch {
            throw .damaged(path: file.path, reason: "it is not the JSON that weatherd writes")
        }
        guard let content = found.content else {
            throw .damaged(
                path: file.path, reason: "it has version \(found.version), this program knows \(version)")
        }
        return (content, found.version)
    }
}

extension Document where Content: Encodable {
    private struct Whole: Encodable {
        var version: Int
        var content: Content
    }

    /// Replaces the file.
    func write(_ content: Content) throws(KeepingError) {
        let bytes: [UInt8]
        do {
            bytes = try Array(Self.encoder.encode(Whole(version: version, content: content)))
        } catch {
            throw .notWritten(path: file.path, reason: "the content cannot be put into JSON: \(error)")
        }
        try file.write(bytes + [UInt8(ascii: "\n")])
    }
}

extension CodingUserInfoKey {
    fileprivate static let versions = CodingUserInfoKey(rawValue: "weatherd.versions")
}
