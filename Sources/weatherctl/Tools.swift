import Client
import Glibc
import Wire

/// weatherctl-tools, the program that does what takes more than sending a line and printing a reply.
enum Tools {
    private static let name = "weatherctl-tools"
    /// Where it is from the directory of this program: beside it where both were built, below libexec where they were
    /// installed.
    private static let directories = ["/", "/../libexec/weatherd/"]

    /// Returns only if it cannot be run.
    ///
    /// - Parameter output: what a bar reads, which must not break either.
    static func become(_ arguments: ProgramArguments, for output: Reading.Output) -> ExitStatus {
        let failure = replaceProgram(with: arguments)
        let sentence =
            failure == EMFILE
            ? ConnectionFailure.failed(call: "open", errno: failure).sentence
            : [name, " cannot be run (", String(cString: strerror(failure)), "); install weatherd again"].joined()
        output.say(sentence)
        return output.show(.error, sentence) ?? .system
    }

    /// - Returns: the errno that tells why not.
    private static func replaceProgram(with arguments: ProgramArguments) -> Int32 {
        // The dynamic loader would say in its own words that it cannot open a library.
        let descriptor = open("/dev/null", O_RDONLY)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        guard let program = String(linkAt: "/proc/self/exe") else { return errno }
        var failure = ENOENT
        for directory in directories {
            execv([program.directory, directory, name].joined(), arguments.pointer)
            if errno != ENOENT { failure = errno }
        }
        return failure
    }
}
