import Glibc
import Testing

/// Machines on which files of the system are missing, as in a chroot: each program runs, or says what is missing.
@Suite(
    .ownThread, .timeLimit(.minutes(2)), .enabled(if: MissingDirectory.isEnabled, "it takes a mount namespace"),
    .unsanitized("a sanitizer reads /proc at the start"))
struct MissingFilesTests {
    @Test(arguments: [
        (
            Programs.weatherd,
            "weatherd: opening /proc/self/cmdline failed: No such file or directory; /proc must be mounted\n"
        ),
        (Programs.weatherctl, "weatherctl: reading /proc/self/exe failed: No such file or directory\n"),
    ])
    func missingProcIsReported(program: String, sentence: String) throws {
        let finished = try MissingDirectory.running(program, ["--version"], hiding: "/proc")
        // The debug program of weatherctl reads its arguments from there as well.
        let isDebug = Programs.directory == Programs.bundleDirectory
        #expect(finished.status > 0 && finished.status < 128)
        #expect(finished.errors == sentence || (isDebug && program == Programs.weatherctl))
    }

    @Test(arguments: ["/dev", "/sys", "/run", "/tmp"]) func otherDirectoriesMayBeMissing(path: String) throws {
        let programs = [Programs.weatherd, Programs.worker, Programs.weatherctl + "-tools"]
        // A copy of the project below the path would be hidden, too.
        for program in programs where !program.hasPrefix(path + "/") {
            let finished = try MissingDirectory.running(program, ["--version"], hiding: path)
            #expect(finished.status == 0 && finished.errors == "", "\(program) without \(path)")
        }
    }

    @Test func missingNullDeviceIsReported() throws {
        let finished = try MissingDirectory.running(Programs.weatherctl, ["--version"], hiding: "/dev")
        #expect(finished.errors == "weatherctl: opening /dev/null failed: No such file or directory\n")
        #expect(finished.status == EX_OSERR)
    }
}

/// A mount namespace in which a directory is empty.
private enum MissingDirectory {
    static let isEnabled = (try? running("/bin/true", [], hiding: "/mnt"))?.status == 0

    static func running(_ program: String, _ arguments: [String], hiding path: String) throws -> Finished {
        let script = "mount -t tmpfs none \(path) && exec \"$0\" \"$@\""
        return try Finished.running(
            "/usr/bin/unshare",
            ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", script, program] + arguments,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent"])
    }
}
