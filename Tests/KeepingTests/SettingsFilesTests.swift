import Foundation
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Keeping

/// The settings and their copy, however one of the files is spoiled.
struct SettingsFilesTests {
    private static let names = ["settings.json", "settings.copy.json"]
    private let directory: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)
    private let settings: Settings
    /// What both files have.
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

    private func load() throws(KeepingError) -> Settings? {
        try SettingsFiles(directory: directory.path).load(
            now: now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func spoil(_ name: String, _ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: directory.file(name)))
    }

    /// Both files are as they were, and what was spoiled is kept beside them.
    private func expectMended(keeping spoiled: Data?, of name: String, _ comment: Comment) throws {
        for name in Self.names { #expect(try directory.read(name) == whole, comment) }
        let aside = "\(name).damaged-\(now.seconds)"
        #expect(try directory.names() == (Self.names + (spoiled == nil ? [] : [aside])).sorted(), comment)
        guard let spoiled else { return }
        #expect(try directory.read(aside) == spoiled, comment)
        try FileManager.default.removeItem(atPath: directory.file(aside))
    }

    @Test func bothAreTheSame() throws {
        #expect(try directory.names() == Self.names.sorted())
        #expect(try directory.read("settings.copy.json") == whole)
        #expect(try load() == settings)
    }

    @Test(arguments: names) func cutAtEveryLength(name: String) throws {
        // Without its last byte, the line end, it is still whole.
        for length in 0..<whole.count - 1 {
            try spoil(name, whole.prefix(length))
            #expect(try load() == settings, "cut at \(length)")
            try expectMended(keeping: whole.prefix(length), of: name, "cut at \(length)")
        }
    }

    @Test(arguments: names) func everyBitFlipped(name: String) throws {
        for index in whole.indices {
            for bit in [0, 3, 5, 7] {
                var flipped = whole
                flipped[index] ^= 1 << bit
                try spoil(name, flipped)
                #expect(try load() == settings, "byte \(index), bit \(bit)")
                // Where the flip hides the checksum, the content is as it was written, and so it is taken.
                let isTaken = try directory.names() == Self.names.sorted()
                #expect(!isTaken || index >= whole.count - 32, "byte \(index), bit \(bit)")
                try expectMended(keeping: isTaken ? nil : flipped, of: name, "byte \(index), bit \(bit)")
            }
        }
    }

    /// A file in which all was zeros, or that ends with what another one had, as a crash of the system may leave it.
    @Test(arguments: names) func zerosAndForeignEndings(name: String) throws {
        for spoiled in [Data(count: whole.count), whole.prefix(100) + Data(count: 50), whole + whole.suffix(40)] {
            try spoil(name, spoiled)
            #expect(try load() == settings)
            try expectMended(keeping: spoiled, of: name, "\(spoiled.count)")
        }
    }

    @Test(arguments: names) func gone(name: String) throws {
        unlink(directory.file(name))
        #expect(try load() == settings)
        try expectMended(keeping: nil, of: name, "\(name)")
    }

    @Test func bothDamaged() throws {
        for name in Self.names { try spoil(name, whole.prefix(50)) }
        #expect(try load() == nil)
        let aside = Self.names.map { "\($0).damaged-\(now.seconds)" }
        #expect(try directory.names() == (aside + ["settings.lost.json"]).sorted())
    }

    @Test func bothGone() throws {
        for name in Self.names { unlink(directory.file(name)) }
        #expect(try load() == nil)
        #expect(try directory.names() == [])
    }

    /// A directory, which cannot be read, and not even by root.
    @Test func theMainFileCannotBeRead() throws {
        unlink(directory.file("settings.json"))
        mkdir(directory.file("settings.json"), 0o700)
        #expect(try load() == settings)
        unlink(directory.file("settings.copy.json"))
        #expect(
            throws: KeepingError.notRead(
                path: directory.file("settings.json"), reason: "it is not a file; move it away")
        ) {
            try load()
        }
    }

    /// One that damage was found in is no reason to overwrite another that cannot be read.
    @Test func oneDamagedAndOneUnreadable() throws {
        try spoil("settings.json", whole.prefix(50))
        unlink(directory.file("settings.copy.json"))
        mkdir(directory.file("settings.copy.json"), 0o700)
        #expect(throws: KeepingError.self) { try load() }
    }

    /// What was being written when the power went is not in force, and not in the way either.
    @Test func theFileCountsAndNotTheCopy() throws {
        var other = settings
        other.units.wind = .beaufort
        let copy = Document<Settings>(
            file: AtomicFile(directory: directory.path, name: "settings.copy.json"), versions: 1...1)
        try copy.write(other)
        #expect(try load() == settings)
        try expectMended(keeping: nil, of: "settings.json", "the copy is brought in line")
    }

    @Test func whatFailsLeavesTheFileAsItWas() throws {
        for name in Self.names {
            // A directory in the temporary file's place cannot be replaced, not even by root.
            let obstacle = directory.file(name + ".new")
            try FileManager.default.createDirectory(atPath: obstacle + "/full", withIntermediateDirectories: true)
            #expect(throws: KeepingError.self) {
                try SettingsFiles(directory: directory.path).write(Settings(), insteadOf: settings)
            }
            // Neither has what was refused, whichever of them is lost next.
            for name in Self.names { #expect(try directory.read(name) == whole) }
            try FileManager.default.removeItem(atPath: obstacle)
        }
    }

    /// As the first releases wrote it, and as a hand does.
    @Test func withoutAChecksum() throws {
        try spoil("settings.json", Data(#"{"version":1,"content":{"units":{"wind":"bft"}}}"#.utf8))
        unlink(directory.file("settings.copy.json"))
        #expect(try load()?.units.wind == .beaufort)
        #expect(try directory.names() == Self.names.sorted())
        #expect(try directory.read("settings.json") == directory.read("settings.copy.json"))
        #expect(String(decoding: try directory.read("settings.json"), as: UTF8.self).contains(#","checksum":""#))
    }

    @Test func everyMendingIsTold() throws {
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
        try spoil("settings.json", whole.prefix(50))
        _ = try withExtendedLifetime(lines) {
            try SettingsFiles(directory: directory.path).load(
                now: now,
                logger: Logger(label: "test") { _ in Handler { line in lines.withLock { $0.append(line) } } })
        }
        let path = directory.file("settings.json")
        #expect(
            lines.withLock { $0 } == [
                "\(path) is damaged: it is not the JSON that weatherd writes; kept as \(path).damaged-\(now.seconds)",
                "the settings are those of \(directory.file("settings.copy.json"))",
            ])
    }
}
