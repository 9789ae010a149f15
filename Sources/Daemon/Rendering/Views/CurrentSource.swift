import Languages
import Weather

extension Present {
    /// An amount of rain or snow, marked where it is the radar's, or the model's beside measurements: `0.4 mm in 15 min, model`.
    func sourced(_ amount: StyledText, _ style: Style) -> StyledText {
        let isBesideMeasurements = origin == .station || radarRate ?? 0 > 0
        let source: Phrase? =
            switch origin(of: .precipitation) {
            case .radar: .radar
            case .analysis where isBesideMeasurements, .forecast where isBesideMeasurements: .model
            default: nil
            }
        return source.map { amount + StyledText(style.words.listSeparator + style.words.phrase($0)) } ?? amount
    }
}

// The source of the present.
extension CurrentView {
    /// The source of the weather, the time it is for, and its age.
    static func source(
        of present: Present, _ report: Report, _ now: UnixTime, _ clock: PlaceClock, _ style: Style
    ) -> StyledText {
        let words = style.words
        let isLast = present.isFallback
        let age =
            report.isAhead(of: now)
            ? words.updatedBeforeClockChange(at: clock.time(report.fetchedAt, seenAt: now), isLast: isLast)
            : words.updated(Age(seconds: report.age(at: now)), isLast: isLast)
        let time = clock.time(present.time, seenAt: now)
        return StyledText(
            "\(origin(of: present, at: time, style))\(words.listSeparator)\(age)", isLast ? .stale : .faint)
    }

    /// `model, values of 14:15`, `measured at 14:10 by Seattle-Tacoma (12 km away)`
    private static func origin(of present: Present, at time: String, _ style: Style) -> String {
        let words = style.words
        func made(by source: Phrase) -> String {
            "\(words.phrase(source))\(words.listSeparator)\(words.valid(at: time))"
        }
        return switch present.origin {
        case .station:
            words.measured(
                at: time, by: present.station.flatMap(name),
                distance: present.station.flatMap(distance).map { style.distance($0) })
        case .radar: made(by: .radar)
        case .analysis: made(by: .model)
        case .forecast: words.forecast(for: time)
        case .sample: made(by: .sampleData)
        }
    }

    /// The user's own station needs none.
    private static func name(of station: Station) -> String? {
        (station.name ?? (station.id == Station.ownID ? nil : station.id))?.plain(limit: 80)
    }

    private static func distance(of station: Station) -> Double? {
        station.id == Station.ownID ? nil : station.distance
    }

    /// `station 189 m higher, temperature corrected by +1.2°, measured 25 min ago`; empty without a station besides the
    /// forecast.
    static func stationDetails(
        of present: Present, _ report: Report, _ now: UnixTime, _ style: Style
    ) -> [StyledText] {
        guard report.isMeasured, present.origin == .station else { return [] }
        let words = style.words
        let height = present.station?.heightDifference.flatMap { height in
            height.magnitude < 1 ? nil : words.stationHeight(style.height(height.magnitude), isHigher: height > 0)
        }
        let correction = present.station?.temperatureCorrection.map {
            words.temperatureCorrected(by: style.temperatureDifference($0))
        }
        let seconds = now.seconds(since: present.time)
        let age = seconds < 60 ? nil : words.measured(ago: Age(ofMeasurement: seconds).text(in: words))
        let parts = [height, correction, age].compactMap(\.self)
        return parts.isEmpty ? [] : [StyledText(parts.joined(separator: words.listSeparator), .faint)]
    }
}
