public import Weather

/// A message of the Common Alerting Protocol (OASIS CAP 1.2, chapter 3), as the authority sent it. Values that it lacks are nil.
public struct CAPMessage: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable {
        case actual, exercise, system, test, draft
    }

    public enum Kind: String, Sendable, Hashable {
        case alert, update, cancel, ack, error
    }

    /// A message that this one refers to.
    public struct Reference: Sendable, Hashable {
        /// Empty when not given.
        public var sender: String
        public var identifier: String
        /// As written; nil when not given.
        public var sent: String?

        public init(sender: String, identifier: String, sent: String? = nil) {
            (self.sender, self.identifier, self.sent) = (sender, identifier, sent)
        }
    }

    public var identifier: String
    public var sender: String
    public var sent: UnixTime?
    /// `sent` as written, which references repeat or cut.
    public var sentText = ""
    /// nil for a word that CAP does not have.
    public var status: Status?
    public var kind: Kind?
    /// Whether it is for everyone; nil for a word that CAP does not have.
    public var isPublic: Bool?
    public var references: [Reference]
    public var infos: [CAPInfo]
    /// Whether it is for the place of the request.
    public var placement = Placement.byArea
    /// The damage that was repaired to read it; nil if there was none.
    public var damage: XMLDamage?
    /// What it ends, if its infos are left out.
    var endsElsewhere: [Reference]?

    /// How a message is known to be for a place.
    public enum Placement: Sendable, Hashable {
        /// By the areas of its infos.
        case byArea
        /// The service was asked for the place and lists what stands there: its areas are only shown, and without an end it is
        /// in force as long as it is listed.
        case here
        /// It is for other places, and its infos are left out.
        case elsewhere
    }

    /// Whether a scope is for everyone; nil for a word that CAP does not have.
    public static func isPublic(scope word: String?) -> Bool? {
        switch word?.lowercased() {
        case "public": true
        case "restricted", "private": false
        default: nil
        }
    }

    public init(
        identifier: String, sender: String = "", sent: UnixTime? = nil, status: Status? = .actual,
        kind: Kind? = .alert, isPublic: Bool? = true, references: [Reference] = [], infos: [CAPInfo] = []
    ) {
        self.identifier = identifier
        self.sender = sender
        self.sent = sent
        self.status = status
        self.kind = kind
        self.isPublic = isPublic
        self.references = references
        self.infos = infos
    }
}

/// What one `info` of a message says: a danger, in one language.
public struct CAPInfo: Sendable, Hashable {
    public struct Value: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// A tag of BCP 47: `pt-BR`. CAP's default is `en-US`.
    public var language = "en-US"
    /// In lower case: `met`.
    public var categories: [String] = []
    public var event: String?
    /// The event in other languages or in a service's own words, to find its kind.
    public var otherNames: [String] = []
    /// In lower case: `allclear`.
    public var responses: [String] = []
    public var urgency = Alert.Urgency.unknown
    public var severity = Alert.Severity.unknown
    public var certainty = Alert.Certainty.unknown
    public var effective: UnixTime?
    public var onset: UnixTime?
    /// When the message expires, and with it the warning unless `ends` says otherwise.
    public var expires: UnixTime?
    /// The end of the danger, if the authority gives it apart from the message's expiry.
    public var ends: UnixTime?
    /// Whether an end was given, or is always given by the service, and could not be read: the warning stands as long as it is
    /// listed.
    public var hasUnreadableEnd = false
    public var senderName: String?
    public var headline: String?
    public var description: String?
    public var instruction: String?
    public var web: String?
    public var eventCodes: [Value] = []
    public var parameters: [Value] = []
    public var areas: [CAPArea] = []

    public init() {}

    /// The value of a parameter, ignoring case. Some events are lists of parameters instead of a name.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.lowercased() == name }?.value ?? event?.parameters?.first { $0.name == name }?.value
    }
}

/// Where a danger is: the union of its shapes and of the regions that its geocodes name.
public struct CAPArea: Sendable, Hashable {
    public var name: String?
    public var rings: [Ring] = []
    public var circles: [Circle] = []
    /// Whether it had a shape that could not be read.
    public var hasDamagedShape = false
    public var geocodes: [CAPInfo.Value] = []
    /// Outlines that only a map shows, of a message that the service has placed.
    public var outlines: [AlertArea] = []

    public init() {}
}

/// All positions within a distance.
public struct Circle: Sendable, Hashable {
    public var centre: Coordinate
    /// Metres.
    public var radius: Double

    public init(centre: Coordinate, radius: Double) {
        (self.centre, self.radius) = (centre, radius)
    }

    public func contains(_ position: Coordinate) -> Bool { centre.distance(to: position) <= radius }
}

/// Limits of a message, several times larger than any known message. A message beyond them is rejected, since an omitted part
/// may concern the place.
public enum CAPLimits {
    /// Per message.
    public static let infos = 2_000
    /// In all infos.
    public static let areas = 20_000
    /// Per area.
    public static let geocodes = 20_000
    /// Per area.
    public static let shapes = 2_000
    /// In all infos.
    public static let points = 1_000_000
    /// Per message; the rest is left out.
    public static let references = 500
    /// Parameters of an info, or event codes; the rest is left out.
    public static let values = 2_000
    /// Bytes per text, except polygons, which only the message's length limits.
    public static let text = 80_000
}
