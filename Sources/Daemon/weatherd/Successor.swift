import CLinux
import Glibc
import Platform
import Store
import SystemBus

/// Executes the new program in this process, if there is no service manager: clients keep their socket, and no other daemon can
/// lock the state directory in between.
enum Successor {
    /// The name of the socket that the program gets, in the protocol of socket activation (sd_listen_fds(3)), which every
    /// version knows.
    static let socketName = "weatherd-predecessor"

    /// The descriptor of the lock, after the one of the socket.
    private static let lockDescriptor: Int32 = 4
    /// Above the descriptors that the program gets.
    static let leastFreeDescriptor: Int32 = 10

    /// Reserves the descriptor numbers that the program will get, since other threads still use descriptors at the end.
    static func reserveDescriptors() {
        for number in [HandedSocket.firstDescriptor, lockDescriptor] where fcntl(number, F_GETFD) < 0 {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0, descriptor != number else { continue }
            _ = fcntl(descriptor, F_DUPFD_CLOEXEC, number)
            close(descriptor)
        }
    }

    /// - Parameters:
    ///   - path: the new file.
    ///   - socket: a descriptor of the listening socket, from `leastFreeDescriptor`.
    /// - Returns: the error number of the failed call; this process can only end then.
    static func execute(
        _ path: String, environment: [String: String], socket: Int32, lock: DirectoryLock
    ) -> Int32 {
        lock.handOver(as: lockDescriptor)
        guard dup2(socket, HandedSocket.firstDescriptor) >= 0 else { return errno }
        // The program would inherit ignored and blocked signals.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_DFL) }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        let variables = environment.merging([
            "LISTEN_PID": String(getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": socketName,
        ]) { $1 }
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        var entries = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve(path, &words, &entries)
        let failure = errno
        // The running program's file still exists, even if it has no name.
        execve("/proc/self/exe", &words, &entries)
        return failure
    }
}
