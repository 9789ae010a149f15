import ClientProtocol
import Glibc
import Testing

/// Programs with a low limit of open files: they work, or report why they do not.
@Suite(.ownThread, .timeLimit(.minutes(2)))
struct DescriptorLimitTests {
    /// The dynamic loader's message if it cannot open a library, which the program cannot prevent.
    private static let loader: Int32 = 127

    @Test(arguments: [2, 3, 4, 8, 12, 15, 16, 20, 63])
    func tooFewDescriptorsAreAStartError(limit: Int) throws {
        let home = try Home(provider: nil)
        let daemon = try home.launch(first: "ulimit -n \(limit)")
        let status = try daemon.process.wait()
        if status == Self.loader, limit < 4 { return }
        #expect(status == EX_OSERR)
        #expect(
            daemon.log
                == "weatherd: the open file limit is \(limit), and weatherd needs at least 64; raise it with LimitNOFILE= in its unit, or in a shell with: ulimit -n 64\n"
        )
    }

    @Test func weatherdRunsWithMinimumDescriptors() throws {
        let home = try Home(provider: nil)
        let daemon = try home.launch(setting: ["WEATHERD_PROVIDERS": "sample"], first: "ulimit -n 64")
        try daemon.manager.wait(for: "READY=1")
        try home.awaitRefresh()
        let short = try home.ask("short")
        #expect(short.code == nil, "\(short) \(daemon.log)")
        #expect(try home.ask("hourly").code == nil)
        #expect(try daemon.stop() == 0)
    }

    /// The soft limit is raised if possible.
    @Test func softLimitIsRaised() throws {
        let home = try Home(provider: nil)
        let daemon = try home.launch(first: "ulimit -S -n 8")
        try daemon.manager.wait(for: "READY=1")
        #expect(try home.ask("version").code == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: ["short", "current", "doctor", "watch short", "map"], [2, 3])
    func weatherctlReportsDescriptorExhaustion(command: String, limit: Int) throws {
        let home = try Home(provider: nil, place: nil)
        let result = try weatherctl(command, limit, home)
        if result.status == Self.loader { return }
        #expect(result.status == EX_OSERR)
        #expect(
            result.errors
                == "weatherctl: too many open files; raise the limit with 'ulimit -n 64'\n")
    }

    /// With room for a connection there is a reply: here, that no daemon is running.
    @Test(arguments: ["short", "current", "doctor", "map"], [4, 8, 12, 16, 20])
    func weatherctlRunsWithFewDescriptors(command: String, limit: Int) throws {
        let home = try Home(provider: nil, place: nil)
        let result = try weatherctl(command, limit, home)
        #expect(result.status == (command == "doctor" ? 1 : 69), "\(result)")
        #expect((result.errors + result.output).contains("weatherd"))
    }

    private func weatherctl(_ command: String, _ limit: Int, _ home: Home) throws -> Finished {
        try Finished.running(
            "/bin/sh", ["-c", "ulimit -n \(limit); exec weatherctl \(command)"], environment: home.environment)
    }
}
