import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Invalid requests: one line that states what is accepted, no change, and other clients are still served.
@Suite(.ownThread, .timeLimit(.minutes(1)))
struct RequestFailureTests {
    @Test(arguments: [
        ("set-location 91 0", Reply.Code.badArgument, "between -90 and 90"),
        ("set-location 0 181", .badArgument, "between -180 and 180"),
        ("set-location x 0", .badArgument, "between -90 and 90"),
        ("set-location xyzzy plugh", .notFound, "LAT,LON"),
        ("set-location nan nan", .badArgument, "between -90 and 90"),
        ("set-location inf 0", .badArgument, "between -90 and 90"),
        ("set-location 1.5", .badArgument, "set-location LAT LON [NAME]"),
        ("set-units furlongs", .badArgument, "metric, imperial"),
        ("set-units wind=kn pressure=furlongs", .badArgument, "hpa, mmhg, inhg"),
        ("set-units", .badArgument, "set-units metric"),
        ("wether", .unknownCommand, "short, current"),
        ("SHORT", .unknownCommand, "short, current"),
        ("", .badRequest, "short, current"),
        ("   ", .badRequest, "short, current"),
        ("set-location 1 2 \"Barrio", .badRequest, "double quote"),
        ("set-location 1 2 Bar\"rio", .badRequest, "double quote"),
        ("set-location 1 2 \"\\n\"", .badRequest, "backslash"),
        ("set-location 1 2 a\0b", .badRequest, "control character"),
        ("short\tnow", .badRequest, "control character"),
        ("short --place 91,0", .badArgument, "between -90 and 90"),
        ("short --place 59.9", .badArgument, "LAT,LON"),
        ("short --place 59.9,10.7,5", .badArgument, "LAT,LON"),
        ("short --place Nephelokokkygia", .notFound, "LAT,LON"),
        ("short --units furlongs", .badArgument, "metric, imperial"),
        ("short --format {nonsense}", .badArgument, "weatherd.toml(5)"),
        ("short --format {temprature}", .badArgument, "{temperature}?"),
        ("short --format {icon", .badArgument, "{{"),
        ("short --output lemonbar", .badArgument, "text, json, waybar"),
        ("current --format {icon}", .badArgument, "--place, --units, --output"),
        ("places add Home 91 0", .badArgument, "between -90 and 90"),
        ("places add Home 0 181", .badArgument, "between -180 and 180"),
        ("places add \(String(repeating: "n", count: 300)) 1 2", .badArgument, "1 to 100 characters"),
        ("places add \"bell\u{7}\" 1 2", .badRequest, "control character"),
        ("places add \"two\u{2028}lines\" 1 2", .badArgument, "on one line"),
        ("places add auto 1 2", .badArgument, "coordinates, auto or default"),
        ("places remove Montevideo", .badArgument, "is the current place"),
        ("places remove Atlantis", .notFound, "weatherctl places"),
        ("places move Montevideo 1", .badArgument, "is the current place"),
        ("places rename Atlantis Home", .notFound, "weatherctl places"),
        ("places list", .badArgument, "places add NAME LAT LON"),
        ("search M", .badArgument, "at least 2 letters"),
        ("search \(String(repeating: "m", count: 500))", .badArgument, "at most 100 letters"),
        ("search \"\\\"\"", .badArgument, "letters"),
        ("search mont*", .badArgument, "letters"),
        ("search NEAR(", .badArgument, "letters"),
        ("search -- --", .badArgument, "letters"),
        ("search \"a' OR 1=1 --\"", .badArgument, "letters"),
        ("search \"; DROP TABLE places\"", .badArgument, "letters"),
        ("search name:Paris", .badArgument, "letters"),
        ("search", .badArgument, "search CITY"),
        ("next 2", .badArgument, "next"),
        ("hourly 385", .badArgument, "between 1 and 384"),
        ("daily 0", .badArgument, "between 1 and 16"),
        (
            "watch set-units metric", .badArgument,
            "one of short, current, show, hourly, daily, alerts, air, marine, sun, places, status"
        ),
    ])
    func badRequest(line: String, code: Reply.Code, accepted: String) throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
        let settings = try #require(home.bytes(home.settingsPath))

        let client = try home.client()
        guard case .error(let received, let message) = try client.ask(line) else {
            Issue.record("\(line) was accepted")
            return
        }
        #expect(received == code)
        #expect(message.contains(accepted), "\(message)")
        #expect(!message.contains("\n"))
        #expect(try client.ask("version").code == nil, "the connection stays usable")
        #expect(home.bytes(home.settingsPath) == settings)
        #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
    }

    @Test func invalidUTF8IsRejected() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        try client.send(Array("set-location 1 2 ".utf8) + [0xFF, 0xFE, UInt8(ascii: "\n")])
        #expect(try client.reply() == .error(.badRequest, "the request is not UTF-8 text"))
        #expect(try client.ask("version").code == nil)
        #expect(home.bytes(home.settingsPath) == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: [1024, 1 << 20])
    func overlongLineIsRejected(bytes: Int) throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        let other = try home.client()
        // A client that still sends data a second after the reply finds the connection closed.
        try? client.send(Array(repeating: UInt8(ascii: "x"), count: bytes) + [UInt8(ascii: "\n")])
        #expect(try client.reply().code == .tooLong)
        #expect((try? client.replyOrEnd()) == nil, "its connection is closed")
        #expect(try other.ask("version").code == nil, "other clients are served")
        #expect(try daemon.stop() == 0)
    }

    @Test func longestLineIsAccepted() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let line = "version" + String(repeating: " ", count: 1016)
        #expect(line.utf8.count == 1023)
        #expect(try home.ask(line).code == nil)
        #expect(try home.ask(line + " ").code == .tooLong)
        #expect(try daemon.stop() == 0)
    }

    @Test func incompleteLineIsIgnored() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        try client.send("set-units imper")
        client.close()
        // A client that only ended its requests gets the error.
        let other = try home.client()
        try other.send("version\nset-units imperial")
        other.endRequests()
        #expect(try other.reply().code == nil)
        #expect(try other.reply().code == .badRequest)
        #expect(try other.replyOrEnd() == nil)
        #expect(home.bytes(home.settingsPath) == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test func unsavedSettingIsError() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        // A directory at the temporary file's path cannot be replaced, not even by root.
        try FileManager.default.createDirectory(
            atPath: home.directory.file(home.settingsPath + ".new/full"), withIntermediateDirectories: true)
        guard case .error(.internal, let message) = try home.ask("set-units imperial") else {
            Issue.record("it was acknowledged")
            return
        }
        #expect(message.contains("the setting was not changed"))
        #expect(try home.ask("version").code == nil)
        #expect(try daemon.stop() == 0)
    }
}

/// The confirmation of set-units.
enum UnitsLine {
    static let imperialKnots =
        "temperature in °F, wind in kn, pressure in inHg, precipitation in inches, distance in mi"
    static let knots = "temperature in °C, wind in kn, pressure in hPa, precipitation in mm, distance in km"
}
