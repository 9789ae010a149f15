/// A list in a file without its unreadable elements, such as those of a newer version; empty if it is no list.
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

    /// What a stored report lacks.
    package func gaps(forKey key: Key) -> [ReportGap] { readableElements(forKey: key, upTo: ReportGap.most) }
}

extension KeyedEncodingContainer {
    /// A complete report is written as by earlier versions.
    package mutating func encodeGaps(_ gaps: [ReportGap], forKey key: Key) throws {
        if !gaps.isEmpty { try encode(gaps, forKey: key) }
    }
}
