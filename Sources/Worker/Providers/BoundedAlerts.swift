import Weather

extension Sequence<Alert> {
    /// The alerts without any excess over what an authority issues, so that a broken service cannot fill memory and
    /// cache. With more, the severe ones are kept.
    var bounded: [Alert] {
        let alerts = Array(self)
        let kept =
            alerts.count <= Self.mostAlerts
            ? alerts
            : alerts.enumerated().sorted { left, right in
                left.element.severity == right.element.severity
                    ? left.offset < right.offset : left.element.severity > right.element.severity
            }.prefix(Self.mostAlerts).map(\.element)
        return kept.map { alert in
            var alert = alert
            alert.event = String(bounding: alert.event, to: 300)
            alert.id = String(bounding: alert.id, to: 1000)
            alert.replaces = alert.replaces.prefix(100).map { String(bounding: $0, to: 1000) }
            for text in [\Alert.headline, \.area, \.sender] {
                alert[keyPath: text] = alert[keyPath: text].map { String(bounding: $0, to: 3000) }
            }
            for text in [\Alert.text, \.instruction] {
                alert[keyPath: text] = alert[keyPath: text].map { String(bounding: $0) }
            }
            alert.web = alert.web?.webAddress
            return alert
        }
    }

    private static var mostAlerts: Int { 100 }
}
