import Glibc

/// Air quality at the surface at one moment. Values that the provider does not give are nil.
public struct AirQuality: Sendable, Hashable, Codable {
    public var time: UnixTime
    /// The European Air Quality Index of the European Environment Agency as computed by Open-Meteo: 0 to 20 good, to 40
    /// fair, to 60 moderate, to 80 poor, to 100 very poor, above extremely poor.
    @Thousandths public var europeanIndex: Double?
    /// The Air Quality Index of the United States Environmental Protection Agency, 0 to 500.
    @Thousandths public var usIndex: Double?
    /// OpenWeather's own index: 1 good, 2 fair, 3 moderate, 4 poor, 5 very poor.
    @Thousandths public var openWeatherIndex: Double?
    /// Particles of up to 2.5 µm, µg/m³.
    @Thousandths public var fineParticles: Double?
    /// Particles of up to 10 µm, µg/m³.
    @Thousandths public var particles: Double?
    /// µg/m³, as for all gases.
    @Thousandths public var ozone: Double?
    @Thousandths public var nitrogenDioxide: Double?
    @Thousandths public var sulphurDioxide: Double?
    @Thousandths public var carbonMonoxide: Double?
    @Thousandths public var ammonia: Double?
    /// Desert dust, µg/m³.
    @Thousandths public var dust: Double?
    /// Pollen, grains/m³; only for Europe and in season.
    @Thousandths public var alderPollen: Double?
    @Thousandths public var birchPollen: Double?
    @Thousandths public var grassPollen: Double?
    @Thousandths public var mugwortPollen: Double?
    @Thousandths public var olivePollen: Double?
    @Thousandths public var ragweedPollen: Double?

    public init(time: UnixTime) {
        self.time = time
    }
}

/// Every number of the air, in the order of the JSON.
extension AirQuality {
    public static let quantities: [Quantity<AirQuality>] = [
        .europeanIndex, .usIndex, .openWeatherIndex, .fineParticles, .particles, .ozone, .nitrogenDioxide,
        .sulphurDioxide, .carbonMonoxide, .ammonia, .dust, .alderPollen, .birchPollen, .grassPollen, .mugwortPollen,
        .olivePollen, .ragweedPollen,
    ]
}

extension Quantity<AirQuality> {
    public static let europeanIndex = Quantity(
        "europeanIndex", .airIndex, { $0.europeanIndex }, { $0.europeanIndex = $1 }, key: "europeanAqi")
    public static let usIndex = Quantity(
        "usIndex", .airIndex, { $0.usIndex }, { $0.usIndex = $1 }, key: "usAqi")
    public static let openWeatherIndex = Quantity(
        "openWeatherIndex", .airLevel, { $0.openWeatherIndex }, { $0.openWeatherIndex = $1 }, key: "openWeatherAqi")
    public static let fineParticles = Quantity(
        "fineParticles", .concentration, { $0.fineParticles }, { $0.fineParticles = $1 }, key: "pm25")
    public static let particles = Quantity(
        "particles", .concentration, { $0.particles }, { $0.particles = $1 }, key: "pm10")
    public static let ozone = Quantity(
        "ozone", .concentration, { $0.ozone }, { $0.ozone = $1 })
    public static let nitrogenDioxide = Quantity(
        "nitrogenDioxide", .concentration, { $0.nitrogenDioxide }, { $0.nitrogenDioxide = $1 })
    public static let sulphurDioxide = Quantity(
        "sulphurDioxide", .concentration, { $0.sulphurDioxide }, { $0.sulphurDioxide = $1 })
    public static let carbonMonoxide = Quantity(
        "carbonMonoxide", .concentration, { $0.carbonMonoxide }, { $0.carbonMonoxide = $1 })
    public static let ammonia = Quantity(
        "ammonia", .concentration, { $0.ammonia }, { $0.ammonia = $1 })
    public static let dust = Quantity(
        "dust", .concentration, { $0.dust }, { $0.dust = $1 })
    public static let alderPollen = Quantity(
        "alderPollen", .pollen, { $0.alderPollen }, { $0.alderPollen = $1 })
    public static let birchPollen = Quantity(
        "birchPollen", .pollen, { $0.birchPollen }, { $0.birchPollen = $1 })
    public static let grassPollen = Quantity(
        "grassPollen", .pollen, { $0.grassPollen }, { $0.grassPollen = $1 })
    public static let mugwortPollen = Quantity(
        "mugwortPollen", .pollen, { $0.mugwortPollen }, { $0.mugwortPollen = $1 })
    public static let olivePollen = Quantity(
        "olivePollen", .pollen, { $0.olivePollen }, { $0.olivePollen = $1 })
    public static let ragweedPollen = Quantity(
        "ragweedPollen", .pollen, { $0.ragweedPollen }, { $0.ragweedPollen = $1 })
}

/// A provider's air quality for one place, at one time.
public struct AirReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    /// As in tzdata; nil when not given.
    public var timeZone: String?
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Hourly, in order of time; a single element when the provider gives only current values.
    public var hours: [AirQuality]
    public var missing: [ReportGap] = []

    private enum CodingKeys: String, CodingKey {
        case coordinate, timeZone, provider, fetchedAt
        case httpFreshness = "promise"
        case clock
        case hours, missing
    }

    public init(
        coordinate: Coordinate, timeZone: String? = nil, provider: Provider, fetchedAt: UnixTime,
        httpFreshness: HTTPFreshness? = nil, hours: [AirQuality] = []
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.hours = hours
    }

    /// How long the values of an hour remain valid after it, s.
    private static let reach = 2 * 3600

    /// The values at `now`; nil when the report does not cover it.
    public func air(at now: UnixTime) -> AirQuality? {
        guard let air = hours.last(where: { $0.time <= now }) ?? hours.first else { return nil }
        return abs(now.seconds(since: air.time)) < Self.reach ? air : nil
    }

    /// The next change of `air(at:)` after `now`; nil for none.
    public func nextChange(after now: UnixTime) -> UnixTime? {
        var turns = hours.map(\.time)
        if let first = turns.first { turns.append(first.advanced(by: 1 - Self.reach)) }
        if let last = hours.last(where: { $0.time <= now }) { turns.append(last.time.advanced(by: Self.reach)) }
        return turns.filter { $0 > now }.min()
    }
}

extension AirReport {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            timeZone: try container.textIfPresent(forKey: .timeZone, upTo: Locality.longestTimeZone),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness),
            hours: try container.decode([AirQuality].self, forKey: .hours).map { AirQuality.quantities.plausible($0) })
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        missing = container.gaps(forKey: .missing)
        guard hours.count <= Report.mostHours, hours.isSorted(by: \.time) else { throw ReportMisfit() }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encodeIfPresent(timeZone, forKey: .timeZone)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        try container.encode(hours, forKey: .hours)
        try container.encodeGaps(missing, forKey: .missing)
    }
}

extension AirReport {
    /// The mean of a concentration in the `count` hours up to and including `hour`; nil when more than half of them are
    /// unknown.
    func mean(of pollutant: Quantity<AirQuality>, hours count: Int, to hour: AirQuality) -> Double? {
        let span = hour.time.advanced(by: -(count - 1) * 3600)...hour.time
        let values = hours.filter { span.contains($0.time) }.compactMap(pollutant.get)
        return values.isEmpty || values.count * 2 < count ? nil : values.reduce(0, +) / Double(values.count)
    }
}

/// A pollutant's row in the table of a scale with bands.
package struct AirBands: Sendable {
    package let pollutant: Quantity<AirQuality>
    /// Hours of the mean.
    let hours: Int
    /// The highest concentration of each band but the last, in multiples of `step`, µg/m³.
    let ends: [Double]
    /// The concentrations of the table are multiples of this, µg/m³.
    let step: Double

    init(_ pollutant: Quantity<AirQuality>, hours: Int, _ ends: [Double], step: Double = 1) {
        (self.pollutant, self.hours, self.ends, self.step) = (pollutant, hours, ends, step)
    }

    /// The concentration rounded to a multiple of `step`, as in the table.
    func rounded(_ concentration: Double) -> Double {
        (concentration / step).rounded(.toNearestOrAwayFromZero) * step
    }

    /// The number of the band of a concentration, from 0.
    package func band(of concentration: Double) -> Int {
        let concentration = rounded(concentration)
        return ends.count { $0 < concentration }
    }
}

/// The Daily Air Quality Index of the United Kingdom, 1 to 10: low to 3, moderate to 6, high to 9, very high.
///
/// Source: Department for Environment, Food and Rural Affairs, <https://uk-air.defra.gov.uk/air-pollution/daqi?view=more-info>.
public enum BritishAirIndex {
    package static let table = [
        AirBands(.ozone, hours: 8, [33, 66, 100, 120, 140, 160, 187, 213, 240]),
        AirBands(.nitrogenDioxide, hours: 1, [67, 134, 200, 267, 334, 400, 467, 534, 600]),
        // The index uses means of 15 minutes, which may exceed the hourly mean.
        AirBands(.sulphurDioxide, hours: 1, [88, 177, 266, 354, 443, 532, 710, 887, 1064]),
        AirBands(.fineParticles, hours: 24, [11, 23, 35, 41, 47, 53, 58, 64, 70]),
        AirBands(.particles, hours: 24, [16, 33, 50, 58, 66, 75, 83, 91, 100]),
    ]
}

extension AirReport {
    /// The United Kingdom's index at an hour: the worst pollutant's; nil unless the means of all five are known, since a
    /// missing one could be the worst.
    public func britishIndex(at hour: AirQuality) -> Double? {
        var worst = 0
        for row in BritishAirIndex.table {
            guard let mean = mean(of: row.pollutant, hours: row.hours, to: hour) else { return nil }
            worst = max(worst, row.band(of: mean) + 1)
        }
        return Double(worst)
    }
}

/// The Air Quality Health Index of Canada: 1 to 3 low risk, to 6 moderate, to 10 high, above very high.
///
/// Source: D. M. Stieb et al., "A new multipollutant, no-threshold air quality health index …", Journal of the Air & Waste
/// Management Association 58 (3), 2008; <https://www.alberta.ca/air-quality-health-index-calculation>. Not AQHI+, which
/// several provinces use in wildfire smoke.
public enum CanadianAirIndex {
    /// Hours of the means.
    static let hours = 3

    /// - Parameters: means of three hours: ozone and nitrogen dioxide in ppb, fine particles in µg/m³.
    /// - Returns: a whole number, at least 1.
    public static func value(ozone: Double, nitrogenDioxide: Double, fineParticles: Double) -> Double {
        let excess =
            expm1(0.000537 * ozone) + expm1(0.000871 * nitrogenDioxide) + expm1(0.000487 * fineParticles)
        return max(1, (1000 / 10.4 * excess).rounded(.toNearestOrAwayFromZero))
    }

    /// - Parameters:
    ///   - concentration: of a gas, µg/m³.
    ///   - weight: g/mol. One mole takes 24.45 l at 25 °C and 1 atm.
    static func partsPerBillion(_ concentration: Double, weight: Double) -> Double { concentration * 24.45 / weight }
}

extension AirReport {
    /// Canada's index at an hour; nil when a mean of the three pollutants is unknown.
    public func canadianIndex(at hour: AirQuality) -> Double? {
        let hours = CanadianAirIndex.hours
        guard let ozone = mean(of: .ozone, hours: hours, to: hour),
            let nitrogenDioxide = mean(of: .nitrogenDioxide, hours: hours, to: hour),
            let fineParticles = mean(of: .fineParticles, hours: hours, to: hour)
        else { return nil }
        return CanadianAirIndex.value(
            ozone: CanadianAirIndex.partsPerBillion(ozone, weight: 48),
            nitrogenDioxide: CanadianAirIndex.partsPerBillion(nitrogenDioxide, weight: 46.0055),
            fineParticles: fineParticles)
    }
}

/// The National Air Quality Index of India, 0 to 500: good to 50, satisfactory to 100, moderate to 200, poor to 300, very
/// poor to 400, severe.
///
/// Source: Central Pollution Control Board, "National Air Quality Index", 2014/15: the table of breakpoints, and the rule that
/// three pollutants are needed, one of them particles. Ammonia and lead are not used.
public enum IndianAirIndex {
    /// The concentration at 500, where the board gives none for the last band, continues the line of its calculator.
    package static let table = [
        AirBands(.fineParticles, hours: 24, [30, 60, 90, 120, 250]),
        AirBands(.particles, hours: 24, [50, 100, 250, 350, 430]),
        AirBands(.nitrogenDioxide, hours: 24, [40, 80, 180, 280, 400]),
        AirBands(.sulphurDioxide, hours: 24, [40, 80, 380, 800, 1600]),
        AirBands(.ozone, hours: 8, [50, 100, 168, 208, 748]),
        // In mg/m³ with one decimal.
        AirBands(.carbonMonoxide, hours: 8, [1000, 2000, 10_000, 17_000, 34_000], step: 100),
    ]

    /// The highest concentrations of the last band, µg/m³, in the order of `table`.
    private static let tops = [380.0, 510, 520, 2400, 1288, 51_000]
    private static let indices = [50.0, 100, 200, 300, 400, 500]

    /// A pollutant's part of the index, from its mean: linear in each band between the table's numbers, 51 for the first
    /// concentration above that of 50. Not rounded, at most 500; nil for a pollutant that the index does not include.
    ///
    /// - Parameter concentration: µg/m³.
    public static func subindex(of pollutant: Quantity<AirQuality>, _ concentration: Double) -> Double? {
        guard let row = zip(table, tops).first(where: { $0.0.pollutant == pollutant }) else { return nil }
        let (bands, top) = row
        let concentration = bands.rounded(concentration)
        let band = bands.band(of: concentration)
        let (lowest, low) = band == 0 ? (0, 0) : (bands.ends[band - 1] + bands.step, indices[band - 1] + 1)
        let highest = band < bands.ends.count ? bands.ends[band] : top
        return min(500, low + (indices[band] - low) * (concentration - lowest) / (highest - lowest))
    }
}

extension AirReport {
    /// India's index at an hour: the worst pollutant's, a whole number; nil when fewer than three means are known, or none
    /// of particles.
    public func indianIndex(at hour: AirQuality) -> Double? {
        var known: [Quantity<AirQuality>: Double] = [:]
        for row in IndianAirIndex.table {
            known[row.pollutant] = mean(of: row.pollutant, hours: row.hours, to: hour).flatMap {
                IndianAirIndex.subindex(of: row.pollutant, $0)
            }
        }
        guard known.count >= 3, known[.fineParticles] != nil || known[.particles] != nil else { return nil }
        return known.values.max()?.rounded(.toNearestOrAwayFromZero)
    }
}
