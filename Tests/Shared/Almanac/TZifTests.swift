import Testing

@testable import Almanac

/// The bytes of a file, valid and invalid.
@Suite struct TZifTests {
    @Test func transitionsTypesAndRule() throws {
        let rules = try TZif.rules(TZifFile().bytes)
        #expect(rules.transitions == [1_792_890_000, 1_806_195_600])
        #expect(rules.types.map(\.offset) == [7200, 3600])
        #expect(rules.types.map(\.abbreviation) == ["CEST", "CET"])
        #expect(rules.period(at: 0) == .init(offset: 7200, abbreviation: "CEST", start: .min, end: 1_792_890_000))
        #expect(
            rules.period(at: 1_792_890_000)
                == .init(offset: 3600, abbreviation: "CET", start: 1_792_890_000, end: 1_806_195_600))
        // From here, the rule applies.
        #expect(
            rules.period(at: 1_806_195_600)
                == .init(offset: 7200, abbreviation: "CEST", start: 1_806_195_600, end: 1_824_944_400))
    }

    @Test(arguments: "234".utf8) func versions(version: UInt8) throws {
        #expect(try TZif.rules(TZifFile(version: version).bytes).transitions.count == 2)
    }

    /// The first version has 32-bit times and no rule: its last type continues.
    @Test func versionOne() throws {
        let rules = try TZif.rules(TZifFile(version: 0).bytes)
        #expect(rules.transitions == [1_792_890_000, 1_806_195_600])
        #expect(rules.period(at: 4_000_000_000).offset == 7200)
        #expect(rules.period(at: 4_000_000_000).end == .max)
    }

    @Test func timesBeyond32Bits() throws {
        let rules = try TZif.rules(TZifFile(transitions: [(-5_000_000_000, 0), (5_000_000_000, 1)]).bytes)
        #expect(rules.transitions == [-5_000_000_000, 5_000_000_000])
    }

    @Test func withoutRuleLastTypeContinues() throws {
        let rules = try TZif.rules(TZifFile(footer: "").bytes)
        #expect(rules.rule == nil)
        #expect(rules.period(at: .max).offset == 7200)
    }

    @Test func everyPrefixIsRejected() throws {
        for file in [TZifFile(), TZifFile(version: 0), TZifFile(standardCount: 2)] {
            let bytes = file.bytes
            #expect(problem(of: bytes) == nil)
            for length in 0..<bytes.count {
                #expect(problem(of: Array(bytes.prefix(length))) == .truncated, "\(length)")
            }
        }
    }

    @Test(arguments: [
        (TZifFile(transitions: [(5, 0), (5, 1)]), TZifError.transitions),
        (TZifFile(transitions: [(5, 0), (4, 1)]), .transitions),
        (TZifFile(transitions: [(5, 2)]), .transitions),
        (TZifFile(types: [(93_600, 0, 0), (0, 0, 0)]), .types),
        (TZifFile(types: [(Int(Int32.min), 0, 0), (0, 0, 0)]), .types),
        (TZifFile(types: [(0, 2, 0), (0, 0, 0)]), .types),
        (TZifFile(types: [(0, 0, 9), (0, 0, 0)]), .types),
        (TZifFile(characters: Array("CEST\0CET".utf8)), .types),
        (TZifFile(characters: Array("C\u{1b}[0m\0CET\0".utf8)), .types),
        (TZifFile(characters: []), .header),
        (TZifFile(types: []), .header),
        (TZifFile(standardCount: 1), .header),
        (TZifFile(typeCount: -1), .header),
        (TZifFile(typeCount: 256), .truncated),
        (TZifFile(typeCount: 1 << 20), .tooLong),
        (TZifFile(version: UInt8(ascii: "1")), .header),
        (TZifFile(leapSeconds: [(78_796_800, 1)]), .leapSeconds),
        (TZifFile(footer: "CET"), .footer),
        (TZifFile(footer: "CET-1CEST"), .footer),
        (TZifFile(footer: "CET-1CEST,M3.5.0,M10.5.0/3,"), .footer),
    ])
    func damage(file: TZifFile, error: TZifError) {
        #expect(problem(of: file.bytes) == error)
    }

    @Test func otherFilesAreRejected() {
        #expect(problem(of: Array("# tzdb data for Europe and environs, by no means a TZif file".utf8)) == .notTZif)
        #expect(problem(of: TZifFile().bytes + [UInt8](repeating: 0, count: TZif.sizeLimit)) == .tooLong)
        #expect(problem(of: TZifFile(transitions: (0...4000).map { ($0, 0) }).bytes) == .tooLong)
    }

    /// After any bit flip, queries for any time are safe.
    @Test func flippedBitsAreHarmless() throws {
        let bytes = TZifFile().bytes
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            guard let rules = try? TZif.rules(flipped) else { continue }
            let zone = TimeZone(name: "Test/Flipped", rules: rules)
            for time in [.min, -1 << 40, 0, 1_792_890_000, 1_806_195_600, 1 << 40, .max] {
                let period = zone.period(at: time)
                let isPossible = TZif.offsets.contains(period.offset) && period.start < period.end
                if !isPossible { Issue.record("\(period) with bit \(bit)") }
                _ = zone.moment(zone.civilTime(at: time))
            }
        }
    }
}
