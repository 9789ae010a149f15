import Client
import ClientProtocol
import Glibc

/// Runs `doctor` as requested.
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
            manager: ServiceManager.ask(by: Deadline(milliseconds: Self.childPatience)),
            configuration: ConfigurationCheck.run(by: Deadline(milliseconds: Self.childPatience)),
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
