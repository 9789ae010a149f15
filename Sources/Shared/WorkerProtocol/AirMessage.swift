public import Weather

extension AirQuality: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(time)
        writer.quantities(Self.quantities, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(time: try reader.value())
        try reader.fill(&self, Self.quantities)
    }
}

extension AirReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.text(timeZone)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        writer.values(hours)
        writer.values(Array(missing.prefix(ReportGap.most)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), timeZone: try reader.optionalText(upTo: 200),
            provider: try reader.value(), fetchedAt: try reader.value(), httpFreshness: try reader.optionalValue(),
            hours: try reader.values(upTo: 1500))
        missing = try reader.values(upTo: ReportGap.most)
        guard hours.isSorted(by: \.time) else { throw Malformed("hours out of order") }
    }
}
