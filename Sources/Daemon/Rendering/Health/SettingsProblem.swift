/// Why settings made with weatherctl are not in effect.
public enum SettingsProblem: Sendable, Hashable {
    /// The settings file cannot be read, with the reason as a sentence.
    case unreadable(String)
    /// The files were damaged. They were renamed, and the defaults are used.
    case damaged(names: [String], directory: String)
    /// A settings file has more than the limits, as a sentence.
    case excess(String)

    /// What happened, with advice unless it recovers without user action.
    var sentence: String {
        switch self {
        case .unreadable(let sentence), .excess(let sentence): sentence.plain(limit: 300)
        case .damaged: "the settings \(finding.found); \(finding.advice)"
        }
    }

    /// The text of the diagnostic.
    var finding: (found: String, advice: String) {
        switch self {
        case .unreadable:
            (
                "cannot be read, so your place and favourites are not in effect: \(sentence)",
                "after fixing the cause: systemctl --user restart weatherd"
            )
        case .excess:
            (
                sentence,
                "to choose others, change the file while weatherd is stopped: systemctl --user stop weatherd.socket weatherd"
            )
        case .damaged(let names, let directory):
            (
                "were damaged and have been renamed to \(names.joined(separator: " and ").plain(limit: 120)) in "
                    + "\(directory.plain(limit: 160)), so the defaults are used",
                "restore them, starting with: weatherctl set-location CITY ; to keep the defaults, remove the damaged "
                    + "files, then: systemctl --user restart weatherd"
            )
        }
    }
}
