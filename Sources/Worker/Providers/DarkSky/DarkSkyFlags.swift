import HTTP
import Weather

/// The metadata of an answer.
struct DarkSkyFlags {
    var units: DarkSkyUnits
    /// Whether `icon` distinguishes light rain from heavy, so that `rain` alone means moderate rain. Pirate Weather,
    /// which sends its version, does so when requested; elsewhere `rain` may have any intensity.
    var distinguishesIntensity: Bool
    /// The newest run of the models that the forecast is based on; nil when not given.
    var issuedAt: UnixTime?

    /// nil for unknown units. Without units, the answer is in the requested ones.
    init?(_ flags: JSONValue, at now: UnixTime) {
        guard let units = flags["units"].text.map({ DarkSkyUnits(rawValue: $0.lowercased()) }) ?? .si else {
            return nil
        }
        self.units = units
        distinguishesIntensity = flags["version"].text?.hasPrefix("V") == true
        issuedAt = Self.newestModelRun(flags["sourceTimes"], at: now)
    }

    /// Sources that the forecast is not based on: the current analysis, fire weather and air quality.
    private static let otherSources: Set<String> = ["rtma_ru", "nbm_fire", "raqdps", "silam"]

    /// - Parameter times: `flags.sourceTimes`, "the time in UTC when the model was last updated", by model name.
    private static func newestModelRun(_ times: JSONValue, at now: UnixTime) -> UnixTime? {
        times.members.compactMap { name, time in
            // Longer than any of the service's names.
            name.utf8.count > 30 || otherSources.contains(name) ? nil : UnixTime(modelRun: time.text ?? "")
        }.filter { $0.isPlausible && $0 <= now }.max()
    }
}

/// The sets of units of the format, as in `flags.units`.
enum DarkSkyUnits: String {
    case si
    /// As `si`, but wind in km/h.
    case ca
    /// As `si`, but wind in mph and visibility in miles.
    case uk
    /// Dark Sky's name for `uk`.
    case uk2
    /// °F, inches, mph and miles.
    case us

    /// The number in SI; nil when out of range, which includes -999, the service's value for unknown.
    ///
    /// - Parameter kind: `depth` for intensities, in mm/h; `freshSnow` for accumulations of snow or water.
    func value(_ number: Double?, _ kind: QuantityKind) -> Double? {
        kind.believed(number.flatMap { convert($0, kind) })
    }

    /// nil for a kind that the format does not have.
    private func convert(_ number: Double, _ kind: QuantityKind) -> Double? {
        switch kind {
        case .temperature: self == .us ? Units.Temperature.fahrenheit.celsius(number) : number
        case .speed: number * metersPerSecond
        case .depth: self == .us ? number * 25.4 : number
        case .freshSnow: number * (self == .us ? 25.4 : 10)
        case .distance: number * (self == .si || self == .ca ? 1000 : 1609.344)
        case .percent: number * 100
        case .pressure, .direction, .uvIndex: number
        case .snowCover, .altitude, .humidex, .hours, .seconds, .airIndex, .airLevel, .concentration, .pollen: nil
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
    /// A model run in UTC: `2025-11-09 17Z`, `2025-11-09 19:30Z`, or with seconds and without `Z`; nil for another
    /// format.
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
