import Foundation
import Glibc
import Testing
import Weather

@testable import Providers

private let head =
    "<identifier>1</identifier><status>Actual</status><msgType>Alert</msgType><scope>Public</scope>"

private func file(_ content: String, root: String = "", before: String = "") -> [UInt8] {
    Array("\(before)<alert xmlns=\"urn:oasis:names:tc:emergency:cap:1.2\"\(root)>\(head)\(content)</alert>".utf8)
}

/// Hostile documents of about the largest accepted size, 6 MB, for a scale of 2.
private struct Hostile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let document: @Sendable (_ scale: Int) -> [UInt8]

    init(_ name: String, _ document: @escaping @Sendable (Int) -> [UInt8]) {
        (testDescription, self.document) = (name, document)
    }

    private static func many(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

    static let all = [
        Self("attributes of the root") { file("", root: many(200_000 * $0) { " a\($0)=\"\"" }) },
        Self("attributes") { scale in
            let tag = "<info" + many(15_000) { " a\($0)=\"\"" } + "/>"
            return file(many(15 * scale) { _ in tag })
        },
        Self("namespaces of the root") { file("", root: many(50_000 * $0) { " xmlns:n\($0)=\"u\($0)\"" }) },
        Self("namespaces") { scale in
            let tag = "<x" + many(8_000) { " xmlns:n\($0)=\"u\($0)\" n\($0):a=\"\"" } + "/>"
            return file(many(8 * scale) { _ in tag })
        },
        Self("a long namespace") { scale in
            file(
                many(140_000 * scale) { _ in "<n:a/>" },
                root: " xmlns:n=\"\(String(repeating: "u", count: 200_000))\"")
        },
        Self("instructions") { scale in
            file("<info>" + many(90_000 * scale) { "<instruction>x\($0)</instruction>" } + "</info>")
        },
        Self("descriptions") { scale in
            let text = String(repeating: "<br>x", count: 10_000)
            return file(
                "<info>" + many(55 * scale) { _ in "<description><![CDATA[\(text)]]></description>" } + "</info>")
        },
        Self("parameters") { scale in
            let parameter = "<parameter><valueName>a</valueName><value>b</value></parameter>"
            return file("<info>" + many(45_000 * scale) { _ in parameter } + "</info>")
        },
        Self("infos with parameters") { scale in
            let parameter = "<parameter><valueName>a</valueName><value>b</value></parameter>"
            let info = "<info>" + String(repeating: parameter, count: 1900) + "</info>"
            return file(many(23 * scale) { _ in info })
        },
        Self("points") { scale in
            file(
                "<info><area><polygon>" + many(250_000 * scale) { "\($0 % 80).5,\($0 % 170) " }
                    + "</polygon></area></info>")
        },
        Self("polygons") { scale in
            let area = "<area>" + String(repeating: "<polygon>1,1 2,2 1,2 1,1</polygon>", count: 1000) + "</area>"
            return file("<info>" + many(80 * scale) { _ in area } + "</info>")
        },
        Self("text") { file("<info><event>\(String(repeating: "x", count: 2_900_000 * $0))</event></info>") },
        Self("references to characters") {
            file("<info><event>\(String(repeating: "&#65;", count: 580_000 * $0))</event></info>")
        },
        Self("comments") { scale in file(many(350_000 * scale) { _ in "<!--x-->" }) },
        Self("a comment") { file("<!--\(String(repeating: "x", count: 2_900_000 * $0))-->") },
        Self("a tag without an end") { file("<\(String(repeating: "x", count: 2_900_000 * $0))") },
        Self("an attribute") { file("<x a=\"\(String(repeating: "&lt;", count: 700_000 * $0))\"/>") },
        Self("names") { scale in file(many(140_000 * scale) { "<a\($0)/>" }) },
        Self("a section") { file("<![CDATA[\(String(repeating: "]", count: 2_900_000 * $0))]]>") },
        Self("unescaped characters") {
            file("<info><event>\(String(repeating: "&", count: 2_900_000 * $0))</event></info>")
        },
        Self("unescaped brackets") {
            file("<info><event>\(String(repeating: "< ", count: 1_450_000 * $0))</event></info>")
        },
        Self("invalid bytes") { scale in
            file("<info><event>") + [UInt8](repeating: 0xC3, count: 2_900_000 * scale)
        },
        Self("depth") { scale in file(many(290_000 * scale) { _ in "<a>" }) },
        Self("document type") { scale in
            file("", before: "<!DOCTYPE a [" + many(100_000 * scale) { "<!ENTITY e\($0) \"x\">" } + "]>")
        },
        Self("languages") { scale in
            file("<info>" + many(80_000 * scale) { _ in "<language>en-US</language>" } + "</info>")
        },
        Self("spaces") { file(String(repeating: "\n", count: 2_900_000 * $0)) },
    ]
}

struct XMLScannerTests {
    private static func spent() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func time(_ bytes: [UInt8]) -> Duration {
        let start = spent()
        _ = try? CAPMessage(xml: bytes)
        return spent() - start
    }

    /// Measures the thread's processor time, which other tests do not affect: twice the size takes about twice the time, within
    /// the budget.
    @Test(arguments: Hostile.all)
    fileprivate func timeIsProportionalToTheSize(hostile: Hostile) {
        let (half, whole) = (hostile.document(1), hostile.document(2))
        #expect(whole.count < 6 << 20)
        let (first, second) = (Self.time(half), Self.time(whole))
        #expect(second < .seconds(2))
        #expect(second < first * 3 + .milliseconds(100), "\(first), then \(second)")
    }

    @Test func spentBudgetEndsTheParsing() throws {
        let bytes = file("<info>" + String(repeating: "<web>x</web>", count: 100_000) + "</info>")
        var budget = XMLBudget(.zero)
        #expect(throws: XMLFailure.tooSlow) { try CAPMessage(xml: bytes, within: &budget) }
        budget = XMLBudget(.milliseconds(1))
        #expect(throws: XMLFailure.tooSlow) { try CAPMessage(xml: bytes, within: &budget) }
        #expect(budget.left < .zero)
        budget = XMLBudget()
        _ = try CAPMessage(xml: bytes, within: &budget)
        #expect(budget.left < .seconds(2) && budget.left > .zero)
    }

    /// Older versions of expat take quadratic time for a long token.
    @Test func lengthOfMarkupIsLimited() throws {
        func attribute(_ count: Int) -> [UInt8] { file("", root: " a=\"\(String(repeating: "x", count: count))\"") }
        #expect(try CAPMessage(xml: attribute(200_000)).identifier == "1")
        #expect(throws: XMLFailure.tooLarge) { try CAPMessage(xml: attribute(400_000)) }
    }

    /// Each piece may end anywhere.
    @Test func piecesMayEndAnywhere() throws {
        for padding in 0..<80 {
            let start = String(repeating: " ", count: 65_536 - 120 + padding)
            let message = try CAPMessage(
                xml: file("\(start)<info><event>Gr\u{FC}n &amp; ✓</event><area><areaDesc>x</areaDesc></area></info>"))
            #expect(message.infos.first?.event == "Grün & ✓" && message.infos.first?.areas.count == 1)
        }
    }

    @Test func encodingsOfExpatAreRead() throws {
        func document(_ encoding: String, bom: [UInt8] = [], _ encode: (String) -> Data?) throws -> [UInt8] {
            let content = String(decoding: file("<info><event>Grün</event></info>"), as: UTF8.self)
            return bom + (try #require(encode("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\(content)")))
        }
        let read = [
            try document("UTF-8", bom: [0xEF, 0xBB, 0xBF]) { $0.data(using: .utf8) },
            try document("iso-8859-1") { $0.data(using: .isoLatin1) },
            try document("UTF-16", bom: [0xFE, 0xFF]) { $0.data(using: .utf16BigEndian) },
            try document("UTF-16", bom: [0xFF, 0xFE]) { $0.data(using: .utf16LittleEndian) },
        ]
        for bytes in read { #expect(try CAPMessage(xml: bytes).infos.first?.event == "Grün") }
        for encoding in ["windows-1251", "ISO-8859-2", "Shift_JIS", "x"] {
            let bytes = try document(encoding) { $0.data(using: .isoLatin1) }
            #expect(throws: XMLFailure.encoding) { try CAPMessage(xml: bytes) }
        }
    }

    /// The root alone has the prefix; the separator of expat's names cannot be forged.
    @Test func namespaces() throws {
        let cap = "urn:oasis:names:tc:emergency:cap:1.1"
        let root = "<c:alert xmlns:c=\"\(cap)\">\(head)<info><event>x</event></info></c:alert>"
        let message = try CAPMessage(xml: Array(root.utf8))
        #expect(message.identifier == "1" && message.status == .actual && message.infos.first?.event == "x")
        let forged = "<c:alert xmlns:c=\"\(cap)&#10;a\">\(head)</c:alert>"
        #expect(throws: XMLFailure.damaged) { try CAPMessage(xml: Array(forged.utf8)) }
    }
}

/// A stray character does not make a file unreadable.
struct XMLRepairTests {
    private func event(_ bytes: [UInt8]) throws -> (String?, XMLDamage?) {
        let message = try CAPMessage(xml: file("<info><event>\n") + bytes + Array("</event></info></alert>".utf8))
        #expect(message.status == .actual && message.infos.count == 1)
        return (message.infos.first?.event, message.damage)
    }

    private func file(_ content: String) -> [UInt8] {
        Array("<alert xmlns=\"urn:oasis:names:tc:emergency:cap:1.2\">\(head)\(content)".utf8)
    }

    @Test(
        arguments: [
            ("a \u{7} b", "a b", .character(line: 2)), ("a\0b", "a b", .character(line: 2)),
            ("a & b", "a & b", .unescaped(line: 2)), ("a &b; c", "a &b; c", .unescaped(line: 2)),
            ("a &amp b", "a &amp b", .unescaped(line: 2)), ("&#0; &#x1B;", "&#0; &#x1B;", .unescaped(line: 2)),
            ("&nbsp;é&#233;&amp;", "&nbsp;éé&", .unescaped(line: 2)), ("1 < 2 <", "1 < 2 <", .unescaped(line: 2)),
            ("<![CDATA[a & b < c]]> \u{1}", "a & b < c", .character(line: 2)),
            ("a\u{FFFF}b", "a\u{FFFD}b", .character(line: 2)),
            ("<!-- a & b -->x &", "x &", .unescaped(line: 2)), ("ok", "ok", nil),
        ] as [(String, String, XMLDamage?)])
    func strayCharacterIsReplaced(text: String, expected: String, damage: XMLDamage?) throws {
        let (event, found) = try event(Array(text.utf8))
        #expect(event == expected && found == damage)
    }

    @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func invalidUTF8IsReplaced(bytes: [UInt8]) throws {
        let (event, damage) = try event([0x61, 0xC3, 0xA9] + bytes + [0x62])
        #expect(event?.hasPrefix("aé\u{FFFD}") == true && event?.hasSuffix("b") == true)
        #expect(damage == .encoding(line: 2))
    }

    @Test func textAroundTheDocumentIsIgnored() throws {
        let text = String(decoding: file("</alert>"), as: UTF8.self)
        for end in ["\0", "x", "\u{1A}", "<", "<x>", "&"] {
            #expect(try CAPMessage(xml: Array((text + end).utf8)).damage == .trailing)
        }
        let declared = "\n x<?xml version=\"1.0\"?>" + text
        #expect(try CAPMessage(xml: Array(declared.utf8)).damage == .character(line: 1))
    }

    @Test(arguments: ["<event>", "</event>", "<a b=1/>", "<a b='1' b='2'/>", "<event"])
    func otherDamageIsAFailure(text: String) {
        #expect(throws: XMLFailure.damaged) {
            try CAPMessage(xml: file("<info>\(text)</info></alert>"))
        }
    }
}
