import Foundation
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Store

/// The settings and their copy, with any damage to one of the files.
struct SettingsFilesTests {
    private static let names = ["settings.json", "settings.copy.json"]
    private let directory: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)
    private let settings: Settings
    /// The content of both files.
    private let whole: Data

    init() throws {
        directory = try TemporaryDirectory(inMemory: true)
        var settings = Settings(location: .place(Place(name: "Ørland", coordinate: .oslo)))
        settings.units.wind = .knots
        try settings.addFavourite(Place(name: "Home", coordinate: .montevideo))
        self.settings = settings
        try SettingsFiles(directory: directory.path).write(settings, insteadOf: Settings())
        whole = try directory.read("settings.json")
    }

    private func load() throws(StoreError) -> Settings? {
        try SettingsFiles(directory: directory.path).load(
            now: now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })?.settings
    }

    private func corrupt(_ name: String, _ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: directory.file(name)))
    }

    /// Both files are restored, and the damaged one is set aside beside them.
    private func expectRestored(keeping corrupted: Data?, of name: String, _ comment: Comment) throws {
        for name in Self.names { #expect(try directory.read(name) == whole, comment) }
        let aside = "\(name).damaged-\(now.seconds)"
        #expect(try directory.names() == (Self.names + (corrupted == nil ? [] : [aside])).sorted(), comment)
        guard let corrupted else { return }
        #expect(try directory.read(aside) == corrupted, comment)
        try FileManager.default.removeItem(atPath: directory.file(aside))
    }

    @Test func bothFilesAreIdentical() throws {
        #expect(try directory.names() == Self.names.sorted())
        #expect(try directory.read("settings.copy.json") == whole)
        #expect(try load() == settings)
    }

    @Test(arguments: names) func cutAtEveryLength(name: String) throws {
        // Without its last byte, the line end, the file is still valid.
        for length in 0..<whole.count - 1 {
            try corrupt(name, whole.prefix(length))
            #expect(try load() == settings, "truncated at \(length)")
            try expectRestored(keeping: whole.prefix(length), of: name, "truncated at \(length)")
        }
    }

    @Test(arguments: names) func everyBitFlipped(name: String) throws {
        for index in whole.indices {
            for bit in [0, 3, 5, 7] {
                var flipped = whole
                flipped[index] ^= 1 << bit
                try corrupt(name, flipped)
                #expect(try load() == settings, "byte \(index), bit \(bit)")
                // If the flip hides the checksum, the content is unchanged, and is accepted.
                let isTaken = try directory.names() == Self.names.sorted()
                #expect(!isTaken || index >= whole.count - 32, "byte \(index), bit \(bit)")
                try expectRestored(keeping: isTaken ? nil : flipped, of: name, "byte \(index), bit \(bit)")
            }
        }
    }

    /// A file of zeros, or one that ends with another file's content, as after a system crash.
    @Test(arguments: names) func zerosAndForeignEndings(name: String) throws {
        for corrupted in [Data(count: whole.count), whole.prefix(100) + Data(count: 50), whole + whole.suffix(40)] {
            try corrupt(name, corrupted)
            #expect(try load() == settings)
            try expectRestored(keeping: corrupted, of: name, "\(corrupted.count)")
        }
    }

    @Test(arguments: names) func missingFileIsRestored(name: String) throws {
        unlink(directory.file(name))
        #expect(try load() == settings)
        try expectRestored(keeping: nil, of: name, "\(name)")
    }

    @Test func bothDamaged() throws {
        for name in Self.names { try corrupt(name, whole.prefix(50)) }
        #expect(try load() == nil)
        let aside = Self.names.map { "\($0).damaged-\(now.seconds)" }
        #expect(try directory.names() == (aside + ["settings.lost.json"]).sorted())
    }

    @Test func missingFilesMeanDefaults() throws {
        for name in Self.names { unlink(directory.file(name)) }
        #expect(try load() == nil)
        #expect(try directory.names() == [])
    }

    /// A directory, which not even root can read as a file.
    @Test func unreadableMainFileUsesCopy() throws {
        unlink(directory.file("settings.json"))
        mkdir(directory.file("settings.json"), 0o700)
        #expect(try load() == settings)
        unlink(directory.file("settings.copy.json"))
        #expect(
            throws: StoreError.notRead(
                path: directory.file("settings.json"), reason: "it is not a file; move it away")
        ) {
            try load()
        }
    }

    /// A damaged file does not justify overwriting one that cannot be read.
    @Test func oneDamagedAndOneUnreadable() throws {
        try corrupt("settings.json", whole.prefix(50))
        unlink(directory.file("settings.copy.json"))
        mkdir(directory.file("settings.copy.json"), 0o700)
        #expect(throws: StoreError.self) { try load() }
    }

    /// A write interrupted by a power failure has no effect.
    @Test func mainFileOverridesCopy() throws {
        var other = settings
        other.units.wind = .beaufort
        let copy = Document<Settings>(
            file: AtomicFile(directory: directory.path, name: "settings.copy.json"), versions: 1...1)
        try copy.write(other)
        #expect(try load() == settings)
        try expectRestored(keeping: nil, of: "settings.json", "the copy is brought in line")
    }

    @Test func failedWriteLeavesFileUnchanged() throws {
        for name in Self.names {
            // A directory at the temporary file's path cannot be replaced, not even by root.
            let obstacle = directory.file(name + ".new")
            try FileManager.default.createDirectory(atPath: obstacle + "/full", withIntermediateDirectories: true)
            #expect(throws: StoreError.self) {
                try SettingsFiles(directory: directory.path).write(Settings(), insteadOf: settings)
            }
            // Neither file has the rejected change.
            for name in Self.names { #expect(try directory.read(name) == whole) }
            try FileManager.default.removeItem(atPath: obstacle)
        }
    }

    /// In the format of the first releases, and as a user writes it.
    @Test func withoutAChecksum() throws {
        try corrupt("settings.json", Data(#"{"version":1,"content":{"units":{"wind":"bft"}}}"#.utf8))
        unlink(directory.file("settings.copy.json"))
        #expect(try load()?.units.wind == .beaufort)
        #expect(try directory.names() == Self.names.sorted())
        #expect(try directory.read("settings.json") == directory.read("settings.copy.json"))
        #expect(String(decoding: try directory.read("settings.json"), as: UTF8.self).contains(#","checksum":""#))
    }

    @Test func everyRepairIsLogged() throws {
        let lines = Mutex<[String]>([])
        struct Handler: LogHandler {
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.trace
            let add: @Sendable (String) -> Void
            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { nil }
                set {}
            }
            func log(event: LogEvent) { add("\(event.message)") }
        }
        try corrupt("settings.json", whole.prefix(50))
        _ = try withExtendedLifetime(lines) {
            try SettingsFiles(directory: directory.path).load(
                now: now,
                logger: Logger(label: "test") { _ in Handler { line in lines.withLock { $0.append(line) } } })
        }
        let path = directory.file("settings.json")
        #expect(
            lines.withLock { $0 } == [
                "\(path) is damaged: it is not valid JSON of this format; moved to \(path).damaged-\(now.seconds)",
                "using the settings from \(directory.file("settings.copy.json"))",
            ])
    }
}
