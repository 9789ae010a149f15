/// Something that a report lacks, although its service usually has it.
public enum ReportGap: Sendable, Hashable {
    /// A part whose request failed; `part` names it in a word or two.
    case failed(part: String, FetchFailure)
    /// The service at `host` does not know a name in the request, so the request was repeated without it.
    case unknown(UnknownName, host: String)
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
