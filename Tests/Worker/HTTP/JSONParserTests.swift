import Glibc
import Testing
import Weather
import WorkerProtocol

@testable import HTTP

/// Answers of services, valid and hostile.
struct JSONParserTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONValue(HTTPAnswer(status: 200, body: Array(text.utf8)), from: "x")
    }

    private func failure(_ text: String) -> String? {
        do throws(FetchFailure) {
            _ = try JSONValue(HTTPAnswer(status: 200, body: Array(text.utf8)), from: "x")
            return nil
        } catch {
            guard case .malformed("x", let reason) = error else { return "\(error)" }
            return reason
        }
    }

    @Test func everyKindOfValueIsRead() throws {
        let json = try value(
            #" {"a" : [1, -2.5, 3e2, 1E-2, "x", true, false, null, {}, []], "b": {"c": "d"}, "": 1} "#)
        #expect(
            json["a"]
                == .array([
                    .number(1), .number(-2.5), .number(300), .number(0.01), .text("x"), .bool(true), .bool(false),
                    .null, .object([:]), .array([]),
                ]))
        #expect(json["b"]["c"].text == "d")
        #expect(json["missing"] == .null)
        #expect(try value("\u{FEFF}7") == .number(7))
    }

    // MARK: - Lists, an element at a time

    private func elements(_ text: String) throws -> [JSONValue] {
        var elements: [JSONValue] = []
        try HTTPAnswer(status: 200, body: Array(text.utf8)).eachElement(of: "a", from: "x") { elements.append($0) }
        return elements
    }

    @Test func elementsAreReadOneAtATime() throws {
        #expect(
            try elements(#" { "b" : [ 1 ] , "a" : [ 1 , {"c":[2]} , null ] , "a":[9], "d" : {} } "#)
                == [.number(1), .object(["c": .array([.number(2)])]), .null])
        #expect(try elements(#"{"a":[]}"#) == [])
        #expect(try elements("\u{FEFF}{\"a\":[\"x\"]}") == [.text("x")])
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", #"{"a":1}"#, #"{"a":null}"#, #"{"b":[1]}"#, #"{"a":[1}"#, #"{"a":[1,]}"#,
        #"{"a":[1]"#,
        #"{"a":[1]}x"#, #"{"a":[1] "b":2}"#, #"{"a"[1]}"#, #"{"b":{"a":[1]}}"#,
    ])
    func documentWithoutTheListIsRejected(text: String) {
        #expect(throws: FetchFailure.self) { try elements(text) }
    }

    /// Each element has the limits of a document, and all together more than one has.
    @Test func longListIsRead() throws {
        let element = "[" + Array(repeating: "0", count: 10_000).joined(separator: ",") + "]"
        let text = #"{"a":["# + Array(repeating: element, count: 100).joined(separator: ",") + "]}"
        var count = 0
        try HTTPAnswer(status: 200, body: Array(text.utf8)).eachElement(of: "a", from: "x") {
            count += $0.elements.count
        }
        #expect(count == 1_000_000)
        let long = "[" + Array(repeating: "0", count: 260_000).joined(separator: ",") + "]"
        #expect(throws: FetchFailure.malformed(host: "x", reason: "the response has too many values")) {
            try elements(#"{"a":["# + long + "]}")
        }
    }

    @Test func textsOfAListMayBeLong() throws {
        let text = String(repeating: "1.5,2.5 ", count: 100_000)
        #expect(try elements(#"{"a":["\#(text)"]}"#).first?.text == text)
        #expect(try value(#"["\#(text)"]"#)[0].text?.utf8.count == String.longestText)
    }

    @Test func numbersMatchSwift() throws {
        for text in [
            "0", "-0", "15.2", "0.1", "123456789.123456", "999999999999999", "1234567890123456789", "0.000001",
            "1.7976931348623157e308", "5e-324", "3.141592653589793", "-273.15", "1e22",
        ] { #expect(try value(text).number == Double(text), "\(text)") }
        for _ in 0..<500 {
            let number = (Double.random(in: -1e5...1e5) * 1000).rounded() / 1000
            #expect(try value("\(number)") == .number(number))
        }
        // A number that is not finite is dropped alone.
        #expect(try value("[1e999, 2]") == .array([.null, .number(2)]))
        #expect(try value("[\(String(repeating: "9", count: 100_000)), 2]") == .array([.null, .number(2)]))
    }

    @Test(arguments: [
        (#""\u00e9\n\t\"\\\/\ud83d\ude00""#, "é\n \"\\/😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"),
        (#""\u12""#, "\u{FFFD}12"), ("\"Zürich 東京\"", "Zürich 東京"), ("\"a\r\nb\"", "a\nb"),
        (#""a\u202eb\u0000c""#, "abc"),
    ])
    func textsAreUnescapedAndCleaned(json: String, text: String) throws {
        #expect(try value(json) == .text(text))
    }

    @Test(arguments: [
        "", "{", "[1", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[,]", "\"a", "\"\\", "tru", "truex", "1.",
        "-", "1e",
        "[] []", "}", "<html>", "{a:1}",
    ])
    func invalidJSONIsRejected(text: String) {
        #expect(failure(text) != nil)
    }

    @Test func firstDuplicateMemberWins() throws {
        #expect(try value(#"{"a":1,"a":2}"#)["a"] == .number(1))
        #expect(try value(#"{"\u0061":1}"#)["a"] == .number(1))
    }

    /// A single name of 900,000 combining marks took Foundation longer than the watchdog's timeout.
    @Test(.timeLimit(.minutes(20)), arguments: ["\u{301}\u{316}", #"\u0301\u0316"#])
    func nameOfCombiningMarksIsLinear(marks: String) throws {
        let name = String(repeating: marks, count: 450_000)
        let json = try value(#"{"\#(name)":1,"a":{"\#(name)":2,"b":3}}"#)
        #expect(json.members.keys.sorted() == ["a"])
        #expect(json["a"].members == ["b": .number(3)])
    }

    @Test(.timeLimit(.minutes(20))) func textOfCombiningMarksIsBounded() throws {
        let text = try #require(value("\"a\(String(repeating: "\u{301}\u{316}", count: 50_000))b\"").text)
        #expect(text.unicodeScalars.count == 2 + String.mostMarks)
        #expect(text == text + "", "it is comparable")
    }

    @Test func textsAndNamesAreBounded() throws {
        let long = String(repeating: "é", count: 100_000)
        #expect(try value("\"\(long)\"").text?.unicodeScalars.count == String.longestText)
        let plain = String(repeating: "e", count: 100_000)
        #expect(try value("\"\(plain)\"").text?.unicodeScalars.count == String.longestText)
        #expect(try value("\"\(plain)\n\(long)\"").name?.unicodeScalars.count == 200)
    }

    @Test func parsingHasABudget() throws {
        func read(_ text: String, _ budget: JSONParser.Budget) throws(JSONParser.Failure) {
            _ = try JSONParser.value(of: Array(text.utf8), within: budget)
        }
        let list = "[" + String(repeating: "1,", count: 999) + "1]"
        try read(list, JSONParser.Budget(values: 1001))
        #expect(throws: JSONParser.Failure.tooManyValues) { try read(list, JSONParser.Budget(values: 1000)) }
        #expect(throws: JSONParser.Failure.tooSlow) { try read(list, JSONParser.Budget(time: .zero)) }
        #expect(throws: JSONParser.Failure.tooDeep) { try read("[[[]]]", JSONParser.Budget(depth: 2)) }
        #expect(failure(String(repeating: "[", count: 100_000)) == "the response is nested too deeply")
        #expect(failure("[" + String(repeating: "0,", count: 250_001)) == "the response has too many values")
    }

    /// Four times the answer takes about four times the time; quadratic time would be sixteen times.
    @Test(
        arguments: [
            ("[", String(repeating: "[", count: 38) + String(repeating: "]", count: 38) + ",", "0]"),
            ("[", #"{"a":1,"b":"x"},"#, "0]"), ("{", #""\u0301":1,"é":2,"abc":3,"#, #""z":0}"#),
            ("\"", "e\u{301}\u{316}", "\""), ("\"", #"\u0301\u0316"#, "\""), ("[", #""0123456789abcdef","#, "0]"),
            ("\"", "0123456789abcde", "\""), ("[", "1.25,", "0]"), ("", " ", "0"),
        ])
    func readingIsLinear(start: String, part: String, end: String) throws {
        let key = try #require(APIKey("0123456789abcdef"))
        let count = 40_000 / part.utf8.count
        func cost(_ count: Int) throws -> Double {
            let bytes = Array((start + String(repeating: part, count: count) + end).utf8)
            var best = Double.infinity
            for _ in 0..<2 {
                let from = clock()
                _ = try JSONParser.value(
                    of: bytes, striking: key, within: JSONParser.Budget(values: .max, time: .seconds(600)))
                best = min(best, clock() - from)
            }
            return best
        }
        let (once, fourTimes) = (try cost(count), try cost(4 * count))
        #expect(fourTimes < 10 * once + 0.05, "\(once) s, then \(fourTimes) s")
    }

    /// The processor time of this thread, seconds.
    private func clock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
