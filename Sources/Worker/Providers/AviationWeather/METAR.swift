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
        take(json["slp"].number ?? reducedQNH(json["altim"].number), as: .pressure)
    }

    /// Pressure at sea level, hPa, of a QNH, which is reduced from the station by the temperature of the standard atmosphere
    /// instead of the measured one. Without that, the QNH of a low station is near enough; nil for others.
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
