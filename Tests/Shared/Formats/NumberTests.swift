import Formats
import Testing

struct NumberTests {
    @Test(
        arguments: [
            ("0", 0), ("+0", 0), ("-0", 0), ("1", 1), ("+99", 99), ("-17", -17), ("1_000", 1000), ("5_3_4", 534),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0xDEADBEEF", 0xDEAD_BEEF),
            ("0xdead_beef", 0xDEAD_BEEF),
            ("0x00", 0), ("0o755", 0o755), ("0o0_1", 1), ("0b1101_0110", 0b1101_0110), ("0x7fffffffffffffff", .max),
            ("0b0", 0), ("0xe", 14), ("0x1e2", 0x1E2),
        ] as [(String, Int64)])
    func integers(written: String, number: Int64) throws {
        #expect(try tree("a = \(written)") == ["a": .integer(number)])
    }

    @Test(
        arguments: [
            ("1.0", 1), ("+1.5", 1.5), ("-0.01", -0.01), ("-0.0", -0.0), ("5e+22", 5e22), ("1e06", 1e6),
            ("-2E-2", -0.02),
            ("6.626e-34", 6.626e-34), ("9_224_617.445_991_228_313", 9_224_617.445_991_228_313), ("1e1_0", 1e10),
            ("0e0", 0),
            ("0.0_1", 0.01), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
            ("inf", .infinity), ("+inf", .infinity), ("-inf", -.infinity), ("nan", .nan), ("+nan", .nan),
            ("-nan", .nan),
            ("1e400", .infinity), ("-1e400", -.infinity), ("1e-400", 0), ("1e0000000001", 10), ("3.0e-0", 3),
        ] as [(String, Double)])
    func floats(written: String, number: Double) throws {
        #expect(try tree("a = \(written)") == ["a": .number(number)])
    }

    @Test(arguments: [
        "01", "-01", "+01", "00", "0_0", "1__0", "1_", "-_1", "+-1", "--1", "1-", "+", "-", "0x", "0o", "0b", "0X1",
        "0O7",
        "0B1", "0xg", "0o8", "0b2", "+0x1", "-0b1", "0x_1", "0x1_", "0x1__2", "0x1.8", "1x", "1a", "12px", "1.", ".1",
        "+.1",
        "1.e1", "1._0", "1_.0", "1.0_", "1e", "1e+", "1e_1", "1e1_", "1e1.5", "1.2.3", "1e1e1", "00.1", "03.14", "1.0f",
        "0e", "1+1", "-Inf", "+infinity", "-NaN", "0.", "0_1.0", "127.0.0.1", "15m", "1:2",
    ])
    func malformedNumbersAreRejected(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .invalidNumber)
        #expect(parseError(of: "a = [\(written)]")?.reason == .invalidNumber)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "0x8000000000000000", "0xFFFFFFFFFFFFFFFF",
        "99999999999999999999999",
        "0b1\(String(repeating: "0", count: 63))", "0o1000000000000000000000",
    ])
    func integersHave64Bits(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .integerOutOfRange)
    }
}
