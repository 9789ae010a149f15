import Glibc
import Logging
import Weather

/// The settings on disk, twice. They are what the user cannot have again from anybody, so that a file that a bad disk or a
/// slip of the hand spoils is not to take them away.
struct SettingsFiles: Sendable {
    private let main: Document<Settings>
    private let copy: Document<Settings>
    /// The names of the files that were damaged while no other had the settings. Damaged ones that lie about say nothing by
    /// themselves: what they had may have been in the other file.
    private let lost: Document<[String]>

    init(directory: String) {
        main = Document(file: AtomicFile(directory: directory, name: "settings.json"), versions: 1...1)
        copy = Document(file: AtomicFile(directory: directory, name: "settings.copy.json"), versions: 1...1)
        lost = Document(file: AtomicFile(directory: directory, name: "settings.lost.json"), versions: 1...1)
    }

    /// After a return both files have them; after a throw both are as they were, as far as the disk lets them be.
    ///
    /// - Parameter former: those that are in force, and stay so after a throw.
    func write(_ settings: Settings, insteadOf former: Settings) throws(KeepingError) {
        // The copy first: once the file that counts is new, nothing may fail any more.
        var touched: [Document<Settings>] = []
        do throws(KeepingError) {
            for document in [copy, main] {
                touched.append(document)
                try document.write(settings)
            }
        } catch {
            // Or else what was refused would be in force after a restart, or once the main file is lost. That it failed is
            // told already.
            for document in touched.reversed() { try? document.write(former) }
            throw error
        }
        lost.file.remove()
    }

    /// What was kept; nil when nothing was. Damaged files are set aside, and told in the log; then both files are written
    /// anew, if one of them has the settings and `settings.json` is none that cannot be read.
    ///
    /// - Throws: why the settings cannot be read, when no file has them and one may.
    func load(now: UnixTime, logger: Logger) throws(KeepingError) -> Settings? {
        let found = Finding(main)
        let spare = Finding(copy)
        if found.bytes != nil, found.bytes == spare.bytes, let settings = found.settings {
            lost.file.remove()
            return settings
        }
        var problem = found.problem ?? spare.problem
        var names: [String] = []
        for finding in [found, spare] {
            do throws(KeepingError) {
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
            logger.warning("\(reason)the settings are those of \(copy.file.path)")
        }
        // What cannot be read may be newer, and is for its user to look at.
        guard found.problem == nil else { return settings }
        do throws(KeepingError) {
            try write(settings, insteadOf: settings)
        } catch {
            logger.error("\(error.sentence)")
        }
        return settings
    }

    /// What was damaged while no other file had the settings, as far as it is still there; nil when there is nothing, or once
    /// settings were written.
    var setAside: SetAsideSettings? {
        let directory = main.file.directory
        let names = lostNames.filter { access("\(directory)/\($0)", F_OK) == 0 }
        return names.isEmpty ? nil : SetAsideSettings(directory: directory, names: names)
    }

    private var lostNames: [String] { (try? lost.load()?.content) ?? [] }

    private func remember(_ names: [String], _ logger: Logger) {
        let known = lostNames
        let news = names.filter { !known.contains($0) }
        guard !news.isEmpty else { return }
        do throws(KeepingError) {
            try lost.write(known + news)
        } catch {
            logger.error("\(error.sentence)")
        }
    }

    /// What one of the files has.
    private struct Finding {
        let document: Document<Settings>
        /// nil when there is no file, and when it cannot be read.
        private(set) var bytes: [UInt8]?
        private(set) var settings: Settings?
        /// Why the file cannot be read, though it may have the settings.
        private(set) var problem: KeepingError?
        private var damage: KeepingError?

        init(_ document: Document<Settings>) {
            self.document = document
            do throws(KeepingError) {
                bytes = try document.file.read()
                if let bytes { settings = try document.content(of: bytes).content }
            } catch .damaged(let path, let reason) {
                damage = .damaged(path: path, reason: reason)
            } catch {
                problem = error
            }
        }

        /// Moves a damaged file out of the way.
        ///
        /// - Returns: its new name, and the sentence that tells so; nil when the file is not damaged.
        func setAside(at now: UnixTime) throws(KeepingError) -> (name: String, sentence: String)? {
            guard let damage else { return nil }
            let path = try document.file.setAside(at: now.seconds)
            return (String(path.dropFirst(document.file.directory.count + 1)), "\(damage.sentence); kept as \(path)")
        }
    }
}
