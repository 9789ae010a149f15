import CXML

/// Why a document was rejected.
public enum XMLFailure: Error, Sendable, Hashable {
    /// It is not well-formed.
    case damaged
    /// It has a document type declaration, which may define entities.
    case hasDoctype
    case tooDeep
    case tooManyElements
    /// Another limit of the receiver.
    case tooLarge
}

/// Receives the elements of a document in order.
protocol XMLReceiver: AnyObject {
    /// - Parameters:
    ///   - name: without its prefix.
    ///   - namespace: its URI; empty without one.
    func open(_ name: String, in namespace: String) throws(XMLFailure)
    /// Text of the innermost open element, in pieces.
    func take(_ text: UnsafeBufferPointer<UInt8>) throws(XMLFailure)
    func close() throws(XMLFailure)
}

/// Parses untrusted XML with libxml2: without a document type, entities or any access to files and the network, and
/// within limits.
final class XMLScanner {
    /// CAP has five levels, and a signature twice as many.
    private static let mostLevels = 32
    /// Several times the elements of the longest known message.
    private static let mostElements = 300_000

    private let receiver: any XMLReceiver
    /// Outside of the object, since receivers run while libxml2 holds it.
    private let context = UnsafeMutablePointer<xmlParserCtxtPtr?>.allocate(capacity: 1)
    private var failure: XMLFailure?
    private var levels = 0
    private var elements = 0

    private init(_ receiver: any XMLReceiver) {
        self.receiver = receiver
        context.initialize(to: nil)
    }

    deinit {
        context.deallocate()
    }

    static func scan(_ bytes: [UInt8], into receiver: any XMLReceiver) throws(XMLFailure) {
        guard let count = Int32(exactly: bytes.count), count > 0 else { throw .damaged }
        let scanner = XMLScanner(receiver)
        let receivers = weatherd_xml_receivers(
            open: { owner, name, _, namespace, _, _, _, _, _ in
                XMLScanner.of(owner)?.open(name.text, namespace.text)
            },
            close: { owner, _, _, _ in XMLScanner.of(owner)?.close() },
            text: { owner, bytes, count in
                XMLScanner.of(owner)?.take(UnsafeBufferPointer(start: bytes, count: Int(count)))
            },
            doctype: { owner, _, _, _ in XMLScanner.of(owner)?.stop(.hasDoctype) })
        let isWellFormed = bytes.withUnsafeBytes { bytes in
            weatherd_xml_parse(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, receivers,
                Unmanaged.passUnretained(scanner).toOpaque(), scanner.context)
        }
        if let failure = scanner.failure { throw failure }
        guard isWellFormed == 1 else { throw .damaged }
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> XMLScanner? {
        owner.map { Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
    }

    private func open(_ name: String, _ namespace: String) {
        levels += 1
        elements += 1
        if levels > Self.mostLevels { return stop(.tooDeep) }
        if elements > Self.mostElements { return stop(.tooManyElements) }
        attempt { receiver throws(XMLFailure) in try receiver.open(name, in: namespace) }
    }

    private func take(_ text: UnsafeBufferPointer<UInt8>) {
        attempt { receiver throws(XMLFailure) in try receiver.take(text) }
    }

    private func close() {
        levels -= 1
        attempt { receiver throws(XMLFailure) in try receiver.close() }
    }

    private func attempt(_ body: (any XMLReceiver) throws(XMLFailure) -> Void) {
        // libxml2 may call once more after it was stopped.
        guard failure == nil else { return }
        do throws(XMLFailure) {
            try body(receiver)
        } catch {
            stop(error)
        }
    }

    private func stop(_ reason: XMLFailure) {
        failure = failure ?? reason
        weatherd_xml_stop(context.pointee)
    }
}

extension UnsafePointer<UInt8>? {
    /// Empty for a null pointer.
    fileprivate var text: String { map { String(cString: $0) } ?? "" }
}
