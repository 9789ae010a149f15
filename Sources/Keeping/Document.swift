import FoundationEssentials
import Weather

/// A versioned JSON document in a file: `{"version":1,"content":…,"checksum":"0123456789abcdef"}`.
///
/// The checksum is that of all bytes before it. A document without one, as the first releases wrote it and as a hand may,
/// is read too.
struct Document<Content: Decodable & Sendable>: Sendable {
    let file: AtomicFile
    /// The versions that can be read. The last is the one that is written.
    let versions: ClosedRange<Int>

    var version: Int { versions.upperBound }

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
        return try content(of: bytes)
    }

    /// The content of the bytes of a document and the version that it was written in.
    func content(of bytes: [UInt8]) throws(KeepingError) -> (content: Content, version: Int) {
        guard Self.isIntact(bytes) else {
            throw .damaged(path: file.path, reason: "its checksum is not that of its content")
        }
        // Reading unbounded text could take hours. Version 0.1.0 kept such names as the user gave them: they are cut.
        var bytes = bytes
        if !String.isBounded(bytes) {
            bytes = Array(String(bounding: String(decoding: bytes, as: UTF8.self), to: bytes.count).utf8)
        }
        guard String.isBounded(bytes) else {
            throw .damaged(path: file.path, reason: "it has text that weatherd does not write")
        }
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

    private static var mark: String { #","checksum":""# }

    private static func ending(_ checksum: Checksum) -> [UInt8] {
        Array("\(mark)\(checksum.text)\"}\n".utf8)
    }

    private static func isIntact(_ bytes: [UInt8]) -> Bool {
        let content = bytes.dropLast(ending(Checksum()).count)
        guard bytes[content.endIndex...].starts(with: mark.utf8) else { return true }
        var checksum = Checksum()
        checksum.add(content)
        return bytes[content.endIndex...].elementsEqual(ending(checksum))
    }

    /// Replaces the file.
    ///
    /// - Parameter content: writes the content's JSON, piece by piece.
    func write(_ content: (inout AtomicFile.Output) throws(KeepingError) -> Void) throws(KeepingError) {
        try file.write { output throws(KeepingError) in
            try output.write(Array(#"{"version":\#(version),"content":"#.utf8))
            try content(&output)
            try output.write(Self.ending(output.checksum))
        }
    }

    func json(_ value: some Encodable) throws(KeepingError) -> [UInt8] {
        let encoder = JSONEncoder()
        // The same content always gives the same bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try Array(encoder.encode(value))
        } catch {
            throw .notWritten(path: file.path, reason: "the content cannot be put into JSON: \(error)")
        }
    }
}

extension Document where Content: Encodable {
    /// Replaces the file.
    func write(_ content: Content) throws(KeepingError) {
        let bytes = try json(content)
        try write { output throws(KeepingError) in try output.write(bytes) }
    }
}

extension CodingUserInfoKey {
    fileprivate static let versions = CodingUserInfoKey(rawValue: "weatherd.versions")
}
