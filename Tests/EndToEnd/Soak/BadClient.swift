import ClientProtocol
import Glibc
import Scratch

/// A misbehaving client.
enum BadClient: Sendable, Hashable, CaseIterable {
    case neverReading, halfClosed, noise, noLineEnd, pipelined, oneByteAtATime, hundreds

    /// The connections that stay open until they are closed.
    func misbehave(in home: Home, _ random: inout SplitMix64) throws -> [Client] {
        let client = try home.client()
        switch self {
        case .neverReading:
            var requests = Array(String(repeating: "current\n", count: 20_000).utf8)[...]
            for _ in 0..<20 { try client.sendWhatFits(of: &requests) }
        case .halfClosed:
            try client.send("status\ncurr")
            client.endRequests()
            while try client.replyOrEnd() != nil {}
        case .noise:
            let noise = (0..<4000).map { _ in UInt8.random(in: 0...255, using: &random) }
            var rest = noise[...]
            try client.sendWhatFits(of: &rest)
        case .noLineEnd:
            var line = Array(String(repeating: "a", count: 1 << 20).utf8)[...]
            try client.sendWhatFits(of: &line)
            guard try client.reply().code == .tooLong else { throw Failure("an unterminated line was accepted") }
        case .pipelined:
            for _ in 0..<20 {
                try client.send(String(repeating: "version\n", count: 50))
                for _ in 0..<50 { _ = try client.reply() }
            }
        case .oneByteAtATime:
            for byte in "version\n".utf8 { try client.send([byte]) }
            _ = try client.reply()
        case .hundreds:
            return try (0..<300).map { _ in try home.client() }
        }
        return [client]
    }
}
