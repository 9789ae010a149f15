public import Weather

extension ObservationReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        writer.value(observation)
        writer.values(rejected)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), provider: try reader.value(), fetchedAt: try reader.value(),
            httpFreshness: try reader.optionalValue(), observation: try reader.optionalValue(),
            rejected: try reader.values(upTo: Self.mostRejected))
    }
}

extension Observation: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(station)
        writer.value(time)
        writer.value(conditions)
        writer.bool(seesLowCloudOnly)
        writer.bool(missesWeather)
    }

    /// - Throws: also for a physically impossible value, with which a worker never uses a station.
    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(station: try reader.value(), time: try reader.value(), conditions: try reader.value())
        seesLowCloudOnly = try reader.optionalBool()
        missesWeather = try reader.optionalBool()
        guard Conditions.quantities.allSatisfy({ $0.get(conditions).map($0.kind.measurable.contains) ?? true }) else {
            throw Malformed("an impossible measurement")
        }
    }
}

extension RejectedStation: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(station)
        writer.value(problem)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(try reader.value(), try reader.value())
    }
}

extension ObservationProblem: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .tooFar(let distance):
            writer.byte(0)
            writer.double(distance)
        case .tooOld(let age):
            writer.byte(1)
            writer.int(age)
        case .inFuture(let lead):
            writer.byte(2)
            writer.int(lead)
        case .impossible(let value):
            writer.byte(3)
            writer.text(value.key)
            writer.double(value.value)
        case .incomplete: writer.byte(4)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        // A plausible time differs from any clock by at most this.
        let seconds = 0...UnixTime.plausible.upperBound.seconds
        switch try reader.byte() {
        case 0: self = .tooFar(try reader.double(in: 0...20_100_000))
        case 1: self = .tooOld(try reader.int(in: seconds))
        case 2: self = .inFuture(try reader.int(in: seconds))
        case 3:
            self = .impossible(
                ImpossibleValue(
                    key: try reader.text(upTo: 100),
                    value: try reader.double(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)))
        case 4: self = .incomplete
        default: throw Malformed("no reason")
        }
    }
}

extension RadarReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        writer.value(precipitation)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), provider: try reader.value(), fetchedAt: try reader.value(),
            httpFreshness: try reader.optionalValue(), precipitation: try reader.value())
    }
}

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
