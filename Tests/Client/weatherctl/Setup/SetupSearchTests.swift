import Testing

@testable import weatherctl_tools

/// What setup finds and asks.
@Suite("What setup finds")
struct SetupSearchTests {
    private func bars(
        _ files: [String], programs: [String] = ["waybar", "polybar", "i3blocks", "tmux"],
        running: [RunningProgram] = [], text: [String: String] = [:]
    ) -> [FoundBar] {
        BarSearch(
            home: "/h", configurationHome: "/h/.config", waybarDirectory: nil, running: running,
            hasFile: { files.contains($0) }, hasProgram: { programs.contains($0) },
            text: { text[$0].map { Array($0.utf8) } }
        ).bars
    }

    @Test("The first file of each bar's own order is used")
    func order() {
        let files = [
            "/h/.config/waybar/config.jsonc", "/h/waybar/config", "/etc/xdg/waybar/config",
            "/h/.config/polybar/config.ini",
            "/h/.i3blocks.conf", "/h/.tmux.conf", "/h/.config/tmux/tmux.conf",
        ]
        let found = [
            FoundBar(kind: .waybar, path: "/h/.config/waybar/config.jsonc"),
            FoundBar(kind: .polybar, path: "/h/.config/polybar/config.ini"),
            FoundBar(kind: .i3blocks, path: "/h/.i3blocks.conf"), FoundBar(kind: .tmux, path: "/h/.tmux.conf"),
        ]
        #expect(bars(files) == found)
        #expect(bars(files, programs: ["tmux"]) == [found[3]])
        #expect(bars([]) == [])
    }

    @Test("The system's file is copied for a bar that is used")
    func systemFiles() {
        let files = ["/etc/xdg/waybar/config.jsonc", "/etc/polybar/config.ini", "/etc/i3blocks.conf"]
        let waybar = FoundBar(
            kind: .waybar, path: "/h/.config/waybar/config.jsonc", original: "/etc/xdg/waybar/config.jsonc")
        #expect(bars(files) == [waybar])
        let blocks = FoundBar(kind: .i3blocks, path: "/h/.config/i3blocks/config", original: "/etc/i3blocks.conf")
        let sway = ["/h/.config/sway/config": "bar {\n\tstatus_command /usr/bin/i3blocks\n}\n"]
        #expect(bars(files, text: sway) == [waybar, blocks])
        #expect(bars(files, text: ["/h/.config/i3/config": "# status_command i3blocks\n"]) == [waybar])
        let polybar = RunningProgram(id: 1, name: "polybar", words: ["polybar"], directory: "/h")
        #expect(
            bars(files, running: [polybar]).last
                == FoundBar(
                    kind: .polybar, path: "/h/.config/polybar/config.ini", original: "/etc/polybar/config.ini"))
    }

    @Test("The file with which a bar was started is used")
    func running() {
        func waybar(_ words: String...) -> RunningProgram {
            RunningProgram(id: 1, name: "waybar", words: ["waybar"] + words, directory: "/h/dots")
        }
        let files = ["/h/.config/waybar/config", "/h/dots/bar.json", "/h/other"]
        let found = bars(
            files, programs: [],
            running: [
                waybar("-c", "bar.json"), waybar("--config=/h/other"), waybar("--config", "bar.json", "-s", "x"),
            ])
        #expect(found.map(\.path) == ["/h/dots/bar.json", "/h/other"])
        #expect(bars(files, running: [waybar("-c", "gone")]).map(\.path) == ["/h/.config/waybar/config"])
        #expect(bars(files + ["/srv/x"], running: [waybar("-c", "/srv/x")]).map(\.path) == ["/h/.config/waybar/config"])
        #expect(RunningProgram(id: 1, name: ".waybar-wrapped", words: [], directory: "/").isBar(.waybar))
    }

    @Test(
        "The units of a locale",
        arguments: [
            (["LANG": "en_US.UTF-8"], true), (["LANG": "en_US.UTF-8", "LC_MEASUREMENT": "de_DE.UTF-8"], false),
            (["LC_ALL": "es_US", "LC_MEASUREMENT": "de_DE"], true), (["LANG": "en_GB.UTF-8"], false),
            (["LANG": "C.UTF-8"], nil), (["LANG": "", "LC_ALL": ""], nil), ([:], nil), (["LANG": "eo"], nil),
        ])
    func units(variables: [String: String], isImperial: Bool?) {
        #expect(LocaleUnits.isImperial { variables[$0] } == isImperial)
    }

    @Test("Cities of a reply")
    func cities() {
        let json = """
            {"schema":1,"cities":[{"name":"Oslo","matchedName":null,"region":"Oslo","country":"Norway","latitude":59.91273,\
            "longitude":-10.5},{"name":"X \\"y\\"","region":null,"latitude":1,"longitude":2},{"name":"Z"}]}
            """
        #expect(
            FoundCity.all(in: json) == [
                FoundCity(name: "Oslo", label: "Oslo, Oslo, Norway", latitude: "59.91273", longitude: "-10.5"),
                FoundCity(name: "X \"y\"", label: "X \"y\"", latitude: "1", longitude: "2"),
            ])
        #expect(FoundCity.all(in: "{") == [])
    }

    @Test("The command line")
    func commandLine() {
        #expect(SetupCommand(["short"]) == nil && SetupCommand([]) == nil && SetupCommand(["--place", "setup"]) == nil)
        #expect(SetupCommand(["setup", "--undo"])?.isUndo == true)
        #expect(SetupCommand(["--yes", "setup"])?.isConfirmed == true)
        #expect(
            SetupCommand(["help", "setup"])?.wantsHelp == true && SetupCommand(["setup", "-h"])?.wantsHelp == true)
        #expect(SetupCommand(["setup", "--nonsense", "x"])?.invalid == "--nonsense")
        #expect(SetupCommand(["setup"])?.invalid == nil)
    }
}
