import ClientProtocol
import Glibc
import Languages
import Refreshing
import Rendering
import Weather
import WorkerProtocol

/// The place of the weather, and the sources of automatic location: `[location]`.
struct LocationSection {
    /// nil when the configuration sets no place.
    private(set) var location: Place?
    /// Elevation of `location` above sea level, m; nil when not set.
    private(set) var elevation: Double?
    /// The configured city; nil when there is none.
    private(set) var city: SearchQuery?
    /// Location sources in order of preference; empty when automatic location is disabled.
    private(set) var sources = [LocationSource.geoClue, .timeZone]

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        location = try Self.location(values)
        try takeElevation(values)
        try takeCity(values)
        try takeSources(values)
    }

    /// In a file, `location` is either a text or a table, so it cannot set both city and coordinates. The environment wins.
    private mutating func takeCity(_ values: ConfigurationValues) throws(ConfigurationError) {
        guard let text = values.text(.city) else { return }
        let isVariable = values.isVariable(.city)
        if location != nil, isVariable, values.isVariable(.latitude) || values.isVariable(.longitude) {
            throw values.error(
                .city, "cannot be combined with \(ConfigurationKey.latitude) and \(ConfigurationKey.longitude)")
        }
        guard location == nil || isVariable else { return }
        location = nil
        do throws(SearchFailure) {
            city = try SearchQuery(checking: text)
        } catch {
            throw values.error(.city, error.sentence)
        }
    }

    private mutating func takeElevation(_ values: ConfigurationValues) throws(ConfigurationError) {
        let range = LocationFix.altitudes
        let metres = try values.take(
            .elevation, { Double($0).flatMap { range.contains($0) ? $0 : nil } },
            orSay: { "must be between \(Int(range.lowerBound)) and \(Int(range.upperBound)) metres" })
        guard metres == nil || location != nil else {
            throw values.error(.elevation, "requires location.latitude and location.longitude as well")
        }
        elevation = metres
    }

    private mutating func takeSources(_ values: ConfigurationValues) throws(ConfigurationError) {
        let key = ConfigurationKey.locationSources
        guard let names = values.list(key) else { return }
        sources = []
        for name in names where !name.isEmpty {
            guard let source = LocationSource(rawValue: name) else {
                let accepted = LocationSource.allCases.map(\.rawValue).joined(separator: ", ")
                throw values.error(key, "invalid value \"\(name)\": must be one of \(accepted)")
            }
            if !sources.contains(source) { sources.append(source) }
        }
    }

    private static func location(_ values: ConfigurationValues) throws(ConfigurationError) -> Place? {
        func degrees(_ key: ConfigurationKey, limit: Double) throws(ConfigurationError) -> Double? {
            try values.take(
                key,
                { text -> Double? in
                    guard let number = Double(text), number.magnitude <= limit else { return nil }
                    return number
                }, orSay: { "must be between -\(Int(limit)) and \(Int(limit)) degrees" })
        }
        let name = try values.take(
            .locationName,
            { text -> String? in
                guard (1...100).contains(text.count),
                    !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
                else { return nil }
                return text
            }, orSay: { "must be 1 to 100 characters on one line" })
        let latitude = try degrees(.latitude, limit: 90)
        let longitude = try degrees(.longitude, limit: 180)
        guard let latitude, let longitude else {
            if latitude != nil { throw values.error(.latitude, "requires location.longitude as well") }
            if longitude != nil { throw values.error(.longitude, "requires location.latitude as well") }
            return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude).map { Place(name: name, coordinate: $0) }
    }
}

/// The user's own station: `[station]`.
struct StationSection {
    private(set) var source: OwnStationSource?
    private(set) var notices: [String] = []

    static let exampleOfCommand = "[\"/usr/bin/cat\", \"/run/station.json\"]"

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let text = values.text(.stationFile) {
            guard let path = values.path(text) else {
                throw values.error(.stationFile, "invalid value \"\(text)\": must be a path that begins with / or ~/")
            }
            source = .file(path)
        }
        guard let words = values.list(.stationCommand) else { return }
        guard source == nil else {
            throw values.error(
                .stationCommand, "cannot be combined with \(ConfigurationKey.stationFile)")
        }
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw values.error(
                .stationCommand, "must be a program and its arguments, such as \(Self.exampleOfCommand)")
        }
        // A name without a slash is searched for in PATH, as in a shell.
        guard let path = program.contains("/") ? values.path(program) : program else {
            throw values.error(
                .stationCommand, "invalid program \"\(program)\": must be a name or a path that begins with / or ~/")
        }
        source = .command([path] + words.dropFirst())
        if !values.isProgram(path) {
            notices.append(
                "\(ConfigurationKey.stationCommand): program not found or not executable: \(path.printable)")
        }
    }
}
