import Client
import Glibc
import Wire

/// How findings read: a line each, and below it what to do.
struct Prescription {
    /// What whoever reads can show.
    struct Look: Equatable {
        var hasColors = false
        /// Whether there are letters beyond ASCII.
        var isUnicode = false
        /// How wide its lines are; nil for as wide as they come.
        var columns: Int?

        /// Of standard output: a pipe gets plain ASCII.
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

    func lines(of findings: [Finding]) -> [String] {
        let width = findings.map(\.subject.count).max() ?? 0
        let lines = findings.flatMap { finding -> [String] in
            let subject = finding.subject + String(repeating: " ", count: width - finding.subject.count)
            let indentation = markWidth + width + 4
            let found = fitted(finding.found, after: "\(mark(finding.state))  \(subject)  ", of: indentation)
            guard let advice = finding.advice else { return found }
            let arrow = look.isUnicode ? "→ " : "-> "
            let beginning = String(repeating: " ", count: indentation) + arrow
            return found + fitted(advice, after: beginning, of: indentation + arrow.count)
        }
        return lines + fitted(summary(findings), after: "", of: 0)
    }

    /// The least room for words that they are broken for.
    private static let leastRoom = 16

    /// A sentence in as many lines as it takes, broken between its words. What is longer than a line, as a path may be, is left
    /// to the terminal.
    ///
    /// - Parameters:
    ///   - beginning: what the first line begins with.
    ///   - width: of the beginning, columns; the other lines are indented by as much.
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

    private func summary(_ findings: [Finding]) -> String {
        switch findings.filter({ $0.state == .wrong }).count {
        case 0 where findings.contains { $0.state == .note && $0.advice != nil }:
            "Nothing has to be mended; what is advised is up to you."
        case 0: "Nothing has to be done."
        case 1: "One thing has to be mended."
        case let count: "\(count) things have to be mended."
        }
    }

    private var markWidth: Int { look.isUnicode ? 1 : 2 }

    private func mark(_ state: Finding.State) -> String {
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
