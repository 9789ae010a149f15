import Foundation
import Glibc
import Testing

/// The results of system calls in a confined process, made by `Tests/Support/ConfinementProbe/KernelCall.swift`. Without a
/// sandbox each has another result, so the sandbox is the reason.
@Suite(.timeLimit(.minutes(20))) struct KernelCallTests {
    private func expect(_ call: String, _ expected: String, object: Int32? = nil) throws {
        let words = object.map { "\($0)" } ?? "0"
        #expect(try Probe("call", call, words).output == expected, "\(call)")
    }

    /// - Parameter unconfined: an attempt without a sandbox must not harm.
    private func expectRefused(_ call: String, _ expected: String = "EPERM") throws {
        try expect(call, expected)
        #expect(try Probe("call", call, "0", isConfined: false).output != expected, "\(call) without a sandbox")
    }

    @Test(arguments: [
        "F_SETOWN", "F_SETOWN_EX", "F_SETSIG", "O_ASYNC", "F_SETLEASE", "FIOASYNC", "FIOSETOWN", "SIOCSPGRP", "tkill",
        "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "timer_create", "tgkill with a signal that queues up",
    ])
    func signalsReachNoOtherProcess(call: String) throws {
        try expectRefused(call)
    }

    @Test(arguments: ["pidfd_open", "pidfd_send_signal", "process_madvise"])
    func processesHaveNoDescriptors(call: String) throws {
        try expectRefused(call, "ENOSYS")
    }

    @Test(arguments: [
        "setpriority", "setpriority of a user", "getpriority", "sched_setaffinity", "sched_setscheduler",
        "sched_setparam", "sched_getparam", "sched_setattr", "ioprio_set", "ioprio_get",
        "prlimit64", "prlimit64 to set", "get_robust_list", "getpgid", "getsid", "kcmp", "move_pages", "migrate_pages",
        "process_vm_writev", "PR_SCHED_CORE", "PR_SET_SECCOMP", "seccomp", "waitid",
    ])
    func noCallNamesAnotherProcess(call: String) throws {
        try expectRefused(call)
    }

    /// The futex word would name the thread of another process.
    @Test(arguments: ["FUTEX_LOCK_PI", "FUTEX_CMP_REQUEUE_PI"]) func locksNameNoOtherProcess(call: String) throws {
        try expectRefused(call, "ENOSYS")
    }

    /// The limit of the queue is the user's, and all programs share it.
    @Test func queuedSignalsAreLimited() throws {
        #expect(try Probe("queuedSignals").output == "32")
    }

    @Test func clocksOfOthersAreRefused() throws { try expectRefused("clock_gettime", "EINVAL") }

    /// Also of its own threads.
    @Test func processorsOfOthersAreUnknown() throws { try expectRefused("sched_getaffinity", "ENOSYS") }

    /// The Yama module may be missing.
    @Test func tracersAreRefused() throws { try expect("PR_SET_PTRACER", "EPERM") }

    // MARK: - Objects of other programs

    @Test func messageQueuesOfOthersStay() throws {
        let queue = msgget(IPC_PRIVATE, 0o600)
        try #require(queue >= 0)
        defer { msgctl(queue, IPC_RMID, nil) }
        var message: (Int, Int) = (1, 42)
        try #require(msgsnd(queue, &message, 8, 0) == 0)
        for call in ["msgrcv", "msgsnd", "msgctl"] { try expect(call, "EPERM", object: queue) }
        var status = msqid_ds()
        #expect(msgctl(queue, IPC_STAT, &status) == 0 && status.msg_qnum == 1)
        #expect(try Probe("call", "msgrcv", "\(queue)", isConfined: false).output == "done")
        #expect(try Probe("call", "msgctl", "\(queue)", isConfined: false).output == "done")
    }

    @Test func sharedMemoryOfOthersStays() throws {
        let memory = shmget(IPC_PRIVATE, 4096, 0o600)
        try #require(memory >= 0)
        defer { shmctl(memory, IPC_RMID, nil) }
        for call in ["shmat", "shmctl", "shmctl to read"] { try expect(call, "EPERM", object: memory) }
        var status = shmid_ds()
        #expect(shmctl(memory, IPC_STAT, &status) == 0)
        #expect(try Probe("call", "shmat", "\(memory)", isConfined: false).output == "done")
        #expect(try Probe("call", "shmctl", "\(memory)", isConfined: false).output == "done")
    }

    @Test func semaphoresOfOthersStay() throws {
        let semaphore = semget(IPC_PRIVATE, 1, 0o600)
        try #require(semaphore >= 0)
        for call in ["semop", "semtimedop", "semctl"] { try expect(call, "EPERM", object: semaphore) }
        #expect(try Probe("call", "semop", "\(semaphore)", isConfined: false).output == "done")
        #expect(try Probe("call", "semctl", "\(semaphore)", isConfined: false).output == "done")
    }

    @Test(arguments: [
        "msgget", "shmget", "semget", "shmdt", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify",
        "mq_getsetattr",
    ])
    func sharedObjectsAreRefused(call: String) throws {
        try expectRefused(call)
    }

    // MARK: - Memory and disks

    @Test(arguments: [
        "shared memory", "validated shared memory", "a growing stack", "mlock", "mlockall", "memfd_create",
        "MADV_MERGEABLE", "mincore",
    ])
    func uncountedMemoryIsRefused(call: String) throws {
        try expectRefused(call)
    }

    /// Without a sandbox, the limits of locked memory and huge pages decide.
    @Test(arguments: ["locked memory", "huge pages"]) func specialMemoryIsRefused(call: String) throws {
        try expect(call, "EPERM")
    }

    @Test func addressSpaceIsLimited() throws {
        try expectRefused("64 GiB", "ENOMEM")
        try expect("private memory", "done")
        try expect("memfd_secret", "ENOSYS")
    }

    @Test(arguments: ["sync", "syncfs", "fsync", "fdatasync", "inotify_init1", "getxattr", "statfs"])
    func disksAndFilesOfOthersAreRefused(call: String) throws {
        try expectRefused(call)
    }

    // MARK: - Sockets

    @Test(arguments: ["TCP", "UDP"]) func neededSocketsAreAllowed(call: String) throws {
        try expect(call, "done")
    }

    /// Without a sandbox, modules of the kernel may be missing.
    @Test(arguments: [
        "UDP-Lite", "ping", "MPTCP", "SCTP", "SMC", "raw", "NETLINK_ROUTE", "NETLINK_SOCK_DIAG", "NETLINK_NFLOG",
        "NETLINK_AUDIT",
        "NETLINK_NETFILTER", "NETLINK_KOBJECT_UEVENT", "NETLINK_GENERIC", "AF_ALG", "AF_VSOCK",
    ])
    func otherSocketsAreRefused(call: String) throws {
        try expect(call, "EAFNOSUPPORT")
    }

    @Test(arguments: [
        ("AF_TIPC pair", "EACCES"), ("bind", "EPERM"), ("bind an end of a pair", "EPERM"), ("accept", "EPERM"),
    ])
    func nothingIsReceivedFromOutside(call: String, expected: String) throws {
        try expectRefused(call, expected)
    }

    @Test(arguments: ["TCP_ULP", "TCP_CONGESTION", "SO_ATTACH_FILTER", "SO_PEERPIDFD", "SO_PEERCRED"])
    func socketOptionsAreLimited(call: String) throws {
        try expectRefused(call)
    }

    // MARK: - Threads and 32 bits

    @Test func threadsOfTheStartAreConfined() throws {
        #expect(try Probe("threadBefore").output == "EPERM")
    }

    #if arch(x86_64)
        @Test func callsOf32BitsAreRefused() throws {
            let probe = try Probe("callAs32Bit")
            // Without the emulation of 32 bits, the kernel sends SIGSEGV.
            #expect(probe.output == "" && [SIGSYS, SIGSEGV].contains(probe.signal))
            // getpid(2) of the x32 ABI.
            #expect(try Probe("number", "\(0x4000_0000 | 39)").output == "ENOSYS")
        }
    #endif

    /// Numbers that this kernel may or may not know fail in the same way.
    @Test(arguments: [470, 471, 500, 547, 1000]) func newCallsAreRefused(number: Int) throws {
        #expect(try Probe("number", "\(number)").output == "ENOSYS")
    }
}
