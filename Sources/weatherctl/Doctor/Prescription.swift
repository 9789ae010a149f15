import Glibc
import Wire

/// How findings read: a line each, and below it what to do.
struct Prescription {
    /// What whoever reads can show.
    struct Look: Equatable {
        var hasColors = false
        /// Whether there are letters beyond ASCII.
        var isUnicode = false

        /// Of standard output: a pipe gets plain ASCII.
        static var current: Look {
            guard let terminal = Terminal.current else { return Look() }
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
            let charset = locale.lowercased()
            return Look(
                hasColors: terminal.colors != .none, isUnicode: charset.hasSuffix("utf-8") || charset.hasSuffix("utf8"))
        }
    }

    var look: Look

    func lines(of findings: [Finding]) -> [String] {
        let width = findings.map(\.subject.count).max() ?? 0
        let lines = findings.flatMap { finding -> [String] in
            let subject = finding.subject + String(repeating: " ", count: width - finding.subject.count)
            let first = "\(mark(finding.state))  \(subject)  \(finding.found)"
            guard let advice = finding.advice else { return [first] }
            return [
                first,
                String(repeating: " ", count: markWidth + width + 4) + "\(look.isUnicode ? "→" : "->") \(advice)",
            ]
        }
        return lines + [summary(findings)]
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
