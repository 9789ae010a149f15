import Foundation

/// An authority's warning, in the format of its service.
struct IssuedWarning {
    var id: String
    /// `Alert`, `Update` or `Cancel`.
    var kind = "Alert"
    var event = "Winter Storm Warning"
    var severity = "Severe"
    /// Seconds since 1970.
    var onset = Home.now - 3600
    var ends = Home.now + 8 * 3600
    /// The ids of the warnings that it replaces or cancels.
    var references: [String] = []
    /// As in CAP: `Past`, `AllClear`; empty when not given.
    var urgency = ""
    var response = ""
    var text = "Heavy snow.\n\nTravel could be difficult."

    /// A feature of <https://www.weather.gov/documentation/services-web-alerts>.
    var nws: String {
        json([
            "properties": [
                "id": id, "status": "Actual", "messageType": kind, "event": event, "severity": severity,
                "urgency": urgency, "response": response, "sent": time(onset - 7200), "onset": time(onset),
                "ends": time(ends), "expires": time(ends),
                "areaDesc": "New York (Manhattan)", "senderName": "NWS New York NY",
                "headline": "\(event) issued by NWS New York NY", "description": text, "instruction": "Stay at home.",
                "references": references.map { ["identifier": $0] },
            ]
        ])
    }

    /// A feature of <https://api.met.no/weatherapi/metalerts/2.0/documentation>.
    var metNorway: String {
        json([
            "when": ["interval": [time(onset), time(ends)]],
            "properties": [
                "id": id, "status": "Actual", "type": kind, "event": "snow", "eventAwarenessName": event,
                "severity": severity, "title": "\(event), orange level, Oslo", "description": text,
                "instruction": "Stay at home.", "area": "Oslo", "awareness_level": "3; orange; \(severity)",
                "references": references.map { "noreply@met.no,\($0),\(time(onset))" }.joined(separator: " "),
            ],
        ])
    }

    private func time(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    }

    private func json(_ properties: [String: Any]) -> String {
        let feature = properties.merging(["type": "Feature", "geometry": NSNull()]) { first, _ in first }
        // All values are strings, which always have a JSON encoding.
        return String(decoding: (try? JSONSerialization.data(withJSONObject: feature)) ?? Data(), as: UTF8.self)
    }
}
