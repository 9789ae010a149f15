import Formats
import Logging
import Weather

/// A versioned JSON document in a file: `{"version":1,"content":…,"checksum":"0123456789abcdef"}`.
///
/// The checksum covers all bytes before it. Documents without one, from early releases or edited by hand, are read too.
struct Document<Content: Decodable & Sendable>: Sendable {
    let file: AtomicFile
    /// The supported versions. The last one is written.
    let versions: ClosedRange<Int>

    var version: Int { versions.upperBound }

    private struct Envelope: Decodable {
        var version: Int
        /// nil for an unsupported version.
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

    /// A document as it was read.
    struct Found {
        var content: Content
        let version: Int
        /// What exceeds the limits and is therefore not in `content`.
        let excess: [Excess]
    }

    /// nil when there is no file.
    func load() throws(StoreError) -> Found? {
        guard let bytes = try file.read() else { return nil }
        return try content(of: bytes)
    }

    /// Parses a document.
    func content(of bytes: [UInt8]) throws(StoreError) -> Found {
        guard Self.isIntact(bytes) else {
            throw .damaged(path: file.path, reason: "its checksum does not match")
        }
        // Reading unbounded text could take hours. Version 0.1.0 stored names of any length: they are truncated.
        var bytes = bytes
        if !String.isBounded(bytes) {
            bytes = Array(String(bounding: String(decoding: bytes, as: UTF8.self), to: bytes.count).utf8)
        }
        let excess = Excess.Record()
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        if let key = CodingUserInfoKey.versions { userInfo[key] = versions }
        if let key = Excess.Record.key { userInfo[key] = excess }
        let found: Envelope
        do {
            found = try JSONDocument(untrusted: bytes).decode(Envelope.self, userInfo: userInfo)
        } catch {
            throw .damaged(path: file.path, reason: "it is not valid JSON of this format")
        }
        guard let content = found.content else {
            throw .damaged(
                path: file.path, reason: "unsupported version \(found.version); this program supports \(version)")
        }
        return Found(content: content, version: found.version, excess: excess.all)
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
    /// - Parameter content: writes the content's JSON in pieces.
    func write(_ content: (inout AtomicFile.Output) throws(StoreError) -> Void) throws(StoreError) {
        try file.write { output throws(StoreError) in
            try output.write(Array(#"{"version":\#(version),"content":"#.utf8))
            try content(&output)
            try output.write(Self.ending(output.checksum))
        }
    }

    func json(_ value: some Encodable) throws(StoreError) -> [UInt8] {
        do {
            return try JSONDocument.bytes(of: value)
        } catch {
            throw .notWritten(path: file.path, reason: "the content cannot be encoded as JSON: \(error)")
        }
    }
}

extension Document where Content: Encodable {
    /// Replaces the file.
    func write(_ content: Content) throws(StoreError) {
        let bytes = try json(content)
        try write { output throws(StoreError) in try output.write(bytes) }
    }
}

extension CodingUserInfoKey {
    fileprivate static let versions = CodingUserInfoKey(rawValue: "weatherd.versions")
}

extension Document {
    /// Reads the file at the start. A damaged file is moved aside instead of deleted, since only the user can judge its
    /// value.
    ///
    /// - Returns: nil when there is no file, or it was moved aside.
    /// - Throws: why the file cannot be read.
    func load(orSetAsideAt now: UnixTime, logger: Logger) throws(StoreError) -> Found? {
        file.removeLeftover()
        do throws(StoreError) {
            let found = try load()
            for excess in found?.excess ?? [] {
                logger.warning(
                    "\(file.path) has more than \(excess.limit) \(excess.subject); \(excess.text) are not used")
            }
            return found
        } catch .damaged(let path, let reason) {
            let aside = try file.setAside(at: now.seconds)
            logger.warning("\(StoreError.damaged(path: path, reason: reason).sentence); moved to \(aside)")
            return nil
        }
    }
}
