import HTTP
import Weather

/// A layer of the grid: values with their time spans, `2026-03-05T12:00:00+00:00/PT6H`. A state variable has its value
/// at each hour of the span, an amount its sum over the span (<https://github.com/weather-gov/api/issues/21>).
struct NWSSeries {
    struct Span {
        var start: UnixTime
        var end: UnixTime
        var value: Double

        /// Seconds.
        var duration: Int { end.seconds(since: start) }
    }

    /// In order of time, without overlaps.
    private var spans: [Span] = []

    /// Without any values.
    init() {}

    /// Implausible values are skipped.
    init(_ layer: JSONValue, _ kind: QuantityKind) {
        let unit = layer["uom"].text
        var spans: [Span] = []
        // The service's longest layers have about two hundred.
        for element in layer["values"].elements.prefix(1000) {
            let parts = element["validTime"].text?.split(separator: "/") ?? []
            guard parts.count == 2, let start = JSONValue.text(String(parts[0])).timestamp,
                let duration = Self.seconds(parts[1]), let value = element["value"].inSI(kind, unit: unit)
            else { continue }
            spans.append(Span(start: start, end: start.advanced(by: duration), value: value))
        }
        for span in spans.sorted(by: { $0.start < $1.start })
        where self.spans.last.map({ $0.end <= span.start }) ?? true {
            self.spans.append(span)
        }
    }

    /// nil when no span covers the moment.
    func value(at moment: UnixTime) -> Double? {
        first(endingAfter: moment).flatMap { spans[$0].start <= moment ? spans[$0].value : nil }
    }

    /// The first span that overlaps the hour starting at a moment.
    func span(inHourFrom hour: UnixTime) -> Span? {
        first(endingAfter: hour).map { spans[$0] }.flatMap { $0.start < hour.advanced(by: 3600) ? $0 : nil }
    }

    /// The sum between two moments; nil when the spans do not cover exactly this time. Dry spans may be longer.
    func sum(from start: UnixTime, to end: UnixTime) -> Double? {
        guard var index = first(endingAfter: start) else { return nil }
        var sum = 0.0
        var reach = start
        while reach < end {
            guard index < spans.count else { return nil }
            let span = spans[index]
            guard span.start <= reach, span.value == 0 || span.start == reach && span.end <= end else { return nil }
            sum += span.value
            reach = span.end
            index += 1
        }
        return sum.rounded(decimals: 3)
    }

    /// The index of the first span that ends after a moment.
    private func first(endingAfter moment: UnixTime) -> Int? {
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].end <= moment { low = middle + 1 } else { high = middle }
        }
        return low < spans.count ? low : nil
    }

    /// Seconds of an ISO 8601 duration of days, hours and minutes: `P1DT6H`; nil for zero, another format, or more than
    /// a fortnight.
    static func seconds(_ duration: some StringProtocol) -> Int? {
        guard duration.first == "P" else { return nil }
        var seconds = 0
        var number = ""
        var isTime = false
        for character in duration.dropFirst() {
            switch character {
            case "T": isTime = true
            case "0"..."9": number.append(character)
            default:
                let unit: Int? =
                    switch (character, isTime) {
                    case ("D", false): 86_400
                    case ("H", true): 3600
                    case ("M", true): 60
                    default: nil
                    }
                guard let unit, let count = Int(number), count <= 20_160 else { return nil }
                seconds += count * unit
                number = ""
            }
        }
        return number.isEmpty && (1...14 * 86_400).contains(seconds) ? seconds : nil
    }
}
