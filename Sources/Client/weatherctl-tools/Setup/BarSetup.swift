import CLinux
import Client
import ClientProtocol
import Glibc

// The status bars.
extension Setup {
    /// Offers the weather to each bar that is configured.
    ///
    /// - Returns: whether a file was changed.
    mutating func setUpBars() throws(Interruption) -> Bool {
        let found = BarSearch.current.bars
        var hasChanged = false
        for bar in found where try setUp(bar) { hasChanged = true }
        if hasChanged, !BarSearch.current.hasProgram("weatherctl") {
            leave("PATH", "does not contain weatherctl, so bars cannot run it", advice: "log in again, or extend PATH")
        }
        let desktops = (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":")
        if desktops.contains("GNOME") {
            offer(
                "GNOME", "the extension of the package weatherd-gnome shows the weather",
                "install it, log out and in, and run: gnome-extensions enable weatherd@weatherd.org")
        }
        if desktops.contains("KDE") {
            offer(
                "Plasma", "the widget of the package weatherd-plasma shows the weather",
                "install it, right-click the panel, and add the widget Weather (weatherd)")
        }
        if found.isEmpty, !desktops.contains("GNOME"), !desktops.contains("KDE") {
            show(
                .skipped, "bars", "no configuration of Waybar, Polybar, i3blocks or tmux was found",
                advice: "show it in the terminal: weatherctl current")
        }
        return hasChanged
    }

    private mutating func offer(_ desktop: String, _ what: String, _ advice: String) {
        show(.skipped, desktop, what, advice: advice)
    }

    /// - Returns: whether a file was changed.
    private mutating func setUp(_ bar: FoundBar) throws(Interruption) -> Bool {
        let shown = (bar.original ?? bar.path).abbreviated
        let file: ConfigurationFile
        let plan: BarPlan
        do throws(ConfigurationFile.Failure) {
            file = try ConfigurationFile(bar.original ?? bar.path)
        } catch {
            show(.wrong, bar.kind.name, "\(shown) \(error.reason)")
            return false
        }
        do throws(EditProblem) {
            plan = try bar.kind.plan(file.text)
        } catch {
            report(error, of: bar, in: shown)
            return false
        }
        var chosen: [Int] = []
        var isDeclined = false
        for (index, one) in plan.bars.enumerated() {
            let name = one.name.map { " (\($0.visible))" } ?? ""
            switch one.state {
            case .shown: show(.ok, bar.kind.name, "already shows the weather\(name)")
            case .problem(let problem): report(problem, of: bar, in: shown)
            case .insertable:
                if try consent("Add the weather to \(bar.kind.name)\(name), in \(bar.path.abbreviated)?") {
                    chosen.append(index)
                } else {
                    isDeclined = true
                }
            }
        }
        if isDeclined { showSnippet(of: bar) }
        guard !chosen.isEmpty else { return false }
        do throws(SetupLedger.Failure) {
            let backup = try insert(plan.edit(of: chosen), into: file, of: bar)
            let how = backup.map { "; backup: \($0.abbreviated)" } ?? ", a copy of \(shown)"
            show(.ok, bar.kind.name, "added to \(bar.path.abbreviated)\(how)", advice: reload(bar.kind, bar.path))
            return true
        } catch {
            show(
                .wrong, bar.kind.name, "\(error.sentence(bar.path)); nothing was changed",
                advice: "\(bar.kind.instruction) \(bar.path.abbreviated):")
            show(lines: bar.kind.snippet)
            return false
        }
    }

    private mutating func report(_ problem: EditProblem, of bar: FoundBar, in shown: String) {
        let line = problem.line.map { ":\($0)" } ?? ""
        show(
            .wrong, bar.kind.name, "\(shown)\(line): \(problem.reason); nothing was changed",
            advice: "\(bar.kind.instruction) \(bar.path.abbreviated):")
        show(lines: bar.kind.snippet)
    }

    private mutating func showSnippet(of bar: FoundBar) {
        let advice = "\(bar.kind.instruction) \(bar.path.abbreviated):"
        if questions == nil {
            leave(bar.kind.name, "can show the weather: weatherctl setup --yes", advice: advice)
        } else {
            show(.skipped, bar.kind.name, "not changed", advice: advice)
        }
        show(lines: bar.kind.snippet)
    }

    /// Records the edit before making it, so that undo knows of it even after an interruption.
    ///
    /// - Returns: the path of the backup; nil if a file was created.
    private func insert(
        _ edit: TextEdit, into file: ConfigurationFile, of bar: FoundBar
    ) throws(SetupLedger.Failure) -> String? {
        var ledger = try SetupLedger()
        let former = ledger.record.files
        let edited = edit.applied(to: file.text)
        var entry = SetupRecord.File(
            bar: bar.kind, path: bar.path, isCopy: bar.original != nil,
            backup: nil, before: file.text.fingerprint, after: edited.fingerprint, marks: edit.marks(in: file.text))
        do throws(ConfigurationFile.Failure) {
            if bar.original == nil {
                try file.checkIsReplaceable()
                entry.backup = try file.backUp(at: Self.time)
            }
        } catch {
            throw .bar(error)
        }
        ledger.record.files.append(entry)
        do throws(SetupLedger.Failure) {
            try ledger.save()
            do throws(ConfigurationFile.Failure) {
                if bar.original == nil {
                    try file.replace(with: edited)
                } else {
                    try ConfigurationFile.create(bar.path, edited)
                }
            } catch {
                throw .bar(error)
            }
        } catch {
            if let backup = entry.backup { unlink(backup) }
            ledger.record.files = former
            try? ledger.save()
            throw error
        }
        return entry.backup
    }

    /// The local time for names of files: `20261128-041500`.
    private static var time: String {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func digits(_ number: Int32) -> String { String(String(100 + number % 100).dropFirst()) }
        return String(Int(parts.tm_year) + 1900) + digits(parts.tm_mon + 1) + digits(parts.tm_mday) + "-"
            + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec)
    }

    /// Restarts the process with that ID as it was started: by its service, by sway, or with its environment, arguments and
    /// directory. Only PATH is this program's, which finds weatherctl.
    private static let restart = #"""
        p=/proc/$1
        ! grep -q '/waybar.service$' $p/cgroup || exec systemctl --user restart waybar
        ! grep -qz ^WAYLAND_SOCKET= $p/environ || exec swaymsg -s $(sed -zn s/^SWAYSOCK=//p $p/environ | tr -d '\0') reload
        d=$(readlink $p/cwd) && w=$(mktemp) && cat $p/environ >$w && printf 'PATH=%s\0' "$PATH" >>$w &&
            cat $p/cmdline >>$w && kill $1 || exit 1
        timeout 3 tail --pid=$1 -f /dev/null
        cd "$d"
        xargs -0 -a $w setsid -f env -i </dev/null >/dev/null 2>&1
        rm $w
        """#

    /// Makes a running bar reload its configuration.
    ///
    /// - Returns: what the user has to do; nil for nothing.
    private func reload(_ kind: BarKind, _ path: String) -> String? {
        let running = RunningProgram.bars.filter { $0.isBar(kind) }
        switch kind {
        case .waybar:
            if running.isEmpty { return "start Waybar to see it" }
            // After SIGUSR2, Waybar keeps its lists of modules, at least up to 0.9.17.
            var advice: String?
            for program in running where !isDone(["/bin/sh", "-c", Self.restart, "sh", String(program.id)]) {
                advice = "restart Waybar to see it"
            }
            return advice
        case .polybar:
            if running.isEmpty { return "start Polybar to see it" }
            return isDone(["polybar-msg", "cmd", "restart"]) ? nil : "restart Polybar to see it"
        case .i3blocks: return "restart the bar to see it: i3-msg restart, or swaymsg reload"
        case .tmux:
            guard isDone(["tmux", "list-sessions"]) else { return "start tmux to see it" }
            return isDone(["tmux", "source-file", path]) ? nil : "to see it: tmux source-file \(path.shellQuoted)"
        }
    }

    private func isDone(_ words: [String]) -> Bool {
        (try? ChildProcess.run(words, by: MonotonicDeadline(milliseconds: 5_000)))?.status == 0
    }

    // MARK: - Undo

    /// Undoes the insertions. Those that cannot be undone stay in the record.
    mutating func undoBars(_ ledger: inout SetupLedger) {
        ledger.record.files = ledger.record.files.reversed().filter { !undo($0) }.reversed()
    }

    /// - Returns: whether nothing is left to undo.
    private mutating func undo(_ entry: SetupRecord.File) -> Bool {
        let (name, shown) = (entry.bar.name, entry.path.abbreviated)
        do throws(ConfigurationFile.Failure) {
            let file = try ConfigurationFile(entry.path)
            let isUnedited = file.text.fingerprint == entry.after
            guard let restored = InsertionMark.removing(entry.marks, from: file.text, isUnedited: isUnedited) else {
                let isShown = (try? entry.bar.plan(file.text))?.bars.contains { $0.state == .shown } ?? true
                if !isShown {
                    show(.skipped, name, "\(shown) no longer shows the weather")
                    return true
                }
                show(
                    .wrong, name, "\(shown) was edited where setup added the weather",
                    advice: "remove the weather by hand, then run: weatherctl setup --undo")
                return false
            }
            if entry.isCopy, restored.fingerprint == entry.before {
                guard unlink(entry.path) == 0 else {
                    show(.wrong, name, "\(shown) cannot be removed")
                    return false
                }
                // Fails unless it is empty.
                rmdir(entry.path.directory)
                show(.ok, name, "\(shown) removed", advice: undoneAdvice(entry))
                return true
            }
            try file.replace(with: restored)
            if let backup = entry.backup, (try? ConfigurationFile(backup))?.text == restored { unlink(backup) }
            show(.ok, name, "removed from \(shown)", advice: undoneAdvice(entry))
            return true
        } catch {
            if error == .absent {
                show(.skipped, name, "\(shown) \(error.reason)")
                return true
            }
            show(.wrong, name, "\(shown) \(error.reason)")
            return false
        }
    }

    private func undoneAdvice(_ entry: SetupRecord.File) -> String? {
        // Reloading the configuration removes nothing from a running tmux.
        if entry.bar == .tmux { return "restart tmux if it is running" }
        let isRunning = RunningProgram.bars.contains { $0.isBar(entry.bar) }
        return isRunning ? reload(entry.bar, entry.path) : nil
    }
}
