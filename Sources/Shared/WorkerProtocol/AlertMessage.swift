public import Weather

extension Alert: Message {
    /// More than apply at one place at a time, as decoders limit them.
    static let most = 100

    public func write(to writer: inout MessageWriter) {
        writer.text(id)
        writer.texts(replaces)
        writer.text(event)
        writer.text(headline)
        writer.text(text)
        writer.text(instruction)
        writer.text(area)
        writer.text(sender)
        writer.oneOf(severity)
        writer.oneOf(urgency)
        writer.oneOf(certainty)
        writer.oneOf(kind)
        writer.value(issuedAt)
        writer.value(onset)
        writer.value(ends)
        writer.values(areas)
        writer.text(web)
        writer.text(attribution)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            id: try reader.text(upTo: 1000), replaces: try reader.texts(upTo: Self.most, ofUpTo: 1000),
            event: try reader.text(upTo: 300), headline: try reader.optionalText(upTo: 3000),
            text: try reader.optionalText(upTo: String.longestText),
            instruction: try reader.optionalText(upTo: String.longestText),
            area: try reader.optionalText(upTo: 3000), sender: try reader.optionalText(upTo: 3000),
            severity: try reader.oneOf(), urgency: try reader.oneOf(), certainty: try reader.oneOf(),
            kind: try reader.oneOf(), issuedAt: try reader.optionalValue(), onset: try reader.optionalValue(),
            ends: try reader.optionalValue(), areas: try reader.values(upTo: Self.mostPoints),
            web: try reader.optionalText(upTo: 2000), attribution: try reader.optionalText(upTo: 300))
        guard areas.reduce(0, { $0 + $1.pointCount }) <= Self.mostPoints else { throw Malformed("too many points") }
    }
}

extension AlertArea: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .polygon(let rings):
            writer.byte(0)
            writer.list(rings) { $0.values($1) }
        case .circle(let centre, let radius):
            writer.byte(1)
            writer.value(centre)
            writer.double(radius)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0:
            self = .polygon(
                try reader.list(upTo: Alert.mostPoints) { reader throws(Malformed) in
                    try reader.values(upTo: Alert.mostPoints)
                })
        case 1: self = .circle(centre: try reader.value(), radius: try reader.double(in: Self.radii))
        default: throw Malformed("no area")
        }
    }
}

extension AlertReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        writer.values(alerts)
        writer.value(omitted)
        writer.values(Array(missing.prefix(ReportGap.most)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), provider: try reader.value(), fetchedAt: try reader.value(),
            httpFreshness: try reader.optionalValue(), alerts: try reader.values(upTo: Alert.most))
        omitted = try reader.value()
        missing = try reader.values(upTo: ReportGap.most)
    }
}

extension OmittedAlerts: Message {
    public func write(to writer: inout MessageWriter) {
        writer.int(unlocated)
        writer.int(unreadable)
        writer.oneOf(unlocatedSeverity)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            unlocated: try reader.int(in: 0...Self.most), unreadable: try reader.int(in: 0...Self.most),
            unlocatedSeverity: try reader.oneOf())
    }
}
