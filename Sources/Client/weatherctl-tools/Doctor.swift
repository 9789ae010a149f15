import Client
import ClientProtocol
import Formats
import Glibc

func examine(_ words: [String], path: String, milliseconds: Int) -> ExitStatus {
    guard case .doctor(let output)? = try? Request(words: words) else {
        return refuse(words, path: path, milliseconds: milliseconds)
    }
    return Doctor(path: path, output: output, milliseconds: milliseconds).run()
}

/// Prints the daemon's error for invalid words.
func refuse(_ words: [String], path: String, milliseconds: Int) -> ExitStatus {
    do throws(RequestError) {
        let output = Invocation.output(of: words)
        return Query(line: try RequestLine.encode(words), path: path, output: output, milliseconds: milliseconds).run()
    } catch {
        StandardError.say((error == .tooLong ? UsageError.tooLong : .controlCharacter).sentence)
        return .usage
    }
}

/// Checks everything that weatherd needs, and prints problems and advice.
struct Doctor {
    var path: String
    var output: ViewRequest.Output
    /// The timeout for the daemon.
    var milliseconds: Int

    private static let childPatience = 5_000

    /// Prints the diagnostics; the status shows whether there are problems.
    func run() -> ExitStatus {
        let diagnosis = diagnosis
        if case .failed(let failure) = diagnosis.daemon, failure.status == .system {
            StandardError.say(failure.sentence)
            return .system
        }
        let findings = diagnosis.findings
        let lines =
            output == .json ? [Diagnostic.json(findings)] : DoctorReport(look: .current).lines(of: findings)
        let status = StandardOutput.show(lines)
        guard status == .done else { return status }
        return findings.contains { $0.state == .wrong } ? .refused : .done
    }

    private var diagnosis: Diagnosis {
        // The daemon first: the query may start it.
        let daemon = DaemonAnswer.ask(path, milliseconds: milliseconds)
        return Diagnosis(
            user: getuid(), home: PathState(lookingAt: environment("HOME") ?? "/", following: true),
            runtimeDirectory: environment("XDG_RUNTIME_DIR"),
            isSocketNamed: !(environment("WEATHERD_SOCKET") ?? "").isEmpty,
            socket: PathState(lookingAt: path, following: false),
            socketDirectory: PathState(lookingAt: path.directory, following: true), daemon: daemon,
            manager: ServiceManager.ask(by: MonotonicDeadline(milliseconds: Self.childPatience)),
            configuration: ConfigurationCheck.run(by: MonotonicDeadline(milliseconds: Self.childPatience)),
            directories: [
                directory("XDG_CONFIG_HOME", else: "/.config", isWritten: false, files: ["config.toml"]),
                directory(
                    "XDG_STATE_HOME", else: "/.local/state", isWritten: true,
                    files: [
                        "settings.json", "settings.copy.json", "settings.lost.json", "requests.json", "told.json",
                        "lock",
                    ]),
                directory("XDG_CACHE_HOME", else: "/.cache", isWritten: true, files: ["reports.json"]),
            ], clock: .look())
    }

    /// The XDG base directory specification ignores relative paths.
    private func directory(
        _ variable: String, else path: String, isWritten: Bool, files: [String] = []
    ) -> Diagnosis.Directory {
        let named = environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
        let path = (named ?? (environment("HOME") ?? "/") + path) + "/weatherd"
        var ancestor = PathState(lookingAt: path.directory, following: true)
        while ancestor.kind == .absent, ancestor.path != "/" {
            ancestor = PathState(lookingAt: ancestor.path.directory, following: true)
        }
        return Diagnosis.Directory(
            variable: variable, isNamed: named != nil, state: PathState(lookingAt: path, following: true),
            isWritten: isWritten, ancestor: ancestor,
            files: files.map { PathState(lookingAt: "\(path)/\($0)", following: !isWritten) })
    }
}

/// Formats diagnostics: one line each, with advice below.
struct DoctorReport {
    /// The capabilities of the output.
    struct Look: Equatable {
        var hasColors = false
        /// Whether characters beyond ASCII are supported.
        var isUnicode = false
        /// The line width; nil for unlimited.
        var columns: Int?

        /// The capabilities of standard output; a pipe gets ASCII.
        static var current: Look {
            guard let terminal = Terminal.current else { return Look() }
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
            let charset = locale.lowercased()
            return Look(
                hasColors: terminal.colors != .none, isUnicode: charset.hasSuffix("utf-8") || charset.hasSuffix("utf8"),
                columns: terminal.columns)
        }
    }

    var look: Look

    func lines(of findings: [Diagnostic]) -> [String] {
        let width = findings.map { $0.subject.count }.max() ?? 0
        let lines = findings.flatMap { self.lines(of: $0, subjectWidth: width) }
        return lines + fitted(summary(findings), after: "", of: 0)
    }

    /// - Parameter width: the column of subjects, to which the subject is padded.
    func lines(of finding: Diagnostic, subjectWidth width: Int) -> [String] {
        let subject = finding.subject + String(repeating: " ", count: max(0, width - finding.subject.count))
        let indentation = markWidth + width + 4
        let found = fitted(
            finding.found.withControlsReplaced, after: "\(mark(finding.state))  \(subject)  ", of: indentation)
        guard let advice = finding.advice else { return found }
        let arrow = look.isUnicode ? "→ " : "-> "
        let beginning = String(repeating: " ", count: indentation) + arrow
        return found + fitted(advice.withControlsReplaced, after: beginning, of: indentation + arrow.count)
    }

    /// Narrower columns are not wrapped.
    private static let leastRoom = 16

    /// Wraps a sentence between words. Words longer than a line, such as paths, are left to the terminal.
    ///
    /// - Parameters:
    ///   - beginning: the beginning of the first line.
    ///   - width: the width of the beginning, columns, by which the other lines are indented.
    private func fitted(_ sentence: String, after beginning: String, of width: Int) -> [String] {
        guard let columns = look.columns, columns - width >= Self.leastRoom else { return [beginning + sentence] }
        var lines: [String] = []
        for word in sentence.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns - width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        let indentation = String(repeating: " ", count: width)
        return lines.enumerated().map { ($0 == 0 ? beginning : indentation) + $1 }
    }

    private func summary(_ findings: [Diagnostic]) -> String {
        switch findings.filter({ $0.state == .wrong }).count {
        case 0 where findings.contains { $0.state == .note && $0.advice != nil }:
            "No problems found; suggestions are optional."
        case 0: "No problems found."
        case 1: "1 problem found."
        case let count: "\(count) problems found."
        }
    }

    private var markWidth: Int { look.isUnicode ? 1 : 2 }

    private func mark(_ state: Diagnostic.State) -> String {
        let (sign, plain, color) =
            switch state {
            case .ok: ("✓", "ok", 32)
            case .note: ("!", "! ", 33)
            case .wrong: ("✗", "x ", 31)
            case .skipped: ("–", "- ", 2)
            }
        let mark = look.isUnicode ? sign : plain
        return look.hasColors ? "\u{1B}[\(color)m\(mark)\u{1B}[0m" : mark
    }
}

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
        let connection: DaemonConnection
        let deadline = MonotonicDeadline(milliseconds: milliseconds)
        let first = MonotonicDeadline(milliseconds: min(patience, milliseconds))
        do throws(ConnectionFailure) {
            connection = try DaemonConnection.open(path, by: first)
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
