import Almanac
public import Weather

extension CAPMessage {
    /// Parses a message of CAP 1.0 to 1.2. Elements may be in any order; other namespaces are skipped. Characters that XML does
    /// not allow are replaced.
    ///
    /// - Parameter budget: reduced by the processor time used.
    /// - Throws: if the message cannot be read: not XML, too large or too slow.
    public init(xml bytes: [UInt8], within budget: inout XMLBudget) throws(XMLFailure) {
        var receiver = CAPReceiver()
        var damage: XMLDamage?
        do throws(XMLFailure) {
            if try XMLScanner.scan(bytes, into: receiver, within: &budget) { damage = .trailing }
        } catch {
            guard error == .damaged, let repair = XMLRepair(bytes) else { throw error }
            receiver = CAPReceiver()
            damage = repair.damage
            _ = try XMLScanner.scan(repair.bytes, in: repair.encoding, into: receiver, within: &budget)
        }
        guard let message = receiver.message else { throw .damaged }
        self = message
        self.damage = damage
    }

    /// As `init(xml:within:)`, with the whole budget.
    public init(xml bytes: [UInt8]) throws(XMLFailure) {
        var budget = XMLBudget()
        try self.init(xml: bytes, within: &budget)
    }
}

/// Builds a message from its elements.
private final class CAPReceiver: XMLReceiver {
    private(set) var message: CAPMessage?
    private var info: CAPInfo?
    private var area: CAPArea?
    private var value: (name: String, value: String)?
    private var path: [String] = []
    /// The depth of an element that is skipped with its content; nil outside of one.
    private var skipped: Int?
    private var text: [UInt8] = []
    private var areas = 0
    private var points = 0

    static let namespaces = (0...2).map { "urn:oasis:names:tc:emergency:cap:1.\($0)" }
    /// Elements that contain elements.
    private static let parents: Set<String> = ["alert", "info", "area", "eventCode", "parameter", "geocode"]

    func open(_ name: String, in namespace: XMLNamespace) throws(XMLFailure) {
        path.append(name)
        guard skipped == nil else { return }
        text.removeAll(keepingCapacity: true)
        if path.count == 1 {
            guard name == "alert", namespace == .known else { throw .damaged }
            message = CAPMessage(identifier: "", status: nil, kind: nil, isPublic: nil)
            return
        }
        let parent = path[path.count - 2]
        // Some authorities use the prefix only on the root.
        guard namespace != .other, Self.parents.contains(parent) else {
            skipped = path.count
            return
        }
        switch (parent, name) {
        case ("alert", "info"): info = CAPInfo()
        case ("info", "area"): area = CAPArea()
        case ("info", "eventCode"), ("info", "parameter"), ("area", "geocode"): value = ("", "")
        case ("info", "resource"): skipped = path.count
        default: break
        }
    }

    func take(_ text: UnsafeBufferPointer<UInt8>) throws(XMLFailure) {
        guard skipped == nil else { return }
        // A polygon's length is limited by the message's.
        guard path.last == "polygon" || self.text.count < CAPLimits.text else { return }
        self.text.append(contentsOf: text)
    }

    func close() throws(XMLFailure) {
        let depth = path.count
        guard let name = path.popLast() else { return }
        if let skipped {
            if skipped == depth { self.skipped = nil }
            return
        }
        switch path.last {
        case "alert": try closeInAlert(name)
        case "info": try closeInInfo(name)
        case "area": try closeInArea(name)
        case "eventCode", "parameter", "geocode": closeInValue(name)
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    /// The text of the element that closes; nil when empty.
    private var words: String? {
        let words = String(decoding: text, as: UTF8.self).capText
        return words.isEmpty ? nil : words
    }

    private func closeInAlert(_ name: String) throws(XMLFailure) {
        switch name {
        case "identifier": message?.identifier = words?.oneLine(upTo: 1000) ?? ""
        case "sender": message?.sender = words?.oneLine(upTo: 1000) ?? ""
        case "sent":
            message?.sent = words?.capTime
            message?.sentText = words?.oneLine(upTo: 100) ?? ""
        case "status": message?.status = words.flatMap { CAPMessage.Status(rawValue: $0.lowercased()) }
        case "msgType": message?.kind = words.flatMap { CAPMessage.Kind(rawValue: $0.lowercased()) }
        case "scope": message?.isPublic = CAPMessage.isPublic(scope: words)
        case "references": message?.references = CAPMessage.Reference.list(words ?? "")
        case "info":
            guard message?.infos.count ?? 0 < CAPLimits.infos else { throw .tooLarge }
            if let info { message?.infos.append(info) }
            info = nil
        default: break
        }
    }

    private func closeInInfo(_ name: String) throws(XMLFailure) {
        switch name {
        case "area":
            areas += 1
            guard areas <= CAPLimits.areas else { throw .tooLarge }
            if let area { info?.areas.append(area) }
            area = nil
        case "eventCode": add(to: \.eventCodes)
        case "parameter": add(to: \.parameters)
        default: info?.set(name, words)
        }
    }

    private func closeInArea(_ name: String) throws(XMLFailure) {
        switch name {
        case "areaDesc": area?.name = words?.oneLine(upTo: 1000)
        case "geocode":
            guard area?.geocodes.count ?? 0 < CAPLimits.geocodes else { throw .tooLarge }
            if let value { area?.geocodes.append(CAPInfo.Value(value.name, value.value)) }
            value = nil
        case "polygon":
            guard area?.rings.count ?? 0 < CAPLimits.shapes else { throw .tooLarge }
            guard let ring = try Ring(capPolygon: text, upTo: CAPLimits.points - points) else {
                area?.hasDamagedShape = true
                return
            }
            points += ring.points.count
            area?.rings.append(ring)
        case "circle":
            guard area?.circles.count ?? 0 < CAPLimits.shapes else { throw .tooLarge }
            guard let circle = words.flatMap({ Circle(cap: $0) }) else {
                area?.hasDamagedShape = true
                return
            }
            area?.circles.append(circle)
        default: break
        }
    }

    private func closeInValue(_ name: String) {
        switch name {
        case "valueName": value?.name = words?.oneLine(upTo: 200) ?? ""
        case "value": value?.value = words?.oneLine(upTo: 1000) ?? ""
        default: break
        }
    }

    private func add(to list: WritableKeyPath<CAPInfo, [CAPInfo.Value]>) {
        if let value, info?[keyPath: list].count ?? 0 < CAPLimits.values {
            info?[keyPath: list].append(CAPInfo.Value(value.name, value.value))
        }
        value = nil
    }
}

extension CAPInfo {
    /// Takes an element's text, under the names of CAP 1.2, 3.2.2; nil for an empty one. Repeated instructions, which some
    /// authorities send, are joined.
    public mutating func set(_ name: String, _ text: String?) {
        if name == "expires" {
            expires = text?.capTime
            hasUnreadableEnd = expires == nil
        }
        guard let text else { return }
        switch name {
        case "language": language = text.oneLine(upTo: 100) ?? language
        case "category": categories.append(text.lowercased())
        case "event": event = text.oneLine(upTo: 300)
        case "responseType": responses.append(text.lowercased())
        case "urgency": urgency = Alert.Urgency(rawValue: text.lowercased()) ?? .unknown
        case "severity": severity = Alert.Severity(rawValue: text.lowercased()) ?? .unknown
        case "certainty": certainty = Alert.Certainty(cap: text)
        case "effective": effective = text.capTime
        case "onset": onset = text.capTime
        case "senderName": senderName = text.oneLine(upTo: 300)
        case "headline": headline = text.oneLine(upTo: 1000)
        case "description": description = text
        case "instruction":
            // In place, since there may be many.
            if (instruction?.utf8.count ?? 0) > 4 * String.longestText { break }
            if instruction == nil { instruction = text } else { instruction?.append("\n" + text) }
        case "web": web = text.webAddress
        default: break
        }
    }
}

extension Alert.Certainty {
    /// A word of CAP; `Very Likely` is from CAP 1.0.
    public init(cap word: String?) {
        let word = word?.lowercased() ?? ""
        self = word == "very likely" ? .likely : Self(rawValue: word) ?? .unknown
    }
}

extension String {
    /// Bounded text without blanks around it; line breaks of HTML, which some authorities send, become line breaks.
    public var capText: String {
        var text = String(bounding: self)
        for tag in ["<br/>", "<br />", "<br>"] where text.contains("<br") {
            text = text.split(separator: tag, omittingEmptySubsequences: false).joined(separator: "\n")
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The moment of a plausible timestamp; nil for another text.
    public var capTime: UnixTime? {
        guard let time = UnixTime(rfc3339: self), time.isPlausible else { return nil }
        return time
    }

    /// The text as an http or https URL; nil for any other text.
    public var webAddress: String? {
        let text = capText
        let isPlain = text.utf8.count <= 2000 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
        return isPlain && (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains("@") ? text : nil
    }
}
