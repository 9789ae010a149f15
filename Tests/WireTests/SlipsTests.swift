import Testing
import Wire

@Suite("Words with a slip in them")
struct SlipsTests {
    @Test(
        "Slips are counted",
        arguments: [
            ("", "", 0), ("short", "short", 0), ("shrot", "short", 1), ("shor", "short", 1), ("shortt", "short", 1),
            ("shirt", "short", 1), ("colour", "colors", 2), ("", "air", 3), ("temprature", "temperature", 1),
        ])
    func counts(word: String, other: String, slips: Int) {
        #expect(word.slips(to: other) == slips)
        #expect(other.slips(to: word) == slips)
    }

    @Test("The nearest word is the one that was meant")
    func nearest() {
        let words = ["units", "icons", "short.format"]
        #expect("unit".nearest(of: words) == "units")
        #expect("short.fromat".nearest(of: words) == "short.format")
        #expect("UNITS".nearest(of: words) == "units")
        #expect("icon".nearest(of: words + words) == "icons")
        #expect("short.f".nearest(of: words) == "short.format")
        #expect("sh".nearest(of: words + ["show"]) == nil)
        #expect("nonsense".nearest(of: words) == nil)
        #expect("u".nearest(of: words) == nil)
        #expect("unit".nearest(of: []) == nil)
        #expect("lot".nearest(of: ["hot", "low"]) == nil)
    }
}
