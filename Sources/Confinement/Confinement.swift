import CLinux
import Glibc

/// What a process that meets strangers gives up before it reads their first byte: other programs and processes, files, sockets of
/// this machine, and more memory and time than it needs. None of it can be taken back.
public struct Confinement: Sendable {
    /// The process that started this one, and without which it ends.
    public var parent: Int32
    /// Files and directories that are read in addition to the system's.
    public var readable: [String]
    public var limits: ResourceLimits

    public init(parent: Int32, readable: [String] = [], limits: ResourceLimits = ResourceLimits()) {
        (self.parent, self.readable, self.limits) = (parent, readable, limits)
    }

    /// Confines this process for the rest of its life. It must have one thread, since part of this holds for the calling thread
    /// and those that it starts later.
    ///
    /// - Returns: what is in force.
    /// - Throws: where what every kernel can do fails. The process is to end then.
    public func apply() throws(ConfinementError) -> ConfinementReport {
        guard Self.threads == 1 else { throw .hasThreads }
        try Self.check(weatherd_prctl(PR_SET_NO_NEW_PRIVS, 1), .newPrivileges)
        try Self.check(weatherd_prctl(PR_SET_DUMPABLE, 0), .dumping)
        try Self.check(weatherd_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)), .parentDeath)
        // It may have died before the signal was asked for.
        guard getppid() == parent else { throw .parentIsGone }
        try limits.apply()
        let files = FileRules.apply(readable: readable)
        return ConfinementReport(files: files, systemCalls: Self.filterSystemCalls())
    }

    static func check(_ result: Int32, _ step: ConfinementError.Step) throws(ConfinementError) {
        guard result == 0 else { throw .failed(step, systemError: errno) }
    }

    private static func filterSystemCalls() -> ConfinementReport.State {
        let architecture = weatherd_seccomp_architecture()
        guard architecture != 0 else { return .absent(systemError: ENOSYS) }
        let program = SystemCallFilter.program(architecture: architecture, process: getpid())
        let isInstalled = program.withUnsafeBufferPointer {
            weatherd_seccomp_install($0.baseAddress, UInt16($0.count)) == 0
        }
        return isInstalled ? .inForce(version: 1) : .absent(systemError: errno)
    }

    /// How many threads this process has; 1 as well where there is no /proc to tell.
    private static var threads: Int {
        guard let directory = opendir("/proc/self/task") else { return 1 }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
