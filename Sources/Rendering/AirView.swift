import Weather
public import Wire

/// The air of now: indices, pollutants, pollen.
public enum AirView {
    public static func lines(
        of scene: Scene, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        guard let report = scene.air else { throw NoWeather(.air, failure: scene.airFailure, in: scene) }
        guard let air = report.air(at: scene.now) else {
            throw NoWeather.outsideForecast(report.span, of: report, failure: scene.airFailure, in: scene)
        }
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        return output == .json
            ? [json(of: air, report, scene, clock).text] : style.written(text(of: air, report, scene, clock, style))
    }

    private static func text(
        of air: AirQuality, _ report: AirReport, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let words = style.words
        var rows = Rows()
        rows.append(words.label(.europeanIndex), air.europeanIndex.map { index($0, .european, style) })
        rows.append(words.label(.usIndex), air.usIndex.map { index($0, .us, style) })
        rows.append(words.label(.openWeatherIndex), air.openWeatherIndex.map { index($0, .openWeather, style) })
        rows.append(words.label(.tomorrow), tomorrow(report, scene.now, clock, style))
        let shownIndex = indices.first { air[keyPath: $0.value] != nil }?.index
        let pollutants: [(label: String, value: Double?, pollutant: AirPollutant?)] = [
            ("PM2.5", air.fineParticles, .fineParticles), ("PM10", air.particles, .particles),
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
            // Most plants are out of season most of the year.
            guard let value, amount(value, style) != amount(0, style) else { continue }
            rows.append(words.label(label), "\(amount(value, style)) \(words.symbol(.grainsPerCubicMeter))")
        }
        let isFresh = scene.isFresh(report)
        let time = words.valid(at: clock.time(air.time, seenAt: scene.now)) + words.listSeparator
        return [scene.header(of: report, clock, style), ""] + rows.lines(within: style.width)
            + ["", StyledText(time, .faint) + scene.fetchedLine(of: report, isFresh: isFresh, clock, words)]
            + scene.footer(of: report, failure: scene.airFailure, .airQuality, words)
    }

    /// All indices; where several are given, the bands of the first are shown.
    private static var indices: [(index: AirIndex, value: KeyPath<AirQuality, Double?>)] {
        [(.european, \.europeanIndex), (.us, \.usIndex), (.openWeather, \.openWeatherIndex)]
    }

    /// The worst hour of tomorrow by the first index that is given; nil when not all of tomorrow is known.
    private static func tomorrow(
        _ report: AirReport, _ now: UnixTime, _ clock: PlaceClock, _ style: Style
    ) -> StyledText? {
        let day = clock.day(of: clock.midnight(after: now))
        guard let last = report.hours.last, last.time >= day.upperBound.advanced(by: -3600) else { return nil }
        let hours = report.hours.filter { day.contains($0.time) }
        for (index, value) in indices {
            if let worst = hours.compactMap({ $0[keyPath: value] }).max() { return Self.index(worst, index, style) }
        }
        return nil
    }

    /// `Fair (34)`.
    private static func index(_ value: Double, _ index: AirIndex, _ style: Style) -> StyledText {
        let number = style.number(value)
        return index.band(value).map { band in
            StyledText("\(style.words.airBand(band).capitalizedFirst) (\(number))", .color(Palette.color(of: band)))
        } ?? StyledText(number)
    }

    /// `8.1 µg/m³ (good)`; without a band where no index is given, or the index does not have the pollutant.
    private static func concentration(
        _ value: Double, of pollutant: AirPollutant?, _ index: AirIndex?, _ style: Style
    ) -> StyledText {
        let amount = "\(Self.amount(value, style)) \(style.words.symbol(.microgramsPerCubicMeter))"
        guard let pollutant, let band = index?.band(of: pollutant, value) else { return StyledText(amount) }
        return StyledText("\(amount) (\(style.words.airBand(band)))", .color(Palette.color(of: band)))
    }

    /// One decimal below 10, none from there on.
    private static func amount(_ value: Double, _ style: Style) -> String {
        style.number(value, decimals: value < 9.95 ? 1 : 0)
    }

    private static func json(
        of air: AirQuality, _ report: AirReport, _ scene: Scene, _ clock: PlaceClock
    ) -> JSON {
        func band(_ value: Double?, _ index: AirIndex) -> JSON { .optional(value.flatMap(index.band)?.rawValue) }
        return .object(
            JSON.head(of: report, isFresh: scene.isFresh(report), failure: scene.airFailure, scene, clock) + [
                ("time", .time(air.time, clock)),
                ("europeanAqi", .number(air.europeanIndex)),
                ("europeanAqiBand", band(air.europeanIndex, .european)),
                ("usAqi", .number(air.usIndex)),
                ("usAqiBand", band(air.usIndex, .us)),
                ("openWeatherAqi", .number(air.openWeatherIndex)),
                ("openWeatherAqiBand", band(air.openWeatherIndex, .openWeather)),
                ("pm25UgM3", .number(air.fineParticles)),
                ("pm10UgM3", .number(air.particles)),
                ("ozoneUgM3", .number(air.ozone)),
                ("nitrogenDioxideUgM3", .number(air.nitrogenDioxide)),
                ("sulphurDioxideUgM3", .number(air.sulphurDioxide)),
                ("carbonMonoxideUgM3", .number(air.carbonMonoxide)),
                ("ammoniaUgM3", .number(air.ammonia)),
                ("dustUgM3", .number(air.dust)),
                ("alderPollenGrainsM3", .number(air.alderPollen)),
                ("birchPollenGrainsM3", .number(air.birchPollen)),
                ("grassPollenGrainsM3", .number(air.grassPollen)),
                ("mugwortPollenGrainsM3", .number(air.mugwortPollen)),
                ("olivePollenGrainsM3", .number(air.olivePollen)),
                ("ragweedPollenGrainsM3", .number(air.ragweedPollen)),
            ])
    }
}

extension Scene {
    /// Whether the air is news. It is fetched every hour at most, so that it is old only when that has failed to come.
    func isFresh(_ air: AirReport) -> Bool {
        air.isFresh(at: now, staleAfter: airStaleAfter)
    }

    var airStaleAfter: Int { max(staleAfter, 2 * 3600) }
}

extension AirReport {
    /// From the first hour to the end of the last; nil without hours.
    fileprivate var span: Range<UnixTime>? {
        guard let first = hours.first, let last = hours.last else { return nil }
        return first.time..<max(first.time, last.time.advanced(by: 3600))
    }
}
