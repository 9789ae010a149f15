import Foundation
import Scratch
import Testing

/// weatherctl passes everything that takes more than a request and its reply to weatherctl-tools.
@Suite(.ownThread, .timeLimit(.minutes(2)))
struct ToolsTests {
    private func copy(_ name: String, to place: String, in directory: TemporaryDirectory) throws {
        let target = URL(filePath: directory.file(place))
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: "\(Programs.directory)/\(name)"), to: target)
    }

    @Test(arguments: ["bin/weatherctl-tools", "libexec/weatherd/weatherctl-tools", "lib/weatherd/weatherctl-tools"])
    func toolsAreFoundBesideWeatherctlAndWhereInstalled(place: String) throws {
        let home = try Home(provider: nil, place: nil)
        try copy("weatherctl", to: "bin/weatherctl", in: home.directory)
        try copy("weatherctl-tools", to: place, in: home.directory)
        let link = home.directory.file("link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: home.directory.file("bin/weatherctl"))
        for program in [home.directory.file("bin/weatherctl"), link] {
            let result = try Finished.running(program, ["--version"], environment: home.environment)
            #expect(result.status == 0 && result.output.hasPrefix("weatherctl "), "\(result)")
        }
    }

    @Test func missingToolsAreReported() throws {
        let home = try Home(provider: nil, place: nil)
        try copy("weatherctl", to: "bin/weatherctl", in: home.directory)
        let program = home.directory.file("bin/weatherctl")
        let sentence =
            "weatherctl: weatherctl-tools cannot be run (No such file or directory); install weatherd again\n"
        for words in [["--help"], ["doctor"], ["map", "--choose"], ["nonsense"], []] {
            let result = try Finished.running(program, words, environment: home.environment)
            #expect(result.status == EX_OSERR && result.output == "" && result.errors == sentence, "\(result)")
        }
        // Bars still get a valid line, and requests do not need the tools.
        let bar = try Finished.running(program, ["nonsense", "-o", "waybar"], environment: home.environment)
        #expect(bar.status == 0 && bar.errors == sentence)
        #expect(bar.output.hasPrefix("{\"text\":\"") && bar.output.hasSuffix("}\n"), "\(bar)")
        let short = try Finished.running(program, ["short"], environment: home.environment)
        #expect(short.status == EX_UNAVAILABLE && short.errors.hasPrefix("weatherctl: no weatherd at "))
    }
}
