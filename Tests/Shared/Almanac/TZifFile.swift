@testable import Almanac

/// A TZif file, each part of which a test can change.
struct TZifFile {
    var version = UInt8(ascii: "2")
    var transitions: [(time: Int, type: UInt8)] = [(1_792_890_000, 1), (1_806_195_600, 0)]
    var types: [(offset: Int, isDaylight: UInt8, abbreviation: UInt8)] = [(7200, 1, 0), (3600, 0, 5)]
    var characters = Array("CEST\0CET\0".utf8)
    var leapSeconds: [(time: Int, correction: Int)] = []
    /// nil for the actual counts.
    var typeCount: Int?
    var standardCount = 0
    var footer = "CET-1CEST,M3.5.0,M10.5.0/3"

    var bytes: [UInt8] {
        guard version > 0 else { return block(bytesOfTime: 4) }
        var empty = self
        (empty.transitions, empty.leapSeconds) = ([], [])
        return empty.block(bytesOfTime: 4) + block(bytesOfTime: 8) + Array("\n\(footer)\n".utf8)
    }

    private func block(bytesOfTime: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [
            0, standardCount, leapSeconds.count, transitions.count, typeCount ?? types.count, characters.count,
        ] {
            bytes += number(count, 4)
        }
        for transition in transitions { bytes += number(transition.time, bytesOfTime) }
        bytes += transitions.map(\.type)
        for type in types { bytes += number(type.offset, 4) + [type.isDaylight, type.abbreviation] }
        bytes += characters
        for second in leapSeconds { bytes += number(second.time, bytesOfTime) + number(second.correction, 4) }
        return bytes + [UInt8](repeating: 0, count: standardCount)
    }

    private func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

/// The error that `TZif.rules` throws; nil if it succeeds.
func problem(of bytes: [UInt8]) -> TZifError? {
    do throws(TZifError) {
        _ = try TZif.rules(bytes)
        return nil
    } catch {
        return error
    }
}
