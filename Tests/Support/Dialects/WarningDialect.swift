import Foundation
public import Weather

/// A warning that was never issued, the same for every service to report.
public struct InventedWarning: Sendable {
    public var id = "2.49.0.0.0.0.weatherd.1"
    /// In English, so that every service can report it: a gale.
    public var event = "Gale Warning"
    /// Moderate, severe or extreme.
    public var severity = Alert.Severity.severe
    public var issuedAt: UnixTime
    public var onset: UnixTime
    public var ends: UnixTime
    public var text = "Gusts of 30 m/s."
    /// The centre of its area, a square of two degrees.
    public var centre: Coordinate
    /// Whether it is only an exercise.
    public var isTest = false
    /// The ids of those that it ends, without being a warning itself; nil for a warning.
    public var cancels: [String]?

    public init(at centre: Coordinate, now: UnixTime) {
        self.centre = centre
        issuedAt = now.advanced(by: -3600)
        onset = now.advanced(by: 1800)
        ends = now.advanced(by: 6 * 3600)
    }
}

/// How one service reports warnings: written for tests from its documentation, and apart from the program that reads them.
public protocol WarningDialect: Sendable {
    /// As config.toml names the service.
    var id: String { get }
    /// Whether an answer contains warnings for other places, with their areas.
    var hasAreas: Bool { get }
    /// Whether an answer contains tests and cancellations.
    var hasMessages: Bool { get }
    /// The answer to a request for this path; nil for a path that it does not have.
    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer?
}

extension WarningDialect {
    public var hasAreas: Bool { true }
    public var hasMessages: Bool { true }
}

/// All services of warnings.
public enum WarningDialects {
    public static let all: [any WarningDialect] = [
        NWSWarnings(), METWarnings(), BrightSkyWarnings(), CanadianWarnings(), MeteoAlarmWarnings(), PublicWarnings(),
    ]
}

/// <https://www.weather.gov/documentation/services-web-alerts>: an answer has only warnings for the requested point.
struct NWSWarnings: WarningDialect {
    let id = "nws"
    let hasAreas = false

    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer? {
        guard path == "/alerts/active" else { return nil }
        let features = warnings.map { warning in
            [
                "type": "Feature", "geometry": warning.geometry,
                "properties": [
                    "id": warning.id, "status": warning.isTest ? "Test" : "Actual",
                    "messageType": warning.cancels == nil ? "Alert" : "Cancel", "event": warning.event,
                    "severity": warning.severity.rawValue.capitalized, "urgency": "Expected", "certainty": "Likely",
                    "sent": warning.issuedAt.text, "onset": warning.onset.text, "ends": warning.ends.text,
                    "description": warning.text, "senderName": "NWS",
                    "references": (warning.cancels ?? []).map { ["identifier": $0] },
                ],
            ] as [String: Any]
        }
        return .json(["type": "FeatureCollection", "features": features])
    }
}

/// <https://api.met.no/weatherapi/metalerts/2.0/documentation>: likewise.
struct METWarnings: WarningDialect {
    let id = "met-norway"
    let hasAreas = false

    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer? {
        guard path == "/weatherapi/metalerts/2.0/current.json" else { return nil }
        let features = warnings.map { warning in
            [
                "type": "Feature", "geometry": warning.geometry,
                "when": ["interval": [warning.onset.text, warning.ends.text]],
                "properties": [
                    "id": warning.id, "status": warning.isTest ? "Test" : "Actual",
                    "type": warning.cancels == nil ? "Alert" : "Cancel", "event": "gale",
                    "eventAwarenessName": warning.event, "severity": warning.severity.rawValue.capitalized,
                    "urgency": "Expected", "certainty": "Likely", "awareness_type": "1; Wind",
                    "description": warning.text, "sent": warning.issuedAt.text,
                    "references": (warning.cancels ?? []).map { "m@met.no,\($0),\(warning.issuedAt.text)" }
                        .joined(separator: " "),
                ],
            ] as [String: Any]
        }
        return .json(["type": "FeatureCollection", "features": features])
    }
}

/// <https://brightsky.dev/docs/#get-/alerts>: likewise, and without cancellations.
struct BrightSkyWarnings: WarningDialect {
    let id = "bright-sky"
    let hasAreas = false
    let hasMessages = false

    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer? {
        guard path == "/alerts" else { return nil }
        let alerts = warnings.map { warning in
            [
                "id": 1, "alert_id": warning.id, "status": warning.isTest ? "test" : "actual",
                "effective": warning.issuedAt.text, "onset": warning.onset.text, "expires": warning.ends.text,
                "category": "met", "response_type": "prepare", "urgency": "expected",
                "severity": warning.severity.rawValue, "certainty": "likely", "event_code": 52,
                "event_en": warning.event, "event_de": "STURM", "headline_en": "x", "headline_de": "x",
                "description_en": warning.text, "description_de": "Sturm", "instruction_en": NSNull(),
                "instruction_de": NSNull(),
            ] as [String: Any]
        }
        return .json(["alerts": alerts, "location": ["warn_cell_id": 1, "name": "Mitte", "district": "Berlin"]])
    }
}

/// <https://api.weather.gc.ca/collections/weather-alerts>
struct CanadianWarnings: WarningDialect {
    let id = "environment-canada"
    let hasMessages = false

    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer? {
        guard path == "/collections/weather-alerts/items" else { return nil }
        let colours: [Alert.Severity: String] = [.moderate: "yellow", .severe: "orange", .extreme: "red"]
        let features = warnings.map { warning in
            [
                "type": "Feature", "geometry": warning.geometry,
                "properties": [
                    "id": warning.id, "alert_code": "WW", "alert_type": "warning", "alert_name_en": warning.event,
                    "alert_name_fr": "x", "publication_datetime": warning.issuedAt.text,
                    "validity_datetime": warning.onset.text, "event_end_datetime": warning.ends.text,
                    "expiration_datetime": warning.ends.advanced(by: 3600).text, "alert_text_en": warning.text,
                    "risk_colour_en": colours[warning.severity] as Any? ?? NSNull(), "feature_name_en": "Toronto",
                    "status_en": "issued",
                ],
            ] as [String: Any]
        }
        return .json(["type": "FeatureCollection", "features": features, "numberMatched": features.count])
    }
}

/// <https://feeds.meteoalarm.org>
struct MeteoAlarmWarnings: WarningDialect {
    let id = "meteoalarm"

    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer? {
        guard path == "/api/v1/warnings/feeds-croatia" else { return nil }
        let messages = warnings.map { warning in
            var info: [String: Any] = [
                "language": "en-GB", "category": ["Met"], "event": warning.event, "responseType": ["Monitor"],
                "severity": warning.severity.rawValue.capitalized, "urgency": "Expected", "certainty": "Likely",
                "onset": warning.onset.text, "expires": warning.ends.text, "description": warning.text,
                "senderName": "DHMZ",
            ]
            info["parameter"] = [
                ["valueName": "awareness_level", "value": "2; yellow; Moderate"],
                ["valueName": "awareness_type", "value": "1; Wind"],
            ]
            info["area"] = [["areaDesc": "x", "polygon": [warning.polygon]]]
            let alert: [String: Any] = [
                "identifier": warning.id, "sender": "https://meteo.hr", "sent": warning.issuedAt.text,
                "status": warning.isTest ? "Test" : "Actual", "msgType": warning.cancels == nil ? "Alert" : "Cancel",
                "scope": "Public", "references": warning.references, "info": [info],
            ]
            return ["uuid": "x", "alert": alert]
        }
        return .json(["warnings": messages])
    }
}

/// <https://invent.kde.org/webapps/foss-public-alert-server>, with a CAP file for each warning.
struct PublicWarnings: WarningDialect {
    let id = "public-alerts"

    private static func uuid(_ index: Int) -> String {
        "00000000-0000-4000-8000-" + String(String(1_000_000_000_000 + index).dropFirst())
    }

    func answer(path: String, about warnings: [InventedWarning]) -> DialectAnswer? {
        switch path {
        case "/sources/area_status":
            return .json(["results": [["name": "x", "cap_alert_feed_status": "operating", "authorityCountry": "hr"]]])
        case "/alert/area":
            return .json(warnings.indices.map(Self.uuid))
        default:
            let index = warnings.indices.first { path == "/alert/" + Self.uuid($0) }
            return index.map { DialectAnswer(body: Array(Self.cap(warnings[$0]).utf8)) }
        }
    }

    private static func cap(_ warning: InventedWarning) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").unicodeScalars.map { scalar in
                // XML does not allow other control characters, not even as references.
                scalar.value >= 0x20 || "\n\t\r".unicodeScalars.contains(scalar) ? String(scalar) : ""
            }.joined()
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>\(warning.id)</identifier>
            <sender>a@b.test</sender><sent>\(warning.issuedAt.text)</sent>
            <status>\(warning.isTest ? "Test" : "Actual")</status>
            <msgType>\(warning.cancels == nil ? "Alert" : "Cancel")</msgType><scope>Public</scope>
            <references>\(warning.references)</references>
            <info><language>en</language><category>Met</category><event>\(escaped(warning.event))</event>
            <urgency>Expected</urgency><severity>\(warning.severity.rawValue.capitalized)</severity>
            <certainty>Likely</certainty><onset>\(warning.onset.text)</onset><expires>\(warning.ends.text)</expires>
            <senderName>x</senderName><description>\(escaped(warning.text))</description>
            <area><areaDesc>x</areaDesc><polygon>\(warning.polygon)</polygon></area></info></alert>
            """
    }
}

extension InventedWarning {
    private var corners: [(latitude: Double, longitude: Double)] {
        [(-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)].map { (centre.latitude + $0.0, centre.longitude + $0.1) }
    }

    fileprivate var polygon: String { corners.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " ") }

    fileprivate var geometry: [String: Any] {
        ["type": "Polygon", "coordinates": [corners.map { [$0.longitude, $0.latitude] }]]
    }

    fileprivate var references: String {
        (cancels ?? []).map { "a@b.test,\($0),\(issuedAt.text)" }.joined(separator: " ")
    }
}

extension UnixTime {
    fileprivate var text: String { Date(timeIntervalSince1970: Double(seconds)).ISO8601Format() }
}

extension DialectAnswer {
    fileprivate static func json(_ object: Any) -> DialectAnswer {
        DialectAnswer(body: Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data()))
    }
}
