import Weather

extension Sequence<Alert> {
    /// The alerts without what is beyond anything that an authority issues: a service gone mad must not fill the memory and the
    /// cache.
    var bounded: [Alert] {
        prefix(100).map { alert in
            var alert = alert
            alert.event = String(alert.event.prefix(300))
            alert.replaces = Array(alert.replaces.prefix(100))
            for text in [\Alert.headline, \.area, \.sender] {
                alert[keyPath: text] = alert[keyPath: text].map { String($0.prefix(3000)) }
            }
            for text in [\Alert.text, \.instruction] {
                alert[keyPath: text] = alert[keyPath: text].map { String($0.prefix(20_000)) }
            }
            return alert
        }
    }
}
