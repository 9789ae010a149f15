import Languages
import Weather

/// The scale on which views show air quality. The raw values are the words of `air.scale`.
public enum AirScale: String, Sendable, Hashable, CaseIterable {
    /// Chosen by country: the national scale in Canada, India, the United Kingdom and the United States, elsewhere the
    /// European one.
    case auto
    case european, us, aqhi, naqi, daqi

    /// The scales that no provider reports, in the order of the JSON, in which the raw values are the keys.
    static let computed: [AirScale] = [.aqhi, .naqi, .daqi]

    /// The national scales, by country and by territory that uses them.
    private static let national: [String: AirScale] = [
        "CA": .aqhi, "IN": .naqi, "GB": .daqi, "GI": .daqi, "US": .us, "AS": .us, "GU": .us, "MP": .us, "PR": .us,
        "UM": .us, "VI": .us,
    ]

    /// The scale for a place; never `auto`.
    ///
    /// - Parameter countryCode: ISO 3166-1 alpha-2; nil when unknown.
    func scale(in countryCode: String?) -> AirScale {
        self == .auto ? Self.national[countryCode ?? ""] ?? .european : self
    }

    var index: AirIndex {
        switch self {
        case .auto, .european: .european
        case .us: .us
        case .aqhi: .canadian
        case .naqi: .indian
        case .daqi: .british
        }
    }
}

extension AirIndex {
    /// The index at an hour of a report; nil when unknown.
    func value(at hour: AirQuality, in report: AirReport) -> Double? {
        switch self {
        case .european: hour.europeanIndex
        case .us: hour.usIndex
        case .openWeather: hour.openWeatherIndex
        case .canadian: report.canadianIndex(at: hour)
        case .indian: report.indianIndex(at: hour)
        case .british: report.britishIndex(at: hour)
        }
    }

    /// `Fair (34)`; Canada's scale ends with `10+`.
    func text(_ value: Double, in style: Style) -> StyledText {
        let number = self == .canadian && value > 10 ? "10+" : style.number(value)
        return band(value).map { band in
            StyledText(
                style.words.airBand(band).capitalizedFirst + style.words.parenthesized(number),
                .color(Palette.color(of: band)))
        } ?? StyledText(number)
    }
}

extension Scene {
    func airScale(in style: Style) -> AirScale { style.airScale.scale(in: place.locality?.countryCode) }

    /// The indices to show, the place's scale first.
    func airIndices(in style: Style) -> [AirIndex] {
        let first = airScale(in: style).index
        return [first] + [.european, .us, .openWeather].filter { $0 != first }
    }

    /// The air quality at `now` on the first known index.
    func airReading(in style: Style) -> (value: Double, index: AirIndex)? {
        guard let air, let hour = air.air(at: now) else { return nil }
        for index in airIndices(in: style) {
            if let value = index.value(at: hour, in: air) { return (value, index) }
        }
        return nil
    }
}

/// A pollutant for which air quality indices define bands.
enum AirPollutant: CaseIterable {
    case fineParticles, particles, ozone, nitrogenDioxide, sulphurDioxide, carbonMonoxide

    fileprivate var quantity: Quantity<AirQuality> {
        switch self {
        case .fineParticles: .fineParticles
        case .particles: .particles
        case .ozone: .ozone
        case .nitrogenDioxide: .nitrogenDioxide
        case .sulphurDioxide: .sulphurDioxide
        case .carbonMonoxide: .carbonMonoxide
        }
    }
}

extension AirIndex {
    /// The band of a concentration on this index; nil if the index does not include the pollutant.
    ///
    /// Indices use means of up to 24 hours. This uses the hourly value instead.
    ///
    /// - Parameter concentration: µg/m³.
    func band(of pollutant: AirPollutant, _ concentration: Double) -> Band? {
        guard concentration >= 0 else { return nil }
        let number: Int? =
            switch self {
            case .european, .us, .openWeather: starts(of: pollutant).map { $0.count { $0 <= concentration } }
            case .indian: row(of: pollutant, IndianAirIndex.table)?.band(of: concentration)
            case .british: row(of: pollutant, BritishAirIndex.table)?.band(of: concentration)
            // This index is one number for all pollutants together.
            case .canadian: nil
            }
        return number.map { bands[$0] }
    }

    private func row(of pollutant: AirPollutant, _ table: [AirBands]) -> AirBands? {
        table.first { $0.pollutant == pollutant.quantity }
    }

    /// From the best to the worst.
    private var bands: [Band] {
        switch self {
        case .european: [.good, .fair, .moderate, .poor, .veryPoor, .extremelyPoor]
        case .us: [.good, .moderate, .unhealthyForSensitiveGroups, .unhealthy, .veryUnhealthy, .hazardous]
        case .openWeather: [.good, .fair, .moderate, .poor, .veryPoor]
        case .indian: [.good, .satisfactory, .moderate, .poor, .veryPoor, .severe]
        case .british: [.low, .low, .low, .moderate, .moderate, .moderate, .high, .high, .high, .veryHigh]
        case .canadian: []
        }
    }

    /// The lower bounds of all bands but the first, µg/m³.
    private func starts(of pollutant: AirPollutant) -> [Double]? {
        switch self {
        case .european: Self.europeanStarts(of: pollutant)
        case .us: Self.usStarts(of: pollutant)
        case .openWeather: Self.openWeatherStarts(of: pollutant)
        case .canadian, .indian, .british: nil
        }
    }

    /// The European Environment Agency's bands, which Open-Meteo uses for its index:
    /// <https://open-meteo.com/en/docs/air-quality-api>.
    private static func europeanStarts(of pollutant: AirPollutant) -> [Double]? {
        switch pollutant {
        case .fineParticles: [10, 20, 25, 50, 75]
        case .particles: [20, 40, 50, 100, 150]
        case .ozone: [50, 100, 130, 240, 380]
        case .nitrogenDioxide: [40, 90, 120, 230, 340]
        case .sulphurDioxide: [100, 200, 350, 500, 750]
        case .carbonMonoxide: nil
        }
    }

    /// The US Environmental Protection Agency's bands: 40 CFR 58, appendix G, table 2, as of 2024, which gives gases in
    /// ppb. Above 200 ppb, ozone has hourly bands only.
    private static func usStarts(of pollutant: AirPollutant) -> [Double]? {
        /// - Parameter weight: grams per mole; one mole has 24.45 l at 25 °C and 1 atm.
        func gas(_ partsPerBillion: [Double], weight: Double) -> [Double] {
            partsPerBillion.map { $0 * weight / 24.45 }
        }
        return switch pollutant {
        case .fineParticles: [9.1, 35.5, 55.5, 125.5, 225.5]
        case .particles: [55, 155, 255, 355, 425]
        case .ozone: gas([55, 71, 86, 106, 405], weight: 48)
        case .nitrogenDioxide: gas([54, 101, 361, 650, 1250], weight: 46.01)
        case .sulphurDioxide: gas([36, 76, 186, 305, 605], weight: 64.07)
        case .carbonMonoxide: gas([4500, 9500, 12_500, 15_500, 30_500], weight: 28.01)
        }
    }

    /// <https://openweathermap.org/api/air-pollution>
    private static func openWeatherStarts(of pollutant: AirPollutant) -> [Double]? {
        switch pollutant {
        case .fineParticles: [10, 25, 50, 75]
        case .particles: [20, 50, 100, 200]
        case .ozone: [60, 100, 140, 180]
        case .nitrogenDioxide: [40, 70, 150, 200]
        case .sulphurDioxide: [20, 80, 250, 350]
        case .carbonMonoxide: [4400, 9400, 12_400, 15_400]
        }
    }
}
