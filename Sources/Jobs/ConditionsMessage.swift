public import Weather

extension Conditions: Message {
    private static let measures: [Measure<Conditions>] = [
        Measure(Believable.temperature, { $0.temperature }, { $0.temperature = $1 }),
        Measure(Believable.derivedTemperature, { $0.feelsLike }, { $0.feelsLike = $1 }),
        Measure(Believable.derivedTemperature, { $0.dewPoint }, { $0.dewPoint = $1 }),
        Measure(Believable.share, { $0.humidity }, { $0.humidity = $1 }),
        Measure(Believable.share, { $0.cloudCover }, { $0.cloudCover = $1 }),
        Measure(Believable.pressure, { $0.pressure }, { $0.pressure = $1 }),
        Measure(Believable.speed, { $0.windSpeed }, { $0.windSpeed = $1 }),
        Measure(Believable.direction, { $0.windDirection }, { $0.windDirection = $1 }),
        Measure(Believable.speed, { $0.windGust }, { $0.windGust = $1 }),
        Measure(Believable.depth, { $0.precipitation }, { $0.precipitation = $1 }),
        Measure(Believable.depth, { $0.rain }, { $0.rain = $1 }),
        Measure(Believable.snowDepth, { $0.snowfall }, { $0.snowfall = $1 }),
        Measure(Believable.visibility, { $0.visibility }, { $0.visibility = $1 }),
        Measure(Believable.uvIndex, { $0.uvIndex }, { $0.uvIndex = $1 }),
    ]

    public func write(to writer: inout MessageWriter) {
        writer.oneOf(condition)
        writer.optional(likelihood) { $0.oneOf($1) }
        writer.bool(isDay)
        writer.int(precipitationPeriod)
        writer.measures(Self.measures, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(condition: try reader.oneOf())
        likelihood = try reader.optional { reader throws(Malformed) in try reader.oneOf() }
        isDay = try reader.optionalBool()
        precipitationPeriod = try reader.optionalInt(in: Believable.period)
        try reader.fill(&self, Self.measures)
    }
}

extension Hour: Message {
    private static let measures: [Measure<Hour>] = [
        Measure(Believable.share, { $0.precipitationProbability }, { $0.precipitationProbability = $1 })
    ]

    public func write(to writer: inout MessageWriter) {
        writer.value(time)
        writer.value(conditions)
        writer.measures(Self.measures, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(time: try reader.value(), conditions: try reader.value())
        try reader.fill(&self, Self.measures)
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
            throw Malformed("a position that is none")
        }
        self = coordinate
    }
}
