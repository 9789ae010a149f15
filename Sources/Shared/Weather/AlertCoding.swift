// Cached alerts. Values that are not given are left out, so that files of former versions can be read, and stay the same.
extension Alert: Codable {
    private enum CodingKeys: CodingKey {
        case id, replaces, event, headline, text, instruction, area, sender, severity, urgency, certainty, kind
        case issuedAt, onset, ends, areas, web, attribution
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
        func time(_ key: CodingKeys) throws -> UnixTime? { try container.decodeIfPresent(UnixTime.self, forKey: key) }
        self.init(
            id: try container.decode(String.self, forKey: .id),
            replaces: try container.decode([String].self, forKey: .replaces),
            event: try container.decode(String.self, forKey: .event), headline: try text(.headline),
            text: try text(.text), instruction: try text(.instruction), area: try text(.area),
            sender: try text(.sender), severity: try container.decode(Severity.self, forKey: .severity),
            // A later version may know more words.
            urgency: try text(.urgency).flatMap { Urgency(rawValue: $0) } ?? .unknown,
            certainty: try text(.certainty).flatMap { Certainty(rawValue: $0) } ?? .unknown,
            kind: try text(.kind).flatMap { Kind(rawValue: $0) } ?? .other, issuedAt: try time(.issuedAt),
            onset: try time(.onset), ends: try time(.ends),
            areas: try container.decodeIfPresent([AlertArea].self, forKey: .areas) ?? [], web: try text(.web),
            attribution: try text(.attribution))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(replaces, forKey: .replaces)
        try container.encode(event, forKey: .event)
        try container.encodeIfPresent(headline, forKey: .headline)
        try container.encodeIfPresent(text, forKey: .text)
        try container.encodeIfPresent(instruction, forKey: .instruction)
        try container.encodeIfPresent(area, forKey: .area)
        try container.encodeIfPresent(sender, forKey: .sender)
        try container.encode(severity, forKey: .severity)
        if urgency != .unknown { try container.encode(urgency, forKey: .urgency) }
        if certainty != .unknown { try container.encode(certainty, forKey: .certainty) }
        if kind != .other { try container.encode(kind, forKey: .kind) }
        try container.encodeIfPresent(issuedAt, forKey: .issuedAt)
        try container.encodeIfPresent(onset, forKey: .onset)
        try container.encodeIfPresent(ends, forKey: .ends)
        if !areas.isEmpty { try container.encode(areas, forKey: .areas) }
        try container.encodeIfPresent(web, forKey: .web)
        try container.encodeIfPresent(attribution, forKey: .attribution)
    }
}
