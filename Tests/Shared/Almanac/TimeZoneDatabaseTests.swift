import Glibc
import Synchronization
import Testing

@testable import Almanac

@Suite struct TimeZoneDatabaseTests {
    /// A directory like tzdata's, with these files.
    private func withDirectory<Result>(
        _ files: [String: [UInt8]], _ body: (String) throws -> Result
    ) throws -> Result {
        var template = Array("/tmp/weatherd-zones-XXXXXX\0".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let directory = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var made = [directory]
        defer {
            for path in made.reversed() { remove(path) }
        }
        for (name, bytes) in files {
            let path = "\(directory)/\(name)"
            if let slash = path.lastIndex(of: "/"), case let folder = String(path[..<slash]), mkdir(folder, 0o700) == 0
            {
                made.append(folder)
            }
            let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
            try #require(descriptor >= 0)
            #expect(write(descriptor, bytes, bytes.count) == bytes.count)
            close(descriptor)
            made.append(path)
        }
        return try body(directory)
    }

    private func problem(_ name: String, in directory: String) -> TimeZoneError? {
        do throws(TimeZoneError) {
            _ = try TimeZoneDatabase(directory: directory).zone(named: name)
            return nil
        } catch {
            return error
        }
    }

    @Test func zoneKeepsRequestedName() throws {
        for name in [
            "Europe/Oslo", "America/Argentina/ComodRivadavia", "Etc/GMT+12", "America/Port-au-Prince", "EST5EDT",
        ] {
            #expect(try TimeZoneDatabase.system.zone(named: name).name == name)
        }
    }

    @Test(arguments: [
        "", "/", "/etc/localtime", "../zoneinfo/Europe/Oslo", "Europe/../Europe/Oslo", "Europe//Oslo", "Europe/Oslo/",
        "./Europe/Oslo", ".", "..", "Europe/Oslo\n", " Europe/Oslo", "Europe/Ôslo", "Asia/Tokyo\0", "zone.tab",
        "right/Europe/Oslo", "posix/Europe/Oslo", "localtime", "posixrules", "a/b/c/d/e",
        String(repeating: "a", count: 65),
    ])
    func pathTraversalIsRejected(name: String) throws {
        #expect(problem(name, in: "/usr/share/zoneinfo") == .invalidName)
    }

    @Test(arguments: ["Mars/Olympus", "Europe", "Europe/Oslo/Sentrum", "europe/oslo"])
    func unknownNamesAreReported(name: String) {
        #expect(problem(name, in: "/usr/share/zoneinfo") == .unknown)
    }

    @Test func damagedAndUnreadableFiles() throws {
        try withDirectory([
            "Damaged": Array(TZifFile().bytes.dropLast()), "Text": Array("text".utf8),
            "Long": [UInt8](repeating: 0, count: TZif.sizeLimit + 1), "Leap": TZifFile(leapSeconds: [(1, 1)]).bytes,
        ]) { directory in
            #expect(problem("Damaged", in: directory) == .damaged(.truncated))
            #expect(problem("Text", in: directory) == .damaged(.notTZif))
            #expect(problem("Long", in: directory) == .damaged(.tooLong))
            #expect(problem("Leap", in: directory) == .damaged(.leapSeconds))
            #expect(symlink("Loop", "\(directory)/Loop") == 0)
            #expect(problem("Loop", in: directory) == .unreadable(reason: ELOOP))
            remove("\(directory)/Loop")
            #expect(mkfifo("\(directory)/Pipe", 0o600) == 0)
            #expect(problem("Pipe", in: directory) == .unknown)
            remove("\(directory)/Pipe")
        }
    }

    /// As in Debian 13, which has no separate files for them.
    @Test func formerNamesAreResolvedFromSource() throws {
        let source =
            "# version 2025b\nZ Europe/Kyiv 2:2:4 - L 1880\nL Europe/Kyiv Europe/Kiev\nL ../etc Europe/Bad\nL A"
        try withDirectory(["Europe/Kyiv": TZifFile().bytes, "tzdata.zi": Array(source.utf8)]) { directory in
            let zone = try TimeZoneDatabase(directory: directory).zone(named: "Europe/Kiev")
            #expect(zone.name == "Europe/Kiev" && zone.offset(at: 0) == 7200)
            #expect(problem("Europe/Bad", in: directory) == .unknown)
            #expect(problem("A", in: directory) == .unknown)
        }
    }

    @Test func problems() throws {
        #expect(TimeZoneDatabase.system.problem == nil)
        #expect(TimeZoneDatabase(directory: "/nowhere").problem == .unknown)
        try withDirectory(["Etc/UTC": [1]]) { directory in
            #expect(TimeZoneDatabase(directory: directory).problem == .damaged(.truncated))
        }
    }

    @Test func readZonesAreCached() throws {
        try withDirectory(["Test": TZifFile().bytes]) { directory in
            let database = TimeZoneDatabase(directory: directory)
            let zone = try database.zone(named: "Test")
            remove("\(directory)/Test")
            let cached = try database.zone(named: "Test")
            #expect(cached == zone)
            #expect(problem("Test", in: directory) == .unknown)
        }
    }

    @Test func manyThreadsAtOnce() async throws {
        let names = ["Europe/Oslo", "Asia/Tokyo", "America/Lima", "Mars/Olympus"]
        await withTaskGroup { group in
            for index in 0..<200 {
                group.addTask {
                    let zone = try? TimeZoneDatabase.system.zone(named: names[index % 4])
                    #expect((zone == nil) == (index % 4 == 3))
                }
            }
        }
    }

    /// As in the C library of this process.
    @Test func systemZone() throws {
        for time in [0, 1_774_746_000, 1_795_262_523, 4_000_000_000] {
            var (seconds, parts) = (time_t(time), tm())
            try #require(localtime_r(&seconds, &parts) != nil)
            let shown = TimeZone.system.civilTime(at: time)
            #expect(shown.year == Int(parts.tm_year) + 1900 && shown.month == Int(parts.tm_mon) + 1)
            #expect(shown.day == Int(parts.tm_mday) && shown.hour == Int(parts.tm_hour))
            #expect(shown.minute == Int(parts.tm_min) && shown.weekday == Int(parts.tm_wday))
            let period = TimeZone.system.period(at: time)
            #expect(period.offset == parts.tm_gmtoff && period.start <= time && time < period.end)
        }
    }
}
