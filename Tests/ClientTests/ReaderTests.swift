import Glibc
import Testing

@testable import Client

@Suite("Who reads a pipe")
struct ReaderTests {
    @Test("Whoever has the end for reading; not who has the end for writing alone")
    func ends() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        #expect(Reader.process(getpid(), readsPipeAt: ends[1]))
        close(ends[0])
        #expect(!Reader.process(getpid(), readsPipeAt: ends[1]))
    }

    @Test("Not who reads another pipe")
    func otherPipe() throws {
        var ends: [Int32] = [-1, -1]
        var others: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0 && pipe(&others) == 0)
        defer { for end in [ends[1]] + others { close(end) } }
        close(ends[0])
        #expect(!Reader.process(getpid(), readsPipeAt: ends[1]))
    }

    @Test("No process that proc(5) does not show")
    func noProcess() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(!Reader.process(0, readsPipeAt: ends[1]))
    }
}
