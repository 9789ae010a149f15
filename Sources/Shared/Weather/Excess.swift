import Synchronization

/// The part of a document that exceeds a limit and is not used.
public struct Excess: Sendable, Hashable {
    /// The limited items, in plural: `favourites`.
    public let subject: String
    /// How many the document has.
    public let count: Int
    public let limit: Int

    /// `199800 of 200000 favourites`.
    public var text: String { "\(count - limit) of \(count) \(subject)" }

    /// Records what exceeds the limits while a document is decoded; passed in the decoder's `userInfo`.
    package final class Record: Sendable {
        private let state = Mutex<[Excess]>([])

        package init() {}

        package var all: [Excess] { state.withLock { $0 } }

        /// Only the first excess of each subject is kept.
        fileprivate func add(_ excess: Excess) {
            state.withLock { all in
                if !all.contains(where: { $0.subject == excess.subject }) { all.append(excess) }
            }
        }

        /// Its key in a decoder's `userInfo`.
        package static let key = CodingUserInfoKey(rawValue: "weatherd.excess")
    }
}

extension Decoder {
    fileprivate func record(_ count: Int, of subject: String, limit: Int) {
        guard let key = Excess.Record.key, let record = userInfo[key] as? Excess.Record else { return }
        record.add(Excess(subject: subject, count: count, limit: limit))
    }

    /// The first characters of a text, so that a file cannot make every view long.
    ///
    /// - Parameters:
    ///   - limit: the most Unicode scalars.
    ///   - subject: what is limited, in plural, if the user entered the text; nil for a text that can be looked up again.
    func bounded(_ text: String, to limit: Int, _ subject: String? = nil) -> String {
        if let subject, text.utf8.count > limit {
            let count = text.unicodeScalars.count
            if count > limit { record(count, of: subject, limit: limit) }
        }
        return String(bounding: text, to: limit)
    }
}

extension KeyedDecodingContainer {
    /// The first elements of a list, which are the only ones decoded; empty without a value.
    ///
    /// - Parameters:
    ///   - limit: the most elements.
    ///   - subject: what is limited, in plural.
    ///   - decoder: the decoder of this container.
    package func decodeList<Element: Decodable>(
        _: Element.Type = Element.self, forKey key: Key, upTo limit: Int, of subject: String, in decoder: any Decoder
    ) throws -> [Element] {
        guard contains(key), try !decodeNil(forKey: key) else { return [] }
        return try nestedUnkeyedContainer(forKey: key).elements(upTo: limit, of: subject, in: decoder)
    }
}

extension UnkeyedDecodingContainer {
    /// The first elements.
    package func elements<Element: Decodable>(
        _: Element.Type = Element.self, upTo limit: Int, of subject: String, in decoder: any Decoder
    ) throws -> [Element] {
        var list = self
        var elements: [Element] = []
        while !list.isAtEnd, elements.count < limit { elements.append(try list.decode(Element.self)) }
        if !list.isAtEnd, let count { decoder.record(count, of: subject, limit: limit) }
        return elements
    }
}

extension KeyedDecodingContainer {
    /// - Parameter limit: the most Unicode scalars; the rest is cut off.
    func text(forKey key: Key, upTo limit: Int) throws -> String {
        String(bounding: try decode(String.self, forKey: key), to: limit)
    }

    func textIfPresent(forKey key: Key, upTo limit: Int) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).map { String(bounding: $0, to: limit) }
    }

    /// The first texts of a list; nil without one.
    func textsIfPresent(forKey key: Key, upTo limit: Int, ofUpTo length: Int = String.longestText) throws -> [String]? {
        try decodeIfPresent([String].self, forKey: key)?.prefix(limit).map { String(bounding: $0, to: length) }
    }

    /// nil for a number out of range, and without one.
    func number(forKey key: Key, in range: ClosedRange<Double>) throws -> Double? {
        try decodeIfPresent(Double.self, forKey: key).within(range)
    }

    /// 0 without a number.
    func count(forKey key: Key, upTo limit: Int) throws -> Int {
        min(max(0, try decodeIfPresent(Int.self, forKey: key) ?? 0), limit)
    }
}

extension Collection {
    func isSorted(by time: (Element) -> some Comparable) -> Bool {
        zip(self, dropFirst()).allSatisfy { time($0) <= time($1) }
    }
}

/// A list in a file without its unreadable elements, such as a newer version's; empty if it is not a list.
package struct ReadableList<Element: Decodable>: Decodable {
    package let elements: [Element]

    private struct Entry: Decodable {
        let element: Element?

        init(from decoder: any Decoder) {
            element = try? Element(from: decoder)
        }
    }

    package init(from decoder: any Decoder) {
        elements = ((try? [Entry](from: decoder)) ?? []).compactMap(\.element)
    }
}

extension KeyedDecodingContainer {
    /// The readable elements, without those beyond a limit; empty without a list.
    package func readableElements<Element: Decodable>(
        _: Element.Type = Element.self, forKey key: Key, upTo limit: Int
    ) -> [Element] {
        let list = try? decodeIfPresent(ReadableList<Element>.self, forKey: key)
        return Array((list?.elements ?? []).prefix(limit))
    }

    /// What a stored report lacks. Each unreadable gap takes time in proportion to those before it.
    package func gaps(forKey key: Key) -> [ReportGap] {
        guard let count = try? nestedUnkeyedContainer(forKey: key).count, count <= 10 * ReportGap.most else {
            return []
        }
        return readableElements(forKey: key, upTo: ReportGap.most)
    }
}

extension KeyedEncodingContainer {
    /// Omits an empty list: a complete report is written as by earlier versions.
    package mutating func encodeGaps(_ gaps: [ReportGap], forKey key: Key) throws {
        if !gaps.isEmpty { try encode(gaps, forKey: key) }
    }
}
