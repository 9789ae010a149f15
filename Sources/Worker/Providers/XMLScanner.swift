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
        reached = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
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
