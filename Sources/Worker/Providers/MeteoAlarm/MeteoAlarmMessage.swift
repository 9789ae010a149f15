import HTTP
import Weather

extension CAPMessage {
    /// A message in MeteoAlarm's JSON, which uses the names of CAP; nil if the value is not an object. All lists are within the
    /// limits of the document.
    init?(meteoAlarm alert: JSONValue) {
        guard case .object = alert else { return nil }
        self.init(
            identifier: alert["identifier"].word?.oneLine(upTo: 1000) ?? "", sender: alert["sender"].text ?? "",
            sent: alert["sent"].text?.capTime,
            status: alert["status"].text.flatMap { Status(rawValue: $0.lowercased()) },
            kind: alert["msgType"].text.flatMap { Kind(rawValue: $0.lowercased()) },
            isPublic: Self.isPublic(scope: alert["scope"].text),
            references: Reference.list(alert["references"].text ?? ""), infos: alert["info"].list.map(CAPInfo.init))
        sentText = alert["sent"].text?.oneLine(upTo: 100) ?? ""
    }
}

extension CAPInfo {
    fileprivate init(_ info: JSONValue) {
        self.init()
        for name in [
            "language", "event", "urgency", "severity", "certainty", "effective", "onset", "expires", "senderName",
            "headline", "description", "instruction", "web",
        ] {
            // A member that is missing is no value, and no end is not an unreadable one.
            if case .null = info[name] { continue }
            set(name, info[name].text?.capText)
        }
        for name in ["category", "responseType"] {
            for word in info[name].list.prefix(20) { set(name, word.text) }
        }
        parameters = info["parameter"].values
        eventCodes = info["eventCode"].values
        areas = info["area"].list.map(CAPArea.init)
    }
}

extension CAPArea {
    fileprivate init(_ area: JSONValue) {
        self.init()
        name = area["areaDesc"].text?.oneLine(upTo: 1000)
        geocodes = area["geocode"].values
        for text in area["polygon"].list {
            if let ring = text.text.flatMap({ try? Ring(capPolygon: $0) }) {
                rings.append(ring)
            } else {
                hasDamagedShape = true
            }
        }
        for text in area["circle"].list {
            if let circle = text.text.flatMap({ Circle(cap: $0) }) {
                circles.append(circle)
            } else {
                hasDamagedShape = true
            }
        }
    }
}

extension JSONValue {
    /// A list of names and values.
    fileprivate var values: [CAPInfo.Value] {
        list.compactMap { pair in
            guard let name = pair["valueName"].word, let value = pair["value"].word else { return nil }
            return CAPInfo.Value(name, value)
        }
    }
}
