import Languages
import Weather

extension Present {
    /// An amount of rain or snow, marked as the model's beside a station's measurements: `0.4 mm in 15 min, model`.
    func sourced(_ amount: StyledText, _ style: Style) -> StyledText {
        guard origin == .station, modelled.contains(.precipitation) else { return amount }
        return amount + StyledText(style.words.listSeparator + style.words.phrase(.model))
    }
}

// The station of the present.
extension CurrentView {
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
