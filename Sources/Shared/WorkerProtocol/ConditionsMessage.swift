public import Weather

extension Conditions: Message {
    public func write(to writer: inout MessageWriter) {
        writer.oneOf(condition)
        writer.optional(likelihood) { $0.oneOf($1) }
        writer.bool(isDay)
        writer.bool(seesAtLeast)
        writer.int(precipitationPeriod)
        writer.quantities(Self.quantities, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(condition: try reader.oneOf())
        likelihood = try reader.optional { reader throws(Malformed) in try reader.oneOf() }
        isDay = try reader.optionalBool()
        seesAtLeast = try reader.optionalBool()
        precipitationPeriod = try reader.optionalInt(in: Self.precipitationPeriods)
        try reader.fill(&self, Self.quantities)
    }
}

extension Hour: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(time)
        writer.value(conditions)
        writer.quantities([.precipitationProbability], of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(time: try reader.value(), conditions: try reader.value())
        try reader.fill(&self, [.precipitationProbability])
    }
}

extension UnixTime: Message {
    public func write(to writer: inout MessageWriter) {
        writer.int(seconds)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(try reader.int(in: Self.distantPast.seconds...Self.distantFuture.seconds))
    }
}

extension Coordinate: Message {
    public func write(to writer: inout MessageWriter) {
        writer.double(latitude)
        writer.double(longitude)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let latitude = try reader.double(in: -90...90)
        let longitude = try reader.double(in: -180...180)
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw Malformed("an invalid position")
        }
        self = coordinate
    }
}
