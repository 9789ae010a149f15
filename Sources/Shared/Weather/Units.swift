/// The unit of each quantity. The raw values are the words of config.toml and `set-units`.
public struct Units: Sendable, Hashable {
    public enum Temperature: String, Sendable, Codable, CaseIterable {
        case celsius = "c"
        case fahrenheit = "f"
        case kelvin = "k"
    }

    public enum Wind: String, Sendable, Codable, CaseIterable {
        case metersPerSecond = "ms"
        case kilometersPerHour = "kmh"
        case milesPerHour = "mph"
        case knots = "kn"
        case beaufort = "bft"
    }

    public enum Pressure: String, Sendable, Codable, CaseIterable {
        case hectopascals = "hpa"
        case millimetersOfMercury = "mmhg"
        case inchesOfMercury = "inhg"
    }

    public enum Precipitation: String, Sendable, Codable, CaseIterable {
        case millimeters = "mm"
        case inches = "in"
    }

    /// Follows `Precipitation`: centimetres of snow with millimetres of rain.
    public enum SnowDepth: String, Sendable, CaseIterable {
        case centimeters = "cm"
        case millimeters = "mm"
        case inches = "in"
    }

    public enum Distance: String, Sendable, Codable, CaseIterable {
        case kilometers = "km"
        case miles = "mi"
    }

    public var temperature: Temperature
    public var wind: Wind
    public var pressure: Pressure
    public var precipitation: Precipitation
    public var distance: Distance

    public var snowDepth: SnowDepth { precipitation == .inches ? .inches : .centimeters }

    public static let metric = Units(
        temperature: .celsius, wind: .kilometersPerHour, pressure: .hectopascals, precipitation: .millimeters,
        distance: .kilometers)
    public static let imperial = Units(
        temperature: .fahrenheit, wind: .milesPerHour, pressure: .inchesOfMercury, precipitation: .inches,
        distance: .miles)
}
