import Client
import Glibc

/// The command line of `setup`, which the daemon does not know: weatherctl passes it on as an unknown command.
struct SetupCommand: Equatable {
    static let name = "setup"
    static let summary = "start the service, find the place, and add the weather to your status bars"
    static let discussion = """
        Without a terminal, it starts the service and prints what to add to the bars. Before a file is changed, it is \
        copied; comments and formatting stay. Exit status 1: something is left to do.
        """

    static let undo = "--undo"
    static let yes = "--yes"
    private static let help = ["--help", "-h"]

    var isUndo = false
    var isConfirmed = false
    var wantsHelp = false
    /// The first word that is invalid; nil for none.
    var invalid: String?

    /// nil for another command.
    init?(_ words: [String]) {
        if words == ["help", Self.name] {
            wantsHelp = true
            return
        }
        let options = [Self.undo, Self.yes] + Self.help
        let before = words.prefix { options.contains($0) }
        guard words.dropFirst(before.count).first == Self.name else { return nil }
        for word in before + words.dropFirst(before.count + 1) {
            switch word {
            case Self.undo: isUndo = true
            case Self.yes: isConfirmed = true
            case _ where Self.help.contains(word): wantsHelp = true
            default: invalid = invalid ?? word
            }
        }
    }

    func run(at path: String) -> ExitStatus {
        if wantsHelp { return Manual.showSetup() }
        if let invalid {
            StandardError.say(
                invalid.hasPrefix("-") ? Manual.unknownOption(invalid) : "unexpected argument \"\(invalid.visible)\"")
            return .usage
        }
        guard environment("HOME")?.hasPrefix("/") == true, getuid() != 0 || environment("SUDO_UID") ?? "0" == "0" else {
            StandardError.say("run setup without sudo, and with HOME set")
            return .usage
        }
        var setup = Setup(path: path, questions: isConfirmed ? nil : Questions(), isConfirmed: isConfirmed)
        do throws(Setup.Interruption) {
            return isUndo ? setup.undo() : try setup.run()
        } catch {
            return end(by: error.signal)
        }
    }
}
