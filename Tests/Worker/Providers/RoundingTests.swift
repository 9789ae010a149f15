import Testing

@testable import Providers

@Suite struct RoundingTests {
    @Test(arguments: [(0.07 * 10, 6, 0.7), (0.1 + 0.2, 6, 0.3), (-0.04, 1, 0), (-8.8333333333, 6, -8.833333)])
    func floatingPointNoiseIsRoundedAway(number: Double, decimals: Int, expected: Double) {
        let rounded = number.rounded(decimals: decimals)
        #expect(rounded == expected)
        #expect(rounded.sign == expected.sign)
    }
}
