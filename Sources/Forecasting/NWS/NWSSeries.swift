import Weather

/// A layer of the grid: values, each of which holds for a span of time of its own, `2026-03-05T12:00:00+00:00/PT6H`.
struct NWSSeries {
    private struct Span {
        var start: UnixTime
        var end: UnixTime
        var value: Double
    }

    private var spans: [Span] = []

    /// One that tells nothing.
    init() {}

    /// What cannot be believed is left out.
    init(_ layer: JSONValue, _ quantity: Quantity) {
        let unit = layer["uom"].text
        // The longest of the service's have some two hundred.
        for element in layer["values"].elements.prefix(1000) {
            let parts = element["validTime"].text?.split(separator: "/") ?? []
            guard parts.count == 2, let start = JSONValue.text(String(parts[0])).timestamp,
                let duration = Self.seconds(parts[1]), let value = element["value"].inSI(quantity, unit: unit)
            else { continue }
            spans.append(Span(start: start, end: start.advanced(by: duration), value: value))
        }
    }

    /// The value at a moment; nil when none is told for it.
    func value(at moment: UnixTime) -> Double? {
        span(at: moment)?.value
    }

    /// How much of what falls in its span falls in the hour that begins at a moment, as if it fell evenly; nil when nothing
    /// is told of that.
    func amount(inHourFrom moment: UnixTime) -> Double? {
        span(at: moment).map { span in
            let hours = Double(span.end.seconds(since: span.start)) / 3600
            return (span.value / Swift.max(hours, 1)).rounded(decimals: 3)
        }
    }

    private func span(at moment: UnixTime) -> Span? {
        spans.first { $0.start <= moment && moment < $0.end }
    }

    /// Seconds of an ISO 8601 duration of days, hours and minutes: `P1DT6H`; nil for none, for another form, and for more
    /// than a fortnight.
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
