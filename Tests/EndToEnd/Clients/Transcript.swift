import Foundation

/// A recorded terminal session, in a file of Transcripts/:
///
/// ```
/// % NAME=VALUE              sets a variable of the daemon's environment; NAME alone removes it
/// # a comment
/// @ 2026-11-21T14:30:00Z    sets the wall clock
/// $ weatherctl short        a command
/// ⛅ 22°                    its output, then its standard error; "…" matches anything
/// [1]                       its exit status, unless that is 0
/// ! restart                 restarts the daemon
/// ```
struct Transcript {
    private enum Step {
        case remark(String)
        case clock(String, Int)
        case command(String, shown: [String])
        case restart
    }

    /// The environment variables before the daemon starts; nil for a variable to remove.
    private(set) var environment: [String: String?] = [:]

    private let path: String
    private var steps: [Step] = []

    /// Set to rewrite the files instead of comparing them. Review the changes.
    private static let isRecording = ProcessInfo.processInfo.environment["WEATHERD_RECORD_TRANSCRIPTS"] != nil

    static var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted()
    }

    private static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
    }

    init(_ name: String) throws {
        path = Self.folder.appending(path: name).path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("$ ") {
                steps.append(.command(String(line.dropFirst(2)), shown: []))
            } else if line == "! restart" {
                steps.append(.restart)
            } else if line.hasPrefix("% ") {
                let halves = line.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
                environment.updateValue(halves.count == 2 ? halves[1] : nil, forKey: halves[0])
                steps.append(.remark(line))
            } else if line.hasPrefix("@ ") {
                let time = String(line.dropFirst(2))
                guard let date = try? Date(time, strategy: .iso8601) else {
                    throw Failure("\(name): invalid time: \(time)")
                }
                steps.append(.clock(time, Int(date.timeIntervalSince1970)))
            } else if case .command(let command, let shown) = steps.last, !line.hasPrefix("# ") {
                steps[steps.count - 1] = .command(command, shown: shown + [line])
            } else {
                steps.append(.remark(line))
            }
        }
        // The text already ends with a line end.
        if case .command(let command, let shown) = steps.last, shown.last == "" {
            steps[steps.count - 1] = .command(command, shown: shown.dropLast())
        }
    }

    /// Runs the commands; returns the differences, nil if there are none.
    /// - Parameter restart: restarts the daemon.
    func replay(in home: Home, restart: () throws -> Void) throws -> String? {
        var written: [String] = []
        var seen: [String] = []
        for step in steps {
            switch step {
            case .remark(let line):
                written.append(line)
                seen.append(line)
            case .clock(let time, let now):
                home.clock?.now = now
                written.append("@ \(time)")
                seen.append("@ \(time)")
            case .restart:
                try restart()
                written.append("! restart")
                seen.append("! restart")
            case .command(let command, let shown):
                written += ["$ \(command)"] + shown
                let lines = try Self.lines(shownBy: command, in: home)
                seen.append("$ \(command)")
                // A matching line is taken from the file, so that its "…" stays.
                seen += lines.enumerated().map { index, line in
                    shown.indices.contains(index) && Self.fits(line, shown[index]) ? shown[index] : line
                }
            }
        }
        guard Self.isRecording else { return Self.difference(written, seen) }
        try (seen.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return nil
    }

    private static func lines(shownBy command: String, in home: Home) throws -> [String] {
        let end = try Finished.running("/bin/sh", ["-c", command], environment: home.environment)
        var lines = (end.output + end.errors).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return end.status == 0 ? lines : lines + ["[\(end.status)]"]
    }

    /// Whether a line is as in a file, where "…" matches anything.
    static func fits(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return line == pattern }
        guard line.hasPrefix(first) else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// The differing lines, each prefixed with a sign, below the command that they belong to.
    private static func difference(_ written: [String], _ seen: [String]) -> String? {
        let changes = seen.difference(from: written)
        guard !changes.isEmpty else { return nil }
        var removed: [Int: String] = [:]
        var inserted: [Int: String] = [:]
        for change in changes {
            switch change {
            case .remove(let offset, let line, _): removed[offset] = line
            case .insert(let offset, let line, _): inserted[offset] = line
            }
        }
        var result: [String] = []
        var (left, right) = (0, 0)
        while left < written.count || right < seen.count {
            if let line = removed[left] {
                result.append("- \(line)")
                left += 1
            } else if let line = inserted[right] {
                result.append("+ \(line)")
                right += 1
            } else {
                result.append("  \(written[left])")
                left += 1
                right += 1
            }
        }
        // Only commands with differences.
        var blocks: [[String]] = [[]]
        for line in result {
            if line.dropFirst(2).hasPrefix("$ ") { blocks.append([]) }
            blocks[blocks.count - 1].append(line)
        }
        return blocks.filter { $0.contains { !$0.hasPrefix(" ") } }.joined().joined(separator: "\n")
    }
}
