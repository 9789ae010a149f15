public import Weather

/// The user's choice of the current place.
public enum LocationChoice: Sendable, Hashable {
    /// The location of the machine.
    case automatic
    case place(Place)
}

/// Encoded as the place, or as the word `automatic`.
extension LocationChoice: Codable {
    private static let automaticWord = "automatic"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode(String.self)) == Self.automaticWord {
            self = .automatic
        } else {
            self = .place(try container.decode(Place.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .automatic: try container.encode(Self.automaticWord)
        case .place(let place): try container.encode(place)
        }
    }
}
