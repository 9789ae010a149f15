import HTTP
import Testing
import Weather
import WorkerProtocol

struct APIKeyTests {
    @Test func surroundingWhitespaceIsTrimmed() {
        #expect(APIKey("  abc123\n")?.text == "abc123")
        #expect(APIKey("0123456789abcdef0123456789abcdef\r\n")?.text.count == 32)
    }

    @Test(arguments: [
        "", "\n", "two keys", "two\nlines", "k&appid=x", "schlüssel", "a/b", String(repeating: "k", count: 257),
    ])
    func malformedKeyIsRejected(content: String) {
        #expect(APIKey(content) == nil)
    }

    @Test func keyIsNeverPrinted() throws {
        let key = try #require(APIKey("s3cr3t"))
        #expect("\(key)" == "(a key)")
        #expect(String(reflecting: key) == "(a key)")
        let query = HTTPQuery(url: "https://example.org/data?appid=s3cr3t", key: key)
        #expect(!"\(query)".contains("s3cr3t"))
        #expect(!String(reflecting: query).contains("s3cr3t"))
        #expect(query.host == "example.org")
    }

    @Test func keyIsRedactedFromAnswers() throws {
        let key = try #require(APIKey("s3cr3t"))
        let body = #"{"next":"http://example.org/?appid=s3cr3t&x=s3cr3","k":"s3cr3ts3cr3t"}"#
        let answer = HTTPAnswer(
            status: 200, headers: [("Last-Modified", "by S3CR3T")], body: Array(body.utf8)
        ).redacted(key)
        let json = try JSONValue(answer, from: "x")
        #expect(json["next"].text == "http://example.org/?appid=******&x=s3cr3")
        #expect(json["k"].text == "************")
        #expect(answer[header: "last-modified"] == "by ******", "it is stored and sent back")
    }

    /// In all encodings of JSON and text cleaning in which it is still readable.
    @Test(arguments: [
        #"s\u0033cr3t"#, #"s3\u202dcr3t"#, "s3\u{202D}cr3t", #"s3\u0000cr3t"#, #"s3\u0007cr3t"#, #"s3cr\n3t"#,
        "s3c\u{200B}r3t",
        "s3c\u{AD}r3t", "s3c r3t", "s3cr3\u{301}t", "S3CR3T", "s3s3cr3t", "s3cr\u{FE0F}3t", "s3cr\u{E0061}3t",
        #"\u00733cr3t"#,
    ])
    func encodedKeyIsRedacted(echo: String) throws {
        let key = try #require(APIKey("s3cr3t"))
        let answer = HTTPAnswer(status: 401, body: Array(#"{"message":"no: \#(echo)."}"#.utf8)).redacted(key)
        let text = try #require(JSONValue(answer, from: "x")["message"].text)
        #expect(text.contains("******."), "\(text)")
        let letters = text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 }.map { String($0) }.joined()
        #expect(!letters.lowercased().contains("s3cr3t"))
        #expect(text.asReason?.lowercased().contains("s3cr3t") == false)
    }

    @Test func otherTextIsKept() throws {
        let key = try #require(APIKey("s3cr3t"))
        for text in ["", "s3cr3", "s3cr3é3t", "Zürich s3cr 😀", "s-3cr3t"] { #expect(key.masked(in: text) == text) }
        #expect(try #require(APIKey("aab")).masked(in: "aaab aaaab") == "a*** aa***")
    }

    /// Truncation does not leave its beginning.
    @Test func textIsTruncatedAfterRedaction() throws {
        let key = try #require(APIKey("s3cr3t"))
        let start = String(repeating: "é", count: String.longestText - 3)
        let answer = HTTPAnswer(status: 200, body: Array("\"\(start)s3cr3t\"".utf8)).redacted(key)
        #expect(try JSONValue(answer, from: "x").text?.hasSuffix("é***") == true)
    }
}
