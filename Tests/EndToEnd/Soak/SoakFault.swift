import Glibc
import LoopbackHTTP

/// The faults of a month.
enum SoakFault: Sendable, Hashable {
    case network(Network)
    /// The errno of every write.
    case disk(Int32)
    case file(File)
    case client(BadClient)
    case process(Termination)
    /// The wall clock is set by this many seconds.
    case time(Int)

    enum Network: Sendable, Hashable, CaseIterable {
        case refused, reset, hang, drip, cutOff, garbage, redirectLoop, badChunk, badGzip, huge, error
        case tooMany, tooManyForAnHour, webPage
    }

    enum File: Sendable, Hashable, CaseIterable {
        /// The cache is removed, by a cleaner of caches.
        case removed
        /// A directory at the path of the temporary file.
        case directoryInPlace
        /// The cache is truncated, or a bit of it is flipped, while no daemon runs.
        case cut, flipped
    }

    enum Termination: Sendable, Hashable, CaseIterable {
        /// kill -9 during a request.
        case killed
        /// Stopped by the service manager during a fetch.
        case ended
        /// A hundred reloads, without a restart.
        case reloads
    }

    /// Every fault there is.
    static let all =
        Network.allCases.map(SoakFault.network) + [ENOSPC, EIO, EROFS, EACCES].map(SoakFault.disk)
        + File.allCases.map(SoakFault.file) + BadClient.allCases.map(SoakFault.client)
        + Termination.allCases.map(SoakFault.process) + [86_400, -86_400].map(SoakFault.time)

    /// The faults that do not restart the process, so that its memory can be compared.
    var sparesTheProcess: Bool {
        switch self {
        case .process(.killed), .process(.ended), .file(.cut), .file(.flipped): false
        default: true
        }
    }
}

extension SoakFault.Network {
    /// Whether each request costs seconds of the real clock, which limits their number.
    var isSlow: Bool { self == .hang || self == .drip }

    func response(to request: LoopbackRequest) -> LoopbackResponse {
        switch self {
        // No server listens.
        case .refused, .reset: .reset
        case .hang: .hang
        case .drip: .drip(body: Array(Forecast().json.utf8), every: .seconds(1))
        case .cutOff: .cutOff(body: Array(Forecast().json.utf8), after: 5000)
        case .garbage: .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
        case .redirectLoop: .redirect(to: request.path)
        case .badChunk: .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n".utf8))
        case .badGzip:
            .answer(
                headers: ["Content-Encoding": "gzip"], body: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array("no".utf8))
        case .huge: .huge(bytes: 100 << 20, announced: false)
        case .error: .answer(status: 500, body: [])
        case .tooMany: .answer(status: 429, body: [])
        case .tooManyForAnHour: .answer(status: 429, headers: ["Retry-After": "3600"], body: [])
        case .webPage: .json("<!DOCTYPE html><html><body>Sign in to this hotel</body></html>")
        }
    }
}
