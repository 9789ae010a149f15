/// A status bar that `setup` configures. The raw value is its program.
enum BarKind: String, CaseIterable {
    case waybar, polybar, i3blocks, tmux

    /// As its authors write it.
    var name: String {
        switch self {
        case .waybar: "Waybar"
        case .polybar: "Polybar"
        case .i3blocks, .tmux: rawValue
        }
    }

    /// The bars of a configuration file.
    func plan(_ text: [UInt8]) throws(EditProblem) -> BarPlan {
        switch self {
        case .waybar: try WaybarConfiguration.plan(text)
        case .polybar: try PolybarConfiguration.plan(text)
        case .i3blocks: try I3blocksConfiguration.plan(text)
        case .tmux: try TmuxConfiguration.plan(text)
        }
    }

    /// The lines to add by hand.
    var snippet: [String] {
        switch self {
        case .waybar: WaybarConfiguration.snippet
        case .polybar: PolybarConfiguration.snippet
        case .i3blocks: I3blocksConfiguration.snippet
        case .tmux: TmuxConfiguration.snippet
        }
    }

    /// What to do with the snippet, before the name of the file.
    var instruction: String {
        switch self {
        case .waybar: "to add it by hand, add \"custom/weather\" to a module list, and these lines, with a comma, to"
        case .polybar: "to add it by hand, add weather to a module list, and these lines to"
        case .i3blocks, .tmux: "to add it by hand, add these lines to"
        }
    }
}

/// A configuration file of a bar.
struct FoundBar: Equatable {
    var kind: BarKind
    /// The user's file.
    var path: String
    /// The system's file, which is used because the user's does not exist; nil if it does.
    var original: String?
}

/// A process of the user.
struct RunningProgram: Equatable {
    var id: Int32
    var name: String
    var words: [String]
    /// Its working directory.
    var directory: String

    /// The file that its option `-c` or `--config` names; nil for none.
    var configuration: String? {
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            var path: String?
            if word == "-c" || word == "--config" {
                path = rest.popFirst()
            } else if word.hasPrefix("--config=") {
                path = String(word.dropFirst("--config=".count))
            }
            if let path, !path.isEmpty { return path.hasPrefix("/") ? path : "\(directory)/\(path)" }
        }
        return nil
    }

    func isBar(_ kind: BarKind) -> Bool {
        // Nix wraps programs.
        name == kind.rawValue || name == ".\(kind.rawValue)-wrapped"
    }
}

/// Searches for the configuration files of bars, in the order of each bar.
struct BarSearch {
    var home: String
    /// `XDG_CONFIG_HOME`, or its default.
    var configurationHome: String
    /// `WAYBAR_CONFIG_DIR`.
    var waybarDirectory: String?
    var running: [RunningProgram]
    var hasFile: (_ path: String) -> Bool
    /// Whether a program is in `PATH`.
    var hasProgram: (_ name: String) -> Bool
    /// The contents of a file; nil if it cannot be read.
    var text: (_ path: String) -> [UInt8]?

    var bars: [FoundBar] { BarKind.allCases.flatMap { bars(of: $0) } }

    private func bars(of kind: BarKind) -> [FoundBar] {
        let processes = running.filter { $0.isBar(kind) }
        var bars: [FoundBar] = []
        // Files elsewhere are not the user's, or are generated. tmux may read another file for each server.
        for process in processes where kind != .tmux {
            guard let path = process.configuration, path.hasPrefix(home + "/"), hasFile(path),
                !bars.contains(where: { $0.path == path })
            else { continue }
            bars.append(FoundBar(kind: kind, path: path))
        }
        guard bars.isEmpty, hasProgram(kind.rawValue) || !processes.isEmpty else { return bars }
        var systems: String?
        for path in paths(of: kind) where hasFile(path) {
            guard path.hasPrefix("/etc/") else { return [FoundBar(kind: kind, path: path)] }
            systems = systems ?? path
        }
        guard let systems, isUsed(kind, !processes.isEmpty) else { return [] }
        let name = systems.hasSuffix(".jsonc") ? "config.jsonc" : kind == .polybar ? "config.ini" : "config"
        return [FoundBar(kind: kind, path: "\(configurationHome)/\(kind.rawValue)/\(name)", original: systems)]
    }

    /// The possible files: the user's, then the system's.
    private func paths(of kind: BarKind) -> [String] {
        let text =
            switch kind {
            case .waybar:
                """
                $/waybar/config $/waybar/config.jsonc ~/.config/waybar/config ~/.config/waybar/config.jsonc \
                ~/waybar/config ~/waybar/config.jsonc /etc/xdg/waybar/config /etc/xdg/waybar/config.jsonc
                """
            case .polybar:
                """
                $/polybar/config $/polybar/config.ini ~/.config/polybar/config ~/.config/polybar/config.ini \
                /etc/xdg/polybar/config.ini /etc/polybar/config.ini
                """
            case .i3blocks:
                """
                $/i3blocks/config ~/.config/i3blocks/config ~/.i3blocks.conf /etc/xdg/i3blocks/config /etc/i3blocks.conf
                """
            case .tmux: "~/.tmux.conf $/tmux/tmux.conf ~/.config/tmux/tmux.conf"
            }
        let paths = text.split(separator: " ").map { path in
            path.first == "/" ? String(path) : (path.first == "$" ? configurationHome : home) + path.dropFirst()
        }
        guard kind == .waybar, let waybarDirectory else { return paths }
        return [waybarDirectory + "/config", waybarDirectory + "/config.jsonc"] + paths
    }

    /// Whether the user uses a bar that has no configuration file of the user's own.
    private func isUsed(_ kind: BarKind, _ isRunning: Bool) -> Bool {
        // Waybar is only a bar, so it is installed to be used.
        if kind == .waybar || isRunning { return true }
        return kind == .i3blocks && (runsI3blocks("i3") || runsI3blocks("sway"))
    }

    private func runsI3blocks(_ program: String) -> Bool {
        (text("\(configurationHome)/\(program)/config") ?? []).split(separator: .newline).contains { line in
            let line = line.trimmed
            return line.starts(with: "status_command".utf8) && line.reversed().starts(with: "skcolb3i".utf8)
        }
    }
}
