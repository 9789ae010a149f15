import Client
import Glibc
import Wire

/// Why no place is chosen on the map.
enum MapFailure: Error, Equatable {
    /// Keys cannot be read, or nothing can be drawn.
    case noTerminal
    /// The daemon's reply has no position in it.
    case noPosition
    case connection(ConnectionFailure)
    /// The daemon's own words.
    case refused(Reply.Code, String)
    /// A system call failed with this errno.
    case failed(call: String, errno: Int32)

    var sentence: String {
        switch self {
        case .noTerminal:
            "map --choose needs a terminal to draw on and to read keys from; without one: weatherctl set-location LAT LON"
        case .noPosition:
            "weatherd replied without a position; if its version differs from weatherctl's, restart it: "
                + "systemctl --user restart weatherd"
        case .connection(let failure): failure.sentence
        case .refused(_, let message): message
        case .failed(let call, let error): "\(call) failed: \(String(cString: strerror(error)))"
        }
    }

    var status: ExitStatus {
        switch self {
        case .noTerminal: .usage
        case .connection(let failure): failure.status
        case .refused(let code, _): code == .noData ? .noWeather : .refused
        case .noPosition: .refused
        case .failed: .output
        }
    }
}
