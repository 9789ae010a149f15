/// Sunrise, sunset, or the start or end of civil twilight, at one moment.
public struct SunEvent: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case dawn, sunrise, sunset, dusk
    }

    public var kind: Kind
    public var time: UnixTime

    public init(_ kind: Kind, at time: UnixTime) {
        (self.kind, self.time) = (kind, time)
    }
}

extension SunEvent.Kind {
    public var eventKind: WeatherEvent.Kind {
        switch self {
        case .dawn: .dawn
        case .sunrise: .sunrise
        case .sunset: .sunset
        case .dusk: .dusk
        }
    }
}
