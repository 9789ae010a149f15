import Glibc
import Testing

@testable import weatherctl

@Suite("What is asked without a String")
struct PlainQueryTests {
    @Test(
        "Only what bars ask for, and nothing that has to be looked at",
        arguments: [
            ("weatherctl short", "short\n"),
            ("weatherctl short --output waybar", "short --output waybar\n"),
            ("weatherctl short --output i3bar", "short --output i3bar\n"),
            ("weatherctl", nil),
            ("weatherctl shorts", nil),
            ("weatherctl current", nil),
            ("weatherctl short --help", nil),
            ("weatherctl short --output --help", nil),
            ("weatherctl short --output Bär", nil),
            ("weatherctl short --timeout 5", nil),
            ("weatherctl short --output waybar --vertical", nil),
            ("weatherctl short --output \(String(repeating: "a", count: 49))", nil),
        ] as [(String, String?)])
    func line(words: String, line: String?) throws {
        var copies = words.split(separator: " ").map { strdup(String($0)) }
        defer { for copy in copies { free(copy) } }
        copies.append(nil)
        try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { memory in
            let words = try #require(copies.withUnsafeMutableBufferPointer { $0 }.baseAddress)
            let size = PlainQuery.line(of: words, count: copies.count - 1, into: memory)
            #expect(String(decoding: memory[..<size], as: UTF8.self) == line ?? "")
        }
    }

    @Test(
        "A reply is printed when it is whole",
        arguments: [
            ("OK 1\n9°C\n", "9°C\n"), ("OK 2\na\nb\n", "a\nb\n"), ("OK 1\n\n", "\n"), ("", ""), ("OK", ""),
            ("OK 1", ""),
            ("OK 1\n9°", ""), ("OK 2\na\n", ""), ("OK 0\n", ""), ("OK 10\n\n\n", ""),
        ])
    func wholeReply(bytes: String, text: String) {
        #expect(printed(bytes) == text)
    }

    @Test(
        "What is no such reply is left alone",
        arguments: [
            "ERR no-data nothing yet\n", "HTTP/1.1 400", "OK -1\n", "OK one\n", "OK 99999999999999999999\n",
            "OK 1\na\nb\n",
        ])
    func otherReply(bytes: String) {
        #expect(printed(bytes) == nil)
    }

    private func printed(_ bytes: String) -> String? {
        Array(bytes.utf8).withUnsafeBytes { bytes in
            PlainQuery.beginning(of: bytes).map { $0 == 0 ? "" : String(decoding: bytes[$0...], as: UTF8.self) }
        }
    }
}
