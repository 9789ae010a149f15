import Foundation
import Testing
import Weather

/// Lists of compact numbers, which are coded without keys.
struct CompactNumbersTests {
    @Test func numbersOfAListAreWrittenAsNumbers() throws {
        let numbers = [1.5, nil, -0.25].map(Thousandths.init(wrappedValue:))
        let data = try JSONEncoder().encode(numbers)
        #expect(String(decoding: data, as: UTF8.self) == "[1.5,null,-0.25]")
        #expect(try JSONDecoder().decode([Thousandths].self, from: data) == numbers)
    }

    @Test func durationsOfAListAreWrittenAsNumbers() throws {
        let durations = [3600, nil].map(CompactSeconds.init(wrappedValue:))
        let data = try JSONEncoder().encode(durations)
        #expect(String(decoding: data, as: UTF8.self) == "[3600,null]")
        #expect(try JSONDecoder().decode([CompactSeconds].self, from: data) == durations)
    }

    @Test(arguments: [(Int(Int32.max), Int(Int32.max)), (Int(Int32.max) + 1, nil), (-1, -1)] as [(Int, Int?)])
    func durationBeyond68YearsIsMissing(seconds: Int, expected: Int?) {
        #expect(CompactSeconds(wrappedValue: seconds).wrappedValue == expected)
        #expect(CompactSeconds().wrappedValue == nil)
    }
}
