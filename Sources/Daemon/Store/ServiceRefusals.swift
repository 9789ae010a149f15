public import Weather

/// What a service has refused for one type of report, so that neither the next request nor the next run repeats it. Times
/// use both clocks, as for backoffs.
public struct ServiceRefusals: Sendable, Hashable {
    /// One interface of a service.
    public struct Interface: Sendable, Hashable {
        /// The provider's `id`.
        public var provider: String
        public var kind: ReportKind
        /// A fingerprint of the provider's settings, which may be the cause of a refusal.
        public var settings: String

        public init(provider: String, kind: ReportKind, settings: String) {
            (self.provider, self.kind, self.settings) = (provider, kind, settings)
        }

        /// Whether the other is the same interface with different settings.
        func replaces(_ other: Interface) -> Bool {
            provider == other.provider && kind == other.kind && settings != other.settings
        }
    }

    /// A place that was refused on its own.
    public struct Place: Sendable, Hashable, Codable {
        public var failure: FetchFailure
        public var at: Moment
        /// How long it is not requested, s.
        public var seconds: Int

        public init(failure: FetchFailure, at: Moment, seconds: Int) {
            (self.failure, self.at, self.seconds) = (failure.shortened, at, seconds)
        }
    }

    /// The longest list that was accepted when longer ones were not.
    public struct Length: Sendable, Hashable, Codable {
        /// At least 1.
        public var count: Int
        public var at: Moment

        public init(count: Int, at: Moment) {
            (self.count, self.at) = (count, at)
        }
    }

    /// The places of a list whose parts were all refused.
    public struct Vain: Sendable, Hashable {
        public var places: Set<Coordinate>
        public var at: Moment

        public init(places: Set<Coordinate>, at: Moment) {
            (self.places, self.at) = (places, at)
        }
    }

    public let interface: Interface
    /// The names in requests that the service does not know.
    public var names: [UnknownName: Moment] = [:]
    public var places: [Coordinate: Place] = [:]
    /// nil if no list was too long.
    public var longest: Length?
    /// nil if a part was accepted.
    public var vain: Vain?

    public init(of interface: Interface) {
        self.interface = interface
    }

    var isEmpty: Bool { names.isEmpty && places.isEmpty && longest == nil && vain == nil }
}

// MARK: - As stored

extension ServiceRefusals: Codable {
    /// More than the number of providers of each type of report.
    static let most = 50
    /// The most names of an interface: more than any request has variables.
    public static let mostNames = 200
    /// The most places of an interface: more than are in use.
    public static let mostPlaces = 250

    private enum CodingKeys: CodingKey {
        case provider, kind, settings, names, places, longest, vain
    }

    private struct NameEntry: Codable {
        var name: UnknownName
        var at: Moment
    }

    private struct PlaceEntry: Codable {
        var coordinate: Coordinate
        var place: Place

        var isValid: Bool { (1...ProviderBackoff.longest).contains(place.seconds) }
    }

    private struct VainEntry: Codable {
        var at: Moment
        var places: [Coordinate]

        private enum CodingKeys: CodingKey {
            case at, places
        }

        init(_ vain: Vain) {
            (at, places) = (vain.at, vain.places.inOrder)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            at = try container.decode(Moment.self, forKey: .at)
            places = container.readableElements(forKey: .places, upTo: ServiceRefusals.mostPlaces)
        }
    }

    /// Skips unreadable values, except the interface.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            of: Interface(
                provider: String(bounding: try container.decode(String.self, forKey: .provider), to: 100),
                kind: try container.decode(ReportKind.self, forKey: .kind),
                settings: String(bounding: try container.decode(String.self, forKey: .settings), to: 100)))
        let names: [NameEntry] = container.readableElements(forKey: .names, upTo: Self.mostNames)
        self.names = Dictionary(names.map { ($0.name, $0.at) }) { first, _ in first }
        let places: [PlaceEntry] = container.readableElements(forKey: .places, upTo: Self.mostPlaces)
        self.places = Dictionary(places.filter(\.isValid).map { ($0.coordinate, $0.place) }) { first, _ in first }
        longest = (try? container.decodeIfPresent(Length.self, forKey: .longest)).flatMap { $0.count > 0 ? $0 : nil }
        vain = (try? container.decodeIfPresent(VainEntry.self, forKey: .vain)).map {
            Vain(places: Set($0.places), at: $0.at)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(interface.provider, forKey: .provider)
        try container.encode(interface.kind, forKey: .kind)
        try container.encode(interface.settings, forKey: .settings)
        let unknown = names.sorted { ($0.key.parameter, $0.key.text) < ($1.key.parameter, $1.key.text) }
        if !unknown.isEmpty {
            try container.encode(unknown.map { NameEntry(name: $0.key, at: $0.value) }, forKey: .names)
        }
        let refused = places.keys.inOrder.compactMap { coordinate in
            places[coordinate].map { PlaceEntry(coordinate: coordinate, place: $0) }
        }
        if !refused.isEmpty { try container.encode(refused, forKey: .places) }
        try container.encodeIfPresent(longest, forKey: .longest)
        try container.encodeIfPresent(vain.map(VainEntry.init), forKey: .vain)
    }
}

extension Collection<Coordinate> {
    /// Ordered by position, so that equal refusals make equal files.
    fileprivate var inOrder: [Coordinate] {
        sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    }
}

extension FetchFailure {
    /// The failure with a short reason, so that many refused places fit into the file.
    fileprivate var shortened: FetchFailure {
        switch self {
        case .refused(let host, let status, let reason):
            .refused(host: host, status: status, reason: reason?.oneLine(upTo: 200))
        case .notCovered(let host, let reason): .notCovered(host: host, reason: reason?.oneLine(upTo: 200))
        case .malformed(let host, let reason): .malformed(host: host, reason: reason.oneLine(upTo: 200) ?? "")
        default: self
        }
    }
}

extension [ServiceRefusals] {
    /// The maximum number of names, refused places and listed places of all interfaces, so that they fit into requests.json: a
    /// place takes up to 1.6 KB.
    private static let room = 400

    /// The refusals within the limits. Dropping the others costs a few requests.
    var bounded: [ServiceRefusals] {
        var (names, places, listed) = (Self.room, Self.room, Self.room)
        return suffix(ServiceRefusals.most).compactMap { refusals in
            var refusals = refusals
            if refusals.names.count > Swift.min(ServiceRefusals.mostNames, names) { refusals.names = [:] }
            if refusals.places.count > Swift.min(ServiceRefusals.mostPlaces, places) { refusals.places = [:] }
            if refusals.vain?.places.count ?? 0 > Swift.min(ServiceRefusals.mostPlaces, listed) { refusals.vain = nil }
            names -= refusals.names.count
            places -= refusals.places.count
            listed -= refusals.vain?.places.count ?? 0
            return refusals.isEmpty ? nil : refusals
        }
    }
}
