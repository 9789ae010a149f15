import Testing
import Weather

struct ColumnTests {
    @Test(arguments: [
        ([15_200, 15_500, nil, 15_400], "100 152 3 . -1"), ([], "1"), ([nil, nil], "1 . ."), ([0, 0, 0], "1 0 0 0"),
        ([7], "7 1"), ([-5, 5], "5 -1 2"), ([1_795_262_400, 1_795_266_000, nil, 1_795_273_200], "3600 498684 1 . 2"),
        ([nil, -3, 2], "1 . -3 5"), ([Int(Int32.max), Int(Int32.min) + 1], "2147483647 1 -2"),
        ([100_000_000_000_000_000, -99_999_999_999_999_999], "1 100000000000000000 -199999999999999999"),
    ])
    func columnRoundTrips(values: [Int?], text: String) {
        #expect(DeltaColumn(values).text == text)
        #expect(DeltaColumn(text: text)?.values == values)
    }

    @Test(arguments: [
        "", " ", "0 1", "-1 1", "x", "1 x", "1 1.5", "1 ..", "1 0x10", "9223372036854775807 2",
        "1 9223372036854775807 1", "1 99999999999999999999", "1 é", "2 99999999999999999", "1 100000000000000000 1",
    ])
    func malformedColumnIsRejected(text: String) {
        #expect(DeltaColumn(text: text) == nil)
    }
}
