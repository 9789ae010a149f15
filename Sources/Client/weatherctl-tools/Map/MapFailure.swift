import Client
import ClientProtocol
import Glibc

/// Why choosing a place failed.
enum MapFailure: Error, Equatable {
    /// Input or output is not a terminal.
    case noTerminal
    /// The daemon's reply contains no position.
    case noPosition
    case connection(ConnectionFailure)
    /// The daemon rejected the request.
    case refused(Reply.Code, String)
    /// A system call failed with this errno.
    case failed(call: String, errno: Int32)

    var sentence: String {
        switch self {
        case .noTerminal:
            "map --choose requires a terminal; run 'weatherctl set-location LAT LON' instead"
        case .noPosition:
            "weatherd's reply contains no position; if its version differs from weatherctl's, run: "
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
