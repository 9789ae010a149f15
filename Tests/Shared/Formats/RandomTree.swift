import Scratch

/// Random trees for tests, reproducible by seed.
extension Tree {
    private static let characters: [Character] = Array("abcXYZ019 -_.#=[]{},'\"\\\t\n\u{8}\u{1F}\u{7F}é🌦\u{FEFF}\u{85}")

    static func randomTable(depth: Int = 0, _ random: inout SplitMix64) -> Tree {
        var members: [String: Tree] = [:]
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            members[randomText(&random)] = randomValue(depth: depth + 1, &random)
        }
        return .table(members)
    }

    private static func randomValue(depth: Int, _ random: inout SplitMix64) -> Tree {
        switch Int.random(in: 0..<(depth < 5 ? 14 : 9), using: &random) {
        case 0, 1: .string(randomText(&random))
        case 2: .integer([0, 1, -1, .min, .max].randomElement(using: &random) ?? 0)
        case 3: .integer(Int64.random(in: -1_000_000...1_000_000, using: &random))
        case 4: .number(Double(bitPattern: random.next()))
        case 5: .number([0, -0.0, 1.5, .infinity, -.infinity, .nan, 1e22].randomElement(using: &random) ?? 0)
        case 6: .boolean(random.happens(percent: 50))
        case 7: [.localDate("2026-11-23"), .localTime("18:00:00.5")].randomElement(using: &random) ?? []
        case 8:
            [.localDateTime("2026-11-23T18:00:00"), .offsetDateTime("2026-11-23 18:00:00-01:30")]
                .randomElement(using: &random) ?? []
        case 9, 10:
            .array((0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth + 1, &random) })
        case 11: .array((0..<Int.random(in: 1...3, using: &random)).map { _ in randomTable(depth: depth + 2, &random) })
        default: randomTable(depth: depth, &random)
        }
    }

    private static func randomText(_ random: inout SplitMix64) -> String {
        String((0..<Int.random(in: 0...8, using: &random)).compactMap { _ in characters.randomElement(using: &random) })
    }
}
