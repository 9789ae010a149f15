public import Weather

extension AirQuality: Message {
    private static let measures: [Measure<AirQuality>] = [
        Measure(Believable.airIndex, { $0.europeanIndex }, { $0.europeanIndex = $1 }),
        Measure(Believable.airIndex, { $0.usIndex }, { $0.usIndex = $1 }),
        Measure(1...5, { $0.openWeatherIndex }, { $0.openWeatherIndex = $1 }),
        Measure(Believable.concentration, { $0.fineParticles }, { $0.fineParticles = $1 }),
        Measure(Believable.concentration, { $0.particles }, { $0.particles = $1 }),
        Measure(Believable.concentration, { $0.ozone }, { $0.ozone = $1 }),
        Measure(Believable.concentration, { $0.nitrogenDioxide }, { $0.nitrogenDioxide = $1 }),
        Measure(Believable.concentration, { $0.sulphurDioxide }, { $0.sulphurDioxide = $1 }),
        Measure(Believable.concentration, { $0.carbonMonoxide }, { $0.carbonMonoxide = $1 }),
        Measure(Believable.concentration, { $0.ammonia }, { $0.ammonia = $1 }),
        Measure(Believable.concentration, { $0.dust }, { $0.dust = $1 }),
        Measure(Believable.pollen, { $0.alderPollen }, { $0.alderPollen = $1 }),
        Measure(Believable.pollen, { $0.birchPollen }, { $0.birchPollen = $1 }),
        Measure(Believable.pollen, { $0.grassPollen }, { $0.grassPollen = $1 }),
        Measure(Believable.pollen, { $0.mugwortPollen }, { $0.mugwortPollen = $1 }),
        Measure(Believable.pollen, { $0.olivePollen }, { $0.olivePollen = $1 }),
        Measure(Believable.pollen, { $0.ragweedPollen }, { $0.ragweedPollen = $1 }),
    ]

    public func write(to writer: inout MessageWriter) {
        writer.value(time)
        writer.measures(Self.measures, of: self)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(time: try reader.value())
        try reader.fill(&self, Self.measures)
    }
}

extension AirReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.text(timeZone)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(promise)
        writer.values(hours)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), timeZone: try reader.optionalText(upTo: 200),
            provider: try reader.value(), fetchedAt: try reader.value(), promise: try reader.optionalValue(),
            hours: try reader.values(upTo: 1500))
        guard hours.isSorted(by: \.time) else { throw Malformed("hours out of order") }
    }
}
