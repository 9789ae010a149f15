import HTTP
import Weather

extension Alert {
    /// nil without a title.
    init?(darkSky alert: JSONValue, at now: UnixTime) {
        guard let title = alert["title"].text else { return nil }
        let time = alert["time"].unixTime
        // The URL does not identify an alert: for alerts in the United States it is the place's.
        let id = [alert["uri"].text, title, time.map { "\($0.seconds)" }].compactMap(\.self).joined(separator: " ")
        let regions = alert["regions"].elements.compactMap(\.text)
        self.init(
            id: id, event: title, text: alert["description"].text,
            area: regions.isEmpty ? nil : regions.joined(separator: ", "),
            severity: Severity(darkSky: alert["severity"].text), ends: alert["expires"].unixTime)
        kind = Kind(words: [title])
        web = alert["uri"].text
        // Documented as the time of issue, but a time in the future is the onset.
        if let time, time > now { onset = time } else { issuedAt = time }
    }
}

extension Alert.Severity {
    /// Pirate Weather uses the severities of the Common Alerting Protocol. Dark Sky had advisory, watch and warning.
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
