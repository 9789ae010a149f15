import Glibc
public import HTTP
public import Weather
public import WorkerProtocol

/// Aviation weather reports (METAR) of airports worldwide, from the
/// [Aviation Weather Center](https://aviationweather.gov/data/api/) of the United States, without a key.
public struct AviationWeather: DescribedProvider {
    public let facts = ProviderFacts.aviationWeather

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://aviationweather.gov`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: ObservationReport?
    ) async throws(FetchFailure) -> ObservationReport {
        var observations: [Observation] = []
        for box in CoordinateBox.boxes(around: coordinate, reaching: Observation.longestDistance) {
            let reports = try await reports(in: box, at: now)
            observations += reports.prefix(Self.mostReports).compactMap { Observation(metar: $0, near: coordinate) }
        }
        return ObservationReport(choosing: observations, for: coordinate, from: identity, at: now)
    }

    private func reports(in box: CoordinateBox, at now: UnixTime) async throws(FetchFailure) -> [JSONValue] {
        let (south, north) = (box.latitudes.lowerBound, box.latitudes.upperBound)
        let (west, east) = (box.longitudes.lowerBound, box.longitudes.upperBound)
        let edges = [south, west, north, east].map(Coordinate.queryDegrees).joined(separator: ",")
        let query = HTTPQuery(url: "\(baseURL)/api/data/metar?bbox=\(edges)&format=json")
        let answer = try await exchange(query)
        // There is no station in the box.
        if answer.status == 204 { return [] }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        guard case .array(let reports) = try JSONValue(answer, from: query.host) else {
            throw .malformed(host: query.host, reason: "the response contains no list of reports")
        }
        return reports
    }

    /// Several times the hourly reports of any region's airports.
    private static let mostReports = 400
}

extension Observation {
    /// A report in the service's JSON; nil without station, position or time.
    ///
    /// Missing values are absent or null; a missing wind is not calm. Of the three times, only `obsTime` has kept its
    /// format.
    init?(metar json: JSONValue, near coordinate: Coordinate) {
        guard let id = json["icaoId"].name, let time = json["obsTime"].unixTime,
            let latitude = json["lat"].number, let longitude = json["lon"].number,
            let position = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(
            station: Station(
                id: id, name: json["name"].name, distance: coordinate.distance(to: position).rounded(),
                elevation: QuantityKind.altitude.believed(json["elev"].number)),
            time: time)
        let text = METARText(json["rawOb"].text ?? "")
        takeValues(json)
        takeVisibility(json, text)
        takePrecipitation(json, text)
        takeWind(json)
        takeSky(json, text)
        conditions.feelsLike = DerivedWeather.feelsLike(conditions, at: time, in: coordinate)
    }

    private mutating func takeValues(_ json: JSONValue) {
        take(json["temp"].number, as: .temperature)
        take(json["dewp"].number, as: .dewPoint)
        if let temperature = conditions.temperature, let dewPoint = conditions.dewPoint {
            conditions.humidity = MoistAir.humidity(temperature: temperature, dewPoint: dewPoint).rounded()
        }
        take(json["slp"].number ?? reducedQNH(json["altim"].number), as: .pressure)
    }

    /// Pressure at sea level, hPa, from a QNH, which assumes the standard atmosphere's temperature instead of the measured one.
    /// Without a measured temperature, the QNH of a low station is close enough; nil for others.
    private func reducedQNH(_ qnh: Double?) -> Double? {
        // An impossible value rejects the report.
        guard let qnh, QuantityKind.pressure.measurable.contains(qnh) else { return qnh }
        guard let elevation = station.elevation else { return nil }
        guard let temperature = conditions.temperature else { return elevation <= Self.lowStation ? qnh : nil }
        let vapour = conditions.dewPoint.map(MoistAir.vapourPressure(dewPoint:))
        let reduced = StationPressure(qnh: qnh, elevation: elevation)
            .atSeaLevel(temperature: temperature, vapourPressure: vapour ?? 0)
        return reduced.rounded(decimals: 1)
    }

    /// m. At 200 m, 25 K of difference from the standard atmosphere are 2 hPa.
    private static let lowStation = 200.0

    /// Statute miles; `10+` is at least that. `6+` stands for `9999` and `CAVOK`: 10 km or more (WMO-No. 306, Manual on
    /// Codes, FM 15 METAR).
    private mutating func takeVisibility(_ json: JSONValue, _ text: METARText) {
        let reported = json["visib"]
        let miles = reported.leadingNumber
        let isTenKilometres = reported.text == "6+" || miles == nil && text.has("CAVOK")
        take(isTenKilometres ? 10_000 : miles.map { ($0 * 1609.344).rounded() }, as: .visibility)
        conditions.seesAtLeast = isTenKilometres || reported.text?.hasSuffix("+") == true ? true : nil
    }

    /// Inches in the last hour, in routine reports of the United States only.
    private mutating func takePrecipitation(_ json: JSONValue, _ text: METARText) {
        let type = json["metarType"].text
        if let inches = json["precip"].number {
            guard type != "SPECI" else { return }
            // 0.005 is a trace.
            take(inches < 0.01 && inches >= 0 ? 0 : (inches * 25.4).rounded(decimals: 1), as: .precipitation)
            conditions.precipitationPeriod = conditions.precipitation.map { _ in 3600 }
            if inches == 0 { (conditions.rain, conditions.snowfall) = (0, 0) }
        } else if type == "METAR", text.isDry(at: time) {
            conditions.takeDryHour()
        }
    }

    private mutating func takeWind(_ json: JSONValue) {
        func speed(_ name: String) -> Double? {
            json[name].number.map { ($0 * 1852 / 3600).rounded(decimals: 3) }
        }
        take(speed("wspd"), as: .windSpeed)
        take(speed("wgst"), as: .windGust)
        // Calm and variable wind (`VRB`) have no direction.
        if let windSpeed = conditions.windSpeed, windSpeed > 0 { take(json["wdir"].number, as: .windDirection) }
    }

    private mutating func takeSky(_ json: JSONValue, _ text: METARText) {
        var layers = json["clouds"].elements.compactMap { $0["cover"].text } + [json["cover"].text].compactMap(\.self)
        // An empty list is a clear sky or an unreported one, depending on the text.
        if layers.isEmpty, let word = text.first(of: METARSky.clearWords) { layers.append(word) }
        let sky = METARSky(layers: layers, isAutomatic: text.has("AUTO"))
        conditions.cloudCover = sky.cover
        seesLowCloudOnly = sky.seesLowCloudOnly ? true : nil
        let groups = (json["wxString"].text ?? "").split(separator: " ")
        missesWeather = text.missesWeather ? true : nil
        conditions.condition = Condition(metarGroups: groups) ?? sky.condition ?? .unknown
    }
}

extension Conditions {
    /// An hour in which neither rain nor snow fell.
    mutating func takeDryHour() {
        (precipitation, rain, snowfall, precipitationPeriod) = (0, 0, 0, 3600)
    }
}

extension JSONValue {
    /// A number, or the one that a text such as `10+` begins with.
    fileprivate var leadingNumber: Double? {
        number ?? text.flatMap { Double($0.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }) }
    }
}

/// The text of an aviation weather report, for information that is missing from the service's fields.
struct METARText {
    private let body: [Substring]
    private let remarks: [Substring]

    /// - Parameter text: as transmitted: `METAR KBHM 201553Z 25003KT 10SM CLR 14/M06 A3030 RMK AO2 SLP260`.
    init(_ text: String) {
        let groups = text.split(separator: " ")
        let mark = groups.firstIndex(of: "RMK") ?? groups.endIndex
        body = Array(groups[..<mark])
        remarks = Array(groups[mark...].dropFirst())
    }

    /// Whether the body contains this group.
    func has(_ group: Substring) -> Bool { body.contains(group) }

    /// Whether an automatic station cannot observe rain, fog and the like (WMO-No. 306, FM 15 METAR: `//`).
    var missesWeather: Bool { has("//") }

    /// The first group of the body that is one of these.
    func first(of groups: some Sequence<String>) -> String? {
        let groups = Set(groups)
        return body.lazy.map(String.init).first { groups.contains($0) }
    }

    /// Mean wind and gusts, m/s: `25010KT`, `VRB03KT`, `24015G25KT`, `24005MPS`; nil without such a group.
    var wind: (speed: Double, gust: Double?)? {
        for (unit, factor) in [("KT", 1852.0 / 3600), ("MPS", 1)] {
            for group in body where group.hasSuffix(unit) {
                let (direction, speeds) = (group.prefix(3), group.dropLast(unit.count).dropFirst(3))
                let numbers = speeds.split(separator: "G").map { Double($0).map { $0 * factor } }
                guard direction == "VRB" || Int(direction) != nil, (1...2).contains(numbers.count),
                    let speed = numbers[0], speeds.first?.isNumber == true
                else { continue }
                return (speed, numbers.dropFirst().first ?? nil)
            }
        }
        return nil
    }

    /// Whether a station in the United States measured no precipitation in the hour of a routine report, which leaves out the
    /// amount (`Prrrr`) when nothing fell (FCM-H1-2019, Federal Meteorological Handbook No. 1, chapter 12).
    ///
    /// - Parameter time: the report's time; only reports in the last quarter of an hour contain amounts for an hour.
    func isDry(at time: UnixTime) -> Bool {
        // Of the automatic stations, those with a gauge also report the pressure at sea level.
        let hasGauge = remarks.contains { $0 == "AO2" || $0 == "AO2A" } && remarks.contains { $0.hasPrefix("SLP") }
        guard body.first != "SPECI", time.seconds % 3600 >= 2700, hasGauge else { return false }
        // PNO: the gauge is out of order; $: the station needs maintenance.
        return !remarks.contains { $0 == "PNO" || $0.hasSuffix("$") || Self.isAmount($0) || Self.isChange($0) }
            && !body.contains { Condition.falls(inMETARWeather: $0) }
    }

    private static let falling: Set<Substring> = ["DZ", "RA", "SN", "SG", "IC", "PL", "GR", "GS", "UP"]

    /// `RAB20E45`, `SHRAE10`: precipitation that began or ended in the hour.
    private static func isChange(_ group: Substring) -> Bool {
        let letters = group.prefix { $0.isLetter }
        guard let change = letters.last, "BE".contains(change), group.dropFirst(letters.count).first?.isNumber == true
        else { return false }
        return falling.contains(letters.dropLast().suffix(2))
    }

    /// `P0012`, and `P////` for an unknown amount.
    private static func isAmount(_ group: Substring) -> Bool {
        group.count == 5 && group.hasPrefix("P")
            && group.dropFirst().allSatisfy { $0 == "/" || $0.isASCII && $0.isNumber }
    }
}

/// The clouds of an aviation weather report, by its words (WMO-No. 306, Manual on Codes, FM 15 METAR, 15.9.1.1).
struct METARSky {
    /// %; nil when unknown.
    var cover: Double?
    /// nil when unknown; fog when the sky is obscured.
    var condition: Condition?
    /// Whether high clouds would not be reported: by automatic stations, and by words for low clouds only.
    var seesLowCloudOnly = false

    private struct Word {
        /// The middle of the range.
        var eighths: Double
        var condition: Condition
        var seesLowCloudOnly = false
    }

    /// FEW is up to two eighths, SCT up to four, BKN up to seven. `CLR` excludes clouds below 12,000 feet, `NSC` and `CAVOK`
    /// below 5,000, `NCD` those that an instrument detects; `SKC` is the whole sky. `OVX` and `VV` are obscured.
    private static let words: [String: Word] = [
        "SKC": Word(eighths: 0, condition: .clear),
        "CLR": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "NCD": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "NSC": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "CAVOK": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "FEW": Word(eighths: 1.5, condition: .mostlyClear),
        "SCT": Word(eighths: 3.5, condition: .partlyCloudy),
        "BKN": Word(eighths: 6, condition: .partlyCloudy),
        "OVC": Word(eighths: 8, condition: .overcast),
        "OVX": Word(eighths: 8, condition: .fog),
        "VV": Word(eighths: 8, condition: .fog),
    ]

    static let clearWords: Set<String> = Set(words.filter { $0.value.eighths == 0 }.keys)

    /// - Parameters:
    ///   - layers: one word for each layer of clouds; others are ignored.
    ///   - isAutomatic: whether an automatic station reports, whose clear sky may have high clouds.
    init(layers: [String], isAutomatic: Bool) {
        let known = layers.compactMap { Self.words[$0] }
        guard let densest = known.max(by: { $0.eighths < $1.eighths }) else { return }
        condition = known.contains { $0.condition == .fog } ? .fog : densest.condition
        seesLowCloudOnly = densest.eighths == 0 && (isAutomatic || known.contains(where: \.seesLowCloudOnly))
        cover = seesLowCloudOnly ? nil : densest.eighths * 12.5
    }
}

extension Condition {
    /// The most dangerous of a report's groups of present weather; nil when none has a `Condition`.
    init?(metarGroups groups: some Sequence<Substring>) {
        guard let worst = groups.compactMap(Condition.init(metarWeather:)).max(by: { $0.severity < $1.severity }) else {
            return nil
        }
        self = worst
    }

    /// A group of present weather (WMO-No. 306, Manual on Codes, code table 4678): `-TSRA`, `FZFG`. nil for weather
    /// nearby, recent weather, and weather without a `Condition`, such as low drifting snow.
    init?(metarWeather group: Substring) {
        // In the vicinity, or recent.
        if group.hasPrefix("VC") || group.hasPrefix("RE") { return nil }
        let strength = group.first.flatMap { "+-".contains($0) ? $0 : nil }
        guard let words = Self.metarWords(of: group) else { return nil }
        guard let condition = Self.condition(of: words, isLight: strength == "-", isHeavy: strength == "+") else {
            return nil
        }
        self = condition
    }

    /// The two-letter codes of a present weather group without its intensity; nil for another group.
    private static func metarWords(of group: Substring) -> Set<String>? {
        let letters = Array(group.drop { "+-".contains($0) }.utf8)
        guard letters.count.isMultiple(of: 2), (2...10).contains(letters.count) else { return nil }
        return Set(
            stride(from: 0, to: letters.count, by: 2).map { String(decoding: letters[$0..<$0 + 2], as: UTF8.self) })
    }

    /// Whether a group of a report is precipitation at the station, now or since the last report: `-TSRA`, `RERA`.
    static func falls(inMETARWeather group: Substring) -> Bool {
        guard !group.hasPrefix("VC"), let words = metarWords(of: group), words.isSubset(of: metarWeatherWords) else {
            return false
        }
        let isRaised = words.contains("BL") || words.contains("DR")
        return !isRaised && !words.isDisjoint(with: metarPrecipitation)
    }

    private static let metarPrecipitation: Set = ["DZ", "RA", "SN", "SG", "IC", "PL", "GR", "GS", "UP"]
    /// All of code table 4678, so that the station `KSNA` does not match, and `RE` for recent weather.
    private static let metarWeatherWords: Set = metarPrecipitation.union([
        "MI", "BC", "PR", "DR", "BL", "SH", "TS", "FZ", "BR", "FG", "FU", "VA", "DU", "SA", "HZ", "PO", "SQ", "FC",
        "SS",
        "DS", "RE",
    ])

    private static func condition(of words: Set<String>, isLight: Bool, isHeavy: Bool) -> Condition? {
        let has = words.contains
        func graded(_ light: Condition, _ moderate: Condition, _ heavy: Condition) -> Condition {
            isLight ? light : isHeavy ? heavy : moderate
        }
        // A funnel cloud; `+FC` has reached the ground.
        if has("FC") { return .tornado }
        // Hail falls from thunderclouds, whether or not thunder is heard.
        if has("GR") || has("TS") && has("GS") { return .thunderstormHail }
        if has("TS") { return .thunderstorm }
        if has("SQ") { return .squall }
        if has("FZ") { return has("DZ") ? .freezingDrizzle : has("FG") ? .fog : .freezingRain }
        // Blowing snow reaches eye level, drifting snow does not.
        if has("DR"), has("SN") { return nil }
        let isSnow = has("SN")
        if isSnow && (has("RA") || has("DZ")) || has("PL") || has("GS") { return .sleet }
        if isSnow { return has("SH") ? .snowShowers : graded(.snowLight, .snow, .snowHeavy) }
        if has("SG") || has("IC") { return .snowLight }
        if has("SH") { return .rainShowers }
        if has("RA") || has("UP") { return graded(.rainLight, .rain, .rainHeavy) }
        if has("DZ") { return .drizzle }
        // Shallow, in patches or over a part of the airport.
        if has("FG") { return words.isDisjoint(with: ["MI", "BC", "PR"]) ? .fog : nil }
        // Mist, which other services call fog as well.
        if has("BR") { return .fog }
        if !words.isDisjoint(with: ["DU", "SA", "SS", "DS", "PO", "VA"]) { return .dust }
        return has("FU") ? .smoke : has("HZ") ? .haze : nil
    }
}

/// The pressure at a station, from its altimeter setting (QNH).
struct StationPressure {
    /// hPa.
    let pressure: Double
    /// Of the station, metres above sea level.
    let elevation: Double

    /// The inverse of the altimeter's definition in the standard atmosphere (ISO 2533:1975; ICAO Doc 7488).
    ///
    /// - Parameter qnh: hPa.
    init(qnh: Double, elevation: Double) {
        let share = 1 - Self.lapseRate * elevation / Self.standardTemperature
        // Below 44 km, where the standard atmosphere's troposphere would end.
        pressure = qnh * pow(max(share, 0), Self.gravity / (Self.gasConstant * Self.lapseRate))
        self.elevation = elevation
    }

    /// hPa: reduced with the measured temperature, for a column whose temperature rises downwards by the standard lapse rate
    /// (WMO-No. 8, Guide to Instruments and Methods of Observation, volume I, chapter 3, reduction to mean sea level).
    ///
    /// - Parameters:
    ///   - temperature: of the air at the station, °C.
    ///   - vapourPressure: at the station, hPa; 0 for dry air.
    func atSeaLevel(temperature: Double, vapourPressure: Double) -> Double {
        let column = temperature + 273.15 + Self.lapseRate * elevation / 2 + vapourPressure * Self.vapourFactor
        return pressure * exp(Self.gravity * elevation / (Self.gasConstant * column))
    }

    /// K/m.
    private static let lapseRate = 0.0065
    /// At sea level, K.
    private static let standardTemperature = 288.15
    /// m/s².
    private static let gravity = 9.80665
    /// Of dry air, J/(kg K).
    private static let gasConstant = 287.05
    /// K/hPa.
    private static let vapourFactor = 0.12
}
