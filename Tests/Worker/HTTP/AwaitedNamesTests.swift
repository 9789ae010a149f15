import CCurl
import LoopbackHTTP
import Testing
import WorkerProtocol

@testable import HTTP

/// Host names are looked up before libcurl starts the request, since it would start a thread for each lookup.
@Suite(.timeLimit(.minutes(20))) struct AwaitedNamesTests {
    private static func request(_ url: String, proxy: String? = nil) throws -> TransferRequest {
        TransferRequest(
            url: url, headers: [:], proxy: try proxy.map(Proxy.init), bodyLimit: 100, time: .seconds(20),
            limits: Transport.Limits(connecting: .seconds(5), silence: .seconds(10)))
    }

    @Test(arguments: [
        ("https://API.test/v1", nil, "api.test", 443), ("http://api.test:8080/", nil, "api.test", 8080),
        ("https://api.test/", "http://proxy.test:3128", "proxy.test", 3128),
        ("https://127.0.0.1/", "socks5://Proxy.test", "proxy.test", 1080),
        ("https://api.test/", "http://[::1]:3128", nil, 3128),
        ("https://127.0.0.1:8/", nil, nil, 8), ("https://[2001:db8::1]/", nil, nil, 443),
        ("http://localhost:9/", nil, nil, 9), ("http://a.localhost./", nil, nil, 80),
    ])
    func namesAreLookedUp(url: String, proxy: String?, host: String?, port: Int) throws {
        let request = try Self.request(url, proxy: proxy)
        #expect(request.lookedUpHost == host)
        #expect(request.lookedUpPort == port)
    }

    /// Runs `body` with an entry for each URL, made at the same moment.
    private func withEntries(
        _ urls: [String], _ body: (inout AwaitedNames, [AwaitedNames.Entry]) throws -> Void
    ) async throws {
        let requests = try urls.map { try Self.request($0) }
        let start = ContinuousClock.now
        var result: Result<Void, any Error> = .success(())
        _ = await withCheckedContinuation { (continuation: CheckedContinuation<TransferOutcome, Never>) in
            var names = AwaitedNames()
            let entries = requests.enumerated().map {
                AwaitedNames.Entry(key: $0, request: $1, continuation: continuation, start: start)
            }
            result = Result { try body(&names, entries) }
            continuation.resume(returning: .ended(.cancelled))
        }
        try result.get()
    }

    @Test func oneLookupServesAllOfAHost() async throws {
        try await withEntries(["http://a.test/1", "http://a.test/2", "http://b.test/"]) { names, entries in
            let start = entries[0].start
            #expect(entries.map { names.add($0) } == [true, false, true])
            #expect(names.nextDeadline == start + .seconds(8))
            let found = names.found("a.test", ["192.0.2.1"], at: start + .seconds(2))
            #expect(found.map(\.key) == [0, 1])
            // The lookup counts towards the total timeout, but not towards the connection timeout.
            #expect(found.map(\.request.time) == [.seconds(18), .seconds(18)])
            #expect(found.map(\.request.limits.connecting) == [.seconds(5), .seconds(5)])
            #expect(names.late(at: start + .milliseconds(7999)).isEmpty)
            #expect(names.late(at: start + .seconds(8)).map(\.key) == [2])
            #expect(names.nextDeadline == nil)
        }
    }

    @Test func addressesAreKeptForAMinute() async throws {
        try await withEntries(["http://a.test/"]) { names, entries in
            let start = entries[0].start
            _ = names.found("a.test", ["192.0.2.1"], at: start)
            #expect(names.addresses(of: "a.test", at: start + .seconds(59)) == ["192.0.2.1"])
            #expect(names.addresses(of: "a.test", at: start + .seconds(60)) == nil)
            #expect(names.addresses(of: "b.test", at: start) == nil)
            _ = names.found("a.test", [], at: start)
            #expect(names.addresses(of: "a.test", at: start) == nil)
        }
    }

    @Test func cancelledRequestsNoLongerWait() async throws {
        try await withEntries(["http://a.test/", "http://a.test/"]) { names, entries in
            for entry in entries { _ = names.add(entry) }
            #expect(names.remove { $0.key == 0 }.map(\.key) == [0])
            #expect(names.found("a.test", ["192.0.2.1"], at: entries[0].start).map(\.key) == [1])
        }
    }

    /// libcurl connects to the addresses that were found, in turn, and sends the name.
    @Test func addressesAreUsed() async throws {
        try await LoopbackServer.running { request in
            .json(#"{"host": "\#(request[header: "host"] ?? "")"}"#)
        } _: { server in
            var request = try Self.request("http://weather.test:\(server.port)/")
            request.addresses = ["::1", "127.0.0.1"]
            let transfer = try #require(Transfer(request, trusting: .built))
            let code = curl_easy_perform(transfer.handle)
            guard case .answer(let answer, _) = transfer.outcome(code) else {
                Issue.record("no answer: \(code)")
                return
            }
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"host": "weather.test:\#(server.port)"}"#)
        }
    }
}
