import Foundation
import Scratch
import Testing

/// install.sh of the portable archive installs all or nothing, and says why in one sentence.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes a user manager; run make integration"), .timeLimit(.minutes(5)))
struct HomeInstallTests {
    /// Under a real user manager: installed, upgraded, and uninstalled; only settings and cache remain.
    @Test func serviceRunsAndIsUpgraded() async throws {
        try await ServiceTests.withWeather { provider in
            let machine = try Machine()
            let before = try Installation.tree(machine.home(""))
            let archive = try HomeArchive()
            func install() throws -> Machine.Outcome {
                _ = try? FileManager.default.removeItem(atPath: machine.home("archive"))
                try FileManager.default.copyItem(atPath: archive.path, toPath: machine.home("archive"))
                try machine.configure(asking: provider)
                try machine.root(["chown", "--recursive", "alice:alice", "/home/alice"])
                return try machine.alice(["sh", "/home/alice/archive/install.sh"])
            }

            var process = "0"
            for round in 1...3 {
                let version = try round < 3 ? HomeArchive.version : archive.becomeOtherVersion()
                let outcome = try install()
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
                #expect(outcome.output.hasPrefix("weatherd \(version) is installed and running."), "\(outcome)")
                #expect(try machine.property("ActiveState") == "active")
                #expect(try machine.property("UnitFileState") == "enabled")
                #expect(try machine.property("MainPID") != process)
                process = try machine.property("MainPID")
                #expect(try machine.weatherctl("version").output == "weatherd \(version)\n")
                #expect(try machine.weatherctl("refresh", "--wait").status == 0)
                #expect(try machine.weatherctl("short").output.contains("°C"))
                // The previous version is gone.
                let versions = try FileManager.default.contentsOfDirectory(atPath: machine.home(".local/lib/weatherd"))
                #expect(versions.count { $0.hasPrefix("0") } == 1, "\(versions)")
            }

            let script = "/home/alice/.local/lib/weatherd/current/install.sh"
            let outcome = try machine.alice(["sh", script, "--uninstall"])
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
            #expect(try machine.property("LoadState") == "not-found")
            #expect(try machine.property("ActiveState") == "inactive")
            let left = try Installation.tree(machine.home("")).subtracting(before).filter { !$0.hasPrefix("archive") }
            let kept = [".config/weatherd", ".local/state", ".cache"]
            #expect(left.filter { path in !kept.contains { path.hasPrefix($0) } }.sorted() == [".config", ".local"])
        }
    }

    @Test func installationIsRepeatedAndRemoved() throws {
        let archive = try HomeArchive()
        for _ in 1...2 {
            let outcome = try archive.install()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
            // PATH lacks the directory.
            #expect(outcome.output.contains("/.local/bin is not in PATH"))
        }
        let calls = ["daemon-reload", "enable weatherd.socket weatherd.service", "restart weatherd.service"]
        for call in calls {
            #expect(archive.systemctlCalls.contains { $0.hasSuffix(call) }, "\(archive.systemctlCalls)")
        }
        // Programs, units, completions and pages are where other programs look for them.
        for path in [
            "bin/weatherctl", "share/systemd/user/weatherd.service", "share/bash-completion/completions/weatherctl",
            "share/man/man1/weatherctl.1", "share/applications/weatherd.desktop",
            "share/dbus-1/services/org.weatherd.Weather1.service",
        ] {
            #expect(FileManager.default.isReadableFile(atPath: "\(archive.home)/.local/\(path)"), "\(path)")
        }
        let unit = try String(
            contentsOfFile: archive.home + "/.local/share/systemd/user/weatherd.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=\"\(archive.home)/.local/lib/weatherd/current/bin/weatherd\"\n"))

        let script = archive.home + "/.local/lib/weatherd/current/install.sh"
        #expect(try archive.install("--uninstall", script: script).status == 0)
        #expect(try archive.installed() == [])
        let again = try archive.install("--uninstall")
        #expect(again.status == 0 && again.output.contains("is not installed"), "\(again)")
    }

    @Test func foreignFilesAreKept() throws {
        let archive = try HomeArchive()
        let mine = archive.home + "/.local/share/man/man1"
        try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
        try "mine".write(toFile: mine + "/mine.1", atomically: true, encoding: .utf8)
        let before = try archive.installed()
        #expect(try archive.install().status == 0)
        #expect(try archive.install("--uninstall").status == 0)
        #expect(try archive.installed() == before)
    }

    /// A program that install.sh calls, what it does instead, and the sentence.
    private static let machines = [
        ("uname", "echo aarch64", "these programs are for x86_64, not for aarch64"),
        ("ldd", "echo 'musl libc (x86_64)' >&2; exit 1", "this system's C library is musl"),
        ("getconf", "echo glibc 2.31", "glibc 2.31 is too old: weatherd needs 2.35 or newer"),
        ("cp", "exit 1", "the files could not be written; nothing was changed"),
        ("install", "echo no space >&2; exit 1", "the files could not be written; nothing was changed"),
    ]

    @Test(arguments: machines)
    func unsuitableMachineIsReported(program: String, script: String, sentence: String) throws {
        let archive = try HomeArchive()
        try archive.fake(program, script)
        let outcome = try archive.install()
        #expect(outcome.status == 1 && outcome.errors.contains("install.sh: " + sentence), "\(outcome)")
        #expect(try archive.installed() == [])
        #expect(archive.systemctlCalls == [])
    }

    @Test func missingLibraryIsNamed() throws {
        let archive = try HomeArchive()
        try archive.directory.write("int main(void) { return 0; }\n", to: "main.c")
        let built = try Machine.run([
            "sh", "-ec",
            """
            cd "$0"
            echo | cc -shared -x c - -Wl,-soname,libcurl.so.4712 -o libmissing.so
            cc main.c -Wl,--no-as-needed -L. -lmissing -o archive/programs/weatherd-worker
            """, archive.directory.path,
        ])
        try #require(built.status == 0, "\(built)")
        let outcome = try archive.install()
        #expect(outcome.status == 1 && outcome.errors.contains("missing library libcurl.so.4712 ("), "\(outcome)")
        #expect(outcome.errors.contains("nothing was installed"))
        #expect(try archive.installed() == [])
    }

    @Test func unsuitableHomeIsReported() throws {
        let archive = try HomeArchive()
        let other = archive.directory.file("other")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try #require(chown(other, 4711, 4711) == 0)
        let homes: [(String?, String)] = [
            (nil, "HOME is not set"), ("/", "the home directory is /"), ("here", "HOME is not an absolute path"),
            (archive.directory.file("none"), "does not exist"), (other, "belongs to another user"),
            (archive.directory.file("100%"), "contains a character that unit files cannot contain"),
        ]
        for (home, sentence) in homes {
            for options in [[], ["--uninstall"]] {
                let outcome =
                    try options.isEmpty ? archive.install(home: home) : archive.install("--uninstall", home: home)
                #expect(outcome.status == 1 && outcome.errors.contains(sentence), "\(home ?? "none"): \(outcome)")
                #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
            }
        }
        #expect(try Installation.tree(other) == [])
        let usage = try archive.install("--help")
        #expect(usage.status == 2 && usage.errors == "usage: install.sh [--uninstall]\n", "\(usage)")
    }

    /// Without a manager it is enabled for the next login.
    @Test func withoutServiceManager() throws {
        let archive = try HomeArchive(manager: false)
        let outcome = try archive.install()
        #expect(outcome.status == 0 && outcome.output.contains("It starts at your next login."), "\(outcome)")
        #expect(archive.systemctlCalls.contains("--user --quiet enable weatherd.socket weatherd.service"))
        #expect(!archive.systemctlCalls.contains { $0.contains("start weatherd") })
    }

    @Test func withoutSystemd() throws {
        let archive = try HomeArchive()
        // What install.sh needs of a machine.
        for name in [
            "sh", "env", "dirname", "id", "uname", "ldd", "getconf", "sort", "sed", "grep", "find", "cat", "cp", "mv",
            "ln", "rm", "mkdir", "rmdir", "readlink", "chmod", "install", "sync", "flock",
        ] {
            let found = try Machine.run(["sh", "-c", "command -v " + name]).output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            try FileManager.default.createDirectory(
                atPath: archive.directory.file("tools"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: archive.directory.file("tools/" + name), withDestinationPath: found)
        }
        try FileManager.default.removeItem(atPath: archive.directory.file("programs/systemctl"))
        let outcome = try archive.install(search: archive.directory.file("tools"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.output.contains("not started: this machine has no systemd."), "\(outcome)")
        let removed = try archive.install("--uninstall", search: archive.directory.file("tools"))
        #expect(removed.status == 0 && removed.errors.isEmpty, "\(removed)")
        #expect(try archive.installed() == [])
    }

    @Test func serviceThatDoesNotStartIsReported() throws {
        let archive = try HomeArchive()
        try archive.fake("systemctl", "case $2 in restart) exit 1 ;; esac")
        let outcome = try archive.install()
        #expect(outcome.status == 1 && outcome.errors.contains("is installed, but did not start: run "), "\(outcome)")
    }

    @Test func otherInstallationIsNotReplaced() throws {
        let archive = try HomeArchive()
        try Installation.make("install", prefix: archive.home + "/.local", home: archive.home)
        let before = try archive.installed()
        let outcome = try archive.install()
        #expect(outcome.status == 1 && outcome.errors.contains("belongs to another installation"), "\(outcome)")
        #expect(try archive.installed() == before)
    }

    @Test func secondRunAtTheSameTimeIsRefused() throws {
        let archive = try HomeArchive()
        // The second run is started by the first, while that holds the lock.
        let second = "/bin/sh '\(archive.path)/install.sh' >'\(archive.directory.file("second"))' 2>&1"
        try archive.fake("uname", "\(second); exec /usr/bin/uname -m")
        #expect(try archive.install().status == 0)
        let refused = String(decoding: try archive.directory.read("second"), as: UTF8.self)
        #expect(refused.contains("another install.sh is running"), "\(refused)")
    }

    /// The program that install.sh is calling when it is interrupted, how often it was called before, and the signal.
    private static let interruptions = [("install", 3), ("sed", 4), ("find", 0), ("sync", 0)].flatMap {
        program, count in
        ["TERM", "KILL"].map { (program, count, $0) }
    }

    private func interrupt(_ archive: HomeArchive, at program: String, after count: Int, by signal: String) throws {
        let counter = archive.directory.file("count")
        try archive.fake(
            program,
            """
            echo >>'\(counter)'
            [ "$(wc -l <'\(counter)')" != \(count + 1) ] || kill -\(signal) "$(cat '\(archive.directory.file("process"))')"
            exec /usr/bin/\(program) "$@"
            """)
    }

    /// Before anything is put in place, nothing changes; killed, the rest is removed by the next run.
    @Test(arguments: interruptions)
    func interruptedInstallationChangesNothing(program: String, count: Int, signal: String) throws {
        for hasVersion in [false, true] {
            let archive = try HomeArchive()
            if hasVersion {
                #expect(try archive.install().status == 0)
                _ = try archive.becomeOtherVersion()
            }
            let before = try archive.installed()
            try interrupt(archive, at: program, after: count, by: signal)
            let outcome = try archive.install()
            #expect(outcome.status != 0, "\(outcome)")
            if signal == "KILL" {
                let links = try archive.installed().filter { !$0.contains("lib/weatherd/.new") }
                #expect(links.filter { $0.hasPrefix(".local/bin/") } == before.filter { $0.hasPrefix(".local/bin/") })
            } else {
                #expect(outcome.errors.hasSuffix("install.sh: interrupted; nothing was changed\n"), "\(outcome)")
                #expect(try archive.installed() == before)
            }
            if !hasVersion {
                // Also without another installation, nothing is left.
                #expect(try archive.install("--uninstall").status == 0)
                #expect(try archive.installed() == [])
            }
            #expect(try archive.install().status == 0)
            #expect(try archive.install("--uninstall").status == 0)
            #expect(try archive.installed() == [])
        }
    }

    /// While files are put in place, signals are ignored; killed, every file is that of one version, and the next run completes it.
    @Test(arguments: ["mv", "ln"], 0..<6)
    func killedInstallationIsCompleted(program: String, count: Int) throws {
        let archive = try HomeArchive()
        #expect(try archive.install().status == 0)
        let complete = try archive.installed().filter { !$0.contains("lib/weatherd/") }
        let other = try archive.becomeOtherVersion()
        try interrupt(archive, at: program, after: count, by: "KILL")
        #expect(try archive.install().status != 0)
        #expect(try archive.installed().isSuperset(of: complete))
        // The programs behind the links are those of one version.
        let bin = archive.home + "/.local/bin/"
        let versions = try Set(
            ["weatherd", "weatherctl"].map { name in
                try Machine.run([bin + name, "--version"]).output.replacing(name + " ", with: "")
            })
        #expect(
            versions.count == 1 && versions.isSubset(of: [HomeArchive.version + "\n", other + "\n"]), "\(versions)")

        #expect(try archive.install().status == 0)
        #expect(try archive.installed().filter { !$0.contains("lib/weatherd/") } == complete)
        #expect(try Machine.run([bin + "weatherctl", "--version"]).output == "weatherctl \(other)\n")
        #expect(try archive.install("--uninstall").status == 0)
        #expect(try archive.installed() == [])
    }
}
