import CLinux
import Glibc

/// Which system calls the worker is left.
///
/// It is a list of what is denied, not of what is allowed: libcurl, OpenSSL and the modules that look up names are the
/// distribution's, and a call that one of them begins to make with an update must not end the weather. Calls that are newer than
/// the list do not exist for the worker, and programs then fall back to older ones.
enum SystemCallFilter {
    /// The last call of Linux 5.17, set_mempolicy_home_node. From 424 on numbers are the same on every architecture.
    private static let lastKnown: UInt32 = 450

    /// - Parameters:
    ///   - architecture: as seccomp(2) names it.
    ///   - process: that is confined.
    static func program(architecture: UInt32, process: pid_t) -> [sock_filter] {
        var program = FilterProgram(architecture: architecture)
        // The numbers of the x32 ABI are among these.
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
        // O_TMPFILE without the bit of O_DIRECTORY that is in it.
        let temporaryFile: Int32 = 0o20000000
        let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | temporaryFile)
        if weatherd_call_open() >= 0 {
            program.decide(weatherd_call_open(), argument: 1, [(.hasAny(writing), .fail(EACCES))], otherwise: .allow)
        }
        program.decide(Int32(SYS_openat), argument: 2, [(.hasAny(writing), .fail(EACCES))], otherwise: .allow)
        // Its flags are in memory, where no filter can look.
        program.decide(Int32(SYS_openat2), .fail(ENOSYS))
        // Neither is put into a terminal what its user would seem to have typed.
        let typing = [UInt32(TIOCSTI), 0x541C].map {
            (FilterProgram.Condition.equals($0), FilterProgram.Verdict.fail(EPERM))
        }
        program.decide(Int32(SYS_ioctl), argument: 1, typing, otherwise: .allow)
    }

    /// The Internet, and netlink, by which the C library asks which addresses there are. Over sockets of the file system it could
    /// ask the session's D-Bus to start programs outside; the system's resolver is asked by DNS then.
    private static func decideSockets(_ program: inout FilterProgram) {
        let families = [AF_INET, AF_INET6, AF_NETLINK].map {
            (FilterProgram.Condition.equals(UInt32($0)), FilterProgram.Verdict.allow)
        }
        program.decide(Int32(SYS_socket), argument: 0, families, otherwise: .fail(EAFNOSUPPORT))
        // One of a pair of datagrams could be connected elsewhere. SOCK_STREAM is 1, and the flags are higher bits.
        program.decide(Int32(SYS_socketpair), argument: 1, [(.hasAny(0b1110), .fail(EACCES))], otherwise: .allow)
    }

    /// Threads of its own it may have, and no processes.
    private static func decideProcesses(_ program: inout FilterProgram, _ process: pid_t) {
        let namespaces = UInt32(
            CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)
        program.decide(
            Int32(SYS_clone), argument: 0,
            [(.hasAny(namespaces), .fail(EPERM)), (.hasAny(UInt32(CLONE_THREAD)), .allow)], otherwise: .fail(EPERM))
        // Its flags are in memory as well; the C library goes on with clone.
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
