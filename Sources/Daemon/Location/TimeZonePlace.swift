import Glibc
import Platform
public import Weather

/// The main city of the system's time zone. It needs no permission and no network, but may be hundreds of kilometres
/// off.
public struct TimeZonePlace: Sendable {
    private let name: String?
    private let zones: String
    private let settings: String

    /// - Parameters:
    ///   - name: the variable `TZ`; nil when not set.
    ///   - zones: the directory of tzdata.
    ///   - settings: the directory with the system's `localtime` and `timezone`.
    public init(name: String?, zones: String = "/usr/share/zoneinfo", settings: String = "/etc") {
        self.name = name
        self.zones = zones
        self.settings = settings
    }

    /// Reads the system's current settings.
    public func fix(at now: UnixTime) throws(LocationFailure) -> LocationFix {
        guard let zone = zone else { throw .noPlace(timeZone: nil) }
        guard let coordinate = coordinate(of: zone) else { throw .noPlace(timeZone: zone) }
        return LocationFix(coordinate: coordinate, time: now, source: .timeZone)
    }

    /// The name of the time zone in use; nil when none is set.
    private var zone: String? {
        if let name, !name.isEmpty { return Self.zone(in: name) }
        if let link = Self.target(ofLink: settings + "/localtime"), Self.nameInDatabase(link[...]) != nil {
            return Self.zone(in: link)
        }
        // If localtime is a copy of the zone's file, Debian stores its name here.
        return text(settings + "/timezone").flatMap { text in
            let line = text.split(whereSeparator: \.isNewline).first?.split(whereSeparator: \.isWhitespace)
            return line?.first.map { Self.zone(in: String($0)) }
        }
    }

    /// Strips what tzset(3) and tzdata allow before a name: `:`, the directory, `posix/` or `right/`.
    static func zone(in text: String) -> String {
        var name = text[...]
        if name.first == ":" { name.removeFirst() }
        name = nameInDatabase(name) ?? name
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        return String(name)
    }

    /// The text after the last `zoneinfo/` of a path; nil when there is none.
    private static func nameInDatabase(_ path: Substring) -> Substring? {
        let directory = "zoneinfo/"
        guard let start = path.indices.last(where: { path[$0...].hasPrefix(directory) }) else { return nil }
        return path[start...].dropFirst(directory.count)
    }

    /// Looks the zone up in zone1970.tab, then in zone.tab, which has at least one zone per country: zone1970.tab merges Oslo
    /// with Berlin. Neither has old names such as `Asia/Calcutta`; tzdata's source has their current names.
    private func coordinate(of zone: String) -> Coordinate? {
        for table in ["zone1970.tab", "zone.tab"] {
            if let coordinate = text("\(zones)/\(table)").flatMap({ Self.coordinate(of: zone, in: $0) }) {
                return coordinate
            }
        }
        guard let source = text(zones + "/tzdata.zi"), let target = Self.target(of: zone, in: source), target != zone
        else { return nil }
        // Targets of links are never links themselves.
        return ["zone1970.tab", "zone.tab"].lazy
            .compactMap { text("\(zones)/\($0)").flatMap { Self.coordinate(of: target, in: $0) } }.first
    }

    /// The position in a table of tzdata, with lines `CODES TAB ±DDMM±DDDMM TAB NAME [TAB COMMENTS]`.
    static func coordinate(of zone: String, in table: String) -> Coordinate? {
        for line in table.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if fields.count >= 3, fields[2] == zone { return Coordinate(iso6709: fields[1]) }
        }
        return nil
    }

    /// The zone that a name links to, from the lines `L TARGET NAME` of tzdata's source; nil when it is not a link.
    static func target(of zone: String, in source: String) -> String? {
        for line in source.split(whereSeparator: \.isNewline) where line.hasPrefix("L ") {
            let fields = line.split(separator: " ")
            if fields.count == 3, fields[2] == zone { return String(fields[1]) }
        }
        return nil
    }

    /// The target of a symbolic link; nil for anything else.
    private static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(validating: bytes[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A tzdata file, at most 120 KB in practice; nil when it is larger than 4 MiB, not a file or not text.
    private func text(_ path: String) -> String? {
        guard let bytes = try? [UInt8](ofFile: path, atMost: 4 << 20) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Coordinate {
    /// ISO 6709 degrees, minutes and optional seconds: `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`; nil for another format.
    init?(iso6709 text: some StringProtocol) {
        guard let split = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
            let latitude = Self.degrees(text[..<split], digits: 2),
            let longitude = Self.degrees(text[split...], digits: 3)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// - Parameter digits: the number of digits of the degrees.
    private static func degrees(_ text: some StringProtocol, digits: Int) -> Double? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let rest = text.dropFirst()
        guard [digits + 2, digits + 4].contains(rest.count), rest.allSatisfy({ $0.isASCII && $0.isNumber }),
            let degrees = Double(rest.prefix(digits)), let minutes = Double(rest.dropFirst(digits).prefix(2)),
            let seconds = rest.count == digits + 2 ? 0 : Double(rest.suffix(2)), minutes < 60, seconds < 60
        else { return nil }
        let magnitude = degrees + minutes / 60 + seconds / 3600
        return sign == "-" ? -magnitude : magnitude
    }
}
