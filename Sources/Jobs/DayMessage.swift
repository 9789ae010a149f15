public import Weather

extension Day: Message {
    private static let measures: [Measure<Day>] = [
        Measure(Believable.temperature, { $0.temperatureMax }, { $0.temperatureMax = $1 }),
        Measure(Believable.temperature, { $0.temperatureMin }, { $0.temperatureMin = $1 }),
        Measure(Believable.derivedTemperature, { $0.feelsLikeMax }, { $0.feelsLikeMax = $1 }),
        Measure(Believable.derivedTemperature, { $0.feelsLikeMin }, { $0.feelsLikeMin = $1 }),
        Measure(Believable.share, { $0.cloudCover }, { $0.cloudCover = $1 }),
        Measure(Believable.dailyDepth, { $0.precipitation }, { $0.precipitation = $1 }),
        Measure(Believable.dailyDepth, { $0.rain }, { $0.rain = $1 }),
        Measure(Believable.dailySnowDepth, { $0.snowfall }, { $0.snowfall = $1 }),
        Measure(Believable.share, { $0.precipitationProbability }, { $0.precipitationProbability = $1 }),
        Measure(Believable.hours, { $0.precipitationHours }, { $0.precipitationHours = $1 }),
        Measure(Believable.speed, { $0.windSpeedMax }, { $0.windSpeedMax = $1 }),
        Measure(Believable.speed, { $0.windGustMax }, { $0.windGustMax = $1 }),
        Measure(Believable.direction, { $0.windDirection }, { $0.windDirection = $1 }),
        Measure(Believable.uvIndex, { $0.uvIndexMax }, { $0.uvIndexMax = $1 }),
    ]

    public func write(to writer: inout MessageWriter) {
        writer.value(date)
        writer.value(start)
        writer.value(end)
        writer.oneOf(condition)
        writer.optional(likelihood) { $0.oneOf($1) }
        writer.value(daylight)
        writer.measures(Self.measures, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            date: try reader.value(), start: try reader.value(), end: try reader.value(), condition: try reader.oneOf())
        // A day that the clocks change on has 25 hours; a place that changed the side of the date line had 48.
        guard start < end, end.seconds(since: start) <= 2 * 86_400 else { throw Malformed("a day without an end") }
        likelihood = try reader.optional { reader throws(Malformed) in try reader.oneOf() }
        daylight = try reader.optionalValue()
        try reader.fill(&self, Self.measures)
    }
}

extension CalendarDate: Message {
    public func write(to writer: inout MessageWriter) {
        writer.int(year)
        writer.int(month)
        writer.int(day)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            year: try reader.int(in: 1...9999), month: try reader.int(in: 1...12), day: try reader.int(in: 1...31))
    }
}

extension Daylight: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .sun(let rise, let set):
            writer.byte(0)
            writer.value(rise)
            writer.value(set)
        case .risesOnly(let rise):
            writer.byte(1)
            writer.value(rise)
        case .setsOnly(let set):
            writer.byte(2)
            writer.value(set)
        case .polarDay: writer.byte(3)
        case .polarNight: writer.byte(4)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .sun(rise: try reader.value(), set: try reader.value())
        case 1: self = .risesOnly(try reader.value())
        case 2: self = .setsOnly(try reader.value())
        case 3: self = .polarDay
        case 4: self = .polarNight
        default: throw Malformed("no course of the sun")
        }
    }
}
