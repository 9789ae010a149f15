import Client
import Glibc

/// The result of `weatherd --check-config`.
enum ConfigurationCheck: Equatable {
    /// The configuration is valid. Notices are about settings without effect.
    case right(String, notices: [String])
    case wrong([String])
    /// There is no weatherd next to this program or in `PATH`.
    case noProgram
    case failed(String)

    /// EX_CONFIG of sysexits.h.
    private static let mistake: Int32 = 78

    static func run(by deadline: Deadline) -> ConfigurationCheck {
        do throws(ChildProcess.Failure) {
            return ConfigurationCheck(try ChildProcess.run([program, "--check-config"], by: deadline))
        } catch {
            switch error {
            case .notFound: return .noProgram
            case .notStarted(let reason): return .failed("cannot run weatherd: \(reason)")
            case .overdue: return .failed("weatherd --check-config timed out")
            case .tooMuch: return .failed("weatherd --check-config printed too much output")
            }
        }
    }

    init(_ outcome: ChildProcess.Outcome) {
        let prefix = "weatherd: "
        let sentences = outcome.errors.split(whereSeparator: \.isNewline).map {
            String($0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0)
        }
        switch outcome.status {
        case 0: self = .right(outcome.output.firstLine, notices: sentences)
        case Self.mistake: self = .wrong(sentences)
        case let status: self = .failed("weatherd --check-config exited with status \(status)")
        }
    }

    /// The daemon next to this program, or else the first in `PATH`.
    private static var program: String {
        let directory = (String(linkAt: "/proc/self/exe") ?? "").directory
        let places = ["/weatherd", "/../../bin/weatherd"].map { directory + $0 }
        return places.first { access($0, X_OK) == 0 } ?? "weatherd"
    }
}
