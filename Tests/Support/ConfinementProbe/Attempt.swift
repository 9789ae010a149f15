import CLinux
import Dispatch
import Glibc
import Weather

/// One attempt.
enum Attempt: String {
    case report, confineWithThreads, confineWithoutThreads, confineForAnother
    case look, followLink, read, readAllowed, readAllowedDirectory, write, create, list, remove, changeMode
    case execute, fork, thread, trace, readMemory, signalParent
    case unshare, mount, localSocket, streamPair, datagramPair, rawSocket, listen, internetSocket, netlinkSocket, lookUp
    case queuedSignals, memory, descriptors, processorTime, wait, undump, threadBefore, callAs32Bit
    /// The kernel call of this name in `KernelCall`, and a call by its number.
    case call, number

    /// `done`, or the name of the error.
    func outcome(_ paths: [String]) -> String {
        let path = paths.first ?? "/"
        return switch self {
        // The first path is the allowed one, the last one is opened.
        case .read, .readAllowed, .readAllowedDirectory: Self.result(open(paths.last ?? "/", O_RDONLY))
        case .look: Self.result(access(path, F_OK))
        case .followLink: Self.linkTarget(path)
        case .write: Self.result(open(path, O_WRONLY))
        case .create: Self.result(open(path, O_WRONLY | O_CREAT, 0o600))
        case .list: opendir(path) == nil ? Self.failed : "done"
        case .remove: Self.result(unlink(path))
        case .changeMode: Self.result(chmod(path, 0o600))
        case .execute: Self.execution(path)
        case .fork: Self.call(SYS_clone, UInt(SIGCHLD))
        case .thread: Self.named(startThread { while true { sleep(1) } })
        case .trace: Self.call(SYS_ptrace, 16, UInt(getppid()))
        case .readMemory: Self.call(SYS_process_vm_readv, UInt(getppid()))
        case .signalParent: Self.result(kill(getppid(), 0))
        case .unshare: Self.call(SYS_unshare, UInt(CLONE_NEWUSER))
        case .mount: Self.call(SYS_mount)
        case .localSocket: Self.result(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        case .streamPair: Self.pair(SOCK_STREAM)
        case .datagramPair: Self.pair(SOCK_DGRAM)
        case .rawSocket: Self.result(socket(AF_PACKET, Int32(SOCK_RAW.rawValue), 0))
        case .listen: Self.result(Glibc.listen(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), 1))
        case .internetSocket: Self.result(socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0))
        case .netlinkSocket: Self.result(socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 0))
        case .lookUp: Self.lookUp()
        case .queuedSignals: Self.limitOfQueuedSignals()
        case .memory: malloc(128 << 20) == nil ? Self.failed : "done"
        case .descriptors: Self.openAll()
        case .processorTime: Self.spin()
        case .wait: Self.wait()
        case .undump: Self.result(weatherd_prctl(PR_SET_DUMPABLE, 1))
        case .callAs32Bit: Self.callAs32Bit()
        case .call: KernelCall.named(path, paths.dropFirst().first).map { Self.result($0.make()) } ?? "no such call"
        case .number: Self.call(Int(path) ?? -1)
        default: "nothing was tried"
        }
    }

    private static func result(_ value: some BinaryInteger) -> String { value < 0 ? failed : "done" }

    private static var failed: String { named(errno) }

    private static func named(_ error: Int32) -> String {
        let names = [
            0: "done", EPERM: "EPERM", EACCES: "EACCES", ENOSYS: "ENOSYS", EAFNOSUPPORT: "EAFNOSUPPORT",
            ENOMEM: "ENOMEM", EMFILE: "EMFILE", ENOENT: "ENOENT", EINVAL: "EINVAL",
        ]
        return names[error] ?? "error \(error)"
    }

    private static func execution(_ path: String) -> String {
        var words = [strdup(path), nil]
        execv(path, &words)
        return failed
    }

    /// This loads the name service modules, and reads the resolver's files.
    private static func lookUp() -> String {
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo("localhost", "https", nil, &found)
        if let found { freeaddrinfo(found) }
        return result == 0 ? "done" : String(cString: gai_strerror(result))
    }

    private static func linkTarget(_ path: String) -> String {
        var target: [CChar] = [0, 0]
        return result(readlink(path, &target, target.count))
    }

    private static func pair(_ kind: __socket_type) -> String {
        var ends: [Int32] = [-1, -1]
        return result(socketpair(AF_UNIX, Int32(kind.rawValue), 0, &ends))
    }

    private static func limitOfQueuedSignals() -> String {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(__RLIMIT_SIGPENDING.rawValue), &limit) == 0 ? "\(limit.rlim_max)" : failed
    }

    private static func openAll() -> String {
        for _ in 0..<1000 where open("/dev/null", O_RDONLY) < 0 { return failed }
        return "done"
    }

    private static func spin() -> String {
        var value: UInt64 = 1
        while value != 0 { value = value &* 6_364_136_223_846_793_005 | 1 }
        return "done"
    }

    private static func wait() -> String {
        say("waiting")
        while true { sleep(1) }
    }

    /// Calls getpid(2) by the interrupt of 32-bit programs.
    private static func callAs32Bit() -> String {
        #if arch(x86_64)
            let code: [UInt8] = [0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3]  // mov $20, %eax; int $0x80; ret
            guard let page = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                page != MAP_FAILED
            else { return failed }
            page.copyMemory(from: code, byteCount: code.count)
            return result(unsafeBitCast(page, to: (@convention(c) () -> Int32).self)())
        #else
            return "nothing was tried"
        #endif
    }

    private static func call(_ number: some BinaryInteger, _ first: UInt = 0, _ second: UInt = 0) -> String {
        result(weatherd_syscall(Int(number), first, second, 0, 0))
    }
}

/// Standard output is a pipe to the test, which closes when this process ends.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

/// A thread that waits until the process is confined, tries to fork, and reports the result.
final class ThreadBefore: Sendable {
    private let isConfined = DispatchSemaphore(value: 0)

    func start() -> Bool {
        startThread {
            self.isConfined.wait()
            say(Attempt.fork.outcome([]))
            exit(0)
        } == 0
    }

    func report() -> Never {
        isConfined.signal()
        while true { sleep(1) }
    }
}

/// - Returns: the error; 0 when the thread was started.
func startThread(_ run: @escaping @Sendable () -> Void) -> Int32 {
    final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    return pthread_create(
        &thread, nil,
        { body in
            if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
            return nil
        }, Unmanaged.passRetained(Body(run)).toOpaque())
}

/// `landlock 7, seccomp`, or with the missing parts: `no landlock (error 38), seccomp`.
func report(_ sandbox: WorkerSandbox) -> String {
    let landlock =
        switch sandbox.landlock {
        case .inForce(let version): "landlock \(version)"
        case .unavailable(let error): "no landlock (error \(error))"
        }
    let seccomp =
        switch sandbox.seccomp {
        case .inForce: "seccomp"
        case .unavailable(let error): "no seccomp (error \(error))"
        }
    return "\(landlock), \(seccomp)"
}
