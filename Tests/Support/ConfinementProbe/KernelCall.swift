import CLinux
import Glibc

/// A system call by its number, with up to four arguments.
struct KernelCall {
    let number: Int
    let arguments: [UInt]

    init(_ number: some BinaryInteger, _ arguments: UInt...) {
        (self.number, self.arguments) = (Int(number), arguments)
    }

    func make() -> Int {
        func argument(_ index: Int) -> UInt { index < arguments.count ? arguments[index] : 0 }
        return Int(weatherd_syscall(number, argument(0), argument(1), argument(2), argument(3)))
    }

    /// - Parameter object: the number of an object that the test has made.
    static func named(_ name: String, _ object: String?) -> KernelCall? {
        let object = object.flatMap(UInt.init) ?? 0
        return signals[name] ?? processes[name] ?? sockets[name] ?? memory[name] ?? ipc(name, object)
    }

    private static let parent = UInt(getppid())
    private static let none = UInt.max
    /// A socket with an owner.
    private static var socket: UInt { UInt(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) }

    private static var endOfPair: UInt {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        return UInt(ends[0])
    }

    /// The family, and an abstract name of 9 bytes.
    private static let unixAddress: UInt = {
        let bytes = [UInt8(AF_UNIX), 0, 0] + withUnsafeBytes(of: getpid()) { Array($0) } + Array("probe".utf8)
        let address = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
        address.copyMemory(from: bytes, byteCount: bytes.count)
        return UInt(bitPattern: address)
    }()

    /// Signals without kill(2).
    private static var signals: [String: KernelCall] {
        [
            "F_SETOWN": KernelCall(SYS_fcntl, socket, 8, parent),
            "F_SETOWN_EX": KernelCall(SYS_fcntl, socket, 15),
            "F_SETSIG": KernelCall(SYS_fcntl, socket, 10, 9),
            "O_ASYNC": KernelCall(SYS_fcntl, socket, UInt(F_SETFL), UInt(O_ASYNC)),
            "F_SETLEASE": KernelCall(SYS_fcntl, socket, 1024, 2),
            "FIOASYNC": KernelCall(SYS_ioctl, socket, 0x5452),
            "FIOSETOWN": KernelCall(SYS_ioctl, socket, 0x8901),
            "SIOCSPGRP": KernelCall(SYS_ioctl, socket, 0x8902),
            "TIOCSTI": KernelCall(SYS_ioctl, 0, 0x5412),
            "tkill": KernelCall(SYS_tkill, parent),
            "tgkill": KernelCall(SYS_tgkill, parent, parent),
            "tgkill with a signal that queues up": KernelCall(SYS_tgkill, UInt(getpid()), UInt(getpid()), 40),
            // Of an address that is not mapped.
            "FUTEX_LOCK_PI": KernelCall(SYS_futex, 0, 6),
            "FUTEX_CMP_REQUEUE_PI": KernelCall(SYS_futex, 0, 12, 1),
            "rt_sigqueueinfo": KernelCall(SYS_rt_sigqueueinfo, parent),
            "rt_tgsigqueueinfo": KernelCall(SYS_rt_tgsigqueueinfo, parent, parent),
            "pidfd_open": KernelCall(SYS_pidfd_open, parent),
            "pidfd_send_signal": KernelCall(SYS_pidfd_send_signal, none),
            "timer_create": KernelCall(SYS_timer_create, 0),
        ]
    }

    /// Calls that name another process, with arguments that change nothing.
    private static var processes: [String: KernelCall] {
        let priority = Int(getpriority(Int32(PRIO_PROCESS.rawValue), id_t(parent)))
        return [
            "setpriority": KernelCall(SYS_setpriority, 0, parent, UInt(bitPattern: priority)),
            "setpriority of a user": KernelCall(SYS_setpriority, 2, 0x7FFF_FFF0),
            "getpriority": KernelCall(SYS_getpriority, 0, parent),
            "sched_setaffinity": KernelCall(SYS_sched_setaffinity, parent),
            "sched_getaffinity": KernelCall(SYS_sched_getaffinity, parent),
            "sched_setscheduler": KernelCall(SYS_sched_setscheduler, parent),
            "sched_setparam": KernelCall(SYS_sched_setparam, parent),
            "sched_getparam": KernelCall(SYS_sched_getparam, parent),
            "sched_setattr": KernelCall(SYS_sched_setattr, parent),
            "ioprio_set": KernelCall(SYS_ioprio_set, 1, parent, 0),
            "ioprio_get": KernelCall(SYS_ioprio_get, 1, parent),
            "prlimit64": KernelCall(SYS_prlimit64, parent, 0),
            "prlimit64 to set": KernelCall(SYS_prlimit64, 0, 0, 1),
            "get_robust_list": KernelCall(SYS_get_robust_list, parent),
            "getpgid": KernelCall(SYS_getpgid, parent),
            "getsid": KernelCall(SYS_getsid, parent),
            "kcmp": KernelCall(SYS_kcmp, parent, parent),
            "move_pages": KernelCall(SYS_move_pages, parent),
            "migrate_pages": KernelCall(SYS_migrate_pages, parent),
            "process_vm_writev": KernelCall(SYS_process_vm_writev, parent),
            "process_madvise": KernelCall(SYS_process_madvise, none),
            // The clock of a process' CPU time, clock_getcpuclockid(3).
            "clock_gettime": KernelCall(SYS_clock_gettime, UInt(UInt32(truncatingIfNeeded: ~Int(parent) << 3 | 2)), 8),
            "PR_SET_PTRACER": KernelCall(SYS_prctl, 0x5961_6D61, none),
            "PR_SCHED_CORE": KernelCall(SYS_prctl, 62, 1, parent),
            "PR_SET_SECCOMP": KernelCall(SYS_prctl, 22, 2),
            "seccomp": KernelCall(SYS_seccomp, 1),
            "waitid": KernelCall(SYS_waitid, 1, parent),
        ]
    }

    private static var sockets: [String: KernelCall] {
        func internet(_ kind: UInt, _ number: UInt) -> KernelCall { KernelCall(SYS_socket, 2, kind, number) }
        func netlink(_ number: UInt) -> KernelCall { KernelCall(SYS_socket, 16, 3, number) }
        return [
            "TCP": internet(1, 6), "UDP": internet(2, 17), "UDP-Lite": internet(2, 136), "ping": internet(2, 1),
            "MPTCP": internet(1, 262), "SCTP": internet(1, 132), "SMC": internet(1, 256), "raw": internet(3, 255),
            "NETLINK_ROUTE": netlink(0), "NETLINK_SOCK_DIAG": netlink(4), "NETLINK_NFLOG": netlink(5),
            "NETLINK_AUDIT": netlink(9), "NETLINK_NETFILTER": netlink(12), "NETLINK_KOBJECT_UEVENT": netlink(15),
            "NETLINK_GENERIC": netlink(16), "AF_ALG": KernelCall(SYS_socket, 38, 5),
            "AF_VSOCK": KernelCall(SYS_socket, 40, 1),
            "AF_TIPC pair": KernelCall(SYS_socketpair, 30, 1),
            "bind": KernelCall(SYS_bind, socket, 0, 16),
            // A name as long as a netlink address.
            "bind an end of a pair": KernelCall(SYS_bind, endOfPair, unixAddress, 12),
            "accept": KernelCall(SYS_accept4, socket),
            "TCP_ULP": KernelCall(SYS_setsockopt, socket, 6, 31),
            "TCP_CONGESTION": KernelCall(SYS_setsockopt, socket, 6, 13),
            "SO_ATTACH_FILTER": KernelCall(SYS_setsockopt, socket, 1, 26),
            "SO_PEERPIDFD": KernelCall(SYS_getsockopt, socket, 1, 77),
            "SO_PEERCRED": KernelCall(SYS_getsockopt, socket, 1, 17),
        ]
    }

    /// Memory that RLIMIT_DATA does not count, and writing to disks.
    private static var memory: [String: KernelCall] {
        let (reading, writing) = (UInt(PROT_READ), UInt(PROT_READ | PROT_WRITE))
        let size: UInt = 1 << 21
        return [
            "private memory": KernelCall(SYS_mmap, 0, size, writing, 0x22),
            "shared memory": KernelCall(SYS_mmap, 0, size, writing, 0x21),
            "validated shared memory": KernelCall(SYS_mmap, 0, size, writing, 0x23),
            "locked memory": KernelCall(SYS_mmap, 0, size, writing, 0x2022),
            "huge pages": KernelCall(SYS_mmap, 0, size, reading, 0x40022),
            "a growing stack": KernelCall(SYS_mmap, 0, size, writing, 0x122),
            "64 GiB": KernelCall(SYS_mmap, 0, 64 << 30, 0, 0x4022),
            "mlock": KernelCall(SYS_mlock, 0, 0), "mlockall": KernelCall(SYS_mlockall, 8),
            "memfd_create": KernelCall(SYS_memfd_create, none), "memfd_secret": KernelCall(SYS_memfd_secret, 0),
            "MADV_MERGEABLE": KernelCall(SYS_madvise, 0, 0, 12), "mincore": KernelCall(SYS_mincore, 0, 0),
            "sync": KernelCall(SYS_sync), "syncfs": KernelCall(SYS_syncfs, 0), "fsync": KernelCall(SYS_fsync, 0),
            "fdatasync": KernelCall(SYS_fdatasync, 0), "inotify_init1": KernelCall(SYS_inotify_init1),
            "getxattr": KernelCall(SYS_getxattr, 0), "statfs": KernelCall(SYS_statfs, 0),
        ]
    }

    /// Objects of other programs, by number.
    private static func ipc(_ name: String, _ object: UInt) -> KernelCall? {
        let (remove, status, dontWait): (UInt, UInt, UInt) = (0, 2, 0o4000)
        return switch name {
        case "msgrcv": KernelCall(SYS_msgrcv, object, buffer, 8, 0)
        case "msgsnd": KernelCall(SYS_msgsnd, object, buffer, 1, dontWait)
        case "msgctl": KernelCall(SYS_msgctl, object, remove)
        case "shmat": KernelCall(SYS_shmat, object, 0, 0o10000)
        case "shmctl": KernelCall(SYS_shmctl, object, remove)
        case "shmctl to read": KernelCall(SYS_shmctl, object, status, buffer)
        case "shmdt": KernelCall(SYS_shmdt, none)
        case "semop": KernelCall(SYS_semop, object, buffer, 1)
        case "semtimedop": KernelCall(SYS_semtimedop, object, buffer, 1)
        case "semctl": KernelCall(SYS_semctl, object, 0, remove)
        case "msgget": KernelCall(SYS_msgget, 0x7764, 0)
        case "shmget": KernelCall(SYS_shmget, 0x7764, 1, 0)
        case "semget": KernelCall(SYS_semget, 0x7764, 1, 0)
        case "mq_open": KernelCall(SYS_mq_open, 1)
        case "mq_unlink": KernelCall(SYS_mq_unlink, 1)
        case "mq_timedsend": KernelCall(SYS_mq_timedsend, none)
        case "mq_timedreceive": KernelCall(SYS_mq_timedreceive, none)
        case "mq_notify": KernelCall(SYS_mq_notify, none)
        case "mq_getsetattr": KernelCall(SYS_mq_getsetattr, none)
        default: nil
        }
    }

    /// Zeros: a message of type 0 or a semaphore operation that waits for zero, which returns at once.
    private static var buffer: UInt {
        UInt(
            bitPattern: UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16).initializeMemory(
                as: UInt8.self, repeating: 0, count: 4096))
    }
}
