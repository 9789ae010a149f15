import Glibc
import Platform

/// The configuration files of a machine and a user, in layers. Only this declares the layers and their order.
public struct ConfigurationFiles: Sendable {
    /// Who writes the files of a layer. The user's take precedence.
    enum Layer: Sendable, Hashable {
        /// The administrator, for all users. An error disables only that setting, as in systemd: a typo must not end all
        /// users' daemons.
        case system
        /// The user. An error ends the daemon at its start.
        case user
    }

    /// The directory of the administrator's files. `XDG_CONFIG_DIRS` is not used: it differs between a desktop session and the
    /// user manager, so settings would depend on what started the daemon.
    public static let systemDirectory = "/etc/weatherd"

    /// The main file of a directory, and the directory of its drop-ins.
    private static let mainName = "config.toml", dropIns = "config.d"
    private static let dropInSuffix = ".toml"

    /// The maximum number of drop-ins in a directory; more are an error.
    private static let mostDropIns = 200

    /// The user's main file. Errors that no file caused refer to it.
    public let main: String
    /// Whether the main file was named on the command line: it then must exist, and replaces all of the user's files.
    private let isNamed: Bool
    /// The administrator's directory; nil for none.
    private let system: String?
    /// The directory of the user's drop-ins; nil for none.
    private let userDropIns: String?

    /// - Parameters:
    ///   - user: the user's configuration directory.
    ///   - named: the file that replaces the user's files; nil for none.
    ///   - system: the administrator's directory; nil for none.
    public init(user: String, named: String? = nil, system: String? = systemDirectory) {
        main = named ?? "\(user)/\(Self.mainName)"
        isNamed = named != nil
        self.system = system
        userDropIns = named == nil ? "\(user)/\(Self.dropIns)" : nil
    }

    /// A file or directory that cannot be used as a whole.
    struct Unusable {
        var layer: Layer
        var error: ConfigurationError
    }

    /// What the files contain.
    struct Contents {
        /// The files with settings, lowest precedence first.
        var files: [ConfigurationFile] = []
        var unusable: [Unusable] = []
        /// The user's main file, whether it exists or not.
        let main: String

        /// The errors that can be found in single files, in the order of the files.
        func mistakes(of layer: Layer) -> [ConfigurationError] {
            unusable.filter { $0.layer == layer }.map(\.error)
                + files.filter { $0.layer == layer }.flatMap(\.mistakes)
        }

        func values(_ environment: [String: String]) -> ConfigurationValues {
            ConfigurationValues(files: files, main: main, environment: environment)
        }

        /// The layer of an error; nil for the environment.
        func layer(of source: ConfigurationError.Source) -> Layer? {
            guard case .file(let path, _) = source else { return nil }
            return files.first { $0.path == path }?.layer ?? .user
        }

        /// Sorts by file and line, with the environment last.
        func order(of source: ConfigurationError.Source) -> (Int, Int) {
            guard case .file(let path, let line) = source else { return (.max, 0) }
            return (files.firstIndex { $0.path == path } ?? -1, line ?? 0)
        }
    }

    /// Reads all files. Blocks for disk access.
    func read() -> Contents {
        var contents = Contents(main: main)
        let own = userDropIns.map { dropIns(in: $0, .user, &contents) } ?? []
        if let system {
            add(["\(system)/\(Self.mainName)"].filter(ConfigurationFile.isPresent), .system, to: &contents)
            let masked = Set(own.map(\.fileName))
            let others = dropIns(in: "\(system)/\(Self.dropIns)", .system, &contents)
            add(others.filter { !masked.contains($0.fileName) }, .system, to: &contents)
        }
        if isNamed || ConfigurationFile.isPresent(at: main) { add([main], .user, to: &contents) }
        add(own, .user, to: &contents)
        return contents
    }

    private func add(_ paths: [String], _ layer: Layer, to contents: inout Contents) {
        for path in paths where !Self.isMask(path) {
            do throws(ConfigurationError) {
                contents.files.append(try ConfigurationFile(tolerating: path, of: layer))
            } catch {
                contents.unusable.append(Unusable(layer: layer, error: error))
            }
        }
    }

    /// The paths of the drop-ins, ordered by name.
    private func dropIns(in directory: String, _ layer: Layer, _ contents: inout Contents) -> [String] {
        func report(_ problem: String) {
            let error = ConfigurationError(source: .file(path: directory, line: nil), problem: problem)
            contents.unusable.append(Unusable(layer: layer, error: error))
        }
        var names: [String] = []
        do throws(SystemError) {
            names = try FileNames.listing(directory)
        } catch {
            if error.code != ENOENT, error.code != ENOTDIR { report("cannot be read: \(error.sentence)") }
        }
        let paths = names.filter { !$0.hasPrefix(".") && $0.hasSuffix(Self.dropInSuffix) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { "\(directory)/\($0)" }
            .filter { !Self.isDirectory($0) }
        if paths.count > Self.mostDropIns { report("has more than \(Self.mostDropIns) files") }
        return Array(paths.prefix(Self.mostDropIns))
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The number of /dev/null (null(4)).
    private static let nullDevice: dev_t = 0x103

    /// Whether the file only hides another one: it is empty, or a link to /dev/null.
    private static func isMask(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status.st_size == 0
        case S_IFCHR: return status.st_rdev == nullDevice
        default: return false
        }
    }
}

extension String {
    /// The part after the last slash.
    fileprivate var fileName: Substring {
        self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
    }
}
