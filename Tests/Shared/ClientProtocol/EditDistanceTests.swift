import ClientProtocol
import Testing

@Suite("Edit distance")
struct EditDistanceTests {
    @Test(
        "Edits are counted",
        arguments: [
            ("", "", 0), ("short", "short", 0), ("shrot", "short", 1), ("hsort", "short", 1), ("shor", "short", 1),
            ("shortt", "short", 1),
            ("shirt", "short", 1), ("colour", "colors", 2), ("", "air", 3), ("temprature", "temperature", 1),
        ])
    func counts(word: String, other: String, slips: Int) {
        #expect(EditDistance.between(Array(word), Array(other), limit: 100) == slips)
        #expect(EditDistance.between(Array(other), Array(word), limit: 100) == slips)
    }

    @Test("The nearest word is suggested")
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

    @Test("One edit in three letters is a misspelling, one in two is not")
    func share() {
        #expect("ait".nearest(of: ["air"]) == "air")
        #expect("ar".nearest(of: ["air"]) == nil)
        #expect("ai".nearest(of: ["air"]) == "air", "it is a prefix")
        let long = String(repeating: "x", count: 40)
        #expect(long.nearest(of: [long]) == long)
        #expect((long + "x").nearest(of: [long]) == nil)
    }
}
