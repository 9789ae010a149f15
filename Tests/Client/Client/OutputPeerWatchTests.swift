import Glibc
import Testing

@testable import Client

@Suite("Readers of a pipe")
struct OutputPeerWatchTests {
    @Test("A process that holds the read end is found; a process with only the write end is not")
    func ends() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        #expect(OutputPeerWatch.process(getpid(), readsPipeAt: ends[1]))
        close(ends[0])
        #expect(!OutputPeerWatch.process(getpid(), readsPipeAt: ends[1]))
    }

    @Test("A reader of another pipe is not found")
    func otherPipe() throws {
        var ends: [Int32] = [-1, -1]
        var others: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0 && pipe(&others) == 0)
        defer { for end in [ends[1]] + others { close(end) } }
        close(ends[0])
        #expect(!OutputPeerWatch.process(getpid(), readsPipeAt: ends[1]))
    }

    @Test("A process hidden by proc(5) is not found")
    func noProcess() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(!OutputPeerWatch.process(0, readsPipeAt: ends[1]))
    }
}
