public import Weather

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
