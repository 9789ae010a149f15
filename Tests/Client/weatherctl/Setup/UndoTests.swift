import Scratch
import Testing

@testable import weatherctl_tools

/// Every edit can be taken back exactly, whatever else the user has changed meanwhile.
@Suite("Taking insertions back")
struct UndoTests {
    /// A random configuration: its parts in order, between which a user may add lines.
    private struct Sample {
        var kind: BarKind
        var parts: [String]

        var text: String { parts.joined() }

        init(_ kind: BarKind, using random: inout SplitMix64) {
            self.kind = kind
            switch kind {
            case .waybar: parts = Self.waybar(&random)
            case .polybar: parts = Self.polybar(&random)
            case .i3blocks: parts = Self.blocks(&random)
            case .tmux: parts = Self.tmux(&random)
            }
            if Bool.random(using: &random) { parts = parts.map { $0.replacing("\n", with: "\r\n") } }
        }

        private static func waybar(_ random: inout SplitMix64) -> [String] {
            func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
            let count = Int.random(in: 1...3, using: &random)
            var parts = [pick("", "// bars\n", "/* all\n my bars */ ")]
            let isArray = count > 1 || Bool.random(using: &random)
            if isArray { parts.append(pick("[", "[\n  ")) }
            for bar in 0..<count {
                let space = pick("", " ", "\n", "\n    ", "\n\t", "\n  ")
                parts.append("{" + pick("", " // bar \(bar)\n"))
                var members = ["\"height\":\(bar)", "\"clock\": {\"format\": \"{:%H} \\\"x\\\" ] }\"}"]
                for list in ["left", "center", "right"] where Bool.random(using: &random) {
                    let separator = pick(", ", ",", "," + space)
                    let names = ["\"cpu\"", "\"custom/x\"", "\"tray\""].prefix(Int.random(in: 0...3, using: &random))
                    let tail = names.isEmpty ? "" : pick("", ",", " ")
                    members.append(
                        "\"modules-\(list)\":\(pick("", " "))[\(space)\(names.joined(separator: separator))\(tail)]")
                }
                members.shuffle(using: &random)
                for (index, member) in members.enumerated() {
                    let isLast = index == members.count - 1
                    parts.append(space + member + (isLast ? pick("", ",") : ",") + pick("", " // note\n", " /* n */"))
                }
                parts.append(pick("", "\n") + "}")
                if bar < count - 1 { parts.append(pick(",", ", ", ",\n")) }
            }
            if isArray { parts.append("\n]") }
            return parts + [pick("", "\n", "\n// end")]
        }

        private static func polybar(_ random: inout SplitMix64) -> [String] {
            func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
            var parts = [pick("", "; mine\n\n")]
            for bar in 0..<Int.random(in: 1...3, using: &random) {
                parts.append("[bar/b\(bar)]\n")
                if Bool.random(using: &random) { parts.append("width = \(bar)\n") }
                for list in ["left", "center", "right"] where Bool.random(using: &random) {
                    let value = pick("", "a", "a b", "\"a b\"", " weather-other")
                    parts.append("modules-\(list) =\(pick(" ", "", "  "))\(value)\n")
                }
            }
            return parts + [pick("[module/a]\ntype = x", "[module/a]\ntype = x\n", "")]
        }

        private static func blocks(_ random: inout SplitMix64) -> [String] {
            (0..<Int.random(in: 0...3, using: &random)).map { "[block\($0)]\n# weather \ncommand=x\n" }
                + [Bool.random(using: &random) ? "[last]\ninterval=1" : ""]
        }

        private static func tmux(_ random: inout SplitMix64) -> [String] {
            let lines = [
                "set -g status-right '%H:%M'\n", "run tpm\n", "# a\n", "set -g status-interval 9\n",
                "set -g status-style fg=red\n",
            ]
            return lines.filter { _ in Bool.random(using: &random) } + ["bind r source-file x"]
        }

        /// A comment or an empty line, which is valid between any parts.
        func addition(using random: inout SplitMix64) -> String {
            let comment = kind == .waybar ? "/* weather \(random.next()) */\n" : "# weather \(random.next())\n"
            return Bool.random(using: &random) ? comment : "\n"
        }
    }

    private func chosen(of plan: BarPlan, using random: inout SplitMix64) -> [Int] {
        let possible = plan.bars.indices.filter {
            if case .insertable = plan.bars[$0].state { true } else { false }
        }
        let some = possible.filter { _ in Bool.random(using: &random) }
        return some.isEmpty ? possible : some
    }

    @Test("An edit and its undo give the same bytes", arguments: BarKind.allCases)
    func roundTrip(kind: BarKind) throws {
        var edits = 0
        for seed in 0..<500 {
            var random = SplitMix64(seed: UInt64(seed))
            let text = Array(Sample(kind, using: &random).text.utf8)
            let plan = try kind.plan(text)
            let chosen = chosen(of: plan, using: &random)
            guard !chosen.isEmpty else { continue }
            edits += 1
            let edit = plan.edit(of: chosen)
            let (edited, marks) = (edit.applied(to: text), edit.marks(in: text))
            #expect(InsertionMark.removing(marks, from: edited, isUnedited: true) == text, "seed \(seed)")
            #expect(InsertionMark.removing(marks, from: edited, isUnedited: false) == text, "seed \(seed)")
            // Never twice.
            let again = try kind.plan(edited)
            #expect(chosen.allSatisfy { again.bars[$0].state == .shown }, "seed \(seed)")
            #expect(again.bars.count == plan.bars.count)
        }
        #expect(edits > 250)
    }

    @Test("Waybar's other members are the same after an edit")
    func others() throws {
        for seed in 0..<500 {
            var random = SplitMix64(seed: UInt64(seed))
            let text = Array(Sample(.waybar, using: &random).text.utf8)
            let plan = try BarKind.waybar.plan(text)
            let edited = plan.edit(of: chosen(of: plan, using: &random)).applied(to: text)
            let (before, after) = (try Self.bars(text), try Self.bars(edited))
            #expect(before.count == after.count)
            for (old, new) in zip(before, after) {
                let kept = new.filter { $0.key != "custom/weather" }
                let names = old.map(\.key)
                for member in old {
                    let value = kept.first { $0.key == member.key }?.value
                    let isSame =
                        value == member.value || value == "[custom/weather" + member.value.dropFirst()
                        || value == "[custom/weather," + member.value.dropFirst()
                    #expect(isSame, "seed \(seed): \(member) \(value ?? "-")")
                }
                #expect(kept.allSatisfy { names.contains($0.key) || $0.key == "modules-right" }, "seed \(seed)")
            }
        }
    }

    /// The members of each bar, with their values in one notation.
    private static func bars(_ text: [UInt8]) throws -> [[(key: String, value: String)]] {
        func notation(_ node: JSONC.Node) -> String {
            switch node.value {
            case .object(let members):
                "{" + members.map { "\($0.key):\(notation($0.node))" }.joined(separator: ",") + "}"
            case .array(let elements): "[" + elements.map(notation).joined(separator: ",") + "]"
            case .string(let text), .literal(let text): text
            }
        }
        let root = try JSONC.parse(text)
        return (root.elements ?? [root]).map { bar in bar.members.map { ($0.key, notation($0.node)) } }
    }

    @Test("What the user adds elsewhere after the edit stays", arguments: BarKind.allCases)
    func userEdits(kind: BarKind) throws {
        var edits = 0
        for seed in 0..<500 {
            var random = SplitMix64(seed: UInt64(seed))
            let sample = Sample(kind, using: &random)
            let text = Array(sample.text.utf8)
            let plan = try kind.plan(text)
            let chosen = chosen(of: plan, using: &random)
            guard !chosen.isEmpty else { continue }
            let edit = plan.edit(of: chosen)
            // A line is added at the beginning of a line of the original, and at the same place of the edited text.
            let starts = text.indices.filter { $0 == 0 || text[$0 - 1] == .newline }
            let start = starts.randomElement(using: &random) ?? 0
            guard !edit.insertions.contains(where: { $0.offset == start }), Self.isBetweenTokens(text, start, kind)
            else { continue }
            edits += 1
            let added = Array(sample.addition(using: &random).utf8)
            let shift = edit.insertions.filter { $0.offset < start }.reduce(0) { $0 + $1.text.count }
            let edited = edit.applied(to: text)
            let changed = edited[..<(start + shift)] + added + edited[(start + shift)...]
            let expected = text[..<start] + added + text[start...]
            let undone = InsertionMark.removing(edit.marks(in: text), from: Array(changed), isUnedited: false)
            #expect(undone == Array(expected), "seed \(seed)")
        }
        #expect(edits > 100)
    }

    /// Whether a comment may be added there: not in a comment of several lines.
    private static func isBetweenTokens(_ text: [UInt8], _ start: Int, _ kind: BarKind) -> Bool {
        guard kind == .waybar else { return true }
        let before = String(decoding: text[..<start], as: UTF8.self)
        return before.components(separated: "/*") == before.components(separated: "*/")
    }

    @Test("An insertion that was changed or moved is not taken back")
    func changedInsertions() throws {
        let text = Array("{\n    \"modules-right\": [\"cpu\"]\n}\n".utf8)
        let edit = try BarKind.waybar.plan(text).edit(of: [0])
        let marks = edit.marks(in: text)
        let edited = String(decoding: edit.applied(to: text), as: UTF8.self)
        for (old, new) in [
            ("weatherctl toggle", "foot weatherctl show"),
            ("[\"custom/weather\", \"cpu\"]", "[\"cpu\", \"custom/weather\"]"),
        ] {
            let changed = edited.replacing(old, with: new)
            #expect(changed != edited)
            #expect(InsertionMark.removing(marks, from: Array(changed.utf8), isUnedited: false) == nil, "\(changed)")
        }
        // On a line that the user has changed, a text that is long enough is still found.
        let moved = edited.replacing("\"modules-right\": [", with: "\"modules-right\" : [")
        let undone = InsertionMark.removing(marks, from: Array(moved.utf8), isUnedited: false)
        #expect(undone == Array("{\n    \"modules-right\" : [\"cpu\"]\n}\n".utf8))
    }

    @Test("A short insertion is only found on its line")
    func shortInsertions() throws {
        let text = Array("[bar/a]\nmodules-right = date\n".utf8)
        let edit = try BarKind.polybar.plan(text).edit(of: [0])
        let edited = String(decoding: edit.applied(to: text), as: UTF8.self)
        let changed = edited.replacing("modules-right = weather ", with: "; weather was here\nmodules-right = ")
        #expect(InsertionMark.removing(edit.marks(in: text), from: Array(changed.utf8), isUnedited: false) == nil)
    }
}

extension String {
    fileprivate func components(separated separator: String) -> Int { ranges(of: separator).count }
}
