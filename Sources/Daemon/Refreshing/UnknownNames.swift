import Store
import Weather

// The names in requests that a service does not know, so that they are left out for a day. Pure.
extension ServiceRefusals {
    /// In a fixed order.
    func unknownNames(at now: Moment) -> [UnknownName] {
        names.filter { now.seconds(since: $0.value) < UnknownName.lifetime }.keys
            .sorted { ($0.parameter, $0.text) < ($1.parameter, $1.text) }
    }

    /// - Returns: whether the name is new, in whichever parameter it was requested.
    mutating func insert(_ name: UnknownName, at now: Moment) -> Bool {
        names = names.filter { now.seconds(since: $0.value) < UnknownName.lifetime }
        let isNew = !names.keys.contains { $0.text == name.text }
        if names.count < Self.mostNames, names[name] == nil { names[name] = now }
        return isNew
    }
}
