public import ClientProtocol
import Languages
import Weather

/// Current air quality: indices, pollutants, pollen.
public enum AirView {
    public static func lines(
        of scene: Scene, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        guard let report = scene.air else { throw NoWeather(.air, failure: scene.airFailure, in: scene) }
        guard let air = report.air(at: scene.now) else {
            throw NoWeather.outsideForecast(report.span, of: report, failure: scene.airFailure, in: scene)
        }
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        return output == .json
            ? [json(of: air, report, scene, clock, style).text]
            : style.written(text(of: air, report, scene, clock, style))
    }

    private static func text(
        of air: AirQuality, _ report: AirReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let words = style.words
        let isFresh = scene.isFresh(report)
        let time = words.valid(at: clock.time(air.time, seenAt: scene.now)) + words.listSeparator
        return [scene.header(of: report, clock, style), ""]
            + rows(of: air, report, scene, clock, style).lines(within: style.width)
            + ["", StyledText(time, .faint) + scene.fetchedLine(of: report, isFresh: isFresh, clock, words)]
            + scene.footer(of: report, failure: scene.airFailure, .airQuality, words)
    }

    private static func rows(
        of air: AirQuality, _ report: AirReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> Rows {
        let words = style.words
        var rows = Rows()
        let indices = scene.airIndices(in: style)
        let values = indices.map { $0.value(at: air, in: report) }
        for (index, value) in zip(indices, values) {
            rows.append(words.label(index.label), value.map { index.text($0, in: style) })
        }
        rows.append(words.label(.tomorrow), tomorrow(report, on: indices, scene.now, clock, style))
        let shownIndex = zip(indices, values).first { $0.1 != nil }?.0
        let pollutants: [(label: String, value: Double?, pollutant: AirPollutant?)] = [
            (words.fineParticles, air.fineParticles, .fineParticles), ("PM10", air.particles, .particles),
            (words.label(.ozone), air.ozone, .ozone),
            (words.label(.nitrogenDioxide), air.nitrogenDioxide, .nitrogenDioxide),
            (words.label(.sulphurDioxide), air.sulphurDioxide, .sulphurDioxide),
            (words.label(.carbonMonoxide), air.carbonMonoxide, .carbonMonoxide),
            (words.label(.ammonia), air.ammonia, nil), (words.label(.dust), air.dust, nil),
        ]
        for (label, value, pollutant) in pollutants {
            rows.append(label, value.map { concentration($0, of: pollutant, shownIndex, style) })
        }
        for (label, value) in [
            (Label.alderPollen, air.alderPollen), (.birchPollen, air.birchPollen), (.grassPollen, air.grassPollen),
            (.mugwortPollen, air.mugwortPollen), (.olivePollen, air.olivePollen),
            (.ragweedPollen, air.ragweedPollen),
        ] {
            // A known zero means no pollen, so it has no decimals.
            let number = value.map { $0 == 0 ? style.number(0) : amount($0, style) }
            rows.append(words.label(label), number.map { style.words.quantity($0, .grainsPerCubicMeter) })
        }
        return rows
    }

    /// Tomorrow's worst hour on the first known index; nil unless all of tomorrow is known.
    private static func tomorrow(
        _ report: AirReport, on indices: [AirIndex], _ now: UnixTime, _ clock: PlaceClock, _ style: Style
    ) -> StyledText? {
        let day = clock.day(of: clock.midnight(after: now))
        guard let last = report.hours.last, last.time >= day.upperBound.advanced(by: -3600) else { return nil }
        let hours = report.hours.filter { day.contains($0.time) }
        for index in indices {
            let worst = hours.compactMap { index.value(at: $0, in: report) }.max()
            if let worst { return index.text(worst, in: style) }
        }
        return nil
    }

    /// `8.1 µg/m³ (good)`; without a band if no index is known or it does not include the pollutant.
    private static func concentration(
        _ value: Double, of pollutant: AirPollutant?, _ index: AirIndex?, _ style: Style
    ) -> StyledText {
        let amount = "\(Self.amount(value, style)) \(style.words.symbol(.microgramsPerCubicMeter))"
        guard let pollutant, let band = index?.band(of: pollutant, value) else { return StyledText(amount) }
        return StyledText(
            amount + style.words.parenthesized(style.words.airBand(band)), .color(Palette.color(of: band)))
    }

    /// One decimal below 10, otherwise none.
    private static func amount(_ value: Double, _ style: Style) -> String {
        style.number(value, decimals: value < 9.95 ? 1 : 0)
    }

    private static func json(
        of air: AirQuality, _ report: AirReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let computed: [JSON.Member] = AirScale.computed.flatMap { scale -> [JSON.Member] in
            let value = scale.index.value(at: air, in: report)
            let band = value.flatMap(scale.index.band)
            return [(scale.rawValue, .number(value)), (scale.rawValue + "Band", .optional(band?.rawValue))]
        }
        return .object(
            JSON.head(of: report, isFresh: scene.isFresh(report), failure: scene.airFailure, scene, clock) + [
                ("time", .time(air.time, clock))
            ]
                + AirQuality.quantities.flatMap { quantity in
                    let member = JSON.member(quantity, of: air)
                    let index: AirIndex? =
                        switch quantity {
                        case .europeanIndex: .european
                        case .usIndex: .us
                        case .openWeatherIndex: .openWeather
                        default: nil
                        }
                    guard let index else { return [member] }
                    let band = quantity.get(air).flatMap(index.band)
                    return [member, (quantity.key + "Band", .optional(band?.rawValue))]
                } + computed + [("scale", .string(scene.airScale(in: style).rawValue))]
                + JSON.rows(style, rows(of: air, report, scene, clock, style)))
    }
}

extension Scene {
    /// Whether the report is fresh. It is fetched hourly, so an older one means that fetching failed.
    func isFresh(_ air: AirReport) -> Bool {
        air.isFresh(at: now, staleAfter: airStaleAfter)
    }

    var airStaleAfter: Int { max(staleAfter, 2 * 3600) }
}

extension AirReport {
    /// The time span of all hours; nil without hours.
    fileprivate var span: Range<UnixTime>? {
        guard let first = hours.first, let last = hours.last else { return nil }
        return first.time..<max(first.time, last.time.advanced(by: 3600))
    }
}

extension AirIndex {
    fileprivate var label: Label {
        switch self {
        case .european: .europeanIndex
        case .us: .usIndex
        case .openWeather: .openWeatherIndex
        case .canadian: .canadianIndex
        case .indian: .indianIndex
        case .british: .britishIndex
        }
    }
}
