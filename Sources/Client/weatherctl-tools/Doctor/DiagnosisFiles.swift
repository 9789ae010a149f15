import Client
import ClientProtocol
import Glibc

// Checks files and the clock.
extension Diagnosis {
    var configurationFindings: [Diagnostic] {
        let subject = "config.toml"
        let file = directories.flatMap(\.files).first { $0.path.hasSuffix("/\(subject)") && $0.isHidden(from: user) }
        // Errors in variables begin with the variable's name.
        func name(_ sentence: String) -> String { sentence.hasPrefix("WEATHERD_") ? "environment" : subject }
        switch configuration {
        case .right(let sentence, let notices):
            return [Diagnostic(.ok, subject, sentence)] + notices.map { Diagnostic(.note, name($0), $0) }
        case .wrong(let sentences):
            return sentences.map {
                Diagnostic(
                    .wrong, name($0), $0,
                    advice: advice(file.map { "chmod 600 \($0.path.shellQuoted)" } ?? "correct it"))
            }
        case .noProgram:
            return [
                Diagnostic(
                    .wrong, subject, "not checked, since weatherd was not found", advice: "install weatherd")
            ]
        case .failed(let reason): return [Diagnostic(.skipped, subject, reason)]
        }
    }

    var files: [Diagnostic] {
        let wrong = directories.flatMap(findings(in:))
        guard wrong.isEmpty else { return wrong }
        let present = directories.filter { $0.state.kind == .directory }.map(\.state.path)
        return [
            Diagnostic(
                .ok, "files",
                present.isEmpty
                    ? "none yet; they are created when needed"
                    : "belong to you: \(present.joined(separator: ", "))")
        ]
    }

    /// In another user's directory, advises changing the variable instead of the files.
    private func adviceIfElsewhere(_ directory: Directory) -> String? {
        let isElsewhere = directory.isNamed ? directory.ancestor.owner != user : home.owner != user
        guard isElsewhere else { return nil }
        let own = "log in directly instead of with su or sudo, or set"
        return directory.isNamed
            ? "\(own) \(directory.variable) to a directory that you own"
            : "\(own) HOME to your own directory, or \(directory.variable) to a directory that you own"
    }

    private func findings(in directory: Directory) -> [Diagnostic] {
        let state = directory.state
        let path = state.path
        func wrong(_ found: String, _ advice: String) -> [Diagnostic] {
            [Diagnostic(.wrong, "files", found, advice: advice)]
        }
        let elsewhere = adviceIfElsewhere(directory)
        switch state.kind {
        case .directory: break
        case .absent:
            guard directory.isWritten, !directory.ancestor.isWritable else { return [] }
            return wrong(
                "\(path) does not exist and cannot be created in \(directory.ancestor.path)",
                elsewhere ?? "chmod u+rwx \(directory.ancestor.path.shellQuoted)")
        case .hidden(let reason):
            return wrong("\(path) cannot be accessed: \(reason)", elsewhere ?? "ls -ld \(path.directory.shellQuoted)")
        default: return wrong("\(path) is not a directory", "mv \(path.shellQuoted) \("\(path).old".shellQuoted)")
        }
        // Read-only directories may belong to others, such as a dotfiles manager.
        guard state.owner == user || !directory.isWritten else {
            return wrong(
                "\(path) belongs to user \(state.owner)", elsewhere ?? "sudo chown -R $USER \(path.shellQuoted)")
        }
        guard !state.isOpenToAll else {
            return wrong(
                "other users can write to \(path) (mode \(state.permissions))", "chmod 700 \(path.shellQuoted)")
        }
        guard !state.isOpenToOthers || state.owner != user else {
            return [
                Diagnostic(
                    .note, "files", "your group can write to \(path) (mode \(state.permissions))",
                    advice: "if the group has other members: chmod 700 \(path.shellQuoted)")
            ]
        }
        guard state.isWritable || !directory.isWritten else {
            return wrong(
                "\(path) is not writable, so settings cannot be saved", "chmod u+rwx \(path.shellQuoted)")
        }
        guard directory.isWritten else { return [] }
        return directory.files.flatMap { file -> [Diagnostic] in
            switch file.kind {
            case .absent: return []
            case .file where file.isHidden(from: user):
                return wrong(
                    "\(file.path) cannot be read (mode \(file.permissions))",
                    advice("chmod 600 \(file.path.shellQuoted)"))
            case .file where file.owner == user: return []
            case .file:
                return wrong("\(file.path) belongs to user \(file.owner)", "sudo chown $USER \(file.path.shellQuoted)")
            default:
                return wrong(
                    "\(file.path) is not a file",
                    advice("mv \(file.path.shellQuoted) \("\(file.path).old".shellQuoted)")
                )
            }
        }
    }

    var clockFindings: [Diagnostic] {
        var findings: [Diagnostic] = []
        if !clock.isKept {
            findings.append(
                Diagnostic(
                    .note, Diagnostic.clock, "no time synchronization service found",
                    advice: "sudo timedatectl set-ntp true"))
        }
        let set = "sudo timedatectl set-timezone Europe/Oslo (replace with your zone)"
        switch clock.zone {
        case nil where clock.isZoneKnown:
            findings.append(Diagnostic(.ok, "time zone", "set by a file without a name"))
        case nil: findings.append(Diagnostic(.note, "time zone", "not set, so times are in UTC", advice: set))
        case let zone? where clock.isZoneKnown: findings.append(Diagnostic(.ok, "time zone", zone))
        case let zone?:
            findings.append(
                Diagnostic(
                    .wrong, "time zone", "tzdata does not contain \(zone)",
                    advice: "install the package tzdata, or: \(set)"))
        }
        return findings
    }
}

extension PathState {
    /// Whether it is a file that its owner cannot read.
    fileprivate func isHidden(from user: uid_t) -> Bool { kind == .file && owner == user && !isReadable }
}
