import Client
import ClientProtocol
import Glibc

/// weatherctl-tools, the program for everything but sending a request and printing the reply.
enum Tools {
    private static let name = "weatherctl-tools"
    /// Its directories relative to this program: next to it when built; when installed, below libexec, or below lib in
    /// distributions without libexec.
    private static let directories = ["/", "/../libexec/weatherd/", "/../lib/weatherd/"]

    /// Replaces this process with weatherctl-tools; returns only on failure.
    ///
    /// - Parameter output: the bar's format, which must stay valid on failure.
    static func become(_ arguments: ProgramArguments, for output: ViewRequest.Output) -> ExitStatus {
        let (call, failure) = replaceProgram(with: arguments)
        let sentence =
            call.map { ConnectionFailure.failed(call: $0, errno: failure).sentence }
            ?? [name, " cannot be run (", String(cString: strerror(failure)), "); install weatherd again"].joined()
        output.say(sentence)
        return output.show(.error, sentence) ?? .system
    }

    /// - Returns: the errno, and what failed; nil if execv(3) failed.
    private static func replaceProgram(with arguments: ProgramArguments) -> (call: String?, failure: Int32) {
        // The dynamic loader would print its own error if it cannot open a library.
        let descriptor = open("/dev/null", O_RDONLY)
        guard descriptor >= 0 else { return ("opening /dev/null", errno) }
        close(descriptor)
        guard let program = String(linkAt: "/proc/self/exe") else { return ("reading /proc/self/exe", errno) }
        var failure = ENOENT
        for directory in directories {
            execv([program.directory, directory, name].joined(), arguments.pointer)
            if errno != ENOENT { failure = errno }
        }
        return (nil, failure)
    }
}
