import Testing

@testable import Refreshing

/// Messages as `ip route get` sends and receives them, written by hand from linux/rtnetlink.h.
struct RouteQueryTests {
    private static let four = RouteQuery(destination: [198, 41, 0, 4])
    private static let six = RouteQuery(destination: [0x20, 0x01] + [UInt8](repeating: 0, count: 13) + [1])

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func attribute(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        bytes(UInt16(4 + payload.count)) + bytes(type) + payload
    }

    /// - Parameters:
    ///   - type: 24 is RTM_NEWROUTE.
    ///   - kind: 1 is RTN_UNICAST.
    private static func answer(
        type: UInt16 = 24, sequence: UInt32 = 1, family: UInt8 = 2, kind: UInt8 = 1, _ attributes: [UInt8]
    ) -> [UInt8] {
        let payload = [family, 32, 0, 0, 254, 0, 0, kind] + bytes(UInt32(0)) + attributes
        return bytes(UInt32(16 + payload.count)) + bytes(type) + bytes(UInt16(0)) + bytes(sequence) + bytes(UInt32(9))
            + payload
    }

    private static func source(_ query: RouteQuery, _ answer: [UInt8]) -> [UInt8]? {
        answer.withUnsafeBytes { query.source(in: $0) }
    }

    @Test func queryIsEncoded() {
        let head = Self.bytes(UInt32(36)) + Self.bytes(UInt16(26)) + Self.bytes(UInt16(1)) + Self.bytes(UInt32(1))
        let route: [UInt8] = [0, 0, 0, 0, 2, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(Self.four.bytes == head + route + [8, 0, 1, 0, 198, 41, 0, 4])
        #expect(Self.six.bytes.count == 48)
        #expect(Self.six.bytes[16...17] == [10, 128])
    }

    @Test func answerIsDecoded() {
        // RTA_TABLE, RTA_OIF, RTA_PREFSRC.
        let others = Self.attribute(15, [254, 0, 0, 0]) + Self.attribute(4, [2, 0, 0, 0])
        let source = Self.attribute(7, [10, 0, 0, 2])
        #expect(Self.source(Self.four, Self.answer(others + source)) == [10, 0, 0, 2])
        #expect(Self.source(Self.four, Self.answer(kind: 2, source)) == [10, 0, 0, 2], "a local route")
        #expect(Self.source(Self.four, Self.answer(others)) == nil)
        let long = Self.attribute(7, Array(1...16))
        #expect(Self.source(Self.six, Self.answer(family: 10, long)) == Array(1...16))
        #expect(Self.source(Self.six, Self.answer(long)) == nil, "another IP version")
        #expect(Self.source(Self.four, Self.answer(long)) == nil)
        #expect(Self.source(Self.four, Self.answer(sequence: 2, source)) == nil, "the answer to another query")
        for kind: UInt8 in [3, 6, 7, 8] { #expect(Self.source(Self.four, Self.answer(kind: kind, source)) == nil) }
        #expect(Self.source(Self.four, Self.answer(type: 2, source)) == nil, "an error")
    }

    /// Nothing is read beyond the end.
    @Test func truncatedMessagesAreHandled() {
        let answer = Self.answer(Self.attribute(4, [2, 0, 0, 0]) + Self.attribute(7, [10, 0, 0, 2]))
        for length in 0..<answer.count { #expect(Self.source(Self.four, Array(answer.prefix(length))) == nil) }
        for length in [UInt16](0...12) {
            let attribute = Self.bytes(length) + Self.bytes(UInt16(4)) + [1, 2, 3, 4]
            _ = Self.source(Self.four, Self.answer(attribute))
        }
        #expect(Self.source(Self.four, [UInt8](repeating: 0xFF, count: 64)) == nil)
    }

    @Test func kernelAnswersQuery() {
        #expect(RouteSocket.source(towards: [127, 0, 0, 1]) == [127, 0, 0, 1])
    }
}
