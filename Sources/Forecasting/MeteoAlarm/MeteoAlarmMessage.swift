import CAP
import HTTP
import Weather

extension CAPMessage {
    /// A message in MeteoAlarm's JSON, whose names are those of CAP; nil without an identifier.
    init?(meteoAlarm alert: JSONValue) {
        guard let identifier = alert["identifier"].text?.oneLine(upTo: 1000) else { return nil }
        self.init(
            identifier: identifier, sender: alert["sender"].text ?? "", sent: alert["sent"].text?.capTime,
            status: alert["status"].text.flatMap { Status(rawValue: $0.lowercased()) },
            kind: alert["msgType"].text.flatMap { Kind(rawValue: $0.lowercased()) },
            isPublic: alert["scope"].text?.lowercased() == "public",
            references: Reference.list(alert["references"].text ?? ""),
            infos: alert["info"].elements.prefix(CAPLimits.infos).map(CAPInfo.init))
    }
}

extension CAPInfo {
    fileprivate init(_ info: JSONValue) {
        self.init()
        for name in [
            "language", "event", "urgency", "severity", "certainty", "effective", "onset", "expires", "senderName",
            "headline", "description", "instruction", "web",
        ] {
            set(name, info[name].text?.capText)
        }
        for name in ["category", "responseType"] {
            for word in info[name].elements.prefix(20) { set(name, word.text) }
        }
        parameters = info["parameter"].values
        eventCodes = info["eventCode"].values
        areas = info["area"].elements.prefix(CAPLimits.values).map(CAPArea.init)
    }
}

extension CAPArea {
    fileprivate init(_ area: JSONValue) {
        self.init()
        name = area["areaDesc"].text?.oneLine(upTo: 1000)
        geocodes = area["geocode"].values
        for text in area["polygon"].texts {
            if let ring = try? Ring(capPolygon: text) { rings.append(ring) } else { hasDamagedShape = true }
        }
        for text in area["circle"].texts {
            if let circle = Circle(cap: text) { circles.append(circle) } else { hasDamagedShape = true }
        }
    }
}

extension JSONValue {
    /// A list of names and values.
    fileprivate var values: [CAPInfo.Value] {
        elements.prefix(CAPLimits.values).compactMap { pair in
            guard let name = pair["valueName"].text, let value = pair["value"].text else { return nil }
            return CAPInfo.Value(name, value)
        }
    }

    /// A text, or a list of texts.
    fileprivate var texts: [String] {
        text.map { [$0] } ?? elements.prefix(CAPLimits.shapes).compactMap(\.text)
    }
}
