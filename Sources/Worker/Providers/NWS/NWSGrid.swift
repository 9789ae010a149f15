import HTTP
import Weather

/// The gridded data behind the forecasts (`forecastGridData`), for values that the forecasts lack: precipitation
/// amounts with their periods, gusts, clouds, visibility and apparent temperature.
struct NWSGrid {
    var feelsLike = NWSSeries()
    var cloudCover = NWSSeries()
    var windGust = NWSSeries()
    var visibility = NWSSeries()
    var precipitation = NWSSeries()
    var snowfall = NWSSeries()

    /// Without any data.
    init() {}

    /// - Throws: `malformed` when the answer is not JSON, or has none of the values; `host` is the sender.
    init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        let layers = try JSONValue(answer, from: host)["properties"]
        guard Self.names.contains(where: { layers[$0] != .null }) else {
            throw .malformed(host: host, reason: "the response contains no amounts of rain and snow")
        }
        feelsLike = NWSSeries(layers["apparentTemperature"], .temperature)
        cloudCover = NWSSeries(layers["skyCover"], .percent)
        windGust = NWSSeries(layers["windGust"], .speed)
        visibility = NWSSeries(layers["visibility"], .distance)
        precipitation = NWSSeries(layers["quantitativePrecipitation"], .depth)
        snowfall = NWSSeries(layers["snowfallAmount"], .freshSnow)
    }

    private static let names = [
        "apparentTemperature", "skyCover", "windGust", "visibility", "quantitativePrecipitation", "snowfallAmount",
    ]
}

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

extension NWSGrid {
    /// Adds the amounts to the hours: each sum to the hour in which its span begins. Probabilities stay the hours' own.
    ///
    /// - Parameter hours: in order of time, with the probabilities of the hourly forecast.
    func addAmounts(to hours: inout [Hour]) {
        var index = 0
        while index < hours.count {
            let time = hours[index].time
            guard let sum = precipitation.span(inHourFrom: time) else {
                index += 1
                continue
            }
            // Of a span that has begun, how much of its amount has already fallen is unknown.
            if sum.start >= time { add(sum, to: &hours[index].conditions) }
            index += max(1, hours[index...].prefix { $0.time < sum.end }.count)
        }
    }

    private func add(_ water: NWSSeries.Span, to conditions: inout Conditions) {
        conditions.precipitation = water.value
        if water.duration > 3600 { conditions.precipitationPeriod = water.duration }
        conditions.snowfall = snowfall.sum(from: water.start, to: water.end)
        conditions.rain = conditions.snowfall.map {
            max(0, water.value - FreshSnow.water(ofDepth: $0)).rounded(decimals: 3)
        }
    }
}

extension JSONValue {
    /// A quantity of the service, `{"unitCode": "wmoUnit:km_h-1", "value": 22.2}`, in SI; nil when not given,
    /// implausible, in an unknown unit, or rejected by the service's quality control.
    func measured(_ kind: QuantityKind) -> Double? { kind.believed(reported(kind)) }

    /// The same with implausible values.
    func reported(_ kind: QuantityKind) -> Double? {
        // X: rejected; B: judged bad (https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml).
        if let check = self["qualityControl"].text, ["X", "B"].contains(check) { return nil }
        return self["value"].converted(kind, unit: self["unitCode"].text)?.rounded(decimals: 3)
    }

    /// This number in SI; nil when it is not a number, implausible, or in an unknown unit.
    ///
    /// - Parameter unit: `wmoUnit:degC`, `unit:degC` as in older answers, or colloquial, `F` and `mph`.
    func inSI(_ kind: QuantityKind, unit: String?) -> Double? { kind.believed(converted(kind, unit: unit)) }

    private func converted(_ kind: QuantityKind, unit: String?) -> Double? {
        guard let number, let unit else { return nil }
        // The vocabulary, which may be a whole URL, is ignored.
        let name = unit.split { $0 == ":" || $0 == "/" && unit.contains(":") }.last.map(String.init) ?? unit
        return Self.converted(number, from: name, kind)
    }

    private static func converted(_ number: Double, from unit: String, _ kind: QuantityKind) -> Double? {
        switch (kind, unit) {
        case (.temperature, "degC"), (.temperature, "C"), (.pressure, "hPa"), (.percent, "percent"),
            (.direction, "degree_(angle)"), (.speed, "m_s-1"), (.speed, "m/s"), (.depth, "mm"), (.freshSnow, "mm"),
            (.distance, "m"), (.altitude, "m"):
            number
        case (.temperature, "degF"), (.temperature, "F"): Units.Temperature.fahrenheit.celsius(number)
        case (.temperature, "K"): Units.Temperature.kelvin.celsius(number)
        case (.pressure, "Pa"): number / 100
        case (.speed, "km_h-1"), (.speed, "km/h"): number / 3.6
        case (.speed, "mph"): number * 0.44704
        case (.speed, "kt"): number * 1852 / 3600
        case (.depth, "m"), (.freshSnow, "m"): number * 1000
        case (.depth, "cm"), (.freshSnow, "cm"): number * 10
        case (.depth, "in"), (.freshSnow, "in"): number * 25.4
        case (.distance, "km"): number * 1000
        case (.distance, "mi"), (.distance, "mi_us"): number * 1609.344
        default: nil
        }
    }
}
