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
        writer.value(issuedAt)
        writer.value(onset)
        writer.value(ends)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            id: try reader.text(upTo: 1000), replaces: try reader.texts(upTo: Self.most, ofUpTo: 1000),
            event: try reader.text(upTo: 300), headline: try reader.optionalText(upTo: 3000),
            text: try reader.optionalText(upTo: String.longestText),
            instruction: try reader.optionalText(upTo: String.longestText),
            area: try reader.optionalText(upTo: 3000), sender: try reader.optionalText(upTo: 3000),
            severity: try reader.oneOf(), issuedAt: try reader.optionalValue(), onset: try reader.optionalValue(),
            ends: try reader.optionalValue())
    }
}

extension AlertReport: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.value(provider)
        writer.value(fetchedAt)
        writer.value(httpFreshness)
        writer.values(alerts)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), provider: try reader.value(), fetchedAt: try reader.value(),
            httpFreshness: try reader.optionalValue(), alerts: try reader.values(upTo: Alert.most))
    }
}
