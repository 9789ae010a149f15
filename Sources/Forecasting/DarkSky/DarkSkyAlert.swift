import HTTP
import Weather

extension Alert {
    /// nil when it has no title, and so is no alert at all.
    init?(darkSky alert: JSONValue, at now: UnixTime) {
        guard let title = alert["title"].text else { return nil }
        let time = alert["time"].unixTime
        // The address alone names no alert: for those of the United States it is that of the place.
        let id = [alert["uri"].text, title, time.map { "\($0.seconds)" }].compactMap(\.self).joined(separator: " ")
        let regions = alert["regions"].elements.compactMap(\.text)
        self.init(
            id: id, event: title, text: alert["description"].text,
            area: regions.isEmpty ? nil : regions.joined(separator: ", "),
            severity: Severity(darkSky: alert["severity"].text), ends: alert["expires"].unixTime)
        // Documented as the time of issue, but what is still to come is when the danger begins.
        if let time, time > now { onset = time } else { issuedAt = time }
    }
}

extension Alert.Severity {
    /// Pirate Weather has the words of the Common Alerting Protocol. Dark Sky had three: an advisory is to be aware of, a
    /// watch to be prepared for, a warning to be acted on.
    fileprivate init(darkSky word: String?) {
        let word = word?.lowercased() ?? ""
        self =
            switch word {
            case "advisory": .minor
            case "watch": .moderate
            case "warning": .severe
            default: Alert.Severity(rawValue: word) ?? .unknown
            }
    }
}
