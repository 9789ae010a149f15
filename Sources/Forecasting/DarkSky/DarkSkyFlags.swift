import HTTP
import Weather

/// What an answer says of itself.
struct DarkSkyFlags {
    var units: DarkSkyUnits
    /// Whether `icon` tells light rain from heavy, so that `rain` alone means moderate rain. Pirate Weather names its version,
    /// and was asked for such words; elsewhere `rain` is rain of any strength.
    var tellsStrength: Bool
    /// When the newest of the models that the forecast is made from was run; nil when the answer does not say.
    var issuedAt: UnixTime?

    /// nil when the units are none that are known. When the answer does not say, they are those that were asked for.
    init?(_ flags: JSONValue, at now: UnixTime) {
        guard let units = flags["units"].text.map({ DarkSkyUnits(rawValue: $0.lowercased()) }) ?? .si else {
            return nil
        }
        self.units = units
        tellsStrength = flags["version"].text?.hasPrefix("V") == true
        issuedAt = Self.newestModelRun(flags["sourceTimes"], at: now)
    }

    /// Sources that the forecast does not come from: the analysis of the present, fire weather and air quality.
    private static let otherSources: Set<String> = ["rtma_ru", "nbm_fire", "raqdps", "silam"]

    /// - Parameter times: `flags.sourceTimes`, "the time in UTC when the model was last updated", by the model's name.
    private static func newestModelRun(_ times: JSONValue, at now: UnixTime) -> UnixTime? {
        times.members.compactMap { name, time in
            // A name that is longer than any of the service's is not worth a look.
            name.utf8.count > 30 || otherSources.contains(name) ? nil : UnixTime(modelRun: time.text ?? "")
        }.filter { $0.isBelievable && $0 <= now }.max()
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

extension UnixTime {
    /// A time in UTC as the service writes that of a model: `2025-11-09 17Z`, `2025-11-09 19:30Z`, or with seconds and
    /// without `Z`; nil when it is not written so.
    init?(modelRun text: String) {
        guard text.utf8.count <= 30 else { return nil }
        let parts = text.split { $0 == " " || $0 == "T" }
        guard parts.count == 2 else { return nil }
        let date = parts[0].numbers(separatedBy: "-")
        let clock = (parts[1].last == "Z" ? parts[1].dropLast() : parts[1]).numbers(separatedBy: ":")
        guard date.count == 3, (1...3).contains(clock.count),
            let moment = PlaceCalendar.greenwich.moment(
                CalendarDate(year: date[0], month: date[1], day: date[2]), hour: clock[0],
                minute: clock.count > 1 ? clock[1] : 0, second: clock.count > 2 ? clock[2] : 0)
        else { return nil }
        self = moment
    }
}
