/// Why what was chosen through weatherctl is not in force.
public enum SettingsProblem: Sendable, Hashable {
    /// It cannot be read; the sentence tells why.
    case unreadable(String)
    /// It was damaged. The files are kept under other names, and the defaults are used.
    case damaged(names: [String], directory: String)

    /// What happened, and for what mends nothing by itself, what to do.
    var sentence: String {
        switch self {
        case .unreadable(let sentence): sentence.plain(limit: 300)
        case .damaged: "the settings \(finding.found); \(finding.advice)"
        }
    }

    /// As `doctor` tells it.
    var finding: (found: String, advice: String) {
        switch self {
        case .unreadable:
            (
                "cannot be read, so neither your place nor your favourites are in force: \(sentence)",
                "mend that, then: systemctl --user restart weatherd"
            )
        case .damaged(let names, let directory):
            (
                "were damaged and are set aside as \(names.joined(separator: " and ").plain(limit: 120)) in "
                    + "\(directory.plain(limit: 160)), so the defaults are used",
                "choose anew, beginning with: weatherctl set-location CITY ; to stay with the defaults, remove what was "
                    + "set aside, then: systemctl --user restart weatherd"
            )
        }
    }
}
