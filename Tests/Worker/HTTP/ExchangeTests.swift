import HTTP
import LoopbackHTTP
import Testing
import Weather
import WorkerProtocol

/// The real client with a real server on the loopback interface.
@Suite(.timeLimit(.minutes(20))) struct ExchangeTests: LoopbackExchanging {
    @Test func responseArrivesComplete() async throws {
        let answer = try await exchange { _ in .json(#"{"a":1}"#, status: 429, headers: ["Retry-After": "7"]) }
        #expect(answer.status == 429)
        #expect(answer[header: "retry-after"] == "7")
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"a":1}"#)
    }

    @Test func requestHasUserAgentAndHeaders() async throws {
        try await LoopbackServer.running(handler: { _ in .json("{}") }) { server in
            try await withClient { exchange in
                let query = HTTPQuery(
                    url: server.url + "/v1/forecast?latitude=1.5", headers: ["If-Modified-Since": "x"])
                _ = try await exchange(query)
            }
            let request = try #require(await server.requests(atLeast: 1).first)
            #expect(request.method == "GET")
            #expect(request.path == "/v1/forecast")
            #expect(request.query == ["latitude": "1.5"])
            #expect(request[header: "user-agent"] == "weatherd/test")
            #expect(request[header: "accept"] == "application/json")
            #expect(request[header: "accept-encoding"]?.contains("gzip") == true)
            #expect(request[header: "if-modified-since"] == "x")
        }
    }

    /// Client libraries have crashed on these.
    @Test(arguments: ["000", "001", "042", "099", "99", "0", "1000", "-1", "2x0", ""])
    func invalidStatusIsMalformed(status: String) async throws {
        for rest in ["Content-Length: 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "\r\n{}", "\r\n"] {
            let bytes = Array("HTTP/1.1 \(status) X\r\n\(rest)".utf8)
            #expect(try await failure { _ in .raw(bytes) } == "malformed its answer is not HTTP", "\(status) \(rest)")
        }
    }

    @Test(arguments: ["000", "100", "101", "200"])
    func secondStatusLineDoesNotTrap(status: String) async throws {
        for first in [
            "100 Continue", "103 Early Hints", "101 Switching Protocols", "204 No Content", "304 Not Modified",
        ] {
            let bytes = Array("HTTP/1.1 \(first)\r\n\r\nHTTP/1.1 \(status) X\r\n\r\n".utf8)
            // An answer or a typed failure, but no crash.
            _ = try? await exchange { _ in .raw(bytes) }
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:65536/", "http://[::1]:70000/", "http://127.0.0.1:0/", "https://127.0.0.1:65536/",
    ])
    func invalidPortIsRejected(url: String) async throws {
        try await withClient { exchange in
            let failure = await #expect(throws: FetchFailure.self) { try await exchange(HTTPQuery(url: url)) }
            #expect(failure?.withoutHost == "unreachable not a valid http or https URL")
        }
        let failure = try await failure { _ in .answer(status: 302, headers: ["Location": url], body: []) }
        #expect(failure == "malformed it redirects to an invalid URL")
    }

    @Test(arguments: [true, false])
    func responseOf3MiBIsRejected(announced: Bool) async throws {
        let failure = try await failure { _ in .huge(bytes: 3 << 20, announced: announced) }
        #expect(failure == "too large 2097152")
    }

    @Test func responseOf2MiBIsAccepted() async throws {
        let answer = try await exchange { _ in .huge(bytes: 2 << 20, announced: true) }
        #expect(answer.body.count == 2 << 20)
    }

    @Test func silentServerTimesOut() async throws {
        #expect(try await failure(readDeadline: .seconds(1)) { _ in .hang } == "timed out")
    }

    @Test func slowDripTimesOut() async throws {
        let failure = try await failure(deadline: .milliseconds(200)) { _ in
            .drip(body: Array(repeating: 32, count: 100_000), every: .milliseconds(5))
        }
        #expect(failure == "timed out")
    }

    @Test func slowResponseArrives() async throws {
        let answer = try await exchange { _ in .drip(body: Array("{}".utf8), every: .milliseconds(1)) }
        #expect(answer.body == Array("{}".utf8))
    }

    @Test func connectionResetIsReported() async throws {
        #expect(try await failure { _ in .reset } == "unreachable the connection was reset")
    }

    @Test func truncatedResponseIsReported() async throws {
        let failure = try await failure { _ in .cutOff(body: Array(#"{"current":{}}"#.utf8), after: 5) }
        #expect(failure == "unreachable the response was truncated")
    }

    @Test func emptyResponseIsReported() async throws {
        #expect(
            try await failure { _ in .raw([]) }
                == "unreachable the connection was closed before the response was complete")
    }

    @Test func garbageIsMalformed() async throws {
        #expect(
            try await failure { _ in .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)) }
                == "malformed its answer is not HTTP")
    }

    @Test(arguments: ["zz\r\nhello", "-1\r\nx", "fffffffffffffffff\r\nx", "5\r\nhelloworld"])
    func invalidChunkIsMalformed(body: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await failure { _ in .raw(Array((head + body).utf8)) } == "malformed its answer is not HTTP")
    }

    @Test func endlessHeadIsMalformed() async throws {
        let head =
            "HTTP/1.1 200 OK\r\n"
            + String(repeating: "X-Padding: " + String(repeating: "x", count: 80) + "\r\n", count: 20_000)
        #expect(try await failure { _ in .raw(Array(head.utf8)) } == "malformed its answer is not HTTP")
    }

    @Test func redirectIsFollowed() async throws {
        let answer = try await exchange(path: "/old") { request in
            request.path == "/old" ? .redirect(to: "/new", status: 308) : .json(#""\#(request.path)""#)
        }
        #expect(answer.body == Array(#""/new""#.utf8))
    }

    /// Another port is another server: on a shared machine it may belong to another user.
    @Test func keyIsNotForwardedToAnotherServer() async throws {
        let key = try #require(APIKey("s3cr3t"))
        try await LoopbackServer.running(handler: { _ in .json("{}") }) { other in
            try await LoopbackServer.running { _ in
                .redirect(to: other.url + "/?appid=s3cr3t")
            } _: { server in
                try await withClient { exchange in
                    let failure = await #expect(throws: FetchFailure.self) {
                        try await exchange(HTTPQuery(url: server.url + "/?appid=s3cr3t", key: key))
                    }
                    #expect(
                        failure?.withoutHost
                            == "malformed it redirects to another server, which must not receive the key")
                    #expect(other.requests.isEmpty)
                    // Without a key the redirect is followed.
                    let answer = try await exchange(HTTPQuery(url: server.url))
                    #expect(answer.status == 200)
                }
            }
        }
    }

    @Test func redirectLoopIsRejected() async throws {
        let failure = try await failure { .redirect(to: $0.path == "/" ? "/other" : "/") }
        #expect(failure == "malformed redirect loop")
    }

    @Test func endlessRedirectsAreRejected() async throws {
        #expect(try await failure { .redirect(to: $0.path + "x") } == "malformed too many redirects")
    }

    @Test func connectionRefusedIsReported() async throws {
        let port = try #require(ClosedPort())
        let failure = await #expect(throws: FetchFailure.self) {
            try await withClient { try await $0(HTTPQuery(url: "http://127.0.0.1:\(port.number)/")) }
        }
        #expect(failure == .unreachable(host: "127.0.0.1:\(port.number)", reason: "connection refused"))
    }

    /// A name with an empty label is rejected without a lookup.
    @Test func unknownHostIsReported() async throws {
        let failure = await #expect(throws: FetchFailure.self) {
            try await withClient { try await $0(HTTPQuery(url: "http://no..such.host/")) }
        }
        #expect(failure == .hostNotFound(host: "no..such.host"))
    }

    @Test(arguments: ["", "nonsense", "http://", "gopher://example.org/"])
    func invalidURLIsRejected(url: String) async throws {
        let failure = await #expect(throws: FetchFailure.self) {
            try await withClient { try await $0(HTTPQuery(url: url)) }
        }
        #expect(failure?.withoutHost == "unreachable not a valid http or https URL")
    }

    @Test func serverWithoutTLSIsRejected() async throws {
        try await LoopbackServer.running(handler: { _ in .json("{}") }) { server in
            let failure = await #expect(throws: FetchFailure.self) {
                try await withClient { try await $0(HTTPQuery(url: "https://127.0.0.1:\(server.port)/")) }
            }
            #expect(failure?.withoutHost == "unreachable it does not support TLS")
        }
    }

    @Test func cancellationEndsExchange() async throws {
        try await LoopbackServer.running(handler: { _ in .hang }) { server in
            try await withClient(deadline: .seconds(600)) { exchange in
                let request = Task { try await exchange(HTTPQuery(url: server.url)) }
                await server.requests(atLeast: 1)
                request.cancel()
                let failure = await #expect(throws: FetchFailure.self) { try await request.value }
                #expect(failure?.withoutHost == "unreachable the request was cancelled")
            }
        }
    }
}
