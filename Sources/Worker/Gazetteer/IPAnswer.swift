import HTTP

/// An answer of an IP location service. Formats differ: the position is two numbers or strings called `latitude` and
/// `longitude` or `lat` and `lon`, at the top level or nested, or one string `loc`; and errors have four formats,
/// usually with HTTP status 200.
struct IPAnswer {
    /// Degrees; nil when not given.
    var latitude: Double?
    var longitude: Double?
    var isFailure: Bool
    /// Why there is no position; nil when not given.
    var reason: String?

    init(_ json: JSONValue) {
        (latitude, longitude) = Self.position(in: json)
        let error = json["error"]
        let isBogon = json["bogon"].bool == true
        isFailure =
            error.bool == true || !error.members.isEmpty || json["success"].bool == false
            || json["status"].text == "fail" || isBogon
        // The last two are ipinfo.io's.
        let words = [json["reason"], json["message"], error["message"], error["title"]]
        reason = isBogon ? "bogon" : words.lazy.compactMap(\.text?.asReason).first
    }

    private static func position(in json: JSONValue) -> (Double?, Double?) {
        if let text = json["loc"].text {
            let parts = text.split(separator: ",")
            return parts.count == 2 ? (Double(parts[0]), Double(parts[1])) : (nil, nil)
        }
        for name in ["location", "coordinates"] where !json[name].members.isEmpty { return position(in: json[name]) }
        return (json["latitude"].number ?? json["lat"].number, json["longitude"].number ?? json["lon"].number)
    }
}
