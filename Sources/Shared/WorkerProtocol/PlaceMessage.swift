public import Weather

extension City: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(locality)
        writer.int(population)
        writer.text(matchedName)
        writer.byte(matchedKind == .own ? 0 : matchedKind == .translated ? 1 : 2)
        writer.text(airportCode)
        writer.text(correction)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), locality: try reader.value(),
            population: try reader.optionalInt(in: 0...10_000_000_000),
            matchedName: try reader.optionalText(upTo: Locality.longestName))
        switch try reader.byte() {
        case 0: matchedKind = .own
        case 1: matchedKind = .translated
        case 2: matchedKind = .other
        default: throw Malformed("an invalid type of name")
        }
        airportCode = try reader.optionalText(upTo: 10)
        correction = try reader.optionalText(upTo: Locality.longestName)
    }
}

extension Locality: Message {
    public func write(to writer: inout MessageWriter) {
        writer.text(name)
        writer.text(region)
        writer.text(country)
        writer.text(countryCode)
        writer.text(timeZone)
        writer.value(offset)
        writer.text(language)
        writer.value(translations)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            name: try reader.text(upTo: Self.longestName), region: try reader.optionalText(upTo: Self.longestName),
            country: try reader.optionalText(upTo: Self.longestName),
            countryCode: try reader.optionalText(upTo: 10),
            timeZone: try reader.optionalText(upTo: Self.longestTimeZone),
            offset: try reader.optionalValue(), language: try reader.optionalText(upTo: Self.longestLanguage))
        translations = try reader.optionalValue()
    }
}

extension Locality.Offset: Message {
    public func write(to writer: inout MessageWriter) {
        writer.double(distance)
        writer.double(bearing)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(distance: try reader.double(in: 0...20_100_000), bearing: try reader.double(in: 0...360))
    }
}

extension Locality.Translations: Message {
    public func write(to writer: inout MessageWriter) {
        for names in [names, regions, countries] {
            writer.list(names.sorted { $0.key < $1.key }) {
                $0.text($1.key)
                $0.text($1.value)
            }
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        func names(_ reader: inout MessageReader) throws(Malformed) -> [String: String] {
            let pairs = try reader.list(upTo: Self.mostLanguages) { reader throws(Malformed) in
                (try reader.text(upTo: Self.longestCode), try reader.text(upTo: Locality.longestName))
            }
            return Dictionary(pairs) { first, _ in first }
        }
        self.init(names: try names(&reader), regions: try names(&reader), countries: try names(&reader))
    }
}

extension CityResolution: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .one(let city):
            writer.byte(0)
            writer.value(city)
        case .several(let cities):
            writer.byte(1)
            writer.values(cities)
        case .near(let cities):
            writer.byte(2)
            writer.values(cities)
        case .none: writer.byte(3)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .one(try reader.value())
        case 1: self = .several(try reader.values(upTo: Answer.mostCities))
        case 2: self = .near(try reader.values(upTo: Answer.mostCities))
        case 3: self = .none
        default: throw Malformed("no resolution")
        }
    }
}

extension LocationFix: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.optional(accuracy) { $0.double($1) }
        writer.value(time)
    }

    /// A location by IP address, which has no altitude.
    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(),
            accuracy: try reader.optional { reader throws(Malformed) in try reader.double(in: 0...20_100_000) },
            time: try reader.value(), source: .ip)
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
