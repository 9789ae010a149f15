import HTTP
import Testing

struct APIKeyTests {
    @Test func whiteSpaceAroundItIsNoPartOfIt() {
        #expect(APIKey("  abc123\n")?.text == "abc123")
        #expect(APIKey("0123456789abcdef0123456789abcdef\r\n")?.text.count == 32)
    }

    @Test(arguments: [
        "", "\n", "two keys", "two\nlines", "k&appid=x", "schlüssel", "a/b", String(repeating: "k", count: 257),
    ])
    func whatIsNoKey(content: String) {
        #expect(APIKey(content) == nil)
    }

    @Test func itIsNeverPrinted() throws {
        let key = try #require(APIKey("s3cr3t"))
        #expect("\(key)" == "(a key)")
        #expect(String(reflecting: key) == "(a key)")
        let query = HTTPQuery(url: "https://example.org/data?appid=s3cr3t", key: key)
        #expect(!"\(query)".contains("s3cr3t"))
        #expect(!String(reflecting: query).contains("s3cr3t"))
        #expect(query.host == "example.org")
    }

    @Test func itIsStruckOutOfAnAnswer() throws {
        let key = try #require(APIKey("s3cr3t"))
        let body = #"{"next":"http://example.org/?appid=s3cr3t&x=s3cr3","k":"s3cr3ts3cr3t"}"#
        let answer = HTTPAnswer(status: 200, body: Array(body.utf8)).redacted(key)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text == #"{"next":"http://example.org/?appid=******&x=s3cr3","k":"************"}"#)
    }
}
