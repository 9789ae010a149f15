import Foundation
import FoundationXML

/// Parses Pango markup as XML, of which it is a subset.
final class PangoReader: NSObject, XMLParserDelegate {
    struct Malformed: Error {
        var markup: String
        var reason: String
    }

    private var texts: [String] = []
    private var tags: Set<String> = []

    /// The text of each of the markups.
    static func texts(_ markups: [String]) throws -> [String] {
        let reader = PangoReader()
        // One element for each, so that no markup can close another's element.
        let document = "<all>" + markups.map { "<markup>\($0)</markup>" }.joined() + "</all>"
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = reader
        guard parser.parse(), reader.texts.count == markups.count else {
            throw Malformed(
                markup: document, reason: parser.parserError.map { "\($0)" } ?? "\(reader.texts.count) texts")
        }
        let unknown = reader.tags.subtracting(["all", "markup", "span", "tt"])
        guard unknown.isEmpty else { throw Malformed(markup: document, reason: "\(unknown)") }
        return reader.texts
    }

    static func text(_ markup: String) throws -> String {
        try texts([markup])[0]
    }

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
        attributes: [String: String]
    ) {
        tags.insert(name)
        if name == "markup" { texts.append("") }
        for (key, value) in attributes where !Self.isKnown(key, value) { tags.insert("\(key)=\(value)") }
    }

    func parser(_: XMLParser, foundCharacters text: String) {
        if !texts.isEmpty { texts[texts.count - 1] += text }
    }

    private static func isKnown(_ attribute: String, _ value: String) -> Bool {
        switch attribute {
        case "foreground", "background": value.isColor
        case "weight": value == "bold"
        case "fgalpha": value == "60%"
        default: false
        }
    }
}

extension String {
    /// `#4fc3f7`
    var isColor: Bool {
        count == 7 && first == "#" && dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
