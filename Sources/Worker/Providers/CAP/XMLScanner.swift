import CXML
import Glibc

/// Why a document was rejected.
public enum XMLFailure: Error, Sendable, Hashable {
    /// It is not well-formed.
    case damaged
    /// It has a document type declaration, which may define entities.
    case hasDoctype
    /// The encoding is not UTF-8, UTF-16, ISO-8859-1 or US-ASCII.
    case encoding
    case tooDeep
    case tooManyElements
    /// It exceeds a limit of the receiver, or of a tag or comment.
    case tooLarge
    /// It takes more processor time than is left.
    case tooSlow
}

/// The processor time that may be spent on XML documents.
public struct XMLBudget: Sendable {
    /// The largest accepted document takes a quarter of the default.
    public fileprivate(set) var left: Duration

    public init(_ time: Duration = .seconds(2)) {
        left = time
    }
}

/// The namespace of an element.
enum XMLNamespace: Sendable, Hashable {
    case none
    /// A namespace that the receiver reads.
    case known
    case other
}

/// Receives the elements of a document in order.
protocol XMLReceiver: AnyObject {
    /// The URIs of the namespaces that the receiver reads.
    static var namespaces: [String] { get }

    /// - Parameter name: without its prefix; empty in another namespace.
    func open(_ name: String, in namespace: XMLNamespace) throws(XMLFailure)
    /// Text of the innermost open element, in pieces.
    func take(_ text: UnsafeBufferPointer<UInt8>) throws(XMLFailure)
    func close() throws(XMLFailure)
}

/// Parses untrusted XML with expat: without a document type or entities, within limits, and in time proportional to its length.
final class XMLScanner {
    /// CAP has five levels, and a signature twice as many.
    private static let mostLevels = 32
    /// Several times the elements of the longest known message.
    private static let mostElements = 300_000
    /// Bytes between checks of the clock.
    private static let step = 64 << 10
    /// The longest tag or comment, bytes. Before version 2.6, expat rescans an incomplete one with each step.
    private static let longestMarkup = 256 << 10
    /// Maximum length of a name, bytes; longer than any name that receivers know.
    private static let longestName = 64
    /// Separates the namespace from the name.
    private static let separator = UInt8(ascii: "\n")

    private let receiver: any XMLReceiver
    private let namespaces: [[XML_Char]]
    private let parser: XML_Parser
    private var failure: XMLFailure?
    private var levels = 0
    private var elements = 0
    /// Position at expat's last callback.
    private var reached = 0

    private init(_ receiver: any XMLReceiver, _ parser: XML_Parser) {
        self.receiver = receiver
        self.parser = parser
        namespaces = type(of: receiver).namespaces.map { $0.utf8.map(XML_Char.init(bitPattern:)) }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { owner, name, _ in XMLScanner.of(owner)?.open(name) },
            { owner, _ in XMLScanner.of(owner)?.close() })
        XML_SetCharacterDataHandler(parser) { owner, bytes, count in XMLScanner.of(owner)?.take(bytes, Int(count)) }
        XML_SetStartDoctypeDeclHandler(parser) { owner, _, _, _, _ in XMLScanner.of(owner)?.stop(.hasDoctype) }
        // Comments, processing instructions and the like.
        XML_SetDefaultHandler(parser) { owner, _, _ in XMLScanner.of(owner)?.advance() }
    }

    /// - Parameters:
    ///   - encoding: nil to use the document's declaration.
    ///   - budget: reduced by the processor time used.
    /// - Returns: whether text follows the document's end, which is ignored.
    static func scan(
        _ bytes: [UInt8], in encoding: String? = nil, into receiver: any XMLReceiver, within budget: inout XMLBudget
    ) throws(XMLFailure) -> Bool {
        guard let parser = XML_ParserCreateNS(encoding, XML_Char(bitPattern: separator)) else { throw .tooLarge }
        defer { XML_ParserFree(parser) }
        let start = spent
        defer { budget.left -= spent - start }
        return try XMLScanner(receiver, parser).scan(bytes, until: start + budget.left)
    }

    private func scan(_ bytes: [UInt8], until end: Duration) throws(XMLFailure) -> Bool {
        var position = 0
        repeat {
            guard Self.spent < end else { throw .tooSlow }
            let count = min(Self.step, bytes.count - position)
            let isLast = position + count == bytes.count
            let status = bytes.withUnsafeBytes { bytes in
                XML_Parse(
                    parser, bytes.baseAddress.map { ($0 + position).assumingMemoryBound(to: CChar.self) },
                    Int32(count), isLast ? 1 : 0)
            }
            if let failure { throw failure }
            position += count
            if status != XML_STATUS_OK {
                switch XML_GetErrorCode(parser) {
                case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING: throw .encoding
                case XML_ERROR_NO_MEMORY: throw .tooLarge
                // Everything has been read if the last element is closed.
                default:
                    guard elements > 0, levels == 0 else { throw .damaged }
                    return true
                }
            }
            guard position - reached <= Self.longestMarkup else { throw .tooLarge }
        } while position < bytes.count
        return false
    }

    /// The CPU time of this thread.
    private static var spent: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> XMLScanner? {
        owner.map { Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
    }

    private func advance() {
        reached = weatherd_xml_position(parser)
    }

    private func open(_ name: UnsafePointer<XML_Char>?) {
        advance()
        levels += 1
        elements += 1
        if levels > Self.mostLevels { return stop(.tooDeep) }
        if elements > Self.mostElements { return stop(.tooManyElements) }
        guard let name else { return }
        let (local, namespace) = Self.name(name, namespaces)
        attempt { receiver throws(XMLFailure) in try receiver.open(local, in: namespace) }
    }

    /// The name and its namespace, which may be as long as a tag: it is compared, and never copied.
    private static func name(
        _ text: UnsafePointer<XML_Char>, _ namespaces: [[XML_Char]]
    ) -> (name: String, namespace: XMLNamespace) {
        var (start, namespace) = (text, XMLNamespace.none)
        for known in namespaces where strncmp(text, known, known.count) == 0 {
            guard UInt8(bitPattern: text[known.count]) == separator else { continue }
            (start, namespace) = (text + known.count + 1, .known)
        }
        let length = strnlen(start, longestName)
        let name = UnsafeRawBufferPointer(start: start, count: length)
        guard length < longestName, !name.contains(separator) else { return ("", .other) }
        return (String(decoding: name, as: UTF8.self), namespace)
    }

    private func take(_ bytes: UnsafePointer<XML_Char>?, _ count: Int) {
        advance()
        guard let bytes else { return }
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            attempt { receiver throws(XMLFailure) in
                try receiver.take(UnsafeBufferPointer(start: bytes, count: count))
            }
        }
    }

    private func close() {
        advance()
        levels -= 1
        attempt { receiver throws(XMLFailure) in try receiver.close() }
    }

    private func attempt(_ body: (any XMLReceiver) throws(XMLFailure) -> Void) {
        // expat may call back after it was stopped, such as at the end of an empty element.
        guard failure == nil else { return }
        do throws(XMLFailure) {
            try body(receiver)
        } catch {
            stop(error)
        }
    }

    private func stop(_ reason: XMLFailure) {
        failure = failure ?? reason
        XML_StopParser(parser, 0)
    }
}

/// Damage of single characters in a document.
public enum XMLDamage: Sendable, Hashable {
    /// A control character, or another that XML does not allow, in this line.
    case character(line: Int)
    /// An `&` or `<` that is not markup.
    case unescaped(line: Int)
    /// Bytes that are not UTF-8.
    case encoding(line: Int)
    /// Text after the document's end.
    case trailing
}

/// A document in which invalid characters are replaced by a space, U+FFFD or a reference.
struct XMLRepair {
    let bytes: [UInt8]
    /// The first damage.
    let damage: XMLDamage
    /// nil to use the document's declaration.
    let encoding: String?

    /// nil for an undamaged document and for UTF-16.
    init?(_ damaged: [UInt8]) {
        guard !damaged.prefix(2).contains(0), ![[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(damaged.prefix(2))) else {
            return nil
        }
        let isUnicode = Self.isUnicode(damaged)
        encoding = isUnicode ? "UTF-8" : nil
        var damage: XMLDamage?
        var repaired: [UInt8] = []
        repaired.reserveCapacity(damaged.count + damaged.count / 64)
        var isLiteral = false
        var rest = damaged[...]
        // Nothing may precede the declaration.
        if let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            if start > 0, !rest[..<start].elementsEqual([0xEF, 0xBB, 0xBF]) { damage = .character(line: 1) }
            rest = rest[start...]
        }
        while let byte = rest.first {
            var length = 1
            var replacement: StaticString?
            switch byte {
            case 0x09, 0x0A, 0x0D: break
            case ..<0x20: replacement = " "
            case 0x80... where isUnicode:
                length = rest.scalarLength ?? 1
                if rest.scalarLength == nil || rest.beginsWithNoncharacter { replacement = "\u{FFFD}" }
            case UInt8(ascii: "&") where !isLiteral && !rest.beginsWithReference: replacement = "&amp;"
            case UInt8(ascii: "<") where !isLiteral:
                isLiteral = rest.starts(with: "<![CDATA[".utf8)
                if !rest.beginsWithMarkup { replacement = "&lt;" }
            case UInt8(ascii: "]") where isLiteral: isLiteral = !rest.starts(with: "]]>".utf8)
            default: break
            }
            if let replacement {
                if damage == nil {
                    let line = damaged[..<rest.startIndex].line
                    damage =
                        switch byte {
                        case UInt8(ascii: "&"), UInt8(ascii: "<"): .unescaped(line: line)
                        case 0x80... where rest.scalarLength == nil: .encoding(line: line)
                        default: .character(line: line)
                        }
                }
                replacement.withUTF8Buffer { repaired.append(contentsOf: $0) }
            } else {
                repaired.append(contentsOf: rest.prefix(length))
            }
            rest = rest.dropFirst(length)
        }
        guard let damage else { return nil }
        (self.bytes, self.damage) = (repaired, damage)
    }

    /// Whether the document declares no encoding, or UTF-8, or a part of it.
    private static func isUnicode(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
        let declaration = String(decoding: start, as: UTF8.self).lowercased()
        let words = declaration.split { " ='\"?".contains($0) }
        guard let index = words.firstIndex(of: "encoding"), index + 1 < words.count else { return true }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(words[index + 1])
    }
}

extension ArraySlice<UInt8> {
    /// The number of the line after these bytes, from 1.
    fileprivate var line: Int { 1 + count { $0 == 0x0A } }

    /// The length of the character outside of ASCII that begins here in UTF-8; nil for none (RFC 3629, 4).
    fileprivate var scalarLength: Int? {
        func byte(_ index: Int) -> UInt8 { index < count ? self[startIndex + index] : 0 }
        let second: ClosedRange<UInt8>
        let length: Int
        switch byte(0) {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard second.contains(byte(1)), (2..<Swift.max(2, length)).allSatisfy({ 0x80...0xBF ~= byte($0) }) else {
            return nil
        }
        return length
    }

    /// U+FFFE or U+FFFF.
    fileprivate var beginsWithNoncharacter: Bool {
        starts(with: [0xEF, 0xBF, 0xBE]) || starts(with: [0xEF, 0xBF, 0xBF])
    }

    /// Whether an element, a comment, a section or an instruction may begin here.
    fileprivate var beginsWithMarkup: Bool {
        switch dropFirst().first ?? 0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), 0x80...:
            true
        default: false
        }
    }

    /// Whether a reference to a character that XML allows, or a predefined entity, begins here.
    fileprivate var beginsWithReference: Bool {
        let name = dropFirst().prefix(12).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < endIndex, self[name.endIndex] == UInt8(ascii: ";") else { return false }
        let word = String(decoding: name, as: UTF8.self)
        if ["amp", "lt", "gt", "quot", "apos"].contains(word) { return true }
        guard word.first == "#" else { return false }
        let number = word.hasPrefix("#x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word.dropFirst())
        switch number {
        case 0x09?, 0x0A?, 0x0D?, (0x20...0xD7FF)?, (0xE000...0xFFFD)?, (0x1_0000...0x10_FFFF)?: return true
        default: return false
        }
    }
}
