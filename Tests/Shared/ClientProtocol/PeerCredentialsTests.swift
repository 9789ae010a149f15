import ClientProtocol
import Glibc
import Testing

struct PeerCredentialsTests {
    private func withSocketPair(_ body: (Int32) throws -> Void) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        try body(ends[0])
    }

    private func write(_ name: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        try #require(fputs(name, file) >= 0)
    }

    @Test func bothEndsOfAPairAreThisProcess() throws {
        try withSocketPair { socket in
            let peer = try #require(PeerCredentials(descriptor: socket))
            #expect(peer.process == getpid())
            #expect(peer.user == getuid())
        }
    }

    @Test func pipeHasNoPeer() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(PeerCredentials(descriptor: ends[0]) == nil)
    }

    /// The names of the programs that create the daemon's socket, and of another program.
    @Test(.enabled(if: access("/proc/self/comm", W_OK) == 0, "/proc is not writable"))
    func onlyOtherProgramsAreForeign() throws {
        let path = "/proc/\(getpid())/comm"
        let file = try #require(fopen(path, "r"))
        var line = [CChar](repeating: 0, count: 64)
        try #require(fgets(&line, 64, file) != nil)
        fclose(file)
        let own = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { try? write(own, to: path) }
        try withSocketPair { socket in
            let peer = try #require(PeerCredentials(descriptor: socket))
            for (name, foreign) in [
                ("nginx", "nginx"), ("weatherd", nil), ("systemd", nil), ("weatherd2", "weatherd2"),
            ] {
                try write(name, to: path)
                #expect(peer.foreignName == foreign)
            }
        }
    }
}
