import Weather

/// What an answer says of itself.
struct DarkSkyFlags {
    var units: DarkSkyUnits
    /// Whether `icon` tells light rain from heavy, so that `rain` alone means moderate rain. Pirate Weather names its version,
    /// and was asked for such words; elsewhere `rain` is rain of any strength.
    var tellsStrength: Bool

    /// nil when the units are none that are known. When the answer does not say, they are those that were asked for.
    init?(_ flags: JSONValue) {
        guard let units = flags["units"].text.map({ DarkSkyUnits(rawValue: $0.lowercased()) }) ?? .si else {
            return nil
        }
        self.units = units
        tellsStrength = flags["version"].text?.hasPrefix("V") == true
    }
}

/// The sets of units of the format, as `flags.units` names them.
enum DarkSkyUnits: String {
    case si
    /// As `si`, but wind in km/h.
    case ca
    /// As `si`, but wind in mph and visibility in miles.
    case uk
    /// What Dark Sky called `uk`.
    case uk2
    /// °F, inches, mph and miles.
    case us

    /// The number in SI, or nil when it cannot be true: the service writes -999 for what it does not know, which is out of
    /// every range.
    ///
    /// - Parameter quantity: `depth` for intensities, in mm/h; `snowDepth` for accumulations, be they of snow or of water.
    func value(_ number: Double?, _ quantity: Quantity) -> Double? {
        quantity.believed(number.map { convert($0, quantity) })
    }

    private func convert(_ number: Double, _ quantity: Quantity) -> Double {
        switch quantity {
        case .temperature: self == .us ? Units.Temperature.fahrenheit.celsius(number) : number
        case .speed: number * metersPerSecond
        case .depth: self == .us ? number * 25.4 : number
        case .snowDepth: number * (self == .us ? 25.4 : 10)
        case .visibility: number * (self == .si || self == .ca ? 1000 : 1609.344)
        case .share: number * 100
        case .pressure, .direction, .uvIndex, .hours, .seconds: number
        }
    }

    private var metersPerSecond: Double {
        switch self {
        case .si: 1
        case .ca: 1 / 3.6
        case .uk, .uk2, .us: 0.44704
        }
    }
}
