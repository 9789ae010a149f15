import HTTP
import Weather

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
        // QNH is reduced to sea level by the standard atmosphere.
        take(json["slp"].number ?? json["altim"].number, as: .pressure)
    }

    /// Statute miles; `10+` is at least that. `6+` stands for `9999` and `CAVOK`: 10 km or more (WMO-No. 306, Manual on
    /// Codes, FM 15 METAR).
    private mutating func takeVisibility(_ json: JSONValue, _ text: METARText) {
        let reported = json["visib"]
        let miles = reported.leadingNumber
        let isTenKilometres = reported.text == "6+" || miles == nil && text.has("CAVOK")
        take(isTenKilometres ? 10_000 : miles.map { ($0 * 1609.344).rounded() }, as: .visibility)
        seesAtLeast = isTenKilometres || reported.text?.hasSuffix("+") == true ? true : nil
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
            json[name].number.map { ($0 * 1852 / 3600).rounded(decimals: 1) }
        }
        take(speed("wspd"), as: .windSpeed)
        take(speed("wgst"), as: .windGust)
        // Calm and variable wind (`VRB`) have no direction.
        if let windSpeed = conditions.windSpeed, windSpeed > 0 { take(json["wdir"].number, as: .windDirection) }
    }

    private mutating func takeSky(_ json: JSONValue, _ text: METARText) {
        let sky = METARSky(json, text)
        conditions.cloudCover = sky.isClear && sky.seesLowCloudOnly ? nil : sky.cover
        seesLowCloudOnly = sky.isClear && sky.seesLowCloudOnly ? true : nil
        let fallen = (json["wxString"].text ?? "").split(separator: " ").compactMap { Condition(metarWeather: $0) }
        // An obscured sky (`OVX`) indicates fog.
        conditions.condition =
            fallen.max { $0.metarRank < $1.metarRank } ?? (sky.isHidden ? .fog : sky.cover.map(Condition.init(cover:)))
            ?? .unknown
    }
}

/// The clouds of a report.
private struct METARSky {
    /// %; nil when unknown.
    var cover: Double?
    var isHidden = false
    /// Whether high clouds would not be reported: by automatic stations, and by codes for low clouds only.
    var seesLowCloudOnly = false

    var isClear: Bool { cover == 0 }

    /// The middle of the range in eighths of each word (WMO-No. 306, Manual on Codes, FM 15 METAR, 15.9.1.1).
    private static let eighths = ["FEW": 1.5, "SCT": 3.5, "BKN": 6, "OVC": 8, "OVX": 8]
    /// Whether the code excludes only low clouds (`CLR`: below 12,000 feet; `NSC`, `CAVOK`: 5,000). `SKC` is the whole
    /// sky.
    private static let clear = ["CLR": true, "NCD": true, "NSC": true, "CAVOK": true, "SKC": false]

    init(_ json: JSONValue, _ text: METARText) {
        let words = json["clouds"].elements.compactMap { $0["cover"].text } + [json["cover"].text].compactMap(\.self)
        isHidden = words.contains("OVX")
        cover = words.compactMap { Self.eighths[$0] }.max().map { $0 * 12.5 }
        guard cover == nil else { return }
        // An empty list is a clear sky or an unreported one, depending on the text.
        guard let word = words.first(where: { Self.clear[$0] != nil }) ?? text.first(of: Self.clear.keys) else {
            return
        }
        cover = 0
        seesLowCloudOnly = Self.clear[word] == true || text.has("AUTO")
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
