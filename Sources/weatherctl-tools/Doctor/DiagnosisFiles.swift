import Client
import Glibc
import Wire

// What is on the disk, and the clock.
extension Diagnosis {
    var configurationFindings: [Finding] {
        let subject = "config.toml"
        let file = directories.flatMap(\.files).first { $0.path.hasSuffix("/\(subject)") && $0.isHidden(from: user) }
        // What is wrong with a variable begins with its name.
        func name(_ sentence: String) -> String { sentence.hasPrefix("WEATHERD_") ? "environment" : subject }
        switch configuration {
        case .right(let sentence, let notices):
            return [Finding(.ok, subject, sentence)] + notices.map { Finding(.note, name($0), $0) }
        case .wrong(let sentences):
            return sentences.map {
                Finding(
                    .wrong, name($0), $0,
                    advice: advice(file.map { "chmod 600 \($0.path.shellQuoted)" } ?? "mend it"))
            }
        case .noProgram:
            return [
                Finding(
                    .wrong, subject, "there is no weatherd to read it", advice: "install weatherd beside weatherctl")
            ]
        case .failed(let reason): return [Finding(.skipped, subject, reason)]
        }
    }

    var files: [Finding] {
        let wrong = directories.flatMap(findings(in:))
        guard wrong.isEmpty else { return wrong }
        let present = directories.filter { $0.state.kind == .directory }.map(\.state.path)
        return [
            Finding(
                .ok, "files",
                present.isEmpty
                    ? "there are none yet; they are made when there is something to keep"
                    : "are yours: \(present.joined(separator: ", "))")
        ]
    }

    /// Where somebody else's files are, nothing is to be changed, but the variable that leads there.
    private func adviceIfElsewhere(_ directory: Directory) -> String? {
        let isElsewhere = directory.isNamed ? directory.ancestor.owner != user : home.owner != user
        guard isElsewhere else { return nil }
        let own = "log in as yourself and not with su or sudo, or set"
        return directory.isNamed
            ? "\(own) \(directory.variable) to a directory of yours"
            : "\(own) HOME to your own directory, or \(directory.variable) to one of yours"
    }

    private func findings(in directory: Directory) -> [Finding] {
        let state = directory.state
        let path = state.path
        func wrong(_ found: String, _ advice: String) -> [Finding] { [Finding(.wrong, "files", found, advice: advice)] }
        let elsewhere = adviceIfElsewhere(directory)
        switch state.kind {
        case .directory: break
        case .absent:
            guard directory.isWritten, !directory.ancestor.isWritable else { return [] }
            return wrong(
                "\(path) is not there and cannot be made in \(directory.ancestor.path)",
                elsewhere ?? "chmod u+rwx \(directory.ancestor.path.shellQuoted)")
        case .hidden(let reason):
            return wrong("\(path) cannot be looked at: \(reason)", elsewhere ?? "ls -ld \(path.directory.shellQuoted)")
        default: return wrong("\(path) is not a directory", "mv \(path.shellQuoted) \("\(path).old".shellQuoted)")
        }
        // What is only read may be kept elsewhere, as by a manager of dotfiles.
        guard state.owner == user || !directory.isWritten else {
            return wrong(
                "\(path) belongs to user \(state.owner)", elsewhere ?? "sudo chown -R $USER \(path.shellQuoted)")
        }
        guard !state.isOpenToAll else {
            return wrong("others can write to \(path) (mode \(state.permissions))", "chmod 700 \(path.shellQuoted)")
        }
        guard !state.isOpenToOthers || state.owner != user else {
            return [
                Finding(
                    .note, "files", "your group can write to \(path) (mode \(state.permissions))",
                    advice: "where others are in it: chmod 700 \(path.shellQuoted)")
            ]
        }
        guard state.isWritable || !directory.isWritten else {
            return wrong(
                "\(path) cannot be written to, so no choice of yours can be kept", "chmod u+rwx \(path.shellQuoted)")
        }
        guard directory.isWritten else { return [] }
        return directory.files.flatMap { file -> [Finding] in
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

    var clockFindings: [Finding] {
        var findings: [Finding] = []
        if !clock.isKept {
            findings.append(
                Finding(
                    .note, "clock", "nobody is known to keep it right", advice: "sudo timedatectl set-ntp true"))
        }
        let set = "sudo timedatectl set-timezone Europe/Oslo, or which is yours"
        switch clock.zone {
        case nil where clock.isZoneKnown: findings.append(Finding(.ok, "time zone", "is set, by a file without a name"))
        case nil: findings.append(Finding(.note, "time zone", "none is set, so times are in UTC", advice: set))
        case let zone? where clock.isZoneKnown: findings.append(Finding(.ok, "time zone", zone))
        case let zone?:
            findings.append(
                Finding(
                    .wrong, "time zone", "tzdata knows no \(zone)", advice: "install the package tzdata, or: \(set)"))
        }
        return findings
    }
}

extension PathState {
    /// Whether it is a file that its own user cannot read.
    fileprivate func isHidden(from user: uid_t) -> Bool { kind == .file && owner == user && !isReadable }
}
