public import Weather

extension Report: Message {
    /// More than any service returns: two months of hours, two of days.
    private static let most = (hours: 1500, days: 62, codes: 100)

    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.text(timeZone)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(observedAt)
        writer.value(current)
        writer.optional(currentOrigin) { $0.oneOf($1) }
        writer.int(modelled.rawValue)
        writer.value(station)
        writer.value(issuedAt)
        writer.bool(hasClearSkyUV)
        writer.bool(hasHourlyProbability)
        writer.optional(elevation) { $0.double($1) }
        writer.values(hours)
        writer.values(days)
        writer.value(precipitation)
        writer.optional(alerts) { $0.values($1) }
        writer.value(omittedAlerts)
        writer.value(httpFreshness)
        writer.optional(unknownCodes) { $0.texts($1.prefix(Self.most.codes)) }
        writer.values(past)
        writer.values(Array(missing.prefix(ReportGap.most)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), timeZone: try reader.text(upTo: 200), provider: try reader.value(),
            fetchedAt: try reader.value())
        observedAt = try reader.optionalValue()
        current = try reader.optionalValue()
        currentOrigin = try reader.optional { reader throws(Malformed) in try reader.oneOf() }
        modelled = ModelledParts(rawValue: try reader.int(in: 0...ModelledParts.all.rawValue))
        station = try reader.optionalValue()
        issuedAt = try reader.optionalValue()
        hasClearSkyUV = try reader.optionalBool()
        hasHourlyProbability = try reader.optionalBool()
        elevation = try reader.optional { reader throws(Malformed) in try reader.double(in: LocationFix.altitudes) }
        hours = try reader.values(upTo: Self.most.hours)
        days = try reader.values(upTo: Self.most.days)
        precipitation = try reader.value()
        alerts = try reader.optional { reader throws(Malformed) in try reader.values(upTo: Alert.most) }
        omittedAlerts = try reader.value()
        httpFreshness = try reader.optionalValue()
        unknownCodes = try reader.optional { reader throws(Malformed) in
            try reader.texts(upTo: Self.most.codes, ofUpTo: String.longestText)
        }
        past = try reader.values(upTo: Self.most.hours)
        missing = try reader.values(upTo: ReportGap.most)
        guard hours.isSorted(by: \.time), days.isSorted(by: \.start) else { throw Malformed("hours out of order") }
    }
}

extension Collection {
    func isSorted(by time: (Element) -> UnixTime) -> Bool {
        zip(self, dropFirst()).allSatisfy { time($0) <= time($1) }
    }
}

extension PrecipitationSeries: Message {
    public func write(to writer: inout MessageWriter) {
        writer.int(count)
        guard let first else { return }
        writer.value(first.end)
        writer.int(first.duration)
        for step in self { writer.number(step.amount) }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        // A series holds at most a week of minutes.
        let count = try reader.int(in: 0...10_080)
        guard count > 0 else {
            self = []
            return
        }
        let first = try reader.value(UnixTime.self)
        let duration = try reader.int(in: 1...86_400)
        var steps: [PrecipitationStep] = []
        for index in 0..<count {
            let amount = try reader.number(in: QuantityKind.depth.range)
            steps.append(
                PrecipitationStep(end: first.advanced(by: index * duration), duration: duration, amount: amount))
        }
        self.init(steps)
    }
}

extension Provider: Message {
    public func write(to writer: inout MessageWriter) {
        writer.text(id)
        writer.text(name)
        writer.text(attribution)
        writer.bool(isSample)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            id: try reader.text(upTo: 100), name: try reader.text(upTo: 100),
            attribution: try reader.optionalText(upTo: 500), isSample: try reader.bool())
    }
}

extension Station: Message {
    public func write(to writer: inout MessageWriter) {
        writer.text(id)
        writer.text(name)
        for length in [distance, elevation, heightDifference, temperatureCorrection] {
            writer.optional(length) { $0.double($1) }
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            id: try reader.text(upTo: String.longestText), name: try reader.optionalText(upTo: String.longestText),
            distance: try reader.optionalDouble(in: 0...20_100_000),
            elevation: try reader.optionalDouble(in: QuantityKind.altitude.range))
        heightDifference = try reader.optionalDouble(in: -51_000...51_000)
        temperatureCorrection = try reader.optionalDouble(in: -400...400)
    }
}

extension MessageReader {
    mutating func optionalDouble(in range: ClosedRange<Double>) throws(Malformed) -> Double? {
        try optional { reader throws(Malformed) in try reader.double(in: range) }
    }
}

extension HTTPFreshness: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(expires)
        writer.text(lastModified)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(expires: try reader.optionalValue(), lastModified: try reader.optionalText(upTo: 4096))
    }
}

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

extension Day: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(date)
        writer.value(start)
        writer.value(end)
        writer.oneOf(condition)
        writer.optional(likelihood) { $0.oneOf($1) }
        writer.value(daylight)
        writer.quantities(Self.quantities, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            date: try reader.value(), start: try reader.value(), end: try reader.value(), condition: try reader.oneOf())
        // A day with a clock change has 25 hours; a place that crossed the date line had one of 48.
        guard start < end, end.seconds(since: start) <= 2 * 86_400 else { throw Malformed("a day of invalid length") }
        likelihood = try reader.optional { reader throws(Malformed) in try reader.oneOf() }
        daylight = try reader.optionalValue()
        try reader.fill(&self, Self.quantities)
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
        default: throw Malformed("an invalid type of daylight")
        }
    }
}
