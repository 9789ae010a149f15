import CLinux
import Glibc

/// The system calls that the worker may make.
///
/// A deny list: libcurl, OpenSSL and the resolver modules are the distribution's, and a new system call after an update
/// must not break fetching. Calls newer than the list fail with ENOSYS, and programs fall back to older ones.
enum SystemCallFilter {
    /// The last call of Linux 5.17, set_mempolicy_home_node. From 424 on, numbers are the same on every architecture.
    private static let lastKnown: UInt32 = 450

    /// - Parameters:
    ///   - architecture: the AUDIT_ARCH_* constant.
    ///   - process: the confined process.
    static func program(architecture: UInt32, process: pid_t) -> [sock_filter] {
        var program = FilterProgram(architecture: architecture)
        // This includes the numbers of the x32 ABI.
        program.decide(from: lastKnown + 1, .fail(ENOSYS))
        var index = 0
        while case let number = weatherd_denied_call(index), number >= 0 {
            program.decide(number, .fail(EPERM))
            index += 1
        }
        decideFiles(&program)
        decideSockets(&program)
        decideProcesses(&program, process)
        program.decide(.allow)
        return program.instructions
    }

    private static func decideFiles(_ program: inout FilterProgram) {
        // O_TMPFILE without O_DIRECTORY, whose bit it includes.
        let temporaryFile: Int32 = 0o20000000
        let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | temporaryFile)
        if weatherd_call_open() >= 0 {
            program.decide(weatherd_call_open(), argument: 1, [(.hasAny(writing), .fail(EACCES))], otherwise: .allow)
        }
        program.decide(Int32(SYS_openat), argument: 2, [(.hasAny(writing), .fail(EACCES))], otherwise: .allow)
        // Its flags are in memory, which a filter cannot read.
        program.decide(Int32(SYS_openat2), .fail(ENOSYS))
        // Injecting input into a terminal.
        let typing = [UInt32(TIOCSTI), 0x541C].map {
            (FilterProgram.Condition.equals($0), FilterProgram.Verdict.fail(EPERM))
        }
        program.decide(Int32(SYS_ioctl), argument: 1, typing, otherwise: .allow)
    }

    /// Allows the Internet, and netlink, which the C library uses to list addresses. Unix sockets would give access to
    /// the session's D-Bus, which starts programs; name resolution then uses DNS.
    private static func decideSockets(_ program: inout FilterProgram) {
        let families = [AF_INET, AF_INET6, AF_NETLINK].map {
            (FilterProgram.Condition.equals(UInt32($0)), FilterProgram.Verdict.allow)
        }
        program.decide(Int32(SYS_socket), argument: 0, families, otherwise: .fail(EAFNOSUPPORT))
        // One of a datagram pair could be connected elsewhere. SOCK_STREAM is 1, and the flags are higher bits.
        program.decide(Int32(SYS_socketpair), argument: 1, [(.hasAny(0b1110), .fail(EACCES))], otherwise: .allow)
    }

    /// Allows threads, but no processes.
    private static func decideProcesses(_ program: inout FilterProgram, _ process: pid_t) {
        let namespaces = UInt32(
            CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)
        program.decide(
            Int32(SYS_clone), argument: 0,
            [(.hasAny(namespaces), .fail(EPERM)), (.hasAny(UInt32(CLONE_THREAD)), .allow)], otherwise: .fail(EPERM))
        // Its flags are in memory as well; the C library falls back to clone.
        program.decide(Int32(SYS_clone3), .fail(ENOSYS))
        program.decide(
            Int32(SYS_tgkill), argument: 0, [(.equals(UInt32(process)), .allow)], otherwise: .fail(EPERM))
        program.decide(
            Int32(SYS_prlimit64), argument: 0, [(.equals(0), .allow), (.equals(UInt32(process)), .allow)],
            otherwise: .fail(EPERM))
        let options = [PR_SET_PDEATHSIG, PR_SET_DUMPABLE].map {
            (FilterProgram.Condition.equals(UInt32($0)), FilterProgram.Verdict.fail(EPERM))
        }
        program.decide(Int32(SYS_prctl), argument: 0, options, otherwise: .allow)
    }
}
