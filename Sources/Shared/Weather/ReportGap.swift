/// Something that a report lacks, although its service usually has it.
public enum ReportGap: Sendable, Hashable {
    /// A part whose request failed; `part` names it in a word or two.
    case failed(part: String, FetchFailure)
    /// The service at `host` does not know a name in the request, so the request was repeated without it.
    case unknown(UnknownName, host: String)
}

extension ReportGap {
    /// The most gaps of a report; more than any request has variables.
    public static let most = 100

    /// What the service said of all its requests when this part was requested, such as how long to send none; nil if it
    /// concerns this part alone.
    public var wordOfService: FetchFailure? {
        guard case .failed(_, let failure) = self, failure.isWordOfService else { return nil }
        return failure
    }
}

/// A name in a request that a service does not know.
public struct UnknownName: Sendable, Hashable {
    /// The parameter of the request: `hourly`.
    public var parameter: String
    /// A value in the parameter's list: `soil_temperature_0cm`; nil when the parameter itself is unknown.
    public var value: String?

    public init(parameter: String, value: String? = nil) {
        (self.parameter, self.value) = (parameter, value)
    }

    /// The value, or else the parameter.
    public var text: String { value ?? parameter }

    /// The key in config.toml that has the name; nil for a name of weatherd's own.
    public var setting: String? { parameter == Self.models ? "open-meteo.models" : nil }

    /// The only parameter whose values are the user's.
    public static let models = "models"

    /// How long a name counts as unknown, s. Then it is requested again, since services are updated.
    public static let lifetime = 86_400
}

// MARK: - As stored

extension ReportGap: Codable {
    private enum CodingKeys: CodingKey {
        case part, failure, name, host
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let part = try container.decodeIfPresent(String.self, forKey: .part) {
            let failure = try container.decode(FetchFailure.self, forKey: .failure)
            self = .failed(part: String(bounding: part, to: UnknownName.longest), failure)
        } else {
            let host = try container.decode(String.self, forKey: .host)
            self = .unknown(
                try container.decode(UnknownName.self, forKey: .name), host: String(bounding: host, to: 300))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .failed(let part, let failure):
            try container.encode(part, forKey: .part)
            try container.encode(failure, forKey: .failure)
        case .unknown(let name, let host):
            try container.encode(name, forKey: .name)
            try container.encode(host, forKey: .host)
        }
    }
}

extension UnknownName: Codable {
    /// The longest parameter or value, bytes.
    public static let longest = 100

    private enum CodingKeys: CodingKey {
        case parameter, value
    }

    /// Rejects text that no request contains.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        parameter = try container.decode(String.self, forKey: .parameter)
        value = try container.decodeIfPresent(String.self, forKey: .value)
        for text in [parameter, value ?? parameter] {
            guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .parameter, in: container, debugDescription: "no name of a request")
            }
        }
    }
}
