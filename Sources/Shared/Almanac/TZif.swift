import Formats

/// The Time Zone Information Format, versions 1 to 4 (RFC 9636).
enum TZif {
    /// Maximum file size, bytes. tzdata's files have up to 4 KiB.
    static let sizeLimit = 1 << 16

    /// More than any zone has; tzdata has at most about 240 transitions and 20 types.
    private static let limits = (transitions: 4000, types: 255, characters: 2048)

    /// The range that section 3.2 requires of readers; larger offsets count as damage.
    static let offsets = -89_999...93_599

    /// Parses a whole file.
    static func rules(_ bytes: [UInt8]) throws(TZifError) -> ZoneRules {
        guard bytes.count <= sizeLimit else { throw .tooLong }
        var reader = ByteReader(bytes)
        let first = try Header(&reader)
        guard first.version > 0 else { return try rules(first, &reader, bytesOfTime: 4) }
        // The first block is for readers of version 1 only, and may be empty.
        _ = try reader.field(first.size(bytesOfTime: 4))
        let second = try Header(&reader)
        var rules = try rules(second, &reader, bytesOfTime: 8)
        rules.rule = try footer(&reader)
        return rules
    }

    private struct Header {
        /// 0 for version 1, otherwise the version.
        let version: Int
        let isUTCount, isStandardCount, leapSeconds, transitions, types, characters: Int

        init(_ reader: inout ByteReader) throws(TZifError) {
            guard try reader.field(4).elementsEqual("TZif".utf8) else { throw .notTZif }
            // Later versions are backward compatible.
            switch try reader.byte() {
            case 0: version = 0
            case let digit where (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(digit):
                version = Int(digit - UInt8(ascii: "0"))
            default: throw .header
            }
            _ = try reader.field(15)
            isUTCount = try reader.integer(4)
            isStandardCount = try reader.integer(4)
            leapSeconds = try reader.integer(4)
            transitions = try reader.integer(4)
            types = try reader.integer(4)
            characters = try reader.integer(4)
            let all = [isUTCount, isStandardCount, leapSeconds, transitions, types, characters]
            guard all.allSatisfy({ $0 >= 0 }) else { throw .header }
            guard all.allSatisfy({ $0 <= TZif.sizeLimit }) else { throw .tooLong }
        }

        /// Size of the data block, bytes.
        func size(bytesOfTime: Int) -> Int {
            transitions * (bytesOfTime + 1) + types * 6 + characters + leapSeconds * (bytesOfTime + 4)
                + isStandardCount + isUTCount
        }
    }

    private static func rules(
        _ header: Header, _ reader: inout ByteReader, bytesOfTime: Int
    ) throws(TZifError) -> ZoneRules {
        guard header.types > 0, header.characters > 0, [0, header.types].contains(header.isUTCount),
            [0, header.types].contains(header.isStandardCount)
        else { throw .header }
        guard header.transitions <= limits.transitions, header.types <= limits.types,
            header.characters <= limits.characters
        else { throw .tooLong }
        guard header.leapSeconds == 0 else { throw .leapSeconds }

        var times: [Int] = []
        times.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions {
            let time = try reader.integer(bytesOfTime)
            if let last = times.last, time <= last { throw .transitions }
            times.append(time)
        }
        let indices = try reader.field(header.transitions)
        guard indices.allSatisfy({ $0 < header.types }) else { throw .transitions }
        var described: [(offset: Int, abbreviation: Int)] = []
        for _ in 0..<header.types {
            let offset = try reader.integer(4)
            guard offsets.contains(offset), try reader.byte() <= 1 else { throw .types }
            described.append((offset, Int(try reader.byte())))
        }
        let characters = Array(try reader.field(header.characters))
        var types: [ZoneRules.LocalTimeType] = []
        for type in described {
            let abbreviation = try abbreviation(at: type.abbreviation, in: characters)
            types.append(ZoneRules.LocalTimeType(offset: type.offset, abbreviation: abbreviation))
        }
        // Indicators for deriving other zones, which are not used.
        _ = try reader.field(header.isStandardCount + header.isUTCount)
        return ZoneRules(transitions: times, typeIndices: Array(indices), types: types)
    }

    /// The characters from an index to the next NUL.
    private static func abbreviation(at index: Int, in characters: [UInt8]) throws(TZifError) -> String {
        guard index < characters.count, let end = characters[index...].firstIndex(of: 0),
            end - index <= PosixRule.longestAbbreviation,
            characters[index..<end].allSatisfy({ (33...126).contains($0) })
        else { throw .types }
        return String(decoding: characters[index..<end], as: UTF8.self)
    }

    /// The rule between two newlines; nil when empty. Anything after it belongs to later versions.
    private static func footer(_ reader: inout ByteReader) throws(TZifError) -> PosixRule? {
        let newline = UInt8(ascii: "\n")
        guard try reader.byte() == newline else { throw .footer }
        guard let end = reader.rest.firstIndex(of: newline) else { throw .truncated }
        let text = reader.rest[..<end]
        if text.isEmpty { return nil }
        guard let rule = PosixRule(text) else { throw .footer }
        return rule
    }
}

/// The parsed content of a TZif file.
struct ZoneRules: Sendable, Equatable {
    /// Ascending, in seconds since 1970.
    var transitions: [Int]
    /// The index of the type that starts with each transition.
    var typeIndices: [UInt8]
    /// Never empty; the first applies before the first transition.
    var types: [LocalTimeType]
    /// Applies after the last transition; nil when unknown, so that the last type continues.
    var rule: PosixRule?

    struct LocalTimeType: Sendable, Equatable {
        /// Seconds east of Greenwich.
        var offset: Int
        var abbreviation: String
    }

    func period(at time: Int) -> TimeZone.Period {
        let index = transitions.firstIndex(after: time)
        let start = index > 0 ? transitions[index - 1] : .min
        if index == transitions.count, let rule {
            var period = rule.period(at: time)
            period.start = max(period.start, start)
            return period
        }
        let type = types[index > 0 ? Int(typeIndices[index - 1]) : 0]
        return TimeZone.Period(
            offset: type.offset, abbreviation: type.abbreviation, start: start,
            end: index < transitions.count ? transitions[index] : .max)
    }
}

extension [Int] {
    /// The index of the first greater number in an ascending array.
    fileprivate func firstIndex(after number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension ByteReader {
    fileprivate mutating func field(_ count: Int) throws(TZifError) -> ArraySlice<UInt8> {
        guard let bytes = take(count) else { throw .truncated }
        return bytes
    }

    fileprivate mutating func byte() throws(TZifError) -> UInt8 {
        let bytes = try field(1)
        return bytes[bytes.startIndex]
    }

    /// A big-endian signed integer of 4 or 8 bytes.
    fileprivate mutating func integer(_ count: Int) throws(TZifError) -> Int {
        let magnitude = try field(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int(Int32(truncatingIfNeeded: magnitude)) : Int(Int64(bitPattern: magnitude))
    }
}
