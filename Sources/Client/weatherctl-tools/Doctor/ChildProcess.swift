import Client
import Glibc
import Platform

/// Runs a program with a timeout and captures its output.
struct ChildProcess {
    /// Why a program has no outcome.
    enum Failure: Error, Equatable {
        case notFound
        /// The program did not start, with the system's error message.
        case notStarted(String)
        /// The program timed out and was killed.
        case overdue
        /// The program wrote more than the limit and was killed.
        case tooMuch
    }

    /// The result of a program.
    struct Outcome: Equatable {
        /// The exit status; 128 plus its number for a signal, as in a shell.
        var status: Int32
        var output: String
        var errors: String
    }

    /// The most output, bytes.
    private static let limit = 1 << 20

    /// - Parameter words: the program, which is searched for in `PATH` if it has no slash, and its arguments.
    static func run(_ words: [String], by deadline: Deadline) throws(Failure) -> Outcome {
        let (output, errors) = (try pipe(), try pipe())
        defer { for end in [output.read, errors.read] { close(end) } }
        let process = try start(words, output: output.write, errors: errors.write)
        var texts: [[UInt8]] = [[], []]
        var watched = [output.read, errors.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var failure: Failure?
        while watched.contains(where: { $0.fd >= 0 }) {
            let left = deadline.millisecondsLeft
            guard left > 0, texts.allSatisfy({ $0.count < limit }) else {
                failure = left > 0 ? .tooMuch : .overdue
                kill(process, SIGKILL)
                break
            }
            _ = poll(&watched, nfds_t(watched.count), Int32(clamping: left))
            for index in watched.indices where watched[index].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(watched[index].fd, &bytes, bytes.count)
                if count > 0 {
                    texts[index] += bytes.prefix(count)
                } else if count == 0 || errno != EINTR {
                    watched[index].fd = -1
                }
            }
        }
        var word: Int32 = 0
        // It may run on after it has closed its output.
        while failure == nil, waitpid(process, &word, WNOHANG) == 0 {
            guard deadline.millisecondsLeft > 0 else {
                failure = .overdue
                kill(process, SIGKILL)
                break
            }
            usleep(1000)
        }
        if let failure {
            while waitpid(process, &word, 0) < 0, errno == EINTR {}
            throw failure
        }
        let signal = word & 0x7F
        return Outcome(
            status: signal == 0 ? (word >> 8) & 0xFF : 128 + signal, output: String(decoding: texts[0], as: UTF8.self),
            errors: String(decoding: texts[1], as: UTF8.self))
    }

    private static func start(_ words: [String], output: Int32, errors: Int32) throws(Failure) -> pid_t {
        defer { for end in [output, errors] { close(end) } }
        // If SIGCHLD were inherited as ignored, the kernel would discard the exit status.
        signal(SIGCHLD, SIG_DFL)
        var program = ProgramStart(words, environment: nil)
        program.descriptors = [(STDOUT_FILENO, .descriptor(output)), (STDERR_FILENO, .descriptor(errors))]
        do throws(SystemError) {
            return try program.start()
        } catch {
            throw error.code == ENOENT ? .notFound : .notStarted(error.sentence)
        }
    }

    private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .notStarted(String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
