import Client
import ClientProtocol

/// The result of querying the daemon's diagnostics.
enum DaemonAnswer: Equatable {
    /// The daemon's diagnostics and version.
    case findings([Diagnostic], version: String)
    /// An older daemon, which does not know the request.
    case older(version: String)
    /// The daemon rejected the request.
    case refused(String)
    /// Another program listens on the socket.
    case foreign(process: Int32, name: String)
    /// The daemon does not reply, or disconnects.
    case hangs(process: Int32?)
    case failed(ConnectionFailure)

    /// The timeout for connecting and the first reply, milliseconds.
    private static let patience = 2_000

    static func ask(_ path: String, milliseconds: Int) -> DaemonAnswer {
        let connection: Connection
        let deadline = Deadline(milliseconds: milliseconds)
        let first = Deadline(milliseconds: min(patience, milliseconds))
        do throws(ConnectionFailure) {
            connection = try Connection.open(path, by: first)
        } catch {
            return .failed(error)
        }
        do throws(ConnectionFailure) {
            try connection.send("version\ndoctor\n", by: first)
            let greeting = try connection.reply(by: first)
            guard case .ok(let words) = greeting, let version = words.first?.split(separator: " ").last else {
                if case .error(_, let message) = greeting { return .refused(message) }
                return .failed(.notWeatherd(path: path))
            }
            switch try connection.reply(by: deadline) {
            case .ok(let lines): return .findings(lines.compactMap { Diagnostic(line: $0) }, version: String(version))
            case .error(.unknownCommand, _): return .older(version: String(version))
            case .error(_, let message): return .refused(message)
            }
        } catch {
            switch error {
            case .foreign(_, let process, let name): return .foreign(process: process, name: name)
            case .timedOut, .closed: return .hangs(process: PeerCredentials(descriptor: connection.descriptor)?.process)
            default: return .failed(error)
            }
        }
    }
}
