import Client
import Wire

/// What came of asking the daemon how it is.
enum DaemonAnswer: Equatable {
    /// What it found, and its release.
    case findings([Finding], version: String)
    /// One of an older release, which does not know the request.
    case older(version: String)
    /// It said why it answers nothing.
    case refused(String)
    /// Somebody else listens there.
    case foreign(process: Int32, name: String)
    /// A weatherd that says nothing, or hangs up.
    case hangs(process: Int32?)
    case failed(ConnectionFailure)

    /// How long connecting and the first reply may take, milliseconds.
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
            case .ok(let lines): return .findings(lines.compactMap { Finding(line: $0) }, version: String(version))
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
