import CLinux
import Client
import Glibc

extension RunningProgram {
    /// The bars among the user's processes.
    static var bars: [RunningProgram] {
        guard let entries = opendir("/proc") else { return [] }
        defer { closedir(entries) }
        var programs: [RunningProgram] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let id = Int32(name), let program = RunningProgram(id: id),
                BarKind.allCases.contains(where: { program.isBar($0) })
            else { continue }
            programs.append(program)
        }
        return programs
    }

    /// nil unless it is the user's.
    private init?(id: Int32) {
        let folder = "/proc/\(id)"
        var status = stat()
        guard stat(folder, &status) == 0, status.st_uid == getuid(),
            let name = try? ConfigurationFile("\(folder)/comm").text,
            let line = try? ConfigurationFile("\(folder)/cmdline").text
        else { return nil }
        self.init(
            id: id, name: String(decoding: name[...].trimmed, as: UTF8.self),
            words: line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) },
            directory: String(linkAt: "\(folder)/cwd") ?? "/")
    }
}

extension BarSearch {
    /// On this machine.
    static var current: BarSearch {
        let home = environment("HOME") ?? "/"
        return BarSearch(
            home: home, configurationHome: .configurationHome, waybarDirectory: environment("WAYBAR_CONFIG_DIR"),
            running: RunningProgram.bars,
            hasFile: { access($0, F_OK) == 0 },
            hasProgram: { program in
                (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
                    access("\($0)/\(program)", X_OK) == 0
                }
            }, text: { try? ConfigurationFile($0).text })
    }
}

extension String {
    /// The XDG base directory specification ignores relative paths.
    static var configurationHome: String { base("XDG_CONFIG_HOME", "/.config") }
    static var stateHome: String { base("XDG_STATE_HOME", "/.local/state") }

    private static func base(_ variable: String, _ path: String) -> String {
        environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? (environment("HOME") ?? "") + path
    }

    /// A path below the home directory as `~/…`.
    var abbreviated: String {
        guard let home = environment("HOME"), home.hasPrefix("/"), home != "/", hasPrefix(home + "/") else {
            return self
        }
        return "~" + dropFirst(home.count)
    }
}
