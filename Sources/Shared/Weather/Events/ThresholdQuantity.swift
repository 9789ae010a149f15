/// A number that a threshold can be set for: the placeholders of templates, the probability of precipitation, and the air.
public enum ThresholdQuantity: Sendable, Hashable {
    /// Amounts of rain and snow are rates per hour.
    case conditions(Quantity<Conditions>)
    /// Of precipitation, %.
    case probability
    case air(Quantity<AirQuality>)
    /// The European index, or the US one if only that is known.
    case airQuality

    /// The quantities with a name, in the order of the documentation.
    public static let all =
        (Conditions.quantities + Conditions.comfort).filter { $0.placeholder != nil }.map(Self.conditions)
        + [.probability, .airQuality] + AirQuality.quantities.map(Self.air)

    public init?(name: String) {
        let name = Self.aliases[name] ?? name
        guard let quantity = Self.all.first(where: { $0.name == name }) else { return nil }
        self = quantity
    }

    private static let aliases = ["gust": "gusts", "aqi": "air-quality", "uv-index": "uv", "wind-speed": "wind"]

    /// As in templates, or as in the JSON without unit and with hyphens: `wind`, `european-aqi`.
    public var name: String {
        switch self {
        case .conditions(let quantity): quantity.placeholder?.name ?? quantity.name
        case .probability: "probability"
        case .airQuality: "air-quality"
        case .air(let quantity): quantity.key.dropLast(quantity.kind.keySuffix.count).hyphenated
        }
    }

    public var kind: QuantityKind {
        switch self {
        case .conditions(let quantity): quantity.kind
        case .probability: .percent
        case .air(let quantity): quantity.kind
        case .airQuality: .airIndex
        }
    }

    /// Whether the value is from the air quality service.
    public var isOfAir: Bool {
        switch self {
        case .conditions, .probability: false
        case .air, .airQuality: true
        }
    }

    /// The value at present and then those of the forecast until `end`, with their times. nil when they are not known, or
    /// not fresh.
    func values(in context: EventContext, until end: UnixTime) -> [(time: UnixTime, value: Double)]? {
        let now = context.now
        let values: [(time: UnixTime, value: Double?)]
        if isOfAir {
            guard let report = context.air, report.isFresh(at: now, staleAfter: Self.airLifetime) else { return nil }
            let coming = report.hours.filter { $0.time > now && $0.time <= end }
            values = [(now, report.air(at: now).flatMap(value))] + coming.map { ($0.time, value(of: $0)) }
        } else {
            guard let report = context.report, report.freshness(at: now, staleAfter: context.staleAfter) == .fresh
            else { return nil }
            let coming = report.hours.filter { $0.time > now && $0.time <= end }
            values =
                [(now, presentValue(of: report, at: now, staleAfter: context.staleAfter))]
                + coming.map { ($0.time, value(of: report, at: $0.time)) }
        }
        let known = values.compactMap { time, value in value.map { (time, $0) } }
        return known.isEmpty ? nil : known
    }

    /// Air quality is fetched every hour, s.
    private static let airLifetime = 3 * 3600

    private func value(of air: AirQuality) -> Double? {
        switch self {
        case .air(let quantity): quantity.get(air)
        case .airQuality: air.europeanIndex ?? air.usIndex
        case .conditions, .probability: nil
        }
    }

    private func presentValue(of report: Report, at now: UnixTime, staleAfter: Int) -> Double? {
        guard case .conditions(let quantity) = self else { return value(of: report, at: now) }
        return report.present(at: now, staleAfter: staleAfter).flatMap { quantity.hourly(in: $0.conditions) }
    }

    /// The value of an hour of the forecast.
    private func value(of report: Report, at time: UnixTime) -> Double? {
        switch self {
        case .probability: report.probability(at: time)?.percent
        case .conditions(let quantity):
            (quantity.kind.interpolation == .ofPeriod ? report.amountHour(at: time) : report.hour(at: time))
                .flatMap { quantity.hourly(in: $0.conditions) }
        case .air, .airQuality: nil
        }
    }
}

extension Quantity<Conditions> {
    /// The value; of an amount, the mean rate per hour.
    fileprivate func hourly(in conditions: Conditions) -> Double? {
        guard kind.interpolation == .ofPeriod, let period = conditions.precipitationPeriod, period > 0 else {
            return get(conditions)
        }
        return get(conditions).map { $0 * 3600 / Double(period) }
    }
}

extension StringProtocol {
    /// `nitrogen-dioxide` for `nitrogenDioxide`.
    fileprivate var hyphenated: String {
        reduce(into: "") { result, letter in
            result += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }
}
