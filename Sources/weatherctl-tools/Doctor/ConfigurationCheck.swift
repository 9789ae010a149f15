import Client
import Glibc

/// What `weatherd --check-config` says.
enum ConfigurationCheck: Equatable {
    /// It is right. The sentences are about what has no effect, or not the one that was meant.
    case right(String, notices: [String])
    case wrong([String])
    /// There is no weatherd beside this program, nor along `PATH`.
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
            case .notStarted(let reason): return .failed("weatherd cannot be run: \(reason)")
            case .overdue: return .failed("weatherd --check-config did not end in time")
            case .tooMuch: return .failed("weatherd --check-config says more than it should")
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
        case let status: self = .failed("weatherd --check-config ended with status \(status)")
        }
    }

    /// The one that was built or installed with this program, else whichever comes first along `PATH`.
    private static var program: String {
        let directory = (String(linkAt: "/proc/self/exe") ?? "").directory
        let places = ["/weatherd", "/../../bin/weatherd"].map { directory + $0 }
        return places.first { access($0, X_OK) == 0 } ?? "weatherd"
    }
}
