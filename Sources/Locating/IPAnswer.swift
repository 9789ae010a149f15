import HTTP

/// What services answer that place an address. Their shapes differ: a position is two numbers or two texts called
/// `latitude` and `longitude` or `lat` and `lon`, at the top or within, or one text called `loc`; and failure is told in
/// four ways, most often at HTTP 200.
struct IPAnswer: Decodable {
    /// Degrees; nil when not given.
    var latitude: Double?
    var longitude: Double?
    var isFailure: Bool
    /// Why there is no position; nil when the service does not say.
    var reason: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? { try? container.decode(String.self, forKey: key) }
        func flag(_ key: CodingKeys) -> Bool? { try? container.decode(Bool.self, forKey: key) }

        (latitude, longitude) = Self.position(in: container)
        let error = try? container.decode(Failure.self, forKey: .error)
        isFailure =
            flag(.error) == true || error != nil || flag(.success) == false || text(.status) == "fail"
            || flag(.bogon) == true
        reason =
            flag(.bogon) == true
            ? "bogon" : [text(.reason), text(.message), error?.message, error?.title].compactMap(\.?.asReason).first
    }

    /// ipinfo.io's way to tell of one.
    private struct Failure: Decodable {
        var title: String?
        var message: String?
    }

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude, lat, lon, loc, location, coordinates
        case error, success, status, bogon, reason, message
    }

    private static func position(in container: KeyedDecodingContainer<CodingKeys>) -> (Double?, Double?) {
        func number(_ keys: CodingKeys...) -> Double? {
            for key in keys {
                if let number = try? container.decode(Double.self, forKey: key) { return number }
                if let text = try? container.decode(String.self, forKey: key) { return Double(text) }
            }
            return nil
        }
        if let text = try? container.decode(String.self, forKey: .loc) {
            let parts = text.split(separator: ",")
            return parts.count == 2 ? (Double(parts[0]), Double(parts[1])) : (nil, nil)
        }
        for key in [CodingKeys.location, .coordinates] {
            if let nested = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: key) {
                return position(in: nested)
            }
        }
        return (number(.latitude, .lat), number(.longitude, .lon))
    }
}
