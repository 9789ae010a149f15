import Weather

/// A place's past temperatures as stored in reports.json.
struct PastDocument: Sendable, Hashable, Codable {
    let coordinate: Coordinate
    private let hours: ColumnTable

    /// Those of all places, ordered by position, so that equal data gives equal files.
    static func list(of weather: [Coordinate: PlaceWeather]) -> [PastDocument] {
        weather.filter { !$0.value.past.points.isEmpty }
            .sorted { ($0.key.latitude, $0.key.longitude) < ($1.key.latitude, $1.key.longitude) }
            .map { PastDocument(coordinate: $0.key, $0.value.past) }
    }

    private init(coordinate: Coordinate, _ past: PastTemperatures) {
        self.coordinate = coordinate
        var hours = ColumnTable()
        hours.set("time", past.points.map(\.time.seconds))
        hours.set("temperature", past.points.map { Thousandths(wrappedValue: $0.temperature).integer })
        self.hours = hours
    }

    /// Empty when the columns do not match.
    var temperatures: PastTemperatures {
        guard let times = try? hours.wholeColumn("time"), let values = try? hours.column("temperature"),
            times.count == values.count
        else { return PastTemperatures() }
        return PastTemperatures(
            zip(times, values).compactMap { time, value in
                Thousandths(integer: value).wrappedValue.map {
                    PastTemperatures.Point(time: UnixTime(time), temperature: $0)
                }
            })
    }
}

/// A place's normals as stored in reports.json: two columns of 366 values.
struct NormalsDocument: Codable {
    let report: NormalsReport

    init(_ report: NormalsReport) {
        self.report = report
    }

    private enum CodingKeys: CodingKey {
        case coordinate, provider, fetchedAt, clock, dates, missing
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let dates = try container.decode(ColumnTable.self, forKey: .dates)
        func column(_ name: String) throws -> [Double?] {
            try dates.column(name).map { Thousandths(integer: $0).wrappedValue }
        }
        guard let normals = Normals(highs: try column("high"), lows: try column("low")) else {
            throw ColumnTable.Misfit()
        }
        var report = NormalsReport(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt), normals: normals)
        report.clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        report.missing = container.gaps(forKey: .missing)
        self.report = report
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(report.coordinate, forKey: .coordinate)
        try container.encode(report.provider, forKey: .provider)
        try container.encode(report.fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(report.clock, forKey: .clock)
        var dates = ColumnTable()
        for (name, values) in [("high", report.normals.highs), ("low", report.normals.lows)] {
            dates.set(name, values.map { Thousandths(wrappedValue: $0).integer })
        }
        try container.encode(dates, forKey: .dates)
        try container.encodeGaps(report.missing, forKey: .missing)
    }
}
