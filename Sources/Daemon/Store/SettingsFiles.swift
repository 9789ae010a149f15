import Glibc
import Logging
import Platform
public import Weather

/// The settings files: `settings.json` and a copy. Settings cannot be fetched again, so one damaged file must not lose
/// them.
struct SettingsFiles: Sendable {
    private let main: Document<Settings>
    private let copy: Document<Settings>
    /// The names of files that were damaged while no other file had the settings. Other damaged files do not matter.
    private let lost: Document<[String]>

    init(directory: String) {
        main = Document(file: AtomicFile(directory: directory, name: "settings.json"), versions: 1...1)
        copy = Document(file: AtomicFile(directory: directory, name: "settings.copy.json"), versions: 1...1)
        lost = Document(
            file: AtomicFile(directory: directory, name: "settings.lost.json", limit: 256 << 10), versions: 1...1)
    }

    /// On return, both files have the settings; after a throw, both are restored as far as possible.
    ///
    /// - Parameters:
    ///   - former: the current settings, which stay in effect after a throw.
    ///   - excess: what exceeds the limits in a file, which is kept in a copy.
    func write(
        _ settings: Settings, insteadOf former: Settings, keeping excess: ExcessSettings? = nil
    ) throws(StoreError) {
        if let excess, let bytes = try file(excess.name).read() { try file(excess.keptAs).write(bytes) }
        // The copy first: nothing may fail once the main file has been replaced.
        var touched: [Document<Settings>] = []
        do throws(StoreError) {
            for document in [copy, main] {
                touched.append(document)
                try document.write(settings)
            }
        } catch {
            // Otherwise the rejected settings would take effect after a restart or the loss of the main file. Reports the
            // original error, not this one.
            for document in touched.reversed() { try? document.write(former) }
            throw error
        }
        lost.file.remove()
    }

    private func file(_ name: String) -> AtomicFile {
        AtomicFile(directory: main.file.directory, name: name)
    }

    /// The settings from the files, and what exceeds the limits.
    typealias Found = (settings: Settings, excess: ExcessSettings?)

    /// Reads the settings; nil when there are none. Damaged files are moved aside and logged; then both files are
    /// rewritten, unless no file has the settings or `settings.json` is unreadable.
    ///
    /// - Throws: why the settings cannot be read, when no file has them but an unreadable one may.
    func load(now: UnixTime, logger: Logger) throws(StoreError) -> Found? {
        for file in [main.file, copy.file, lost.file] { file.removeLeftover() }
        let found = FileContent(main)
        let spare = FileContent(copy)
        if found.bytes != nil, found.bytes == spare.bytes, let settings = found.settings {
            lost.file.remove()
            return (settings, found.excess(at: now, logger))
        }
        var problem = found.problem ?? spare.problem
        var names: [String] = []
        for finding in [found, spare] {
            do throws(StoreError) {
                guard let aside = try finding.setAside(at: now) else { continue }
                names.append(aside.name)
                logger.warning("\(aside.sentence)")
            } catch {
                problem = error
            }
        }
        guard let settings = found.settings ?? spare.settings else {
            remember(names, logger)
            if let problem { throw problem }
            return nil
        }
        if found.settings == nil {
            let reason = found.problem.map { $0.sentence + "; " } ?? ""
            logger.warning("\(reason)using the settings from \(copy.file.path)")
        }
        // An unreadable file may be newer, so it is left for the user to check.
        let used = found.settings == nil ? spare : found
        let excess = used.excess(at: now, logger)
        guard found.problem == nil else { return (settings, excess) }
        do throws(StoreError) {
            if excess != nil, let bytes = used.bytes {
                for document in [copy, main] { try document.file.write(bytes) }
            } else {
                try write(settings, insteadOf: settings)
            }
        } catch {
            logger.error("\(error.sentence)")
        }
        return (settings, excess)
    }

    /// The files that were damaged while no other file had the settings and still exist; nil for none, and after the
    /// next write.
    var setAside: SetAsideSettings? {
        let directory = main.file.directory
        let names = lostNames.prefix(Self.lostNamesLimit).filter { name in
            !name.contains("/") && access("\(directory)/\(name)", F_OK) == 0
        }
        return names.isEmpty ? nil : SetAsideSettings(directory: directory, names: names)
    }

    /// The paths of the copies of files that exceeded the limits, ordered by name.
    var fullCopies: [String] {
        let directory = main.file.directory
        return FileNames.all(in: directory).filter(ExcessSettings.isCopy).sorted().map { "\(directory)/\($0)" }
    }

    private var lostNames: [String] { (try? lost.load()?.content) ?? [] }

    /// More damaged files than a user ever has.
    private static let lostNamesLimit = 100

    private func remember(_ names: [String], _ logger: Logger) {
        let known = lostNames
        let news = names.filter { !known.contains($0) }
        guard !news.isEmpty else { return }
        do throws(StoreError) {
            try lost.write((known + news).suffix(Self.lostNamesLimit))
        } catch {
            logger.error("\(error.sentence)")
        }
    }

    /// The content of one of the files.
    private struct FileContent {
        let document: Document<Settings>
        /// nil when there is no file, or it is unreadable.
        private(set) var bytes: [UInt8]?
        private(set) var settings: Settings?
        private var excess: [Excess] = []
        /// Why the file is unreadable, though it may contain the settings.
        private(set) var problem: StoreError?
        private var damage: StoreError?

        init(_ document: Document<Settings>) {
            self.document = document
            do throws(StoreError) {
                bytes = try document.file.read()
                if let bytes {
                    let found = try document.content(of: bytes)
                    (settings, excess) = (found.content, found.excess)
                }
            } catch .damaged(let path, let reason) {
                damage = .damaged(path: path, reason: reason)
            } catch {
                problem = error
            }
        }

        /// Logs and returns what exceeds the limits in the file; nil for nothing.
        func excess(at now: UnixTime, _ logger: Logger) -> ExcessSettings? {
            guard !excess.isEmpty else { return nil }
            let (directory, name) = (document.file.directory, document.file.name)
            let all = ExcessSettings(
                directory: directory, name: name, keptAs: ExcessSettings.copy(of: name, at: now), parts: excess)
            logger.warning("\(all.sentence)")
            return all
        }

        /// Renames a damaged file.
        ///
        /// - Returns: its new name and a message; nil when the file is not damaged.
        func setAside(at now: UnixTime) throws(StoreError) -> (name: String, sentence: String)? {
            guard let damage else { return nil }
            let path = try document.file.setAside(at: now.seconds)
            return (String(path.dropFirst(document.file.directory.count + 1)), "\(damage.sentence); moved to \(path)")
        }
    }
}

/// Both settings files were damaged and moved aside, so the defaults are used.
public struct SetAsideSettings: Sendable, Hashable {
    public let directory: String
    /// The new names of the damaged files, `settings.json.damaged-1763740000`.
    public let names: [String]
}

/// What exceeds the limits in a settings file and is not in effect. It stays in the file until the next change, which first
/// copies the file.
public struct ExcessSettings: Sendable, Hashable {
    public let directory: String
    /// The file's name.
    public let name: String
    /// The name of the copy: `settings.json.full-1763740000`.
    public let keptAs: String
    /// At least one.
    public let parts: [Excess]

    /// The name of the copy of a file.
    static func copy(of name: String, at now: UnixTime) -> String { name + infix + String(now.seconds) }

    /// Whether a file is such a copy.
    static func isCopy(_ name: String) -> Bool {
        let time = name.reversed().prefix { $0.isASCII && $0.isNumber }
        return !time.isEmpty && name.hasPrefix("settings.") && name.dropLast(time.count).hasSuffix(infix)
    }

    private static let infix = ".full-"

    /// What is not in effect, and why.
    public var sentence: String {
        let limits = parts.map { "\($0.text) (the limit is \($0.limit))" }.joined(separator: " and ")
        return
            "\(limits) in \(directory)/\(name) are not in effect; the next change of a setting keeps them in \(keptAs)"
    }
}
