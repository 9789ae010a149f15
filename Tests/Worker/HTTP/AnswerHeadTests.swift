import Testing

@testable import HTTP

struct AnswerHeadTests {
    private func head(_ lines: [String]) -> (AnswerHead, TransferEnding?) {
        var head = AnswerHead()
        for line in lines {
            if let ending = head.take(Array((line + "\r\n").utf8)) { return (head, ending) }
        }
        return (head, nil)
    }

    @Test func interimResponsesAreDiscarded() {
        let (head, ending) = head([
            "HTTP/1.1 103 Early Hints", "Retry-After: 9", "", "HTTP/1.1 200 OK", "Expires:  x ", "X: a:b", "",
            // After the body.
            "Retry-After: 7",
        ])
        #expect(ending == nil)
        #expect(head.status == 200 && !head.isOpen)
        #expect(head.headers.map { "\($0.name)=\($0.value)" } == ["Expires=x", "X=a:b"])
    }

    @Test(arguments: ["000", "099", "99", "1000", "2x0", "", "-20", "２００"])
    func invalidStatusIsRejected(status: String) {
        #expect(head(["HTTP/1.1 \(status) X"]).1 == .notHTTP)
    }

    @Test func headSizeIsLimited() {
        let line = "X: " + String(repeating: "x", count: 1000)
        #expect(head(["HTTP/1.1 200 OK"] + Array(repeating: line, count: 70)).1 == nil)
        #expect(head(["HTTP/1.1 200 OK"] + Array(repeating: line, count: 90)).1 == .notHTTP)
        #expect(head(Array(repeating: ["HTTP/1.1 100 Continue", ""], count: 5000).flatMap(\.self)).1 == .notHTTP)
    }

    @Test(arguments: [
        (["gzip"], true), (["GZIP"], true), (["deflate"], true), (["identity"], true), ([""], true), (["br"], false),
        (["gzip, gzip"], false), (["gzip", "gzip"], false), (["zstd"], false),
    ])
    func onlyOfferedEncodingsAreDecoded(codings: [String], isTaken: Bool) {
        let (_, ending) = head(["HTTP/1.1 200 OK"] + codings.map { "Content-Encoding: \($0)" })
        #expect(ending == (isTaken ? nil : .unknownCoding))
    }
}
