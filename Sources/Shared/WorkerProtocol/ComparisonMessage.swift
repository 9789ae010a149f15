public import Weather

extension PastTemperatures.Point: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(time)
        writer.number(temperature)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let time = try reader.value(UnixTime.self)
        guard let temperature = try reader.number(in: QuantityKind.temperature.range) else {
            throw Malformed("a moment without a temperature")
        }
        self.init(time: time, temperature: temperature)
    }
}

extension NormalsReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        for values in [normals.highs, normals.lows] { writer.list(values) { $0.number($1) } }
        writer.values(Array(missing.prefix(ReportGap.most)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let coordinate = try reader.value(Coordinate.self)
        let provider = try reader.value(Provider.self)
        let fetchedAt = try reader.value(UnixTime.self)
        let freshness = try reader.optionalValue(HTTPFreshness.self)
        guard let normals = Normals(highs: try reader.temperatures(), lows: try reader.temperatures()) else {
            throw Malformed("normals that are not those of a year")
        }
        self.init(
            coordinate: coordinate, provider: provider, fetchedAt: fetchedAt, httpFreshness: freshness,
            normals: normals)
        missing = try reader.values(upTo: ReportGap.most)
    }
}

extension MessageReader {
    fileprivate mutating func temperatures() throws(Malformed) -> [Double?] {
        try list(upTo: Normals.dates) { reader throws(Malformed) in
            try reader.number(in: QuantityKind.temperature.range)
        }
    }
}

extension EnsembleReport: Message {
    /// More days than any ensemble has.
    private static let mostDays = 62

    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        writer.values(days)
        writer.values(Array(missing.prefix(ReportGap.most)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), provider: try reader.value(), fetchedAt: try reader.value(),
            httpFreshness: try reader.optionalValue(), days: try reader.values(upTo: Self.mostDays))
        missing = try reader.values(upTo: ReportGap.most)
        let isSorted = zip(days, days.dropFirst()).allSatisfy { $0.date < $1.date }
        guard isSorted else { throw Malformed("days out of order") }
    }
}

extension EnsembleDay: Message {
    /// More members than any ensemble has.
    private static let mostMembers = 1000

    public func write(to writer: inout MessageWriter) {
        writer.value(date)
        writer.int(members)
        for spread in [high, low, precipitation] {
            writer.optional(spread) {
                $0.number($1.from)
                $0.number($1.to)
            }
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(date: try reader.value(), members: try reader.int(in: 0...Self.mostMembers))
        high = try reader.spread(in: QuantityKind.temperature.range)
        low = try reader.spread(in: QuantityKind.temperature.range)
        precipitation = try reader.spread(in: Quantity<Day>.precipitation.range)
    }
}

extension MessageReader {
    fileprivate mutating func spread(in range: ClosedRange<Double>) throws(Malformed) -> Spread? {
        try optional { reader throws(Malformed) in
            guard let from = try reader.number(in: range), let to = try reader.number(in: range),
                let spread = Spread(from: from, to: to)
            else { throw Malformed("an incomplete spread") }
            return spread
        }
    }
}
