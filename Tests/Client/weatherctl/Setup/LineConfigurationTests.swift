import Pages
import Testing

@testable import weatherctl_tools

/// The configurations of Polybar, i3blocks and tmux with the weather.
@Suite("Polybar's, i3blocks' and tmux's configuration")
struct LineConfigurationTests {
    private static let title = "# Weather, added by weatherctl setup; weatherctl setup --undo removes it.\n"

    private func edited(_ kind: BarKind, _ text: String) throws -> String {
        let plan = try kind.plan(Array(text.utf8))
        let chosen = plan.bars.indices.filter { if case .insertable = plan.bars[$0].state { true } else { false } }
        return String(decoding: plan.edit(of: chosen).applied(to: Array(text.utf8)), as: UTF8.self)
    }

    private func problem(_ kind: BarKind, _ text: String) -> EditProblem? {
        do throws(EditProblem) {
            guard case .problem(let problem)? = try kind.plan(Array(text.utf8)).bars.first?.state else { return nil }
            return problem
        } catch {
            return error
        }
    }

    @Test(
        "The snippets are those of docs/bars",
        arguments: [
            ("polybar", "ini", 0, PolybarConfiguration.snippet), ("i3blocks", "ini", 1, I3blocksConfiguration.snippet),
            ("tmux", "tmux", 0, TmuxConfiguration.snippet),
        ])
    func snippets(page: String, language: String, index: Int, lines: [String]) throws {
        #expect(
            try Page("docs/bars/\(page).md").blocks(in: language)[index].text == lines.joined(separator: "\n") + "\n")
    }

    @Test("In Polybar, each bar gets the module, which is defined once at the end")
    func polybar() throws {
        let text = """
            ; mine
            [bar/top]
            modules-left = xworkspaces
            modules-right = cpu date
            [bar/other]
            modules-center = "date"
            [bar/empty]
            modules-right =
            [bar/bare]
            width = 100%
            [module/date]
            type = internal/date

            """
        let definition = PolybarConfiguration.snippet.joined(separator: "\n") + "\n"
        #expect(
            try edited(.polybar, text) == """
                ; mine
                [bar/top]
                modules-left = xworkspaces
                modules-right = weather cpu date
                [bar/other]
                modules-center = "weather date"
                [bar/empty]
                modules-right = weather
                [bar/bare]
                modules-right = weather
                width = 100%
                [module/date]
                type = internal/date

                \(Self.title)\(definition)
                """)
        let again = try BarKind.polybar.plan(Array(edited(.polybar, text).utf8))
        #expect(again.bars.allSatisfy { $0.state == .shown } && again.shared.isEmpty)
        #expect(again.bars.map(\.name) == ["top", "other", "empty", "bare"])
    }

    @Test("Files without a last line end, and with CRLF")
    func lineEnds() throws {
        #expect(try edited(.polybar, "[bar/a]").hasPrefix("[bar/a]\nmodules-right = weather\n\n#"))
        let windows = try edited(.polybar, "[bar/a]\r\nmodules-right = b\r\n")
        #expect(windows.hasPrefix("[bar/a]\r\nmodules-right = weather b\r\n\r\n# Weather"))
        #expect(!windows.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
        #expect(try edited(.i3blocks, "") == Self.title + I3blocksConfiguration.snippet.joined(separator: "\n") + "\n")
    }

    @Test(
        "What cannot be edited is reported with its line",
        arguments: [
            (BarKind.polybar, "[bar/a]\nwidth = 1\nwidth = 2\n", 3, "width is set twice"),
            (.polybar, "[bar/a]\nwidth\n", 2, "expected KEY = VALUE"), (.polybar, "[bar/a\n", 1, "\"[\" is not closed"),
            (
                .polybar, "[bar/a]\n[module/weather]\ntype = internal/date", 2,
                "another [module/weather] is defined here: use these lines instead"
            ),
            (
                .polybar, "[bar/a]\nmodules-right = ${lists.right}", 2, "its module list is a reference"
            ),
            (
                .polybar, "include-file = x\n[bar/a]\nmodules-right = b", 1,
                "an included file may define [module/weather]"
            ),
            (.polybar, "[bar/a]\ninherit = bar/b\n", 2, "its module lists are inherited"),
            (.i3blocks, "[time]\ncommand\n", 2, "expected KEY = VALUE"),
            (.tmux, "%if x\nset -g a b\n", 3, "%endif is missing"),
            (.tmux, "set -g a \\", 1, "the last line is incomplete"),
        ])
    func problems(kind: BarKind, text: String, line: Int, reason: String) {
        #expect(problem(kind, text) == EditProblem(line: line, reason: reason))
    }

    @Test("Without a bar, Polybar's file is not edited")
    func noBar() {
        #expect(problem(.polybar, "[colors]\na = b\n") == EditProblem(line: nil, reason: "no bar is defined here"))
    }

    @Test("i3blocks gets a block at the end, once")
    func i3blocks() throws {
        let text = "# mine\ncommand=/usr/share/$BLOCK_NAME\n[time]\ninterval=5\n"
        let result = try edited(.i3blocks, text)
        #expect(result == text + "\n" + Self.title + I3blocksConfiguration.snippet.joined(separator: "\n") + "\n")
        #expect(try BarKind.i3blocks.plan(Array(result.utf8)).bars == [ConfiguredBar(name: nil, state: .shown)])
    }

    private static let weather = "#(weatherctl watch short --output tmux)"

    @Test(
        "tmux gets the options that the file does not set",
        arguments: [
            ("", TmuxConfiguration.snippet),
            ("bind r source-file ~/.tmux.conf\n", TmuxConfiguration.snippet),
            ("bind -n MouseDown1StatusRight run-shell \"weatherctl toggle\"\n", TmuxConfiguration.snippet),
            (
                "set -g status-right \"%H:%M\"\nset -g status-style bg=black\nset -g status-interval 5\n",
                [TmuxConfiguration.snippet[1], "set -ga status-right \" \(weather)\""]
            ),
            (
                "set -g @plugin 'dracula/tmux'\nrun '~/.tmux/plugins/tpm/tpm'\n",
                Array(TmuxConfiguration.snippet[0...1]) + ["set -ga status-right \" \(weather)\""]
            ),
        ])
    func tmux(text: String, lines: [String]) throws {
        let result = try edited(.tmux, text)
        let separator = text.isEmpty ? "" : "\n"
        #expect(result == text + separator + Self.title + lines.joined(separator: "\n") + "\n")
        #expect(try BarKind.tmux.plan(Array(result.utf8)).bars == [ConfiguredBar(name: nil, state: .shown)])
    }

    @Test("Comments do not count as the weather")
    func comments() throws {
        #expect(try edited(.tmux, "# weatherctl\n").contains("status-right"))
        #expect(try edited(.i3blocks, "# command=weatherctl\n").contains("interval=2"))
    }
}
