import ClientProtocol
import Glibc
import Refreshing

/// The user's own station: `[station]`.
struct StationSection {
    private(set) var source: OwnStationSource?
    private(set) var notices: [String] = []

    static let exampleOfCommand = "[\"/usr/bin/cat\", \"/run/station.json\"]"

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let text = values.text(.stationFile) {
            guard let path = values.path(text) else {
                throw values.error(.stationFile, "invalid value \"\(text)\": must be a path that begins with / or ~/")
            }
            source = .file(path)
        }
        guard let words = values.list(.stationCommand) else { return }
        guard source == nil else {
            throw values.error(
                .stationCommand, "cannot be combined with \(ConfigurationKey.stationFile)")
        }
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw values.error(
                .stationCommand, "must be a program and its arguments, such as \(Self.exampleOfCommand)")
        }
        // A name without a slash is searched for in PATH, as in a shell.
        guard let path = program.contains("/") ? values.path(program) : program else {
            throw values.error(
                .stationCommand, "invalid program \"\(program)\": must be a name or a path that begins with / or ~/")
        }
        source = .command([path] + words.dropFirst())
        if !values.isProgram(path) {
            notices.append(
                "\(ConfigurationKey.stationCommand): program not found or not executable: \(path.printable)")
        }
    }
}
