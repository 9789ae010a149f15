import Foundation
import HTTP
import Testing
import Weather

@testable import Providers

struct JSONValueTests {
    @Test(
        arguments: [
            ("2026-11-21T15:00:00Z", 1_795_273_200), ("2026-11-21T10:00:00.123-05:00", 1_795_273_200),
            ("2026-11-21T20:30+05:30", 1_795_273_200), ("2026-11-21T15:00:00", nil), ("2026-11-21", nil),
            ("1970-01-01T00:00:00Z", nil), ("2101-01-01T00:00:00Z", 4_133_980_800), ("2026-02-30T00:00:00Z", nil),
            ("2026-x-11-21T15:00:00Z", nil),
            ("2026-11-21T15:00:00+9223372036854775807:00", nil), ("2026-11-21T15:00:00+25:00", nil),
            ("2026-11-21T15:00:00+01:9223372036854775807", nil), ("9223372036854775807-11-21T15:00:00Z", nil),
            ("2026-11-9223372036854775807T15:00:00Z", nil), ("2026-11-21T9223372036854775807:00:00Z", nil),
            ("2026-11-21T15:00:00+:", nil), ("T", nil), ("", nil),
        ] as [(String, Int?)])
    func timestampsAreRangeChecked(text: String, seconds: Int?) {
        #expect(JSONValue.text(text).timestamp?.seconds == seconds)
    }

    /// On a stack of the minimum size.
    @Test(arguments: [40, 500, 100_000])
    func nestingDepthIsLimited(depth: Int) {
        // A parser may limit the depth (RFC 8259, section 9).
        let text = String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
        let outcome = Outcome()
        let thread = Thread {
            outcome.isRead = (try? JSONValue(HTTPAnswer(status: 200, body: Array(text.utf8)), from: "x")) != nil
            outcome.isDone.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        outcome.isDone.wait()
        #expect(outcome.isRead == (depth == 40))
    }

    private final class Outcome: @unchecked Sendable {
        // Written before the signal, and read after it.
        var isRead = false
        let isDone = DispatchSemaphore(value: 0)
    }
}
