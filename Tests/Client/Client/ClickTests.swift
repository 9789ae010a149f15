import ClientProtocol
import Testing

@testable import Client

@Suite("Clicks reported by bars")
struct ClickTests {
    @Test(
        "i3bar's and swaybar's objects, i3blocks' objects and numbers",
        arguments: [
            (#"{"name":"weather","button":1,"modifiers":[],"x":8,"y":3}"#, 1),
            (#",{"name":"weather","instance":"","button": 4,"x":1}"#, 4),
            (#"[{"x":1,"button":5}"#, 5),
            (#"{"button":3}\r"#, 3),
            ("2", 2),
            ("5 ", 5),
        ])
    func read(line: String, button: Int) {
        #expect(Click(line: line.utf8)?.button == button)
    }

    @Test(
        "Other input is not a click",
        arguments: ["", "[", "]", "{}", "0", "6", "-1", "x", #"{"button":"1"}"#, #"{"button":12}"#])
    func ignored(line: String) {
        #expect(Click(line: line.utf8) == nil)
    }

    @Test("The wheel cycles through places, left toggles the format, right and middle refresh")
    func requests() {
        let requests = (1...5).map { Click(line: String($0).utf8)?.request }
        #expect(requests == [.toggle, .refresh, .refresh, .previous, .next])
    }
}
