import Glibc
import Testing

@testable import Almanac

/// Every transition that zdump(8) prints from the C library.
@Suite(.timeLimit(.minutes(20))) struct ZdumpTests {
    /// Zones with unusual rules.
    private static let odd = [
        "Europe/Dublin", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "Pacific/Kwajalein",
        "America/Nuuk",
        "Asia/Gaza", "Antarctica/Troll", "America/St_Johns", "Africa/Monrovia", "Asia/Manila", "Europe/Lisbon",
    ]

    @Test func unusualZonesInTwoCenturies() throws {
        try compare(Self.odd, years: 1900...2060)
    }

    @Test func allZonesFrom2024To2040() throws {
        let source = try #require(try SmallFile.read("/usr/share/zoneinfo/tzdata.zi", limit: 1 << 20))
        let names = String(decoding: source, as: UTF8.self).split(separator: "\n").compactMap { line in
            line.hasPrefix("Z ") ? line.split(separator: " ").dropFirst().first.map(String.init) : nil
        }
        try #require(names.count > 300)
        try compare(names, years: 2024...2040)
    }

    private func compare(_ names: [String], years: ClosedRange<Int>) throws {
        let pipe = try #require(
            popen("zdump -v -c \(years.lowerBound),\(years.upperBound + 1) \(names.joined(separator: " "))", "r"))
        var shown: [String: [Int]] = [:]
        var buffer = [CChar](repeating: 0, count: 500)
        while fgets(&buffer, Int32(buffer.count), pipe) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let fields = line.split(whereSeparator: \.isWhitespace)
            // It also shows the ends of time, which are not dates.
            guard let time = Self.time(fields) else { continue }
            let zone = try TimeZoneDatabase.system.zone(named: String(fields[0]))
            let period = zone.period(at: time)
            #expect(fields[15] == "gmtoff=\(period.offset)" && fields[13] == period.abbreviation, "\(line)")
            shown[zone.name, default: []].append(time)
        }
        try #require(pclose(pipe) == 0)
        for name in names {
            try expectNoOthers(
                than: Set(shown[name] ?? []), of: TimeZoneDatabase.system.zone(named: name), years: years)
        }
    }

    /// zdump shows the second before each transition and that of the transition.
    private func expectNoOthers(than shown: Set<Int>, of zone: TimeZone, years: ClosedRange<Int>) throws {
        var time = try #require(CivilTime(year: years.lowerBound, month: 1, day: 3).utc)
        let end = try #require(CivilTime(year: years.upperBound, month: 12, day: 30).utc)
        while case let period = zone.period(at: time), period.end < end {
            let next = zone.period(at: period.end)
            let isChange = (period.offset, period.abbreviation) != (next.offset, next.abbreviation)
            #expect(!isChange || shown.contains(next.start), "\(zone.name) at \(next.start)")
            time = period.end
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Europe/Oslo  Sun Mar 29 01:00:00 2026 UT = Sun Mar 29 03:00:00 2026 CEST isdst=1 gmtoff=7200`.
    private static func time(_ fields: [Substring]) -> Int? {
        guard fields.count == 16, let month = months.firstIndex(of: String(fields[2])), let day = Int(fields[3]),
            let year = Int(fields[5])
        else { return nil }
        let clock = fields[4].split(separator: ":").compactMap { Int($0) }
        return CivilTime(year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2]).utc
    }
}
